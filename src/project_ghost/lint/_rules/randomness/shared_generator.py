"""GHO209."""

import ast
from collections.abc import Iterator

from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Kind
from project_ghost.lint.python._syntax import word

__all__ = ["SharedGenerator"]

_GENERATORS = (
    "random.Random",
    "numpy.random.Generator",
    "numpy.random.RandomState",
    "torch.Generator",
)


class SharedGenerator(Rule):
    """All runs draw from a generator of a module or class.

    ## What it does
    Finds functions that draw from a `random.Random` or numpy generator which is a
    global of the module or an attribute of the class, seeded or not.

    ## Why is this bad
    The seed is used once, when the module is loaded. The second run in the same process
    continues where the first one stopped, and every draw changes the numbers of all others.

    ## Example
    ```python
    import random

    RNG = random.Random(42)

    def noise():
        return RNG.gauss(0.0, 1.0)
    ```

    ## Use instead
    ```python
    import random

    class Sensor:
        def __init__(self, seed):
            self.rng = random.Random(seed)

        def noise(self):
            return self.rng.gauss(0.0, 1.0)
    ```
    """

    code = "GHO209"
    name = "shared-generator"

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every draw inside a function from a generator outside it."""
        for use in module.uses_below(*_GENERATORS):
            is_drawn = use.call is not None and isinstance(use.node, ast.Attribute)
            if is_drawn and word(use.node) in ("seed", "setstate", "set_state", "getstate"):
                continue
            if is_drawn and module.tree.function(use.node) is not None:
                assert isinstance(use.node, ast.Attribute)
                if self._is_shared(use.node.value, module):
                    yield Problem(
                        use.where,
                        f"`{ast.unparse(use.node.value)}` is seeded once and shared by all runs: "
                        "create a generator for each run, from its seed",
                    )

    def _is_shared(self, owner: ast.expr, module: Module) -> bool:
        if isinstance(owner, ast.Name):
            binding = module.tree.binding(owner)
            return binding is not None and binding.scope is module.tree.module_scope
        if not isinstance(owner, ast.Attribute):
            return False
        info = module.names.class_of(owner.value) or module.names.instance_of(owner.value)
        if info is None or any(owner.attr in base.instance for base in info.lineage()):
            return False
        return any(
            definition.kind is Kind.ASSIGN and definition.value is not None
            for definition in info.definitions(owner.attr)
        )
