"""What the callers of a function do with the order of what it returns.

Calls are told apart by the last word of the function's name alone: the types of most objects are
not known. So a function counts as one whose order is used if any of its namesakes is.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum

from project_ghost.lint.python._facts import LIBRARIES, Aspect
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._syntax import word

from ._callables import NAMING
from ._effects import RETURNED, SHOWN, TEXT_RETURNED, severity
from ._escape import Escaped, escaped

__all__ = ["Use", "Uses", "discards_order", "only_names", "order_uses", "worst_use"]

# Methods of containers, texts and files, which functions of a project are rarely called.
_COMMON = frozenset(
    """
    add append astype close copy count decode encode endswith extend format get index insert isdigit
    items join keys lower max mean min open pop popleft put read readline remove replace reshape
    rstrip set setdefault shape sort split splitlines startswith strip sum super title to tolist
    update upper values write zip
    """.split()
)
_OF_LISTS = frozenset({"append", "copy", "count", "extend", "index", "insert", "remove", "sort"})
# Places of a value that is no list, or whose order is used.
_OTHER_PLACES = (ast.BinOp, ast.AugAssign, ast.FormattedValue, ast.Await, ast.withitem)


# Modules that read lines from a person.
_SHELLS = frozenset({"argcomplete", "cmd", "prompt_toolkit", "readline", "pyreadline"})
# Functions that read files.
_READING = re.compile(r"^_*(im)?(fromfile|genfromtxt|load|loads|loadtxt|open|parse|read)(_|$)")
# A variable that is read more often is not followed.
_LOADS_MAX = 40


class Use(IntEnum):
    """What calls do with the order of their results."""

    FREE = 0  # nothing, or they show it
    UNSURE = 1  # they pass it on, or store it
    KEPT = 2


# By the name of a function, or the name and the position of a part of its result: what its calls
# do, and the functions that return the result in turn.
Found = tuple[Use, tuple[str, ...]]
Uses = Mapping[str, Found]


_KEPT: Found = (Use.KEPT, ())


def discards_order(module: Module, node: ast.AST, found: Escaped) -> bool:
    """Whether a function returns an order that all its calls in the project discard.

    A function that nobody calls is there for others, unless it is private.
    """
    function = module.tree.function(node)
    if found.affected != RETURNED or not isinstance(function, Function):
        return False
    if _completes_input(module, node):
        return True
    if function.name == "__iter__" and _passes_set_on(function):
        return True
    if function.name.startswith("__") or any(map(_hides, function.decorator_list)):
        return False
    use = _use_of(module, function, found)
    if use is None:
        is_private = function.name.startswith("_") and not _may_override(module, function)
        is_unused = is_private and not _is_mentioned(module, function.name)
        return is_unused or _gives_iterator(module, function)
    return use is Use.FREE


def only_names(module: Module, node: ast.AST, found: Escaped) -> bool:
    """Whether a function returns names of files only, and no call is seen to use their order.

    What it reads from the files is data. A function that another one makes is called by others.
    """
    function = module.tree.function(node)
    is_list = found == Escaped(RETURNED, frozenset({None}))
    if not is_list or not isinstance(function, Function):
        return False
    if module.tree.function(function) is not None or any(map(_reads, ast.walk(function))):
        return False
    use = _use_of(module, function, found)
    return use is None or use is Use.UNSURE


def _reads(node: ast.AST) -> bool:
    """Whether code reads a file, computes something from each name, or yields more than it."""
    match node:
        case ast.ListComp(elt=part) | ast.GeneratorExp(elt=part):
            called = [each.func for each in ast.walk(part) if isinstance(each, ast.Call)]
            return any(isinstance(each, ast.Name) and each.id not in NAMING for each in called)
        case ast.Yield(value=ast.Dict()) | ast.Yield(value=ast.Tuple(elts=[_, _, _, *_])):
            return True
    return isinstance(node, ast.Call) and _READING.search(word(node.func)) is not None


def _use_of(module: Module, function: Function, found: Escaped) -> Use | None:
    """The most that calls in the project do with the order; None if there are no calls."""
    keys = [_key(function.name, part) for part in sorted(found.parts, key=str)]
    uses = [worst_use(keys, lambda key: [_uses_of(module, key)])]
    if module.tree.function(function) is None:
        for key in keys:
            fact = module.facts.ask_for(f"{module.name}.{key}", Aspect.USES)
            uses.append(None if fact is None else Use(fact.use))
    return max((use for use in uses if use is not None), default=None)


def _gives_iterator(module: Module, function: Function) -> bool:
    """Whether a function only opens a set for a loop of its caller: `return iter(self.tags)`."""
    values = [each.value for each in module.tree.returns[function]]
    return bool(values) and all(
        isinstance(value, ast.Call) and module.qualify(value.func) == "builtins.iter"
        for value in values
    )


def _passes_set_on(function: Function) -> bool:
    """Whether a class is only a set of another name: `for x in self.data: yield x`."""
    match function.body:
        case [
            *_,
            ast.For(
                target=ast.Name(id=name), body=[ast.Expr(value=ast.Yield(value=ast.Name(id=given)))]
            ),
        ]:
            return name == given
        case [*_, ast.Expr(value=ast.YieldFrom())]:
            return True
    return False


def _completes_input(module: Module, node: ast.AST) -> bool:
    """Whether a function offers what a person may type: completions of a shell."""
    function = module.tree.function(node)
    is_named = isinstance(function, Function) and "complet" in function.name
    return is_named and not module.imported.isdisjoint(_SHELLS)


def _may_override(module: Module, function: Function) -> bool:
    """Whether a method may be one that a class of another file calls."""
    around = module.tree.class_around(function)
    return around is not None and any(word(base) != "object" for base in around.bases)


def _is_mentioned(module: Module, name: str) -> bool:
    """Whether a file reads a function of this name: it may be called under another."""
    return any(
        isinstance(node.ctx, ast.Load)
        for nodes in (module.nodes(ast.Name), module.nodes(ast.Attribute))
        for node in nodes
        if word(node) == name
    )


def worst_use(keys: Iterable[str], look_up: Callable[[str], Iterable[Found | None]]) -> Use | None:
    """The most that calls do with an order; None if there are no calls."""
    found: list[Use] = []
    pending, seen = list(keys), set(keys)
    while pending:
        key = pending.pop()
        entries = [entry for entry in look_up(key) if entry is not None]
        if not entries and found:
            found.append(Use.KEPT)  # a function that nobody calls returns it in turn
        for use, returning in entries:
            found.append(use)
            new = [name for name in returning if name not in seen]
            seen.update(new)
            pending += new
    return max(found, default=None)


def order_uses(module: Module) -> Uses:
    """What the calls of a file do, by the name of what they call."""
    found: dict[str, Found] = {}
    libraries = LIBRARIES - {module.name.partition(".")[0]}
    for call in module.nodes(ast.Call):
        name = word(call.func)
        if not name or name in _COMMON or name[0].isupper():
            continue
        full = module.qualify(call.func)
        is_own = full in module.types.functions  # those are looked at when they are asked for
        if full is None or (full.partition(".")[0] not in libraries and not is_own):
            _add(found, _of_call(module, call))
    # A function of this file may return what it gets from another one.
    pending = [name for _, names in found.values() for name in names]
    while pending:
        key = pending.pop()
        own = _uses_of(module, key) if key not in found else None
        if own is not None:
            found[key] = own
            pending += own[1]
    return found


def _uses_of(module: Module, key: str) -> Found | None:
    """What the calls of one name in a file do."""
    found: dict[str, Found] = {}
    name = key.partition("#")[0]
    for call in module.nodes(ast.Call):
        if word(call.func) == name:
            _add(found, _of_call(module, call))
    return found.get(key)


def _add(
    found: dict[str, Found],
    uses: Iterable[tuple[str, Found]],
) -> None:
    for key, each in uses:
        found[key] = _worst([found[key], each]) if key in found else each


def _worst(uses: Sequence[Found]) -> Found:
    names = dict.fromkeys(name for _, returning in uses for name in returning)
    return max((use for use, _ in uses), default=Use.FREE), tuple(names)


def _of_call(module: Module, call: ast.Call) -> Iterator[tuple[str, Found]]:
    """What a call does with its result, and with each part of it that it takes apart."""
    name = word(call.func)
    value: ast.expr = call
    parent = module.parent(value)
    if isinstance(parent, ast.Await):
        value, parent = parent, module.parent(parent)
    match parent:
        case ast.Expr():
            yield name, (Use.FREE, ())
        case ast.Assign(targets=[ast.Tuple(elts=parts)]):
            for number, part in enumerate(parts):
                yield _key(name, number), _of_variable(module, part)
            yield name, _KEPT
        case ast.Subscript(slice=ast.Constant(value=int(number))):
            yield _key(name, number), _of_value(module, parent)
            yield name, _KEPT
        case ast.Assign(targets=[ast.Name() as target]):
            yield name, _of_variable(module, target)
        case _:
            yield name, _of_value(module, value)


def _of_variable(module: Module, target: ast.expr) -> Found:
    """What is done with the value of a variable that a call gives it."""
    if not isinstance(target, ast.Name):
        return _KEPT
    binding = module.tree.binding(target)
    if binding is None or len(binding.loads) > _LOADS_MAX:
        return _KEPT
    loads = module.tree.loads(target)
    if not loads and module.tree.function(target) is None:
        return _KEPT
    if not all(_may_be_list(module, load) for load in loads):
        return _KEPT
    return _worst([_of_value(module, load) for load in loads])


def _may_be_list(module: Module, load: ast.Name) -> bool:
    parent = module.parent(load)
    if isinstance(parent, ast.Attribute):
        return parent.attr in _OF_LISTS
    return not isinstance(parent, _OTHER_PLACES)


def _of_value(module: Module, value: ast.expr) -> Found:
    affected, parts = escaped(module, value, is_sequence=True)
    if affected is None or affected == SHOWN or _completes_input(module, value):
        return Use.FREE, ()
    if affected in (RETURNED, TEXT_RETURNED):
        function = module.tree.function(value)
        if not isinstance(function, Function) or function.name.startswith("__"):
            return _KEPT
        if affected == TEXT_RETURNED:
            return Use.FREE, (function.name,)
        return Use.FREE, tuple(_key(function.name, part) for part in sorted(parts, key=str))
    return (Use.UNSURE if severity(affected) is not None else Use.KEPT), ()


def _hides(decorator: ast.expr) -> bool:
    """Whether a decorator makes a function something that is not called by its name."""
    return word(decorator) not in ("classmethod", "staticmethod", "njit", "jit", "cache", "wraps")


def _key(name: str, part: int | None) -> str:
    """The name of a function, and of the part of its result."""
    return name if part is None else f"{name}#{part}"
