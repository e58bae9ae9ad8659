"""Whether real time going by ends a loop.

It does if the loop reads the clock again in its turns, and goes on until a reading is past a limit.
A loop that goes on while the clock is ahead of something walks over data up to the present.
"""

import ast
from collections.abc import Collection
from enum import Enum, auto

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Definition, Function
from project_ghost.lint.python._shown import in_output
from project_ghost.lint.python._syntax import word

__all__ = ["Ending", "ending", "outlive", "returns_duration"]

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_GREATER = (ast.Gt, ast.GtE)
_LESS = (ast.Lt, ast.LtE)
_DEPTH_MAX = 4


class Ending(Enum):
    """What a comparison with the clock does."""

    NONE = auto()  # no time is measured
    INTERVAL = auto()  # it waits until enough time has passed since the last time
    ONCE = auto()  # it is asked once, and stops no repeated work that is seen
    BUDGET = auto()  # it ends repeated work


def ending(module: Module, test: ast.expr, calls: Collection[ast.Call]) -> Ending:
    """What a test by the readings of a clock does."""
    loop, branch = _around(module, test)
    sign = _Sign(module, calls, loop).of_test(test)
    if loop is None:
        return _without_loop(module, test, sign, branch)
    if not any(_is_in_turn(module, call, loop) for call in calls):
        return Ending.NONE
    if branch is None:
        return Ending.NONE if sign > 0 else Ending.BUDGET
    return Ending.INTERVAL if sign < 0 else Ending.BUDGET


def outlive(module: Module, loop: ast.While) -> bool:
    """Whether only time ends a loop, and a value that it computes is used after it.

    A loop that is left when something has happened waits for that.
    """
    parts = [part for statement in loop.body for part in ast.walk(statement)]
    if any(isinstance(part, ast.Break | ast.Return) for part in parts):
        return False
    computed = [
        target
        for part in parts
        if isinstance(part, ast.Assign) and not isinstance(part.value, ast.Constant)
        for target in part.targets
        if isinstance(target, ast.Name)
    ]
    end = loop.end_lineno or 0
    return any(
        load.lineno > end and not in_output(module, load)
        for target in computed
        for load in module.tree.loads(target)
    )


def returns_duration(module: Module, test: ast.expr) -> bool:
    """Whether a function returns how long its work took beside how much it did: a measurement."""
    function = module.tree.function(test)
    elements = [
        element
        for found in module.tree.returns.get(function, ())
        if isinstance(found.value, ast.Tuple)
        for element in found.value.elts
    ]
    return any(
        isinstance(element, ast.BinOp)
        and isinstance(element.op, ast.Sub)
        and _is_reading(module, element.left)
        for element in elements
    )


def _is_reading(module: Module, node: ast.expr) -> bool:
    """Whether a value is a reading of a clock of the module `time`."""
    if isinstance(node, ast.Name):
        binding = module.tree.binding(node)
        found = module.tree.reaching(binding, node) if binding else []
        return bool(found) and all(
            isinstance(each.value, ast.Call) and _is_reading(module, each.value) for each in found
        )
    name = module.qualify(node.func) if isinstance(node, ast.Call) else None
    return (name or "").startswith("time.")


def _around(module: Module, test: ast.expr) -> tuple[ast.AST | None, ast.If | None]:
    """The innermost loop around a test, and the branch that it decides, if that is inside."""
    branch = None
    child: ast.AST = test
    for parent in module.tree.ancestors(test):
        if isinstance(parent, ast.If) and branch is None:
            branch = parent
        if isinstance(parent, Function | ast.Lambda | ast.ClassDef):
            break
        if isinstance(parent, _LOOPS) and child is not getattr(parent, "iter", None):
            return parent, branch
        child = parent
    return None, branch


def _is_in_turn(module: Module, call: ast.Call, loop: ast.AST) -> bool:
    """Whether a turn of a loop reads the clock, itself or through a function that it calls."""
    if any(parent is loop for parent in module.tree.ancestors(call)):
        return True
    function = module.tree.function(call)
    name = function.name if isinstance(function, Function) else None
    return function is not module.tree.function(loop) and any(
        isinstance(part, ast.Attribute | ast.Name) and word(part) == name for part in ast.walk(loop)
    )


