"""GHO505."""

import ast
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._facts import Effect
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._shown import uses_network

from ._host import ENVIRONMENT

__all__ = ["EnvironmentInStep"]


class EnvironmentInStep(Rule):
    """A step reads the host's environment.

    ## What it does
    Finds environment variables, the working directory, process and CPU numbers, host
    names and command-line arguments that are read by a function that runs inside a
    step, or by one that it calls, also in another file of the project (found where the step calls
    it, once in each function). Outside of components it is a hint in another file, in a file that
    talks to other machines, and where only the end of a name says that it is a step (`run_step`).

    ## Why is this bad
    The result depends on values that neither the scenario nor the recording contains: the
    same run in another shell has another result.

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
        readings = [(use.where, use.name) for use in module.uses_of(ENVIRONMENT)]
        for compare in module.nodes(ast.Compare):
            for side in (compare.left, *compare.comparators):
                name = module.qualify(side)
                if name in ENVIRONMENT:  # `"DEBUG" in os.environ`
                    readings.append((side, name))
        for node, name in readings:
            if module.in_step(node):
                yield self._problem(node, f"{name}`", module, is_far=False)
        seen = set()
        for call, name in module.effects_in_step(Effect.ENVIRONMENT):
            key = (module.tree.function(call), name)
            if key not in seen:
                seen.add(key)
                yield self._problem(call, f"{name}`)", module, is_far=True)

    def _problem(self, node: ast.AST, name: str, module: Module, *, is_far: bool) -> Problem:
        is_unsure = (
            is_far
            or not module.is_surely_in_step(node)
            or (uses_network(module) and not name.startswith("socket."))
        )
        return Problem(
            node,
            f"`{name} inside a step depends on the host: "
            "read it before the run, and pass it as a parameter",
            Severity.HINT if is_unsure and not module.in_component(node) else None,
        )
