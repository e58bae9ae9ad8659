"""JSON out of bytes: quickly where it is usual, otherwise as the standard library has it."""

import json
from typing import Any

from project_ghost.core.errors import InputError

try:
    import msgspec
except ImportError:  # where there is no build of it, reading takes longer
    _quick = None
else:
    _quick = msgspec.json.Decoder()


def parsed(data: bytes, where: str) -> dict[str, Any]:
    """The JSON object in some bytes.

    What msgspec reads, it reads as the standard library does, to the last bit of a float;
    it refuses more (half of a surrogate pair, say), and that the standard library judges.
    """
    try:
        payload = _carefully(data, where) if _quick is None else _quick.decode(data)
    except (ValueError, RecursionError):
        payload = _carefully(data, where)
    if not isinstance(payload, dict):
        raise InputError("a message is not a JSON object", where, "a JSON object")
    return payload


def _carefully(data: bytes, where: str) -> Any:  # noqa: ANN401 - whatever JSON holds
    try:
        return json.loads(data, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"a message is not JSON: {error}", where, "a JSON object", "the file is corrupt"
        ) from None


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")
