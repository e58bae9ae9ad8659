"""What stopped a run, said in the same words however it was executed."""

from project_ghost.core.errors import GhostError, RunError

from ._schedule import Schedule


class UncompilableError(RunError):
    """What the interpreter can run and the compiler does not know."""


def uncompilable(error: Exception) -> UncompilableError:
    """The compiler's error, as far as it says something to the component's author."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    # Numba first says which of its steps failed, then why, then where.
    why = next((line for line in lines if not line.startswith("Failed in nopython")), "no reason")
    place = next((line.rstrip(":") for line in lines if line.startswith("File ")), "")
    return UncompilableError(
        f"it cannot be compiled: {why}",
        ", ".join(filter(None, ("Engine with execution='compiled'", place))),
        "functions in what Numba knows of Python",
        "find the component with project_ghost.testing.check_component, or interpret it",
    )


def interrupted() -> RunError:
    """What is left of a run that was stopped from outside, in the midst of a tick."""
    return RunError(
        "the run was interrupted in the midst of a tick",
        "Engine.run",
        "a run that is left to come to its end",
        "go back with Engine.reset, or to a snapshot with Engine.restore",
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
