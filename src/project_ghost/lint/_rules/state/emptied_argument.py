"""GHO510."""

import ast
from collections.abc import Iterator

from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Binding, Function, Kind
from project_ghost.lint.python._shown import in_test
from project_ghost.lint.python._tree import position

__all__ = ["EmptiedArgument"]

# `__new__` of a metaclass is given the names of a class that is being defined.
_BUILDS = frozenset({"__init__", "__post_init__"})


class EmptiedArgument(Rule):
    """A constructor removes keys of its caller's dictionary.

    ## What it does
    Finds constructors that take named keys out of a dictionary which they are given, by
    `del options["seed"]` or `seed = options.pop("seed")`. What is copied or assigned before is not
    found, and neither are `**options`, which are a dictionary of each call, nor a `pop` whose
    result nobody reads.

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
        reported: set[Binding] = set()
        for owner, node in sorted(_removals(module), key=lambda pair: position(pair[1])):
            binding = _given(module, owner)
            if binding is not None and binding not in reported:
                reported.add(binding)  # one cause
                yield Problem(
                    node,
                    f"the constructor takes a key out of its caller's `{owner.id}`, so a second "
                    "object made of it differs: copy it before",
                )


def _removals(module: Module) -> Iterator[tuple[ast.Name, ast.AST]]:
    """The variables that lose a named key, and where."""
    for node in (*module.nodes(ast.Delete), *module.method_calls.get("pop", ())):
        match node:
            case ast.Delete(
                targets=[ast.Subscript(value=ast.Name() as owner, slice=ast.Constant(value=str()))]
            ):
                yield owner, node
            case ast.Call(
                func=ast.Attribute(value=ast.Name() as owner), args=[ast.Constant(value=str()), *_]
            ) if not isinstance(module.parent(node), ast.Expr):  # a key that nobody wants
                yield owner, node


def _given(module: Module, owner: ast.Name) -> Binding | None:
    """The parameter of a constructor that a name holds as the caller gave it."""
    method, binding = module.tree.function(owner), module.tree.binding(owner)
    if binding is None or not isinstance(method, Function) or method.name not in _BUILDS:
        return None
    arguments = method.args
    plain = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    is_plain = binding.scope.node is method and any(each.arg == owner.id for each in plain)
    is_given = all(each.kind is Kind.PARAMETER for each in module.tree.reaching(binding, owner))
    return binding if is_plain and is_given else None
