"""GHO304."""

import ast
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._shown import is_for_show
from project_ghost.lint.python._syntax import word

from ._messages import is_message
from ._names import is_for_process, is_in_name
from .hash_value import is_key

__all__ = ["IdValue"]

_COLLECT = frozenset({"add", "append", "get", "setdefault", "pop", "discard", "remove", "insert"})
# Collections of one traversal of live objects, where `id` is as good as `is`.
_WALKED = frozenset({"seen", "visited"})
_KEY = "a key"
_COMPARISONS = frozenset({"__lt__", "__le__", "__gt__", "__ge__"})
_ORDER_CALLS = frozenset(
    {"builtins.sorted", "builtins.min", "builtins.max", "heapq.heappush", "bisect.insort"}
)


class IdValue(Rule):
    """The address of an object is used as a key, an order or a name.

    ## What it does
    Finds `id(...)` as a part of an ordering, of arithmetic or of a name that is returned or
    given to something (`name=f"node_{id(part)}"`), and `key=id`. As a key of a
    dictionary or an element of a collection, where it only looks objects up, it is an info.
    Comparing two for equality, printing one in a message, and collections called `seen` or
    `visited` are not found.

    ## Why is this bad
    An address differs between runs, so an order made from it does too. Another object gets
    the address once the first is deleted, and a snapshot does not restore it.

    ## Example
    ```python
    def first(actors):
        return min(actors, key=id)
    ```

    ## Use instead
    ```python
    def first(actors):
        return min(actors, key=lambda actor: actor.serial)
    ```
    """

    code = "GHO304"
    name = "id-value"

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every address that affects a result."""
        for use in module.uses_of(["builtins.id"]):
            function = module.tree.function(use.node)
            if isinstance(function, ast.FunctionDef) and function.name == "__deepcopy__":
                continue  # the protocol of `copy`
            if use.call is not None:
                way = self._decides(use.call, module)
            elif is_key(use.node, module):
                way = _KEY if _is_mapped_to_set(use.node, module) else "an order"
            else:
                way = ""
            # An order of objects by address matters to those who sort them.
            is_comparison = isinstance(function, ast.FunctionDef) and function.name in _COMPARISONS
            severity = Severity.HINT if is_comparison else None
            if way:
                yield Problem(
                    use.where,
                    f"the address of an object is used as {way}: use a serial number",
                    # A look-up by address finds the same object in every run.
                    Severity.INFO if way == _KEY or _is_shown(module, use.node) else severity,
                )

    def _decides(self, call: ast.Call, module: Module) -> str:
        node: ast.expr = call
        parent = module.parent(call)
        if isinstance(parent, ast.Tuple):
            node, parent = parent, module.parent(parent)
        match parent:
            case ast.Subscript() if parent.slice is node:
                return _KEY
            case ast.Dict() if node in parent.keys:
                return _KEY
            case ast.DictComp() if parent.key is node:
                return _KEY
            case ast.Set() | ast.SetComp():
                return _KEY
            case ast.Call(func=ast.Attribute(attr=method, value=owner)) if node in parent.args[:1]:
                return _KEY if method in _COLLECT and word(owner) not in _WALKED else ""
            case ast.Call(func=func) if module.qualify(func) in _ORDER_CALLS:
                return "an order"
            case ast.Compare(ops=ops):
                orders = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
                if any(isinstance(op, orders) for op in ops):
                    return "an order"
                return _KEY if _is_member(parent, node) else ""
            case ast.BinOp(op=op) if not isinstance(op, ast.Mod) or parent.left is node:
                return "" if is_for_process(module, parent) else "a number"
            case ast.Lambda():
                grand = module.parent(parent)
                return "an order" if isinstance(grand, ast.keyword) and grand.arg == "key" else ""
        return "a part of a name" if is_in_name(module, call) else ""


def _is_mapped_to_set(node: ast.expr, module: Module) -> bool:
    """Whether the addresses of all elements only fill a set: `seen.update(map(id, parts))`."""
    mapped = module.parent(node)
    taken = module.parent(mapped) if isinstance(mapped, ast.Call) else None
    return isinstance(taken, ast.Call) and (
        word(taken.func) in ("set", "frozenset") or word(taken.func).endswith("update")
    )


def _is_shown(module: Module, node: ast.expr) -> bool:
    return is_message(module, node) or is_for_show(module, node)


def _is_member(compare: ast.Compare, node: ast.expr) -> bool:
    """Whether this is `id(x) in table`, and the table is not one of a traversal."""
    is_in = isinstance(compare.ops[0], ast.In | ast.NotIn)
    return is_in and compare.left is node and word(compare.comparators[0]) not in _WALKED
