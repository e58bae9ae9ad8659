"""The texts that stand for numbers, found by compiled code: a table with open addressing."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.arrays import Floats
from project_ghost.core.bus import Text
from project_ghost.core.compiled import borrowing, compile_source, inlined

__all__ = ["TextTable", "text_ids", "text_number"]

_FACTOR = np.uint64(0x9E37_79B9_7F4A_7C15)
_SHIFT = np.uint64(29)
_NOTHING = np.uint64(0)
_SLOTS = 64


@final
class TextTable:
    """The texts of some fields so far, each with a number, in the order in which they came."""

    def __init__(self, fields: Sequence[Text]) -> None:
        self._fields = fields
        self._widest = max((field.width for field in fields), default=0)
        self.texts: list[str] = []
        self._make(_SLOTS)

    def _make(self, slots: int) -> None:
        # By slot: the number of the field plus one, then the bits of its numbers.
        self.keys: NDArray[np.uint64] = np.zeros((slots, 1 + self._widest), dtype=np.uint64)
        self.numbers: NDArray[np.int64] = np.zeros(slots, dtype=np.int64)

    def add(self, field: int, numbers: Floats) -> str:
        """Make the text of a field's numbers, and keep it."""
        text = self._fields[field].text(*numbers.tolist())
        key = np.zeros(1 + self._widest, dtype=np.uint64)
        key[0] = field + 1
        key[1 : 1 + len(numbers)] = numbers.view(np.uint64)
        if 2 * (len(self.texts) + 1) > len(self.keys):
            keys, kept = self.keys, self.numbers
            self._make(2 * len(keys))
            for slot in np.flatnonzero(keys[:, 0]).tolist():
                self._put(keys[slot], kept[slot])
        self._put(key, len(self.texts))
        self.texts.append(text)
        return text

    def _put(self, key: NDArray[np.uint64], number: int) -> None:
        mixed = 0
        for each in key.tolist():
            mixed = (mixed ^ each) * int(_FACTOR) & (1 << 64) - 1
            mixed ^= mixed >> int(_SHIFT)
        slot = mixed & len(self.keys) - 1
        while self.keys[slot, 0]:
            slot = (slot + 1) & len(self.keys) - 1
        self.keys[slot], self.numbers[slot] = key, number


def text_ids(table: TextTable, place: int, width: int, rows: Floats) -> NDArray[np.int64]:
    """The number of the text of each row, of a table with one field."""
    ids = np.empty(len(rows), dtype=np.int64)
    bits = rows.view(np.uint64)
    row = 0
    while (row := _compiled()(bits, place, width, table.keys, table.numbers, ids, row)) < len(rows):
        table.add(0, rows[row, place : place + width])
    return ids


@cache
def _compiled() -> Callable[..., Any]:
    arguments = "bits, place, width, keys, numbers, ids, first"
    source = f"def text_ids({arguments}):\n    return find({arguments})\n"
    return compile_source(source, "text_ids", {"find": _find})


# --------------------------------------------------------------- compiled


@borrowing
def _find(
    bits: Any,  # noqa: ANN401
    place: int,
    width: int,
    keys: Any,  # noqa: ANN401
    numbers: Any,  # noqa: ANN401
    ids: Any,  # noqa: ANN401
    first: int,
) -> int:
    """Find the texts of all rows from `first` on; returns the first that has none."""
    count: int = bits.shape[0]
    for row in range(first, count):
        found = text_number(keys, numbers, 1, bits, row, place, width)
        if found < 0:
            return row
        ids[row] = found
    return count


@borrowing
@inlined
def text_number(
    keys: Any,  # noqa: ANN401
    numbers: Any,  # noqa: ANN401
    field: int,
    bits: Any,  # noqa: ANN401
    row: int,
    place: int,
    width: int,
) -> int:
    """The number of a text, or -1 where it is not known yet; `field` counts from 1."""
    mixed = np.uint64(field) * _FACTOR
    mixed ^= mixed >> _SHIFT
    for i in range(keys.shape[1] - 1):
        if i < width:
            mixed ^= bits[row, place + i]
        mixed *= _FACTOR
        mixed ^= mixed >> _SHIFT
    slot = np.int64(mixed & np.uint64(keys.shape[0] - 1))
    while keys[slot, 0] != _NOTHING:
        if keys[slot, 0] == np.uint64(field):
            is_same = True
            for i in range(width):
                if keys[slot, 1 + i] != bits[row, place + i]:
                    is_same = False
            if is_same:
                return numbers[slot]  # type: ignore[no-any-return]
        slot = (slot + 1) & (keys.shape[0] - 1)
    return -1
