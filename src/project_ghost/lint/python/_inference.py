"""Types of expressions from literals, annotations and well-known calls.

The inference is simple on purpose: it returns a type only where that is almost certain. Where it
returns None, a rule that needs the type reports nothing.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property

from ._classes import ClassInfo, is_enum
from ._contents import CONTAINERS, Contents, is_empty
from ._facts import FactKind
from ._names import Names
from ._narrowing import narrowed
from ._scopes import Definition, Function, Kind
from ._syntax import is_none
from ._tree import Tree
from ._type import (
    NUMBERS,
    PROPERTIES,
    RETURNS,
    SET,
    SETS,
    Type,
    element,
    is_ordered_set,
    join,
    named,
)

__all__ = ["Inference"]

_SET_OPERATORS = (ast.BitOr, ast.BitAnd, ast.Sub, ast.BitXor)
_SET_METHODS = frozenset({"union", "intersection", "difference", "symmetric_difference", "copy"})
_SET_LIKE = SETS | {"builtins.dict_keys", "builtins.dict_items"}
_WRAPPERS = frozenset(
    {"typing.Annotated", "typing.ClassVar", "typing.Final", "typing.Optional", "typing.Union"}
)
_KEEP_ELEMENTS = {
    "builtins.set": SET,
    "builtins.frozenset": "builtins.frozenset",
    "builtins.list": "builtins.list",
    "builtins.tuple": "builtins.tuple",
    "builtins.sorted": "builtins.list",
    "builtins.reversed": "builtins.list",
    "builtins.iter": "builtins.list",
    "collections.deque": "collections.deque",
}
_INDEXED = frozenset({"builtins.list", "builtins.tuple", "collections.deque"})
_BOOL = Type("builtins.bool")
_INT = Type("builtins.int")
_FLOAT = Type("builtins.float")


class Inference:
    """Infers the types of expressions."""

    def __init__(self, tree: Tree, names: Names) -> None:
        self.tree = tree
        self.names = names
        self._memo: dict[ast.AST, Type | None] = {}
        self._filled: dict[tuple[object, ...], Type] = {}
        self._contents = Contents(tree, self.infer)

    @cached_property
    def functions(self) -> dict[str | None, list[Function]]:
        """The functions of the file, by their full names.

        Several may share a name: in an `if` and its `else`, a property and its setter.
        """
        found: defaultdict[str | None, list[Function]] = defaultdict(list)
        for kind in (ast.FunctionDef, ast.AsyncFunctionDef):
            for node in self.tree.nodes[kind]:
                assert isinstance(node, Function)
                found[self.names.of_definition(Definition(Kind.FUNCTION, node))].append(node)
        return dict(found)

    @cached_property
    def attributes(self) -> dict[str, list[ast.Attribute]]:
        """All mentions of an attribute, by its name, whatever object it belongs to."""
        found: defaultdict[str, list[ast.Attribute]] = defaultdict(list)
        for node in self.tree.nodes[ast.Attribute]:
            assert isinstance(node, ast.Attribute)
            found[node.attr].append(node)
        return dict(found)

    def infer(self, node: ast.AST | None) -> Type | None:
        """The type of an expression; None if it is unknown."""
        if node is None:
            return None
        if node in self._memo:
            return self._memo[node]
        self._memo[node] = None  # for a type that is defined through itself
        found = self._memo[node] = self._infer(node)
        return found

    def is_set(self, node: ast.AST | None) -> bool:
        """Whether an expression is a set or frozenset."""
        return self.as_set(self.infer(node)) is not None

    def element(self, node: ast.AST | None) -> Type | None:
        """The type of the elements of a container."""
        type_ = self.infer(node)
        return element(self.as_set(type_) or type_)

    def as_set(self, type_: Type | None) -> Type | None:
        """The set that a type is, or derives from; None for any other."""
        if type_ is None or type_.name in SETS or type_.name.startswith("builtins."):
            return type_ if type_ is not None and type_.name in SETS else None
        if is_ordered_set(type_):
            return None
        info = self.names.by_name.get(type_.name)
        found = self._of_class(type_.name) if info is None else self.iterated(info)
        return found if found is not None and found.name in SETS else None

    def iterated(self, info: ClassInfo) -> Type | None:
        """The set whose order iterating over a class has; another type if it has its own order."""
        for each in info.lineage():
            if "__iter__" in each.scope.bindings:
                return Type("builtins.object")
            for base in each.node.bases:
                type_ = self.annotation(base)
                # A class that derives from an abstract one has its own order.
                if type_ is not None and type_.name in SETS and not _is_abstract(self.names, base):
                    return type_
            for name in each.foreign_bases:
                if (found := self._of_class(name)) is not None:
                    return found
        return None

    def _of_class(self, name: str) -> Type | None:
        """The set that a class of another file derives from."""
        fact = self.names.facts.ask(name)
        return fact.type if fact is not None and fact.kind is FactKind.CLASS else None

    def is_integer(self, node: ast.AST | None) -> bool:
        """Whether an expression is an integer (or a bool)."""
        type_ = self.infer(node)
        return type_ is not None and type_.name in ("builtins.int", "builtins.bool")

    def _infer(self, node: ast.AST) -> Type | None:  # noqa: C901 one case for each kind
        match node:
            case ast.Constant(value=value):
                return Type(f"builtins.{type(value).__name__}")
            case ast.JoinedStr():
                return Type("builtins.str")
            case ast.Set(elts=parts):
                return Type(SET, (join(map(self.infer, parts)),))
            case ast.List(elts=parts):
                return Type("builtins.list", (join(map(self.infer, parts)),) if parts else ())
            case ast.Tuple(elts=parts):
                return Type("builtins.tuple", tuple(map(self.infer, parts)))
            case ast.Dict(keys=keys, values=values):
                pair = (join(map(self.infer, keys)), join(map(self.infer, values)))
                return Type("builtins.dict", pair if values else ())
            case ast.SetComp(elt=part):
                return Type(SET, (self.infer(part),))
            case ast.ListComp(elt=part):
                return Type("builtins.list", (self.infer(part),))
            case ast.GeneratorExp(elt=part):
                return Type("types.GeneratorType", (self.infer(part),))
            case ast.DictComp(key=key, value=value):
                return Type("builtins.dict", (self.infer(key), self.infer(value)))
            case ast.BinOp():
                return self._binary(node)
            case ast.UnaryOp(op=op, operand=operand):
                return _BOOL if isinstance(op, ast.Not) else self.infer(operand)
            case ast.BoolOp(values=values):
                return join(map(self.infer, values))
            case ast.IfExp(body=body, orelse=orelse):
                return join(map(self.infer, _given((body, orelse))))
            case ast.NamedExpr(value=value) | ast.Await(value=value):
                return self.infer(value)
            case ast.Call():
                return self._call(node)
            case ast.Name():
                return self._name(node)
            case ast.Attribute():
                return self._attribute(node)
            case ast.Subscript():
                return self._subscript(node)
        return None

    def _binary(self, node: ast.BinOp) -> Type | None:
        left, right = self.infer(node.left), self.infer(node.right)
        if isinstance(node.op, _SET_OPERATORS):
            if left and left.name in _SET_LIKE:
                return Type(SET, _united(left, right, node.op))
            if _is_keys(node.left) and (_is_keys(node.right) or (right and right.name in SETS)):
                return Type(SET)
        if left is None:
            return None
        if isinstance(node.op, ast.Div) and left.name == "pathlib.Path":
            return left
        if isinstance(node.op, ast.Mod | ast.Add) and left.name == "builtins.str":
            return left
        if right is None or left.name not in NUMBERS or right.name not in NUMBERS:
            return None
        if isinstance(node.op, ast.Div):
            return _FLOAT
        if isinstance(node.op, ast.Pow) and isinstance(node.right, ast.UnaryOp):
            return _FLOAT  # a negative power of an integer
        return _FLOAT if _FLOAT in (left, right) else _INT

    def _name(self, node: ast.Name) -> Type | None:
        found = self.names.receiver(node)
        if found is not None:
            return None if found.is_class else Type(found.info.name)
        binding = self.tree.binding(node)
        if binding is None:
            return self._value(self.names.qualify(node))  # of a star import
        reaching = self.tree.reaching(binding, node)
        # What is used is not None.
        definitions = [
            each
            for each in reaching
            if each.kind is not Kind.AUGMENT
            and not (each.kind is Kind.ASSIGN and is_none(each.value))
        ] or [each for each in reaching if each.kind is not Kind.AUGMENT]
        type_ = join(map(self.of_definition, definitions)) or narrowed(self.tree, self.names, node)
        if type_ is None or not _may_grow(type_, definitions):
            return type_
        changed = [d.node for d in binding.definitions if d.kind is Kind.AUGMENT]
        places = [*binding.loads, *(each for each in changed if isinstance(each, ast.Name))]
        return self._with_contents(type_, (binding,), definitions, places)

    def _with_contents(
        self,
        type_: Type,
        owner: tuple[object, ...],
        definitions: list[Definition],
        places: Sequence[ast.expr],
    ) -> Type:
        """The type of a container with what is put into it."""
        key = (*owner, type_)
        if key not in self._filled:
            self._filled[key] = type_  # for one that is put into itself
            made = [each.value for each in definitions if each.value is not None]
            self._filled[key] = self._contents.filled(type_, made, places)
        return self._filled[key]

    def of_definition(self, definition: Definition) -> Type | None:
        """The type of the value of a definition; None if it is unknown."""
        if definition.annotation is not None:
            # `names: Set[str] = OrderedSet()` keeps its order.
            value = self.infer(definition.value)
            return value if is_ordered_set(value) else self.annotation(definition.annotation)
        match definition.kind:
            case Kind.ASSIGN | Kind.ENTER:
                if definition.part is None:
                    return self.infer(definition.value)
            case Kind.ITERATE | Kind.UNPACK:
                whole = self.infer(definition.value)
                if definition.kind is Kind.ITERATE:
                    whole = element(whole)
                if definition.part is None:
                    return whole
                return _part(whole, definition.part)
            case Kind.IMPORT:
                return self._value(definition.target)
        return None

    def _attribute(self, node: ast.Attribute) -> Type | None:
        info = self.names.instance_of(node.value) or self.names.class_of(node.value)
        if info is not None:
            definitions = [d for d in info.definitions(node.attr) if d.kind is not Kind.AUGMENT]
            if not definitions:
                return self._value(self.names.inherited(info, node.attr))
            if is_enum(info) and self.names.class_of(node.value) is info:
                return Type(info.name)
            return self.of_attribute(node.attr, definitions, info)
        name = self.names.qualify(node)
        return PROPERTIES.get(name or "") or self._value(name)

    def of_attribute(
        self, name: str, definitions: list[Definition], owner: ClassInfo | None = None
    ) -> Type | None:
        """The type of an attribute that is defined at some places."""
        annotated = [d for d in definitions if d.annotation is not None]
        valued = [d for d in definitions if d.value is None or not is_none(d.value)]
        type_ = join(self.of_definition(d) for d in annotated[:1] or valued)
        if type_ is None or not _may_grow(type_, valued):
            return type_
        places = self.attributes.get(name, [])
        return self._with_contents(type_, (owner, name), valued, places)

    def _value(self, name: str | None) -> Type | None:
        """The type of a value of another file."""
        fact = self.names.facts.ask(name)
        return fact.type if fact is not None and fact.kind is FactKind.VALUE else None

    def _subscript(self, node: ast.Subscript) -> Type | None:
        container = self.infer(node.value)
        if container is None or not container.arguments:
            return None
        if isinstance(node.slice, ast.Slice):
            return container
        if container.name == "builtins.dict":
            return container.arguments[-1]
        if container.name == "builtins.tuple" and isinstance(node.slice, ast.Constant):
            index = node.slice.value
            return _part(container, index) if isinstance(index, int) else None
        return element(container) if container.name in _INDEXED else None

    def _call(self, node: ast.Call) -> Type | None:
        name = self.names.qualify(node.func)
        if name is None:
            return self._default(node)
        if name in _KEEP_ELEMENTS:
            part = element(self.infer(node.args[0])) if node.args else None
            return Type(_KEEP_ELEMENTS[name], (part,) if part else ())
        if name in self.names.by_name:
            return Type(name)
        if name in self.functions:
            return join(map(self.returned, self.functions[name]))
        fact = self.names.facts.ask(name)
        if fact is not None and fact.kind is FactKind.FUNCTION:
            return fact.type
        if fact is not None and fact.kind is FactKind.CLASS:
            return Type(name)
        if name == "collections.defaultdict":
            return Type("builtins.dict", (None, self._made(node.args[0]) if node.args else None))
        if name in ("dataclasses.field", "attr.ib", "attrs.field"):
            return self._field(node)
        return self._method_result(node, name) or self._known(node, name)

    def _default(self, node: ast.Call) -> Type | None:
        """The type of an entry of an unknown table: a set in `table.setdefault(key, set())`."""
        match node:
            case ast.Call(func=ast.Attribute(attr="get" | "setdefault" | "pop"), args=[_, default]):
                type_ = self.infer(default)
                return type_ if type_ is not None and type_.name in SETS else None
        return None

    def _made(self, factory: ast.expr) -> Type | None:
        """The type of what a factory makes: a class, or a function of no arguments."""
        if isinstance(factory, ast.Lambda):
            return self.infer(factory.body)
        name = self.names.qualify(factory)
        return named(name) if name else None

    def _known(self, node: ast.Call, name: str) -> Type | None:
        if name in RETURNS:
            return RETURNS[name]
        if name in ("builtins.abs", "builtins.min", "builtins.max", "builtins.sum"):
            values = [self.infer(argument) for argument in node.args]
            return join(values) if len(values) > 1 or name == "builtins.abs" else element(values[0])
        if name == "builtins.round":
            return _INT if len(node.args) == 1 else _FLOAT
        if name == "builtins.enumerate" and node.args:
            pair = Type("builtins.tuple", (_INT, element(self.infer(node.args[0]))))
            return Type("builtins.list", (pair,))
        if name == "builtins.zip":
            return Type("builtins.list", (Type("builtins.tuple", self._elements(node.args)),))
        if name in ("copy.copy", "copy.deepcopy") and node.args:
            return self.infer(node.args[0])
        if name == "builtins.getattr" and len(node.args) == 3:
            type_ = self.infer(node.args[2])
            return type_ if type_ is not None and type_.name in SETS else None
        if name.startswith("math."):
            return _FLOAT
        last = name.rpartition(".")[2]
        return named(name) if last[:1].isupper() and not last.isupper() else None

    def _elements(self, iterables: Iterable[ast.expr]) -> tuple[Type | None, ...]:
        return tuple(element(self.infer(each)) for each in iterables)

    def _method_result(self, node: ast.Call, name: str) -> Type | None:
        if not isinstance(node.func, ast.Attribute):
            return None
        owner, _, method = name.rpartition(".")
        value = self.infer(node.func.value)
        if owner in SETS and method in _SET_METHODS:
            return Type(owner, value.arguments if value else ())
        if owner == "builtins.dict" and value is not None and len(value.arguments) == 2:
            key, item = value.arguments
            if method in ("get", "setdefault", "pop"):
                return item
            pair = Type("builtins.tuple", value.arguments)
            views = {"keys": key, "values": item, "items": pair}
            if method in views:
                return Type(f"builtins.dict_{method}", (views[method],))
        return None

    def _field(self, node: ast.Call) -> Type | None:
        for keyword in node.keywords:
            if keyword.arg in ("default_factory", "factory"):
                return self._made(keyword.value)
        return None

    def gives_value(self, function: Function) -> bool:
        """Whether a function returns or yields something, or says so: an abstract one does not."""
        is_plain = function.returns is None and function not in self.tree.generators
        values = _given(node.value for node in self.tree.returns.get(function, ()))
        return not is_plain or bool(values)

    def returned(self, function: Function) -> Type | None:
        """The type of what a function returns; None if it is unknown."""
        if isinstance(function, ast.AsyncFunctionDef):
            return None
        if function.returns is not None:
            return self.annotation(function.returns)
        if function in self.tree.generators:
            return None
        values = _given(node.value for node in self.tree.returns[function])
        return join(map(self.infer, values))

    def annotation(self, node: ast.expr) -> Type | None:
        """The type of an annotation; X for `X | None`."""
        match node:
            case ast.Constant(value=str(text)):
                return self._written_as_text(node, text)
            case ast.BinOp(op=ast.BitOr(), left=left, right=right):
                parts = [part for part in (left, right) if not is_none(part)]
                return join(map(self.annotation, parts))
            case ast.Subscript(value=value, slice=inner):
                arguments = inner.elts if isinstance(inner, ast.Tuple) else [inner]
                name = self.names.qualify(value)
                if name in _WRAPPERS:
                    if name == "typing.Annotated":
                        arguments = arguments[:1]
                    return join(self.annotation(a) for a in arguments if not is_none(a))
                if name is None:
                    return None
                return named(name, tuple(self.annotation(part) for part in arguments))
        found = self.names.qualify(node)
        return named(found) if found else None

    def _written_as_text(self, node: ast.Constant, text: str) -> Type | None:
        try:
            parsed = ast.parse(text, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
        scope = self.tree.module_scope
        for part in ast.walk(parsed):
            self.tree.scope_of[part] = scope
            self.tree.parents[part] = self.tree.parents.get(node, self.tree.root)
        return self.annotation(parsed)


def _given(values: Iterable[ast.expr | None]) -> list[ast.expr]:
    """The values that are not None: what is used is one of them."""
    return [each for each in values if each is not None and not is_none(each)]


def _may_grow(type_: Type, definitions: list[Definition]) -> bool:
    """Whether a value is a container that is empty at first, or whose entries are."""
    if type_.arguments and None not in type_.arguments and not _is_bare(type_.arguments[-1]):
        return False
    return all(
        each.kind is Kind.ASSIGN
        and each.part is None
        and each.value is not None
        and (is_empty(each.value) or isinstance(each.value, ast.ListComp | ast.DictComp))
        for each in definitions
    )


def _is_bare(type_: Type | None) -> bool:
    """Whether nothing is known of the elements of a container."""
    return type_ is not None and type_.name in CONTAINERS and not type_.arguments


def _is_abstract(names: Names, base: ast.expr) -> bool:
    """Whether a base is an abstract set: `collections.abc.Set`."""
    name = names.qualify(base.value if isinstance(base, ast.Subscript) else base) or ""
    return name.startswith("collections.abc.") or name in (
        "typing.AbstractSet",
        "typing.MutableSet",
    )


def _united(left: Type, right: Type | None, op: ast.operator) -> tuple[Type | None, ...]:
    """The type of the elements of two sets together, and of what remains of the first."""
    if isinstance(op, ast.BitOr | ast.BitXor) and right is not None and right.arguments:
        return (join((element(left), element(right))),)
    return left.arguments[:1]


def _is_keys(node: ast.expr) -> bool:
    """Whether this is `table.keys()`; two of them give a set."""
    match node:
        case ast.Call(func=ast.Attribute(attr="keys"), args=[], keywords=[]):
            return True
    return False


def _part(whole: Type | None, index: int) -> Type | None:
    if whole is None or whole.name != "builtins.tuple":
        return None
    return whole.arguments[index] if -1 < index < len(whole.arguments) else None
