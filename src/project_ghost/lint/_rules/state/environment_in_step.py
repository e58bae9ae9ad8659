"""GHO505."""

import ast
from collections.abc import Iterator

from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module

from ._host import ENVIRONMENT

__all__ = ["EnvironmentInStep"]


class EnvironmentInStep(Rule):
    """The host's environment is read inside a step.

    ## What it does
    Finds environment variables, the working directory, process and CPU numbers, host
    names and command-line arguments that are read by a function that runs inside a
    step, or by one that it calls in the same file.

    ## Why is this bad
    The result depends on something that is in no scenario and no recording: the same
    run in another shell gives another answer.

    ## Example
    ```python
    import os

    class Planner:
        def step(self, state):
            horizon = int(os.environ.get("HORIZON", "10"))
            return state.plan(horizon)
    ```

    ## Use instead
    ```python
    class Planner:
        def __init__(self, horizon):
            self.horizon = horizon

        def step(self, state):
            return state.plan(self.horizon)
    ```
    """

    code = "GHO505"
    name = "environment-in-step"

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every reading in a step."""
        found = [(use.where, use.name) for use in module.uses_of(ENVIRONMENT)]
        for compare in module.nodes(ast.Compare):
            for side in (compare.left, *compare.comparators):
                name = module.qualify(side)
                if name in ENVIRONMENT:  # `"DEBUG" in os.environ`
                    found.append((side, name))
        for node, name in found:
            if module.in_step(node):
                yield Problem(
                    node,
                    f"`{name}` inside a step depends on the host: "
                    "read it once, and make it a parameter",
                )
