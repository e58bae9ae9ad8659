"""What a set holds: numbers, whose order is the same in every process, or strings and objects."""

import ast
import re
from collections.abc import Iterator
from enum import Enum, auto

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Definition, Function
from project_ghost.lint.python._syntax import snake, word
from project_ghost.lint.python._type import NUMBERS, Type, element

__all__ = ["Elements", "elements", "hashes_alike"]


class Elements(Enum):
    """What is known about the hashes of the elements of a set."""

    FIXED = auto()  # numbers
    UNKNOWN = auto()
    VARYING = auto()  # strings and objects, which hash differently in every process


# The last words of names of strings and objects, and of numbers.
_VARYING = frozenset(
    """
    action actor agent alias arg argument artist asset atom attr attribute axis body cand
    candidate category cell_type char city class cls code col color colour column command
    component constraint country currency dep dependency device dim directory dtype edge_type
    element_type entity event extension feature field file filename filepath fluent fname folder
    format func function future group hash header host item_type job key keyword kind label lang
    language layer letter line_type locale locator manager member method metric module name
    namespace obj object op operator option package pam par param parameter part path person plate
    player plugin policy predicate prefix process product profile prop property region resource
    role route rule section sensor service site solver source species stage stem str string
    subject suffix symbol table tag target task team template term text theme thread ticker title
    token topic type unit url user value_type var variable vehicle word worker zone
    """.split()
)
_FIXED = frozenset(
    """
    altitude amplitude angle arange area bin bit byte channel_number cluster code_point coord
    coordinate count date day deg degree density depth diameter diff digit distance dof duration
    elevation energy epoch ev frame frequency gid height hour hz id idx ind index indice int
    integer iteration kev kg khz km latitude length level longitude mass mhz minute mm month ms
    nid nm no ns num number numbers offset order pid port pos position priority probability
    quarter rad radii radius range rank rotation round row seed size slot speed step temperature
    threshold tick tile tilt time timestamp timestep uid um us velocity waypoint weekday weight
    width year
    """.split()
)
_UNITS = ("_m", "_s", "_e_v")  # metres, seconds, electronvolts
# Objects whose numbers are often texts: `agent_0`, `flow_3.1`.
_NAMED = re.compile(
    r"(^|_)(agent|vehicle|veh|actor|player|person|lane|edge|road|trip|flow)s?_ids?$"
)
# Methods that give texts, and methods of sets and tables that pass their elements on.
_TEXTS = frozenset(
    "capitalize decode format join keys lower replace split strip title upper".split()
)
_PASSING = frozenset(
    """
    copy difference intersection symmetric_difference union unique tolist to_list flatten ravel
    dropna values
    """.split()
)
_DRAWING = frozenset({"choice", "permutation", "randint", "randrange", "integers"})
_COLLECTIONS = frozenset("chain from_iterable frozenset iter list map set sorted tuple".split())
_ARRAYS = frozenset({"array", "asarray"})
_ADDING = frozenset({"add", "append", "extend", "update"})
# Functions of numpy that give numbers: positions, counts, or the distinct values of an array.
_NUMBERING = frozenset(
    f"numpy.{name}"
    for name in ("arange", "argsort", "argwhere", "bincount", "digitize", "flatnonzero", "nonzero")
)
_NUMERIC = re.compile(r"^(u?int(\d+|_|p)?|bool_?|float\d*)$")
# Attributes of numbers and points, whose hashes are fixed, and of types that a test asks for.
_OF_VALUES = re.compile(
    r"^(.|real|imag|row|col|column|index|count|start|stop|step|item|bit_length|is_integer|astype|__class__"
    r"|difference|intersection|isdisjoint|issubset|issuperset|union)$"
)
_DEPTH_MAX = 4


def hashes_alike(type_: Type | None) -> bool:
    """Whether values have the same hash in every process: numbers, and tuples of them."""
    if type_ is None:
        return False
    if type_.name == "builtins.tuple" and type_.arguments:
        parts = [part for part in type_.arguments if part != Type("builtins.ellipsis")]
        return all(map(hashes_alike, parts))
    return type_.name in NUMBERS


