"""GHO506."""

from collections.abc import Iterator

from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._facts import Effect
from project_ghost.lint.python._module import Module

from ._host import FILE_METHODS, FILES

__all__ = ["FileInStep"]


class FileInStep(Rule):
    """A step uses a file, pipe or network.

    ## What it does
    Finds files opened, read or looked for, standard input, subprocesses and requests in
    a function that runs inside a step, or in one that it calls, also in another file of the project
    (found where the step calls it).

    ## Why is this bad
    A snapshot does not contain the file: it may have changed when the step runs again, and
    output of the step is written twice.

    ## Example
    ```python
    import json

    class Map:
        def step(self, position):
            with open("map.json") as file:
                return json.loads(file.read())[position]
    ```

    ## Use instead
    ```python
    class Map:
        def __init__(self, cells):
            self.cells = cells

        def step(self, position):
            return self.cells[position]
    ```
    """

    code = "GHO506"
    name = "file-in-step"

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every file in a step."""
        files = [(use.where, use.name) for use in module.uses_of(FILES) if use.call]
        for method in FILE_METHODS:
            files += [(call, f".{method}") for call in module.method_calls.get(method, ())]
        for node, name in files:
            if module.in_step(node):
                yield Problem(
                    node,
                    f"`{name.removeprefix('builtins.')}` inside a step depends on the host: "
                    "load it before the run",
                )
        for call, name in module.effects_in_step(Effect.FILE):
            yield Problem(
                call,
                f"`{name}`) inside a step depends on the host: load it before the run",
            )
