"""Read a simulator's settings, with errors that name the key."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import TypeVar

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.study.execute._simulator import Settings

__all__ = ["check_names", "choice", "mapping", "required_module", "steps_of", "texts", "whole"]

_COMMON = ("scenario", "duration_ns", "end_at_first_collision", "end_at_last_waypoint")
_WHERE = "settings"

Value = TypeVar("Value")


def required_module(name: str, extra: str) -> ModuleType:
    """Import a module of an extra; the error names the extra."""
    try:
        return import_module(name)
    except ImportError as error:
        raise InputError(
            f"{name} cannot be imported: {error}",
            f"simulator: {extra}",
            f"the extra `{extra}`",
            f'python -m pip install -e ".[{extra}]" in the source, or make study-peers',
        ) from None


def check_names(settings: Settings, known: Sequence[str]) -> None:
    """Raise for a setting that this simulator does not have."""
    for name in settings:
        if name not in (*_COMMON, *known):
            raise InputError(
                f"there is no setting {name!r}{did_you_mean(name, known)}",
                _WHERE,
                f"one of {', '.join(known)}",
            )


def choice(settings: Settings, name: str, known: Sequence[str], default: str) -> str:
    """A setting with a fixed list of values."""
    value = settings.get(name, default)
    if value not in known:
        raise InputError(
            f"{name} is {value!r}{did_you_mean(str(value), known)}",
            f"{_WHERE}.{name}",
            f"one of {', '.join(known)}",
        )
    return str(value)


def whole(settings: Settings, name: str, default: int, least: int = 1) -> int:
    """A setting that is a whole number."""
    value = settings.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise InputError(
            f"{name} is {value!r}", f"{_WHERE}.{name}", f"a whole number of at least {least}"
        )
    return value


def texts(settings: Settings, name: str) -> tuple[str, ...]:
    """A setting that is a list; its items become texts."""
    value = settings.get(name, ())
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise InputError(f"{name} is {value!r}", f"{_WHERE}.{name}", "a list like [--seed, 7]")
    return tuple(str(item) for item in value)


def mapping(settings: Settings, name: str) -> dict[str, object]:
    """A setting that maps names to values."""
    value = settings.get(name, {})
    if not isinstance(value, Mapping):
        raise InputError(f"{name} is {value!r}", f"{_WHERE}.{name}", "a mapping of names to values")
    return {str(key): item for key, item in value.items()}


def steps_of(settings: Settings, step_ns: int, default_ns: int) -> int:
    """The number of steps in the duration, at least one."""
    duration_ns = settings.get("duration_ns")
    length_ns = duration_ns if isinstance(duration_ns, int) else default_ns
    return max(1, length_ns // step_ns)
