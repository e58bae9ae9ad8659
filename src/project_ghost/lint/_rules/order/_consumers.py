"""Whether the order of something unordered gets out.

`sorted(s)`, `len(s)`, `{f(x) for x in s}` and a loop that only adds to a set give
the same result in any order; a list, a string or a side effect does not.
"""

import ast
from collections.abc import Sequence

from project_ghost.lint._module import Module
from project_ghost.lint._scopes import Scope
from project_ghost.lint._type import SETS

__all__ = ["escape", "is_order_free"]

# Callables for which the order of their argument does not matter.
_FREE = frozenset(
    {
        "builtins.all",
        "builtins.any",
        "builtins.bool",
        "builtins.frozenset",
        "builtins.isinstance",
        "builtins.len",
        "builtins.set",
        "builtins.sorted",
        "builtins.sum",  # a rule of its own looks at sums
        "math.fsum",
        "math.prod",
        "statistics.mean",
        "statistics.fmean",
        "numpy.sum",
        "numpy.unique",
        "numpy.sort",
    }
)
_FREE_METHODS = frozenset(
    {
        "difference",
        "difference_update",
        "intersection",
        "intersection_update",
        "isdisjoint",
        "issubset",
        "issuperset",
        "symmetric_difference",
        "symmetric_difference_update",
        "union",
    }
)
# Callables that hand the order on: what matters is what becomes of their result.
_HAND_ON = frozenset(
    {
        "builtins.enumerate",
        "builtins.filter",
        "builtins.iter",
        "builtins.list",
        "builtins.map",
        "builtins.reversed",
        "builtins.tuple",
        "builtins.zip",
        "collections.deque",
        "itertools.accumulate",
        "itertools.chain",
        "itertools.chain.from_iterable",
        "itertools.combinations",
        "itertools.filterfalse",
        "itertools.islice",
        "itertools.permutations",
        "itertools.product",
        "itertools.starmap",
        "itertools.zip_longest",
        "numpy.array",
        "numpy.asarray",
        "numpy.fromiter",
    }
)
# Callables whose result has the order in it.
_ORDERED = frozenset(
    {
        "builtins.dict.fromkeys",
        "builtins.next",
        "builtins.str.join",
        "builtins.bytes.join",
        "functools.reduce",
        "random.choice",
        "random.sample",
        "collections.OrderedDict",
    }
)
_ORDERED_METHODS = frozenset({"join", "extend", "extendleft"})
_ADDING_METHODS = frozenset({"add", "discard", "remove", "pop"})


def escape(module: Module, node: ast.expr, *, is_sequence: bool = False) -> str | None:
    """How the arbitrary order of an iterable gets out; nothing where it does not.

    A sequence in arbitrary order (a listing of files) carries its order along
    wherever it goes; a set only gives it away when something iterates over it.
    """
    parent = module.parent(node)
    match parent:
        case ast.For() | ast.AsyncFor() if parent.iter is node:
            return None if is_order_free(module, parent) else "a loop whose effect has an order"
        case ast.comprehension():
            return _comprehension(module, module.parent(parent))
        case ast.Starred():
            grand = module.parent(parent)
            return None if isinstance(grand, ast.Set) else "an unpacking"
        case ast.YieldFrom():
            return "a generator"
        case ast.Call() if node in parent.args:
            return _argument(module, parent, is_sequence=is_sequence)
        case ast.Assign(targets=[ast.Tuple(elts=parts)]) if len(parts) > 1:
            return "an unpacking"
        case ast.Assign(targets=[ast.Name() as target]) if is_sequence:
            return _variable(module, target)
        case ast.AugAssign(op=ast.Add()) if parent.value is node:
            return "a sequence that it is added to"
        case ast.Attribute(attr="sort"):
            return None
        case ast.NamedExpr() | ast.keyword() | ast.Return() | ast.Subscript() if is_sequence:
            return "a sequence"
        case ast.IfExp() | ast.BoolOp():
            return escape(module, parent, is_sequence=is_sequence)
    return None


def _comprehension(module: Module, node: ast.AST) -> str | None:
    match node:
        case ast.ListComp():
            return escape(module, node, is_sequence=True)
        case ast.DictComp():
            return None if _is_counted(module, node) else "a dictionary, which keeps its order"
        case ast.GeneratorExp():
            return escape(module, node)
    return None


def _is_counted(module: Module, node: ast.expr) -> bool:
    """A dictionary that is only looked at as a whole, by a call that needs no order."""
    parent = module.parent(node)
    return isinstance(parent, ast.Call) and module.qualify(parent.func) in _FREE


