"""GHO309."""

import ast
import re
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module

__all__ = ["SortTies"]

_FUNCTIONS = (
    "builtins.sorted",
    "builtins.min",
    "builtins.max",
    "heapq.nsmallest",
    "heapq.nlargest",
)
_FLOAT_WORD = re.compile(
    r"(^|_)(cost|score|dist|distance|time|weight|error|loss|reward|value|prob|probability"
    r"|speed|velocity|range|angle|heading|area|length|arrival|ttc|eta|fitness|s|t|x|y|z)$"
)
_FLOAT_CALLS = re.compile(r"(^|_)(hypot|dist|distance|norm|sqrt|cost|score|fabs)$")


class SortTies(Rule):
    """Elements are sorted by a float key that can tie.

    ## What it does
    Hints at `sorted`, `.sort`, `min` and `max` whose key is probably a single float and not
    a tuple with a tie-break. A hint never fails a run.

    ## Why is this bad
    Python's sort keeps the order of equal elements, so the result depends on the order of the
    input. It changes when that order does, or when two floats are equal on one machine and
    differ in the last bit on another.

    ## Example
    ```python
    def nearest(actors):
        return min(actors, key=lambda actor: actor.distance)
    ```

    ## Use instead
    ```python
    def nearest(actors):
        return min(actors, key=lambda actor: (actor.distance, actor.serial))
    ```
    """

    code = "GHO309"
    name = "sort-ties"
    severity = Severity.HINT

    def check(self, module: Module) -> Iterator[Problem]:
        """Hint at every float key."""
        calls = [use.call for use in module.uses_of(_FUNCTIONS) if use.call is not None]
        for call in [*calls, *module.method_calls.get("sort", ())]:
            for keyword in call.keywords:
                if keyword.arg == "key" and self._can_tie(keyword.value, module):
                    yield Problem(
                        keyword.value,
                        "a float key can tie: add a tie-break, as in `(key, serial)`",
                    )

    def _can_tie(self, key: ast.expr, module: Module) -> bool:
        if not isinstance(key, ast.Lambda):
            return False
        body = key.body
        type_ = module.types.infer(body)
        if type_ is not None:
            return type_.name == "builtins.float"
        match body:
            case ast.UnaryOp(operand=ast.Attribute(attr=word)) | ast.Attribute(attr=word):
                return _FLOAT_WORD.search(word.lower()) is not None
            case ast.BinOp(op=ast.Div()):
                return True
            case ast.Call(func=ast.Name(id=word) | ast.Attribute(attr=word)):
                return _FLOAT_CALLS.search(word.lower()) is not None
        return False
