"""Errors that stop a run, with the same message in every execution."""

import re

from project_ghost.core.errors import GhostError, RunError
from project_ghost.engine.plan._schedule import Schedule

# Beginnings of lines in Numba's errors that contain neither the reason nor the place.
_PREAMBLE = (
    *("Failed in nopython", "No implementation of function", ">>>", "There ", "- Of which"),
    *("Overload ", "With argument", "Rejected as", "TypingError: Failed in", "File ", "During"),
)


class UncompilableError(RunError):
    """A schedule that the interpreter can run and the compiler cannot compile."""


class DisagreementError(UncompilableError):
    """A schedule that the compiler compiles to something else than the interpreter runs."""


def disagreement(difference: str) -> DisagreementError:
    """The error of machine code that gives other bits than the interpreter."""
    return DisagreementError(
        f"compiled code differs from the interpreter: {difference}",
        "Engine, first ticks of new machine code",
        "the same bits in both",
        "let the engine interpret it, which is right, and report it with the component's source",
    )


def uncompilable(error: Exception) -> UncompilableError:
    """The compiler's error, reduced to what helps the author of a component."""
    text = str(error)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    # Numba names first the step that failed, then the reason, then the place.
    why = next((line for line in lines if not line.startswith(_PREAMBLE)), text)
    function = re.search(r"<function (\S+) at 0x", text)
    place = function[1] if function else ""
    if type(error).__module__.partition(".")[0] != "numba":
        why = f"{type(error).__name__}: {why}"
    return UncompilableError(
        f"it cannot be compiled: {why}",
        ", ".join(filter(None, ("Engine with execution='compiled'", place))),
        "functions in the part of Python that Numba compiles",
        "find the component with project_ghost.testing.check_component, or interpret it",
    )


def interrupted() -> RunError:
    """The error of a run that was interrupted in the middle of a tick."""
    return RunError(
        "the run was interrupted in the middle of a tick",
        "Engine.run",
        "a run without an interruption",
        "go back with Engine.reset, or to a snapshot with Engine.restore",
    )


def located(error: Exception, plan: Schedule, row_number: int, tick: int) -> GhostError:
    """The error of a component, with its name, its notes, the tick and the time."""
    if isinstance(error, UncompilableError):
        return error
    row = plan.rows[row_number]
    what = f"{type(error).__name__}: {error}"
    notes = getattr(error, "__notes__", ())
    expected, fix = "", ""
    if isinstance(error, GhostError):
        what, expected, fix = error.what, error.expected, error.fix
    elif isinstance(error, ZeroDivisionError):
        what = "ZeroDivisionError: division by zero"  # Python and Numba have different texts
    elif isinstance(error, IndexError):
        what = "IndexError: an index is out of bounds"  # here too
    time_ns = tick * plan.step_ns
    return RunError(
        f"component {row.name!r} failed: {what}",
        "; ".join([*notes, f"tick {tick}, time {time_ns:_} ns, {type(row.component).__name__}"]),
        expected or "numbers for every output and state",
        f"{fix and f'{fix}; or '}look into it: `ghost debug RUN --at {time_ns}ns --component "
        f"{row.name}`; without a recording, run step by step from a snapshot before this tick",
    )
