"""GHO506."""

import ast
import re
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._facts import Effect
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._shown import uses_network
from project_ghost.lint.python._syntax import word

from ._host import FILE_METHODS, FILES

__all__ = ["FileInStep"]


# What a person types, or another program writes: they take part in the simulation.
_PEOPLE = frozenset({"builtins.input", "sys.stdin.read", "sys.stdin.readline"})


class FileInStep(Rule):
    """A step uses a file, pipe or network.

    ## What it does
    Finds files opened, read or looked for, standard input, subprocesses and requests in a function
    that runs inside a step, or in one that it calls, also in another file of the project (found
    where the step calls it). A file that is only written, and a folder that is made if it is
    missing, is a hint; so is, outside of components, the question whether a file is there, what a
    person types, and what a client of a network does; so is another file's function outside of
    components, and a function of which only the end of the name says that it is a step
    (`run_step`).

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
                is_unsure = (
                    not module.is_surely_in_step(node)
                    or _only_writes(node)
                    or _makes_folder(module, node)
                    or (
                        not module.in_component(node)
                        and (
                            _only_asks(name)
                            or _is_request(name)
                            or name in _PEOPLE
                            or uses_network(module)
                        )
                    )
                )
                yield Problem(
                    node,
                    f"`{name.removeprefix('builtins.')}` inside a step depends on the host: "
                    "load it before the run",
                    Severity.HINT if is_unsure else None,
                )
        for call, name in module.effects_in_step(Effect.FILE):
            yield Problem(
                call,
                f"`{name}`) inside a step depends on the host: load it before the run",
                None if module.in_component(call) else Severity.HINT,
            )


def _only_asks(name: str) -> bool:
    """Whether a call only asks whether a file is there: most code fails, or begins, without it."""
    return name.rpartition(".")[2] in ("exists", "is_dir", "is_file", "isdir", "isfile")


def _is_request(name: str) -> bool:
    """Whether a call asks a server, which has its own state."""
    return name.startswith(("http.", "httpx.", "requests.", "urllib."))


def _only_writes(node: ast.expr) -> bool:
    """Whether a call opens a file to write it, or writes it: the step reads nothing."""
    match node:
        case ast.Call(func=ast.Attribute(attr="write_text" | "write_bytes")):
            return True
        case ast.Call(func=func, args=args, keywords=keywords) if word(func) == "open":
            modes = [each.value for each in keywords if each.arg == "mode"]
            modes += args[0 if isinstance(func, ast.Attribute) else 1 :][:1]
            return any(
                isinstance(mode, ast.Constant)
                and re.fullmatch(r"[wax][bt+]*", str(mode.value)) is not None
                for mode in modes
            )
    return False


def _makes_folder(module: Module, node: ast.AST) -> bool:
    """Whether a step asks for a folder only to make it: `if not exists(x): makedirs(x)`."""
    for parent in module.tree.ancestors(node):
        match parent:
            case ast.If(test=test, body=[ast.Expr(value=ast.Call(func=func))], orelse=[]):
                is_asked = any(part is node for part in ast.walk(test))
                return is_asked and word(func) in ("makedirs", "mkdir")
            case ast.stmt():
                return False
    return False
