"""Parse JSON objects with msgspec, and with the standard library where msgspec refuses."""

import json
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from project_ghost.core.errors import InputError


def parse_object(data: bytes, where: str) -> dict[str, Any]:
    """Parse bytes that hold one JSON object.

    Whatever msgspec accepts, it reads as the standard library does, to the last bit of a float.
    It refuses more (half of a surrogate pair, for example); the standard library then decides.
    """
    try:
        payload = _fast_decoder()(data)
    except (ValueError, RecursionError):
        payload = _parse_strictly(data, where)
    if not isinstance(payload, dict):
        raise InputError("a message is not a JSON object", where, "a JSON object")
    return payload


@cache
def _fast_decoder() -> Callable[[bytes], Any]:
    """Msgspec's decoder, imported by what reads messages only; it takes as long as numpy."""
    try:
        import msgspec
    except ImportError:  # no build for this platform: reading is slower
        return partial(json.loads, parse_constant=_refuse_constant)
    return msgspec.json.Decoder().decode


def _parse_strictly(data: bytes, where: str) -> Any:  # noqa: ANN401 - whatever JSON holds
    try:
        return json.loads(data, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"a message is not JSON: {error}", where, "a JSON object", "the file is corrupt"
        ) from None


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")