def _without_loop(module: Module, test: ast.expr, sign: int, branch: ast.If | None) -> Ending:
    """What a branch does: it stops repeated work if its function is a part of it."""
    if sign < 0 or (branch is not None and _is_periodic(test, branch)):
        return Ending.INTERVAL
    function = module.tree.function(test)
    is_shared = isinstance(function, Function) and (
        _is_repeated(module, function) or module.in_step(test) or _is_of_object(module, test)
    )
    return Ending.BUDGET if branch is None or is_shared else Ending.ONCE


def _is_periodic(test: ast.expr, branch: ast.If) -> bool:
    """Whether a branch begins the next interval: `if now > self.last + 5: self.last = now`."""
    compared = {ast.unparse(part) for part in ast.walk(test) if isinstance(part, ast.Attribute)}
    return any(
        isinstance(each, ast.Assign)
        and isinstance(each.value, ast.Name | ast.Call)
        and any(ast.unparse(target) in compared for target in each.targets)
        for each in branch.body
    )


def _is_repeated(module: Module, function: Function) -> bool:
    """Whether a function calls itself, or the file calls it in a loop."""
    uses = module.uses.get(module.names.of_function(function) or "", ())
    return any(
        module.in_loop(use.node) or function in module.tree.ancestors(use.node) for use in uses
    )


def _is_of_object(module: Module, test: ast.expr) -> bool:
    """Whether a limit spans the calls of a method: `if now > self.end`."""
    pending, seen = [test], set[ast.expr]()
    while pending:
        node = pending.pop()
        for part in ast.walk(node):
            if _is_own_limit(module, part):
                return True
            if isinstance(part, ast.Name) and part not in seen:
                seen.add(part)
                binding = module.tree.binding(part)
                found = module.tree.reaching(binding, part) if binding else []
                pending += [each.value for each in found if each.value is not None]
    return False


def _is_own_limit(module: Module, node: ast.AST) -> bool:
    """Whether a node is an attribute of the object, not an entry of one: `self.end`."""
    return (
        isinstance(node, ast.Attribute)
        and word(node.value) == "self"
        and not isinstance(module.parent(node), ast.Attribute | ast.Subscript)
    )


class _Sign:
    """The direction in which a reading of the clock goes into a value: 1, -1, or 0 if unknown."""

    def __init__(self, module: Module, calls: Collection[ast.Call], loop: ast.AST | None) -> None:
        self.module = module
        self.calls = calls
        self.loop = loop

    def of_test(self, test: ast.expr) -> int:
        """1 for a test that holds once enough time has passed, -1 for one that holds until then."""
        match test:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return -self.of_test(operand)
            case ast.BoolOp(values=values):
                return next((found for each in values if (found := self.of_test(each))), 0)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                difference = self.of(left) or -self.of(right)
                if isinstance(op, _GREATER):
                    return difference
                return -difference if isinstance(op, _LESS) else 0
        return 0

    def of(self, node: ast.expr, depth: int = 0) -> int:
        if depth > _DEPTH_MAX:
            return 0
        match node:
            case ast.Call() if node in self.calls:
                return 1 if self._is_now(node) else 0
            case ast.Call(func=func, args=args):
                inner = [func.value] if isinstance(func, ast.Attribute) else []
                return self._first([*inner, *args], depth)
            case ast.Attribute(value=value):
                return self.of(value, depth + 1)
            case ast.BinOp(op=ast.Sub(), left=left, right=right):
                return self.of(left, depth + 1) or -self.of(right, depth + 1)
            case ast.BinOp(left=left, right=right):
                return self._first([left, right], depth)
            case ast.Name():
                return self._first(self._values(node), depth)
        return 0

    def _first(self, nodes: list[ast.expr], depth: int) -> int:
        return next((found for node in nodes if (found := self.of(node, depth + 1))), 0)

    def _is_now(self, call: ast.Call) -> bool:
        """Whether a reading is the present one, not the beginning or the end of the budget."""
        if self.loop is not None:
            return any(parent is self.loop for parent in self.module.tree.ancestors(call))
        parent = self.module.parent(call)
        return not (isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Add))

    def _values(self, name: ast.Name) -> list[ast.expr]:
        binding = self.module.tree.binding(name)
        found: list[Definition] = self.module.tree.reaching(binding, name) if binding else []
        return [each.value for each in found if each.value is not None]
