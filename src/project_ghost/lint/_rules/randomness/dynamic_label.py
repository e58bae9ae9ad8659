"""GHO207."""

import ast
from collections.abc import Iterator

from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Kind

__all__ = ["DynamicLabel"]

_SOURCE_WORDS = ("random", "rng", "source", "stream", "seed", "noise", "root")


class DynamicLabel(Rule):
    """The label of a random stream is computed.

    ## What it does
    Finds `child(...)` of a random source whose label is not a constant string.

    ## Why is this bad
    A label identifies a stream. If it is built from a counter, the order of a set or user
    data, a change of these gives the stream of one consumer to another, and with it the
    numbers.

    ## Example
    ```python
    def streams(random_source, actors):
        return [random_source.child(f"actor-{i}") for i, _ in enumerate(actors)]
    ```

    ## Use instead
    ```python
    def streams(random_source, actors):
        crowd = random_source.child("crowd")
        return [crowd.lane(actor.serial) for actor in actors]
    ```
    """

    code = "GHO207"
    name = "dynamic-label"

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every label that is not a constant."""
        for call in module.method_calls.get("child", ()):
            if not call.args or not self._is_source(call.func, module):
                continue
            label = call.args[0]
            if not self._is_constant(label, module):
                yield Problem(
                    label,
                    "the label of a random stream is computed: "
                    "use a constant label, and `lane(serial)` for several of a kind",
                )

    def _is_source(self, func: ast.expr, module: Module) -> bool:
        """Whether this is a random source, by its type or, if that is unknown, by its name."""
        assert isinstance(func, ast.Attribute)
        type_ = module.types.infer(func.value)
        if type_ is not None:
            return type_.name.endswith("RandomSource")
        words = ast.unparse(func.value).lower()
        return any(word in words for word in _SOURCE_WORDS)

    def _is_constant(self, label: ast.expr, module: Module) -> bool:
        if isinstance(label, ast.Constant):
            return True
        if isinstance(label, ast.Name):
            binding = module.tree.binding(label)
            return binding is not None and all(
                definition.kind is Kind.ASSIGN and isinstance(definition.value, ast.Constant)
                for definition in binding.definitions
            )
        return False
