"""One clear error where the messages of a recording hold something else than Ghost writes."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from project_ghost.core.errors import GhostError, InputError
from project_ghost.telemetry import Recording

__all__ = ["reads_messages"]

_Runs = TypeVar("_Runs", bound=Recording | Sequence[Recording])
_More = ParamSpec("_More")
_Result = TypeVar("_Result")

# What a field of another type, size or name ends in.
_MISFITS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    StopIteration,
    TypeError,
    ValueError,
)


def reads_messages(
    function: Callable[Concatenate[_Runs, _More], _Result],
) -> Callable[Concatenate[_Runs, _More], _Result]:
    """Let a function of one or some recordings blame them where their messages do not fit.

    Any program can write a file with our channels in it, so each field may be of any type.
    """

    @wraps(function)
    def checked(runs: _Runs, /, *more: _More.args, **named: _More.kwargs) -> _Result:
        try:
            return function(runs, *more, **named)
        except GhostError:
            raise
        except _MISFITS as error:
            paths = [runs.path] if isinstance(runs, Recording) else [each.path for each in runs]
            raise InputError(
                f"messages cannot be shown: {type(error).__name__}, {error}",
                " and ".join(map(str, paths)),
                "messages as `ghost run` writes them",
                "`ghost info --check` tells whether the file has changed; else record it again",
            ) from error

    return checked