def _argument(module: Module, call: ast.Call, *, is_sequence: bool) -> str | None:
    name = module.qualify(call.func) or ""
    method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    if name in ("builtins.min", "builtins.max"):
        has_key = any(keyword.arg == "key" for keyword in call.keywords)
        return (
            f"`{method or name.removeprefix('builtins.')}` by a key that can tie"
            if has_key
            else None
        )
    if name in _FREE or method in _FREE_METHODS:
        return None
    if method == "update":
        return None if _receiver(module, call) in SETS | {""} else "a dictionary"
    if name in _HAND_ON:
        makes_sequence = name in ("builtins.list", "builtins.tuple") or name.startswith("numpy")
        if not makes_sequence:
            return escape(module, call)
        parent = module.parent(call)
        if isinstance(parent, ast.Assign | ast.Call | ast.For | ast.comprehension | ast.Attribute):
            found = escape(module, call, is_sequence=True)
            if found or not isinstance(parent, ast.Call):
                return found and "a sequence"
            return None
        return None if isinstance(parent, ast.Compare) else "a sequence"
    if name in _ORDERED or (method in _ORDERED_METHODS and _receiver(module, call) not in SETS):
        return f"`{method or name.rpartition('.')[2]}`"
    return "an argument" if is_sequence else None


def _receiver(module: Module, call: ast.Call) -> str:
    assert isinstance(call.func, ast.Attribute)
    type_ = module.types.infer(call.func.value)
    return type_.name if type_ else ""


def _variable(module: Module, target: ast.Name) -> str | None:
    """A sequence in a variable: its order gets out unless it is sorted or only counted."""
    binding = module.tree.scope_of[target].lookup(target.id)
    if binding is None:
        return "a sequence"
    for load in binding.loads:
        parent = module.parent(load)
        if isinstance(parent, ast.Attribute) and parent.attr == "sort":
            return None
    ways = [escape(module, load, is_sequence=True) for load in binding.loads]
    return next((way for way in ways if way), None)


def is_order_free(module: Module, loop: ast.For | ast.AsyncFor) -> bool:
    """Whether a loop's body gives the same result in any order."""
    return _Body(module, loop).is_free(loop.body) and _Body(module, loop).is_free(loop.orelse)


class _Body:
    def __init__(self, module: Module, loop: ast.For | ast.AsyncFor) -> None:
        self.module = module
        self.loop = loop
        self.targets = {n.id for n in ast.walk(loop.target) if isinstance(n, ast.Name)}

    def is_free(self, statements: Sequence[ast.stmt]) -> bool:
        return all(self._statement(statement) for statement in statements)

    def _statement(self, node: ast.stmt) -> bool:
        match node:
            case ast.Pass() | ast.Continue() | ast.Break() | ast.Assert() | ast.Raise():
                return True
            case ast.Import() | ast.ImportFrom() | ast.Delete():
                return True
            case ast.Expr(value=value):
                return isinstance(value, ast.Constant) or self._only_collects(value)
            case ast.AugAssign(op=op):
                # Integer counts and unions commute; float sums are a rule of their own.
                return isinstance(op, ast.Add | ast.Sub | ast.BitOr | ast.BitAnd | ast.BitXor) and (
                    not self._is_sequence(node)
                )
            case ast.Assign(targets=targets, value=value):
                return all(self._target(target, value) for target in targets)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                return self._target(target, value)
            case ast.Return(value=value):
                return value is None or isinstance(value, ast.Constant)
            case ast.If() | ast.While() | ast.For():
                return self.is_free(node.body) and self.is_free(node.orelse)
            case ast.With():
                return self.is_free(node.body)
            case ast.Try():
                handlers = [s for handler in node.handlers for s in handler.body]
                return self.is_free([*node.body, *handlers, *node.orelse, *node.finalbody])
        return False

    def _only_collects(self, node: ast.expr) -> bool:
        match node:
            case ast.Call(func=ast.Attribute(attr=method, value=value)):
                if method in ("update", *_FREE_METHODS):
                    return self.module.types.is_set(value)
                return method in _ADDING_METHODS
        return False

    def _is_sequence(self, node: ast.AugAssign) -> bool:
        for side in (node.target, node.value):
            type_ = self.module.types.infer(side)
            if type_ and type_.name in ("builtins.list", "builtins.str", "builtins.tuple"):
                return True
        return False

    def _target(self, target: ast.expr, value: ast.expr) -> bool:
        if isinstance(target, ast.Tuple):
            return all(self._target(part, value) for part in target.elts)
        if isinstance(target, ast.Attribute):  # `element.flag = True`
            return isinstance(target.value, ast.Name) and target.value.id in self.targets
        if not isinstance(target, ast.Name):
            return False
        return isinstance(value, ast.Constant) or self._stays_inside(target)

    def _stays_inside(self, target: ast.Name) -> bool:
        scope: Scope = self.module.tree.scope_of[target]
        binding = scope.lookup(target.id)
        return binding is not None and all(
            any(parent is self.loop for parent in self.module.tree.ancestors(load))
            for load in binding.loads
        )
