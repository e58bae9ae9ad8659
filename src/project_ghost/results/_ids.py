"""The ids of many runs, in a few bytes each."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, final, overload

import numpy as np
from numpy.typing import NDArray

__all__ = ["ID_BYTES", "Places", "RunIds"]

ID_BYTES = 16
_DIGITS = 2 * ID_BYTES
_AT_ONCE = 4_096
# The value of each hexadecimal digit, as `bytes.hex` writes it; 255 for all other letters.
_VALUES = np.full(256, 255, np.uint8)
_VALUES[np.frombuffer(b"0123456789abcdef", np.uint8)] = np.arange(16, dtype=np.uint8)

Places = NDArray[np.int64]


@final
class RunIds(Sequence[str]):
    """Ids of runs in the order of a plan, each 32 hexadecimal digits, kept as 16 bytes."""

    def __init__(self, data: bytes | bytearray) -> None:
        self._keys = np.frombuffer(data, f"S{ID_BYTES}")
        self._order: Places | None = None

    @classmethod
    def of(cls, texts: Iterable[str]) -> "RunIds":
        """Return the ids of these texts."""
        data = bytearray()
        for text in texts:
            key = bytes.fromhex(text)
            if len(key) != ID_BYTES or key.hex() != text:
                raise ValueError(f"{text!r} is no id of a run: {_DIGITS} hexadecimal digits")
            data += key
        return cls(data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RunIds) and np.array_equal(self._keys, other._keys)

    def __hash__(self) -> int:
        return hash(self._keys.tobytes())

    def __len__(self) -> int:
        return len(self._keys)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        if isinstance(place, slice):
            data = self._keys[place].tobytes().hex()
            return [data[i : i + _DIGITS] for i in range(0, len(data), _DIGITS)]
        # A single key would lose zeros at its end.
        return self._keys[range(len(self))[place], None].tobytes().hex()

    def __iter__(self) -> Iterator[str]:
        for begin in range(0, len(self), _AT_ONCE):
            yield from self[begin : begin + _AT_ONCE]

    def digest(self) -> str:
        """Return the SHA-256 of all ids, one in a line."""
        whole = hashlib.sha256()
        for begin in range(0, len(self), _AT_ONCE):
            text = "\n".join(self[begin : begin + _AT_ONCE])
            whole.update((f"\n{text}" if begin else text).encode())
        return whole.hexdigest()

    def repeated(self) -> int | None:
        """Return the first place whose id is at an earlier place too."""
        order = self._sorted()
        is_again = self._keys[order[1:]] == self._keys[order[:-1]]
        return int(order[1:][is_again].min()) if is_again.any() else None

    def places(self, column: Any) -> Places:  # noqa: ANN401 - an array of pyarrow
        """Return the place of each id of a column of texts; -1 for those that are not there."""
        keys, is_id = _keys_of(column)
        order = self._sorted()
        if not len(order):
            return np.full(len(keys), -1, np.int64)
        found = np.searchsorted(self._keys, keys, sorter=order)
        places = order[np.minimum(found, len(order) - 1)]
        return np.where(is_id & (self._keys[places] == keys), places, -1)

    def _sorted(self) -> Places:
        if self._order is None:
            self._order = np.argsort(self._keys, kind="stable")
        return self._order


def _keys_of(column: Any) -> tuple[NDArray[np.bytes_], NDArray[np.bool_]]:  # noqa: ANN401
    """The bytes of each id in a column, and whether it is one."""
    import pyarrow
    from pyarrow import compute

    column = column.combine_chunks() if isinstance(column, pyarrow.ChunkedArray) else column
    is_long = compute.equal(compute.binary_length(column).fill_null(0), _DIGITS)
    column = compute.if_else(is_long, column, "0" * _DIGITS).cast(pyarrow.binary())
    text = column.cast(pyarrow.binary(_DIGITS)).buffers()[1] or b""
    digits = _VALUES[np.frombuffer(text, np.uint8).reshape(-1, _DIGITS)]
    is_id = (digits != 255).all(axis=1) & is_long.to_numpy(zero_copy_only=False)
    data = (digits[:, 0::2] << 4) | (digits[:, 1::2] & 15)
    return np.ascontiguousarray(data).view(f"S{ID_BYTES}").reshape(-1), is_id