def elements(module: Module, node: ast.expr) -> Elements:
    """What the elements of a set are, by their type, or by the names of what is put into it."""
    type_ = module.types.element(node)
    if type_ is not None and type_.name != "builtins.tuple":
        if hashes_alike(type_):
            return Elements.FIXED
        # A class of positions is mostly a tuple of numbers.
        is_position = Elements.FIXED in _by_name(type_.name.rpartition(".")[2])
        return Elements.FIXED if is_position else Elements.VARYING
    if _is_unpacked(module, node):
        return Elements.UNKNOWN
    found = set(_Contents(module).of(node, 0)) or _around(module, node)
    if Elements.VARYING in found and (Elements.FIXED not in found or Elements.UNKNOWN in found):
        return Elements.VARYING
    return Elements.FIXED if Elements.FIXED in found else Elements.UNKNOWN


def _around(module: Module, node: ast.expr) -> set[Elements]:
    """What the place of a set says of its elements: an array of integers, `for index in found`.

    So does the name of the list that is made of it: `names = list(found)`, `{"names": ...}`.
    """
    parent = module.parent(node)
    if isinstance(parent, ast.For | ast.comprehension) and isinstance(parent.target, ast.Name):
        return _of_target(module, parent.target)
    if isinstance(parent, ast.Call) and (_joins(parent) or _has_object_key(parent)):
        return {Elements.VARYING}
    is_array = False
    while isinstance(parent, ast.Call) and word(parent.func) in _COLLECTIONS | _ARRAYS:
        if _has_numeric_type(parent):
            return {Elements.FIXED}
        is_array |= word(parent.func) in _ARRAYS and not parent.keywords
        node, parent = parent, module.parent(parent)
    if (name := _kept_as(module, node)) is not None:
        return set(_by_name(name))
    match parent:
        case ast.Call() if _has_numeric_type(parent):
            return {Elements.FIXED}
        case (
            ast.Assign(targets=[ast.Name() | ast.Attribute() as target])
            | ast.AnnAssign(target=ast.Name() | ast.Attribute() as target)
        ):
            named = set(_by_name(word(target))) or _of_loops(module, target)
            return named or ({Elements.FIXED} if is_array else set())
        case ast.Return() if (said := _said(module, parent)) is not None:
            return {said}
    return {Elements.FIXED} if is_array else set()  # what is made an array is mostly numbers


def _of_target(module: Module, target: ast.Name) -> set[Elements]:
    """What a loop says of its elements: by their name, or by what is read from them."""
    named = set(_by_name(target.id))
    return named or ({Elements.VARYING} if _is_object(module, target) else set())


def _of_loops(module: Module, kept: ast.expr) -> set[Elements]:
    """What the loops over a list that a variable holds say of its elements."""
    loads = module.tree.loads(kept) if isinstance(kept, ast.Name) else []
    loops = [(load, module.parent(load)) for load in loads]
    return {
        found
        for load, loop in loops
        if isinstance(loop, ast.For | ast.comprehension)
        if loop.iter is load and isinstance(loop.target, ast.Name)
        for found in _of_target(module, loop.target)
    }


def _kept_as(module: Module, node: ast.AST) -> str | None:
    """The key, column or parameter that a list is for: `{"names": list(found)}`."""
    parent = module.parent(node)
    is_column = isinstance(parent, ast.Lambda) and parent.body is node
    if is_column:
        node, parent = parent, module.parent(parent)
    match parent:
        case ast.Dict(keys=keys, values=values) if node in values:
            key = keys[[*values].index(node)]
            return str(key.value) if isinstance(key, ast.Constant) else None
        case ast.keyword(arg=str(name)):
            return name
        case ast.Assign(targets=[ast.Subscript(slice=ast.Constant(value=str(name)))]):
            return name
        case ast.Call(
            func=ast.Attribute(value=ast.Subscript(slice=ast.Constant(value=str(name))))
        ) if is_column:
            return name  # `table["name"].apply(lambda x: list(set(x)))`
    if not is_column:
        return None
    match module.parent(parent):  # `table["name"] = rows.apply(lambda x: list(set(x)))`
        case ast.Assign(targets=[ast.Subscript(slice=ast.Constant(value=str(name)))]):
            return name
    return None


def _joins(call: ast.Call) -> bool:
    """Whether texts are joined: `", ".join(found)`."""
    match call.func:
        case ast.Attribute(attr="join", value=ast.Constant(value=str())):
            return True
    return False


def _has_object_key(call: ast.Call) -> bool:
    """Whether a key reads what objects have: `min(found, key=lambda x: x.cost)`."""
    for keyword in call.keywords:
        match keyword:
            case ast.keyword(arg="key", value=ast.Lambda(args=ast.arguments(args=[given]))):
                return any(
                    isinstance(part, ast.Attribute)
                    and isinstance(part.value, ast.Name)
                    and part.value.id == given.arg
                    and _OF_VALUES.search(part.attr) is None
                    for part in ast.walk(keyword.value)
                )
    return False


