"""GHO308."""

import ast
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._type import NUMBERS

from ._keys import is_serial

__all__ = ["HeapTies"]

_PUSHES = ("heapq.heappush", "heapq.heappushpop", "heapq.heapreplace")
_PUTS = tuple(
    f"{module}.PriorityQueue.{method}"
    for module in ("queue", "asyncio")
    for method in ("put", "put_nowait")
)
_ORDERED_TYPES = NUMBERS | {"builtins.str", "builtins.bytes", "builtins.tuple"}


class HeapTies(Rule):
    """An item is pushed on a priority queue without a tie-break.

    ## What it does
    Finds pushes of `(priority, item)` where the item is not known to be ordered (a number, a
    string, a counter's next value, a name such as `serial` or `index`), and pushes of objects
    whose `__lt__` in the same file compares a single attribute. Outside of components it is a
    hint: the layout of a heap is the same whenever the pushes are.

    ## Why is this bad
    When two priorities are equal, the heap compares the items. If they cannot be compared,
    the program fails; if they can, an unintended order decides; and if `__lt__` compares
    the priority only, the internal layout of the heap decides.

    ## Example
    ```python
    import heapq

    def schedule(queue, at_ns, callback):
        heapq.heappush(queue, (at_ns, callback))
    ```

    ## Use instead
    ```python
    import heapq

    def schedule(queue, at_ns, serials, callback):
        heapq.heappush(queue, (at_ns, next(serials), callback))
    ```
    """

    code = "GHO308"
    name = "heap-ties"
    elsewhere = Severity.HINT

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every push that can tie."""
        for use in module.uses_of((*_PUSHES, *_PUTS)):
            if use.call is None:
                continue
            position = 0 if use.name in _PUTS else 1
            if len(use.call.args) > position and self._can_tie(use.call.args[position], module):
                yield Problem(
                    use.call.args[position],
                    "equal priorities have no defined order: push (priority, next(counter), item)",
                )

    def _can_tie(self, item: ast.expr, module: Module) -> bool:
        if isinstance(item, ast.Tuple):
            return len(item.elts) == 2 and not self._is_ordered(item.elts[1], module)
        info = module.names.instance_of(item)
        smaller = info.method("__lt__") if info else None
        return smaller is not None and _compares_one_attribute(smaller)

    def _is_ordered(self, node: ast.expr, module: Module) -> bool:
        type_ = module.types.infer(node)
        if type_ is not None:
            info = module.names.instance_of(node)
            if info is not None:
                return False
            return type_.name in _ORDERED_TYPES
        match node:
            case ast.Call(func=ast.Name(id="next")):
                return True
            case ast.Name() | ast.Attribute():
                return is_serial(node)
            case ast.Subscript() | ast.Starred() | ast.BinOp():
                return True  # probably an index or a key
        return False


def _compares_one_attribute(method: Function) -> bool:
    match method.body[-1]:
        case ast.Return(
            value=ast.Compare(left=ast.Attribute(), ops=[_], comparators=[ast.Attribute()])
        ):
            return True
    return False
