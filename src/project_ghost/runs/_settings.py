"""Settings for a scenario or schedule, in the forms that Python and the command line use."""

import json
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from project_ghost.core.errors import InputTypeError

__all__ = ["Settings", "settings_from"]

# `{"actors.car1.speed_mps": 5}`, "seed=3", or a list of such texts.
Settings: TypeAlias = Mapping[str, object] | str | Iterable[str]


def settings_from(given: Settings, where: str = "settings") -> tuple[str, ...]:
    """Return settings as texts `key=value`."""
    if isinstance(given, str):
        return (given,)
    if isinstance(given, Mapping):
        return tuple(f"{key}={_value(key, value, where)}" for key, value in given.items())
    checked: object = given  # what callers without a type checker may give
    if not isinstance(checked, Iterable) or isinstance(checked, bytes):
        raise InputTypeError(
            f"the settings are {given!r}",
            where,
            "texts such as 'seed=3', or a mapping such as {'seed': 3}",
            "write the key and the value",
        )
    texts: tuple[object, ...] = tuple(given)
    for text in texts:
        if not isinstance(text, str):
            raise InputTypeError(
                f"a setting is {text!r}",
                where,
                "texts such as 'seed=3', or a mapping such as {'seed': 3}",
                "write the key and the value",
            )
    return tuple(str(text) for text in texts)


def _value(key: object, value: object, where: str) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, default=_plain)
    except (TypeError, ValueError):
        raise InputTypeError(
            f"the value of {key!r} is {value!r}",
            where,
            "a number, a text, true or false, or lists and mappings of these",
        ) from None


def _plain(value: object) -> object:
    """A number or an array of numpy as Python's own."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(value)