def _said(module: Module, returned: ast.Return) -> Elements | None:
    """What a function says of the elements of the list that it returns: `-> list[int]`."""
    function = module.tree.function(returned)
    annotation = function.returns if isinstance(function, Function) else None
    type_ = element(module.types.annotation(annotation)) if annotation is not None else None
    if hashes_alike(type_):
        return Elements.FIXED
    return Elements.VARYING if type_ == Type("builtins.str") else None


def _is_coordinate(node: ast.expr) -> bool:
    """Whether a part of a tuple is called as coordinates are: `(cell.r, cell.c)`, `(x, y)`."""
    return re.search(r"^[a-z]$|^(col|lat|lon|row)$", word(node)) is not None


def _is_object(module: Module, element_: ast.Name) -> bool:
    """Whether something is read from an element that no number, text or point has: `x.label`."""
    parents = [module.parent(load) for load in module.tree.loads(element_)]
    return any(
        isinstance(parent, ast.Attribute) and _OF_VALUES.search(parent.attr) is None
        for parent in parents
    )


def _is_unpacked(module: Module, node: ast.expr) -> bool:
    """Whether the elements are tuples of anything: `Waypoint(*x) for x in targets`."""
    match module.parent(node):
        case ast.For(target=ast.Name() as target) | ast.comprehension(target=ast.Name() as target):
            loads = module.tree.loads(target)
            return bool(loads) and all(
                isinstance(module.parent(load), ast.Starred) for load in loads
            )
    return False


def _has_numeric_type(call: ast.Call) -> bool:
    """Whether a call makes an array of numbers: `np.array(x, dtype=int)`, `x.astype(int)`."""
    given = [keyword.value for keyword in call.keywords if keyword.arg == "dtype"]
    if word(call.func) == "astype":
        given += call.args[:1]
    return any(_NUMERIC.search(word(each)) for each in given)


