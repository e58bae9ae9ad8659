"""GHO509."""

import ast
import re
from collections.abc import Iterator

from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint._rules.randomness.varying_seed import takes_seed
from project_ghost.lint.python._classes import ClassInfo
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Definition, Function, Kind
from project_ghost.lint.python._shown import in_test
from project_ghost.lint.python._syntax import snake

__all__ = ["ResetChange"]

_RESETS = re.compile(r"^_*(reset|restart)(_|$)|_reset$")
_BUILDS = ("__init__", "__post_init__", "__attrs_post_init__")
# What depends on the order or the elements that are there already.
_GROWS = frozenset({"append", "extend", "insert", "reverse"})
_SHRINKS = frozenset({"pop", "popleft", "remove"})
# What is collected over all episodes on purpose, and never decides what happens in one.
_COLLECTED = re.compile(
    r"(^|_)(all|buffers?|cache|cached|counts?|counter|dones?|episodes?|errors?|frames?|hist|history"
    r"|info|infos|log|logs|lengths?|losses|memory|metrics?|old|past|plots?|records?|recorder|recent"
    r"|replay|results?|returns?|rewards?|scores?|seen|stats?|statistics|times?|total|traces?"
    r"|trajector(y|ies)|videos?|visited)(_|$)"
)


class ResetChange(Rule):
    """A reset changes what only the constructor sets.

    ## What it does
    Finds methods called `reset` that take a seed, and shuffle, extend or shorten a list of the
    object in place that only `__init__` sets. What is collected over all episodes (a history,
    rewards, results) is not found, and neither is a list that a method empties or sets again.

    ## Why is this bad
    A reset with a seed promises the same episode every time. The second one begins with the list
    as the first one left it, and is another.

    ## Example
    ```python
    class Game:
        def __init__(self):
            self.letters = list("ABC")

        def reset(self, seed, rng):
            rng.shuffle(self.letters)
    ```

    ## Use instead
    ```python
    class Game:
        def reset(self, seed, rng):
            self.letters = list("ABC")
            rng.shuffle(self.letters)
    ```
    """

    code = "GHO509"
    name = "reset-change"

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every change that the next reset does not undo."""
        if in_test(module):
            return
        for info in module.names.classes.values():
            for method in info.methods():
                if _RESETS.search(snake(method.name)) and takes_seed(method):
                    yield from _changes(module, info, method)


def _changes(module: Module, info: ClassInfo, method: Function) -> Iterator[Problem]:
    for node in ast.walk(method):
        owner = _changed(node)
        if owner is None or module.names.instance_of(owner.value) is not info:
            continue
        name = owner.attr
        if _COLLECTED.search(snake(name)) or not _is_made_once(module, info, name):
            continue
        if _is_until_enough(module, node, name):
            continue
        undoing = _undoing(info, name)
        if not any(_restores(part, name, undoing) for part in ast.walk(info.node)):
            yield Problem(
                node,
                f"`{ast.unparse(owner)}` is changed in place, and only `__init__` sets it: the "
                "next reset with the same seed begins with another one",
            )


def _changed(node: ast.AST) -> ast.Attribute | None:
    """The attribute that is changed in place: `rng.shuffle(self.x)`, `self.x.pop()`."""
    match node:
        case ast.Call(func=ast.Attribute(attr="shuffle"), args=[ast.Attribute() as owner, *_]):
            return owner
        case ast.Call(func=ast.Name(id="shuffle"), args=[ast.Attribute() as owner, *_]):
            return owner
        case ast.Call(func=ast.Attribute(attr=change, value=ast.Attribute() as owner)):
            return owner if change in _GROWS | _SHRINKS else None
        case ast.AugAssign(target=ast.Attribute() as owner, value=ast.List() | ast.ListComp()):
            return owner
    return None


def _is_until_enough(module: Module, node: ast.AST, name: str) -> bool:
    """Whether a list is changed only while it is not as it must be: `while len(self.x) < n:`."""
    return any(
        isinstance(parent, ast.If | ast.While)
        and any(
            isinstance(part, ast.Attribute) and part.attr == name for part in ast.walk(parent.test)
        )
        for parent in module.tree.ancestors(node)
    )


def _is_made_once(module: Module, info: ClassInfo, name: str) -> bool:
    """Whether the constructor sets an attribute to a list, and nothing else sets it."""
    made = _made(info, name)
    return bool(made) and all(
        _is_in_constructor(module, each) and _is_list(module, each.value) for each in made
    )


def _made(info: ClassInfo, name: str) -> list[Definition]:
    return [each for each in info.definitions(name) if each.kind is not Kind.AUGMENT]


def _is_list(module: Module, value: ast.expr | None) -> bool:
    type_ = module.types.infer(value) if value is not None else None
    return type_ is None or type_.name in ("builtins.list", "collections.deque", "numpy.ndarray")


def _undoing(info: ClassInfo, name: str) -> frozenset[str]:
    """The methods that bring a list back: those that take out what was added to an empty one."""
    is_empty = all(
        (isinstance(each.value, ast.List) and not each.value.elts)
        or (isinstance(each.value, ast.Call) and not each.value.args)
        for each in _made(info, name)
    )
    return frozenset({"clear", "sort"}) | (_SHRINKS if is_empty else frozenset())


def _is_in_constructor(module: Module, definition: Definition) -> bool:
    function = module.tree.function(definition.node)
    return isinstance(function, Function) and function.name in _BUILDS


def _restores(node: ast.AST, name: str, undoing: frozenset[str]) -> bool:
    """Whether a list is emptied, sorted or filled again: `self.x.clear()`, `self.x[:] = y`."""
    match node:
        case ast.Call(func=ast.Attribute(attr=method, value=ast.Attribute(attr=owner))):
            return owner == name and method in undoing
        case ast.Subscript(
            value=ast.Attribute(attr=owner), slice=ast.Slice(), ctx=ast.Store() | ast.Del()
        ):
            return owner == name
    return False
