"""The bytes of a snapshot: a readable header, the arrays, and a digest over both."""

import hashlib
import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.errors import InputError

MAGIC = b"GHOST SNAPSHOT 1\n"

Arrays = list[NDArray[Any]]


def pack(header: dict[str, Any], arrays: Arrays) -> bytes:
    """One self-contained piece of bytes, the same for the same content."""
    described = [[array.dtype.newbyteorder("<").str, list(array.shape)] for array in arrays]
    text = json.dumps({**header, "arrays": described}, sort_keys=True).encode()
    body = b"".join([array.astype(array.dtype.newbyteorder("<")).tobytes() for array in arrays])
    data = MAGIC + len(text).to_bytes(8, "little") + text + body
    return data + hashlib.sha256(data).digest()


def unpack(data: bytes) -> tuple[dict[str, Any], Arrays]:
    """The header and the arrays; refuses bytes that `pack` did not make."""
    if not data.startswith(MAGIC[:14]):
        raise _refused("it is not a snapshot")
    if not data.startswith(MAGIC):
        raise _refused("it is of another version")
    if hashlib.sha256(data[:-32]).digest() != data[-32:]:
        raise _refused("it is damaged")
    try:
        return _unpacked(data)
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError):
        # The digest is correct, so another program made it.
        raise _refused("its header is not as Ghost makes it") from None


def _unpacked(data: bytes) -> tuple[dict[str, Any], Arrays]:
    start = len(MAGIC) + 8
    length = int.from_bytes(data[len(MAGIC) : start], "little")
    header = json.loads(data[start : start + length])
    arrays: Arrays = []
    offset = start + length
    for kind, shape in header.pop("arrays"):
        dtype = np.dtype(kind)
        if dtype.kind not in "biuf" or any(size < 0 for size in shape):
            raise ValueError(kind)
        count = int(np.prod(shape, dtype=int))
        array = np.frombuffer(data, dtype, count, offset).reshape(shape)
        arrays.append(array.astype(dtype.newbyteorder("=")))
        offset += count * dtype.itemsize
    _require_header(header)
    return header, arrays


def _require_header(header: dict[str, Any]) -> None:
    """Raise any error for a header whose values the engine cannot have stored."""
    blocks, head, rest = header["ledger"]
    numbers = [header["seed"], blocks, *header["bus"]]
    if len(numbers) != 4 or any(type(each) is not int or each < 0 for each in numbers):
        raise ValueError(numbers)
    if type(header["chained"]) is not bool or type(header["schedule"]) is not str:
        raise TypeError(header["chained"])
    bytes.fromhex(head)
    bytes.fromhex(rest)
    header["hosts"]  # must exist; the hosts check its contents


def _refused(why: str) -> InputError:
    return InputError(
        f"the snapshot cannot be used: {why}",
        "Engine.restored",
        f"bytes that Engine.snapshot made, beginning with {MAGIC.decode().strip()!r}",
        "make the snapshot again with this version",
    )
