"""GHO102."""

import ast
import re

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import BannedNames
from project_ghost.lint.python._module import Module, Use
from project_ghost.lint.python._shown import is_for_show

__all__ = ["Sleep"]

# Pauses between pictures.
_PACE = re.compile(r"fps|frame_?rate|render|gui|hardware|real_?time|visuali")
_MESSAGE = "`{name}` waits for the host's clock: advance simulated time instead"


class Sleep(BannedNames):
    """The program waits for real time to pass.

    ## What it does
    Finds `time.sleep`, `asyncio.sleep`, `trio.sleep` and `anyio.sleep`. A sleep of
    zero, which only yields to other tasks, is not found. In a step of other code than a component
    it is a hint; outside a step, a sleep in a loop that waits for a condition is a hint, any other
    an info; so is one that paces a picture.

    ## Why is this bad
    What other threads, tasks and processes do in the meantime depends on the load of the
    machine, and a simulation that sleeps is slower than necessary.

    ## Example
    ```python
    import time

    def wait_for_sensor(sensor):
        while not sensor.ready():
            time.sleep(0.01)
    ```

    ## Use instead
    ```python
    def wait_for_sensor(sensor, clock):
        while not sensor.ready():
            clock.advance(10_000_000)
    ```
    """

    code = "GHO102"
    name = "sleep"
    elsewhere = Severity.HINT
    banned = dict.fromkeys(
        (
            "time.sleep",
            "asyncio.sleep",
            "trio.sleep",
            "trio.sleep_until",
            "anyio.sleep",
            "anyio.sleep_until",
            "gevent.sleep",
            "eventlet.sleep",
        ),
        _MESSAGE,
    )

    def applies(self, use: Use, module: Module) -> bool:
        """Not for a sleep of zero, which only yields to other tasks."""
        del module
        first = use.call.args[0] if use.call and use.call.args else None
        return not (isinstance(first, ast.Constant) and first.value == 0)

    def severity_of(self, use: Use, module: Module) -> Severity | None:
        """Info for a sleep that paces a picture, or that nothing waits in."""
        if use.call is not None and _is_pace(module, use.call):
            return Severity.INFO
        if use.call is None or module.in_step(use.call):
            return None
        if any(isinstance(each, ast.ExceptHandler) for each in module.tree.ancestors(use.call)):
            return Severity.INFO  # before the next attempt
        polls = any(map(_waits, module.tree.ancestors(use.call)))
        return Severity.HINT if polls and not is_for_show(module, use.node) else Severity.INFO


def _is_pace(module: Module, call: ast.Call) -> bool:
    """Whether a sleep paces a picture or a machine: by its length, or by a condition around it."""
    conditions = [each.test for each in module.tree.ancestors(call) if isinstance(each, ast.If)]
    return any(_PACE.search(ast.unparse(each).lower()) for each in (call, *conditions))


def _waits(node: ast.AST) -> bool:
    """Whether a loop ends by a condition, in its header or by a jump."""
    if not isinstance(node, ast.While):
        return False
    leaves = any(isinstance(part, ast.Break | ast.Return) for part in ast.walk(node))
    return leaves or not isinstance(node.test, ast.Constant)