class _Contents:
    """Follows a set to the names and values of what is put into it, through each name once."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.seen: set[object] = set()

    def of(self, node: ast.AST, depth: int) -> Iterator[Elements]:  # noqa: C901 one case for each node
        if depth > _DEPTH_MAX:
            return
        match node:
            case ast.Name() | ast.Attribute():
                yield from _by_name(word(node))
                yield from self._definitions(node, depth)
            case ast.Tuple(elts=[_, _, *_] as parts) if all(map(_is_coordinate, parts)):
                yield Elements.FIXED
            case ast.UnaryOp(op=ast.USub()):
                yield Elements.FIXED
            case ast.Set(elts=parts) | ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part in parts:
                    yield from self.of(part, depth + 1)
            case ast.Dict(keys=keys):
                for key in keys:
                    if key is not None:
                        yield from self.of(key, depth + 1)
            case ast.Constant(value=str() | bytes()) | ast.JoinedStr():
                yield Elements.VARYING
            case ast.Constant(value=int() | float()):
                yield Elements.FIXED
            case ast.BinOp(left=left, right=right):
                yield from self.of(left, depth)
                yield from self.of(right, depth)
            case ast.BoolOp(values=parts):
                for part in parts:
                    yield from self.of(part, depth)
            case ast.IfExp(body=body, orelse=orelse):
                yield from self.of(body, depth)
                yield from self.of(orelse, depth)
            case ast.Subscript(slice=ast.Constant(value=str(name))):
                yield from _by_name(name)
                yield from self._added(ast.unparse(node), depth)
            case ast.Subscript(value=owner):
                yield from self.of(owner, depth)
                yield from self._added(f"{ast.unparse(owner)}[", depth)
            case ast.Starred(value=inner) | ast.DictComp(key=inner):
                yield from self.of(inner, depth)
            case ast.SetComp(elt=part) | ast.ListComp(elt=part) | ast.GeneratorExp(elt=part):
                yield from self.of(part, depth)
            case ast.Call():
                yield from self._call(node, depth)

    def _call(self, call: ast.Call, depth: int) -> Iterator[Elements]:
        name = word(call.func)
        type_ = self.module.types.infer(call)
        full = self.module.qualify(call.func)
        if hashes_alike(type_) or full in _NUMBERING or _has_numeric_type(call):
            yield Elements.FIXED
            return
        if full == "numpy.unique" and not _has_text_key(call):
            yield Elements.FIXED
            return
        if name in _DRAWING and isinstance(call.func, ast.Attribute) and _counts(self.module, call):
            yield Elements.FIXED
            return
        if name in _DRAWING and call.args:
            yield from self.of(call.args[0], depth + 1)
            return
        if name in ("str", "repr", "type", "getattr") or (
            name in _TEXTS and isinstance(call.func, ast.Attribute)
        ):
            yield Elements.VARYING
            return
        match call.func:
            case ast.Attribute(attr="values", value=ast.Name() as table) if not call.args:
                yield from self._entries(table, depth)
                return
        if isinstance(call.func, ast.Attribute) and name in _PASSING:
            yield from self.of(call.func.value, depth)
        elif name not in _COLLECTIONS:
            yield from _by_name(name)
            return
        for argument in call.args:
            yield from self.of(argument, depth + 1)

    def _definitions(self, node: ast.Name | ast.Attribute, depth: int) -> Iterator[Elements]:
        """What the values of a variable or attribute say, and what is added to it."""
        key: object = ast.unparse(node)
        definitions = []
        if isinstance(node, ast.Name):
            binding = self.module.tree.binding(node)
            key = binding
            definitions = binding.definitions if binding else []
        elif (info := self.module.names.instance_of(node.value)) is not None:
            definitions = info.definitions(node.attr)
        if key in self.seen:
            return
        self.seen.add(key)
        for definition in definitions:
            if definition.value is not None:
                yield from self._definition(definition, depth)
        yield from self._added(ast.unparse(node), depth, node)

    def _definition(self, definition: Definition, depth: int) -> Iterator[Elements]:
        match definition.value:
            case ast.Call(func=ast.Name(id="enumerate")) if definition.part == 0:
                yield Elements.FIXED
            case ast.Call(func=ast.Attribute(attr="items", value=ast.Name() as table)) if (
                definition.part == 1
            ):
                yield from self._entries(table, depth)
            case ast.expr() as value:
                yield from self.of(value, depth + 1)

    def _entries(self, table: ast.Name, depth: int) -> Iterator[Elements]:
        """What the entries of a local table are, or hold."""
        binding = self.module.tree.binding(table)
        for load in binding.loads if binding else ():
            entry = self.module.parent(load)
            statement = self.module.parent(entry)
            is_stored = isinstance(entry, ast.Subscript) and isinstance(entry.ctx, ast.Store)
            if is_stored and isinstance(statement, ast.Assign):
                yield from self.of(statement.value, depth + 1)
        yield from self._added(f"{table.id}[", depth)

    def _is_same(self, node: ast.expr, own: ast.expr | None) -> bool:
        if not isinstance(node, ast.Name) or not isinstance(own, ast.Name):
            return True
        return self.module.tree.binding(node) is self.module.tree.binding(own)

    def _added(self, text: str, depth: int, own: ast.expr | None = None) -> Iterator[Elements]:
        """What is added to a set, or to the sets of a table."""
        for method in sorted(_ADDING):
            for call in self.module.method_calls.get(method, ()):
                assert isinstance(call.func, ast.Attribute)
                owner = ast.unparse(call.func.value) if call.args else ""
                if owner == text and not self._is_same(call.func.value, own):
                    continue  # a namesake in another function
                if owner == text or (text.endswith("[") and owner.startswith(text)):
                    yield from self.of(call.args[0], depth + 1)


def _counts(module: Module, call: ast.Call) -> bool:
    """Whether a draw is one of the numbers below a count: `rng.choice(len(names), 3)`."""
    named = [keyword.value for keyword in call.keywords if keyword.arg in ("a", "x")]
    drawn = [*call.args, *named][:1]
    return any(module.types.is_integer(each) for each in drawn)


def _has_text_key(call: ast.Call) -> bool:
    """Whether a column is chosen by its name, which may be one of texts."""
    return any(
        isinstance(part, ast.Constant) and isinstance(part.value, str)
        for argument in call.args
        for part in ast.walk(argument)
        if not set(_by_name(str(getattr(part, "value", "")))) & {Elements.FIXED}
    )


def _by_name(name: str) -> Iterator[Elements]:
    words = snake(name)
    last = words.rstrip("_0123456789").rpartition("_")[2]
    forms = {last, last.removesuffix("s"), last.removesuffix("es"), last.removesuffix("ies") + "y"}
    if _NAMED.search(words) or forms & _VARYING:
        yield Elements.VARYING
    elif forms & _FIXED or words.endswith(_UNITS):
        yield Elements.FIXED
