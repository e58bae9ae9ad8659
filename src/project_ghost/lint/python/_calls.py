"""Where the functions and classes of a package are used, by their names alone.

The types of most objects are not known, so a use is told by the last word of what is called or
passed on. The code of a file has keys: `load`, `Car.step`, `` for what runs on import, `__main__`
for what runs as a program, and `?` for what others may call at any time.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from ._scopes import Function
from ._syntax import is_main_guard, word
from ._tree import Tree, position

__all__ = [
    "ANY_TIME",
    "LOOKED_UP",
    "NO_CALLS",
    "ON_IMPORT",
    "PROGRAM",
    "Calls",
    "Marks",
    "calls_of",
    "key_of",
    "leaves_to_callers",
]

ON_IMPORT = ""
PROGRAM = "__main__"
ANY_TIME = "?"
# The name of all that code finds by a name which is made at run time.
LOOKED_UP = "*"

# Decorators that leave a function to its callers.
_PLAIN = frozenset(
    """
    abstractmethod abstractproperty cache cached_property classmethod contextmanager
    enable_grad inference_mode jit lru_cache njit no_grad overload override property setter
    staticmethod torchscript vectorize wraps
    """.split()
)
_TYPE_TESTS = frozenset({"isinstance", "issubclass"})

Marks = tuple[str, ...]


class Calls(NamedTuple):
    """What the code of a file uses, what it does before, and the bases of its classes."""

    # By key: the marks that were passed, and the names that are used then.
    uses: Mapping[str, tuple[tuple[Marks, tuple[str, ...]], ...]]
    marks: Mapping[str, Marks]  # all that the code passes
    bases: Mapping[str, tuple[str, ...]]  # of each class, their last words
    functions: tuple[str, ...] = ()  # the keys of all functions and methods

    def to_json(self) -> list[Any]:
        """A row for the cache."""
        uses = {
            key: [[" ".join(marks), " ".join(names)] for marks, names in each]
            for key, each in self.uses.items()
        }
        return [uses, self.marks, self.bases, " ".join(self.functions)]

    @staticmethod
    def from_json(row: list[Any]) -> "Calls":
        """The calls of a stored row."""
        uses, marks, bases, functions = row
        return Calls(
            {
                key: tuple((tuple(before.split()), tuple(names.split())) for before, names in each)
                for key, each in uses.items()
            },
            {key: tuple(each) for key, each in marks.items()},
            {key: tuple(each) for key, each in bases.items()},
            tuple(functions.split()),
        )


NO_CALLS = Calls({}, {}, {})


def key_of(tree: Tree, node: ast.AST) -> str:
    """The key of the code that a node is in."""
    found: Function | None = None
    for parent in (node, *tree.ancestors(node)):
        if isinstance(parent, Function):
            found = parent
    if found is None:
        return PROGRAM if any(map(is_main_guard, tree.ancestors(node))) else ON_IMPORT
    around = tree.class_around(found)
    return found.name if around is None else f"{around.name}.{found.name}"


def leaves_to_callers(decorator: ast.expr) -> bool:
    """Whether a decorator leaves a function or class to those who use its name."""
    named = word(decorator.func if isinstance(decorator, ast.Call) else decorator)
    return named in _PLAIN or named.startswith("dataclass")


def calls_of(tree: Tree, marked: Mapping[ast.Call, Marks]) -> Calls:
    """The calls of a file; some of them leave a mark for those that follow in their function."""
    uses: dict[str, tuple[tuple[Marks, tuple[str, ...]], ...]] = {}
    marks: dict[str, Marks] = {}
    for key, statements in _parts(tree).items():
        nodes = [part for each in statements for part in ast.walk(each)]
        passed = sorted(
            (position(part), marked[part])
            for part in nodes
            if isinstance(part, ast.Call) and part in marked and _is_direct(tree, part)
        )
        groups: dict[Marks, dict[str, None]] = {}
        for node, name in _used(nodes, is_later=key != ON_IMPORT):
            before = {mark for place, found in passed if place < position(node) for mark in found}
            groups.setdefault(tuple(sorted(before)), {})[name] = None
        if groups:
            uses[key] = tuple((before, tuple(names)) for before, names in sorted(groups.items()))
        if passed:
            marks[key] = tuple(sorted({mark for _, found in passed for mark in found}))
    waiting = dict.fromkeys((*_registered(tree), *_passed_on_import(tree)))
    if waiting:
        uses[ANY_TIME] = (((), tuple(waiting)),)
    bases = {
        each.name: tuple(filter(None, map(word, each.bases)))
        for each in tree.nodes[ast.ClassDef]
        if isinstance(each, ast.ClassDef)
    }
    functions = (each for each in _parts(tree) if each not in (ON_IMPORT, PROGRAM))
    return Calls(uses, marks, bases, tuple(functions))


def _parts(tree: Tree) -> dict[str, list[ast.AST]]:
    """The statements of a file, by the key of the code that they are in."""
    found: defaultdict[str, list[ast.AST]] = defaultdict(list)
    pending: list[tuple[ast.AST, str, str]] = [
        (each, ON_IMPORT, "") for each in reversed(tree.root.body)
    ]
    while pending:
        node, key, around = pending.pop()
        if isinstance(node, Function):
            found[f"{around}.{node.name}" if around else node.name] += node.body
        elif isinstance(node, ast.ClassDef):
            pending += [(each, key, node.name) for each in reversed(node.body)]
        elif isinstance(node, ast.If | ast.Try | ast.With | ast.For | ast.While):
            inner = PROGRAM if is_main_guard(node) else key
            for child in ast.iter_child_nodes(node):
                pending.append((child, inner, around))
        else:
            found[key].append(node)
    return dict(found)


def _is_direct(tree: Tree, node: ast.AST) -> bool:
    """Whether a call is not in a function inside another one, which may run later."""
    function = tree.function(node)
    return function is None or tree.function(function) is None


def _used(nodes: Iterable[ast.AST], *, is_later: bool) -> Iterator[tuple[ast.expr, str]]:
    """What some code calls, and what it passes on if that is called later; with the names."""
    for node in nodes:
        if isinstance(node, ast.Call) and _looks_up(node):
            yield node.func, LOOKED_UP
        if isinstance(node, ast.Call) and word(node.func) not in _TYPE_TESTS:
            if word(node.func) and not word(node.func).startswith("__"):
                yield node.func, word(node.func)
            if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
                yield node.func.value, node.func.value.id  # `Car.from_file(...)` makes one
        if is_later:
            yield from _passed_by(node)


def _looks_up(call: ast.Call) -> bool:
    """Whether a call finds code by a name that is made at run time: `import_module(kind)`."""
    match call:
        case ast.Call(func=func, args=[ast.Constant(), *_]):
            return False
        case ast.Call(func=func, args=[_, *_]) if word(func) in ("import_module", "__import__"):
            return True
        case ast.Call(func=ast.Name(id="getattr"), args=[ast.Subscript(value=table), name, *_]):
            return word(table) == "modules" and not isinstance(name, ast.Constant)
    return False


def _passed_by(node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    match node:
        case ast.Call(func=func) if word(func) not in _TYPE_TESTS:
            for given in (*node.args, *(keyword.value for keyword in node.keywords)):
                yield from _passed(given)
        case ast.Assign(value=value) | ast.AnnAssign(value=value) | ast.Return(value=value):
            yield from _passed(value)


def _passed(node: ast.expr | None) -> Iterator[tuple[ast.expr, str]]:
    """The names that an expression passes on without a call: `hook`, `[self.start, stop]`."""
    match node:
        case ast.Name() | ast.Attribute():
            yield node, word(node)
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            for part in parts:
                yield from _passed(part)
        case ast.Dict(values=parts) | ast.BoolOp(values=parts):
            for part in parts:
                yield from _passed(part)
        case ast.IfExp(body=body, orelse=orelse):
            yield from _passed(body)
            yield from _passed(orelse)


def _registered(tree: Tree) -> Iterator[str]:
    """The functions and classes that a decorator may hand to others."""
    for node in tree.nodes[ast.FunctionDef] + tree.nodes[ast.ClassDef]:
        assert isinstance(node, ast.FunctionDef | ast.ClassDef)
        if not all(map(leaves_to_callers, node.decorator_list)):
            yield node.name


def _passed_on_import(tree: Tree) -> Iterator[str]:
    """The names in tables of the file, and in calls on import: `MODELS = {"cnn": Network}`."""
    for statement in _parts(tree).get(ON_IMPORT, []):
        for part in ast.walk(statement):
            yield from (name for _, name in _passed_by(part))
