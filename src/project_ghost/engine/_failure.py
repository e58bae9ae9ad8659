"""What stopped a run, said in the same words however it was executed."""

from project_ghost.core.errors import GhostError, RunError

from ._schedule import Schedule


class UncompilableError(RunError):
    """What the interpreter can run and the compiler does not know."""


def uncompilable(error: Exception) -> UncompilableError:
    """The compiler's error, as far as it says something to the component's author."""
    return UncompilableError(
        f"it cannot be compiled: {str(error).strip().splitlines()[-1]}",
        "Engine with execution='compiled'",
        "functions in what Numba knows of Python",
        "find the component with project_ghost.testing.check_component, or interpret it",
    )


def located(error: Exception, plan: Schedule, row_number: int, tick: int) -> GhostError:
    """The error of a component, with its name, the tick and the time."""
    if isinstance(error, UncompilableError):
        return error
    row = plan.rows[row_number]
    what = f"{type(error).__name__}: {error}"
    if isinstance(error, GhostError):
        what = error.what
    elif isinstance(error, ZeroDivisionError):
        what = "ZeroDivisionError: division by zero"  # Python and Numba word it differently
    return RunError(
        f"component {row.name!r} failed: {what}",
        f"tick {tick}, time {tick * plan.step_ns:_} ns, {type(row.component).__name__}",
        "numbers for every output and state",
        "run it step by step from a snapshot before this tick",
    )
