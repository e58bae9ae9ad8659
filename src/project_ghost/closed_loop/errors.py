"""Errors of the closed loop, with the words and the types that programs for nuPlan know.

nuPlan raises RuntimeError, ValueError or AssertionError, and the same mistake is not always the
same type from one version to the next. An error of ours is each of those it may be there, so
that a program which catches one of them catches ours.
"""

from project_ghost.core.errors import GhostError, InputError

__all__ = ["ENDING", "ClosedLoopError", "ClosedLoopValueError", "escape_refused"]

# What ends more than a run, whoever raises it: Ctrl-C, the debugger, a closed generator.
ENDING = (KeyboardInterrupt, GeneratorExit)


class ClosedLoopError(GhostError, RuntimeError):
    """Something that the simulation, a planner or a trajectory cannot do now."""


class ClosedLoopValueError(ClosedLoopError, InputError, AssertionError):
    """A value that cannot be used."""


def escape_refused(error: BaseException, planner: str) -> ClosedLoopError:
    """The error of a planner that raises something else than an Exception: only its run ends."""
    what = f"the planner raised {type(error).__name__}: {error}"
    if isinstance(error, SystemExit):
        what = f"the planner called sys.exit({error.code!r})"
    return ClosedLoopError(
        what,
        f"planner {planner}",
        "a trajectory, or an exception",
        "raise an Exception where the planner cannot go on",
    )
