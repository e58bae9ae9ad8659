"""Errors of the closed loop, with the words and the types that programs for nuPlan know.

nuPlan raises RuntimeError, ValueError or AssertionError, and the same mistake is not always the
same type from one version to the next. An error of ours is each of those it may be there, so
that a program which catches one of them catches ours.
"""

from project_ghost.core.errors import GhostError, InputError

__all__ = ["ClosedLoopError", "ClosedLoopValueError", "exit_refused"]


class ClosedLoopError(GhostError, RuntimeError):
    """Something that the simulation, a planner or a trajectory cannot do now."""


class ClosedLoopValueError(ClosedLoopError, InputError, AssertionError):
    """A value that cannot be used."""


def exit_refused(error: SystemExit, planner: str) -> ClosedLoopError:
    """The error of a planner that wants to end the process: only its own run ends."""
    return ClosedLoopError(
        f"the planner called sys.exit({error.code!r})",
        f"planner {planner}",
        "a trajectory, or an exception",
        "raise an exception where the planner cannot go on",
    )
