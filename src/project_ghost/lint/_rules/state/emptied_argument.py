"""GHO510."""

import ast
from collections.abc import Iterator

from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function, Kind
from project_ghost.lint.python._shown import in_test

__all__ = ["EmptiedArgument"]

_BUILDS = frozenset({"__init__", "__new__", "__post_init__"})


class EmptiedArgument(Rule):
    """A constructor removes keys of its caller's dictionary.

    ## What it does
    Finds constructors that take named keys out of a dictionary which they are given, by
    `del options["seed"]` or `options.pop("seed")`. What is copied or assigned before is not found,
    and neither are `**options`, which are a dictionary of each call.

    ## Why is this bad
    The caller still has the dictionary. A second object made of it, or a file written from it, has
    other settings than the first one.

    ## Example
    ```python
    class World:
        def __init__(self, options):
            del options["name"]
            self.options = options
    ```

    ## Use instead
    ```python
    class World:
        def __init__(self, options):
            self.options = {key: value for key, value in options.items() if key != "name"}
    ```
    """

    code = "GHO510"
    name = "emptied-argument"

    def check(self, module: Module) -> Iterator[Problem]:
        """Find the first key that a constructor takes out of each dictionary."""
        if in_test(module):
            return
        for info in module.names.classes.values():
            for method in info.methods():
                if method.name in _BUILDS:
                    yield from _removals(module, method)


def _removals(module: Module, method: Function) -> Iterator[Problem]:
    arguments = method.args
    plain = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    given = {each.arg for each in plain}
    for node in ast.walk(method):
        owner = _emptied(node)
        if owner is not None and owner.id in given and _is_callers(module, owner):
            given.discard(owner.id)  # one cause
            yield Problem(
                node,
                f"the constructor takes a key out of its caller's `{owner.id}`, so a second object "
                "made of it differs: copy it before",
            )


def _emptied(node: ast.AST) -> ast.Name | None:
    """The dictionary that loses a named key."""
    match node:
        case ast.Delete(
            targets=[ast.Subscript(value=ast.Name() as owner, slice=ast.Constant(value=str()))]
        ):
            return owner
        case ast.Call(
            func=ast.Attribute(value=ast.Name() as owner, attr="pop"),
            args=[ast.Constant(value=str()), *_],
        ):
            return owner
    return None


def _is_callers(module: Module, owner: ast.Name) -> bool:
    """Whether a name holds what the caller gave, not a copy."""
    binding = module.tree.binding(owner)
    return binding is not None and all(
        each.kind is Kind.PARAMETER for each in module.tree.reaching(binding, owner)
    )
