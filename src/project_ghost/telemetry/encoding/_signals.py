"""Bulk channels: signal samples, encoded a block at a time.

A sample is a Protocol Buffers message with a double for each scalar signal and a packed list
of doubles for each array signal. All samples of a channel have the same size, so n samples
are an array of n rows. The channel's metadata hold the signals' names, shapes and units.

Why: ADR 16.
"""

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError, InputTypeError
from project_ghost.core.unique_names import UniqueNames
from project_ghost.telemetry.mcap._records import MESSAGE, MESSAGE_FIELDS_SIZE, MESSAGE_HEAD

from ._encoding import encode_to_bytes
from ._protobuf import FIXED64, TYPE_DOUBLE, Field, descriptor_set, length_delimited, tag

COLUMNS_KEY = "ghost.columns"
PACKAGE = "ghost"

Stamps = NDArray[np.uint64]


class Column(NamedTuple):
    """A signal in a bulk channel.

    `present` is the column that is 0 at the samples where this one has no value; readers show
    such values as absent, although the file has what was in the signal.
    """

    name: str
    shape: tuple[int, ...] = ()
    unit: str = ""
    present: str = ""

    @property
    def size(self) -> int:
        """The number of values."""
        size = 1
        for length in self.shape:
            size *= length
        return size


@final
class SignalLayout:
    """The offsets of a sample's numbers in a row of values and in a message."""

    def __init__(self, channel: str, columns: Sequence[Column]) -> None:
        _require_columns(channel, columns)
        self.columns = tuple(columns)
        self.message_name = _type_name(channel)
        names = _field_names(columns)
        fields = [
            Field(name, number, TYPE_DOUBLE, repeated=bool(column.shape))
            for number, (name, column) in enumerate(zip(names, columns, strict=True), start=1)
        ]
        self.schema = descriptor_set(PACKAGE, self.message_name, fields)
        template = bytearray()
        self.places: list[tuple[int, int, int]] = []  # offset, first value, how many
        start = 0
        for field, column in zip(fields, columns, strict=True):
            zeros = bytes(8 * column.size)
            if column.shape:
                template += length_delimited(field.number, zeros)
            else:
                template += tag(field.number, FIXED64) + zeros
            self.places.append((len(template) - len(zeros), start, column.size))
            start += column.size
        self.width = start
        starts = {c.name: at for c, (_, at, _) in zip(columns, self.places, strict=True)}
        # By column: the place of the value that is 0 where the column is absent.
        self.present = [starts.get(column.present) for column in columns]
        self.template = bytes(template)
        self.size = len(template)
        self._rows = np.dtype(
            {
                "names": ["head", "sequence", "log", "publish", *map(str, range(len(columns)))],
                "formats": ["V11", "<u4", "<u8", "<u8"]
                + [("<f8", (size,)) if size != 1 else "<f8" for _, _, size in self.places],
                "offsets": [0, 11, 15, 23] + [MESSAGE_HEAD.size + at for at, _, _ in self.places],
                "itemsize": MESSAGE_HEAD.size + self.size,
            }
        )

    @property
    def schema_name(self) -> str:
        """The name of the messages in their schema."""
        return f"{PACKAGE}.{self.message_name}"

    def metadata(self) -> dict[str, str]:
        """Return the channel metadata that a reader needs besides the schema."""
        columns = [
            [each.name, list(each.shape), each.unit, *filter(None, [each.present])]
            for each in self.columns
        ]
        return {COLUMNS_KEY: encode_to_bytes(columns).decode()}

    def records(self, channel_id: int, first: int, stamps_ns: Stamps, values: Floats) -> Any:  # noqa: ANN401
        """Return the messages' MCAP records, a row each; sample numbers start at `first`."""
        head = MESSAGE_HEAD.pack(MESSAGE, MESSAGE_FIELDS_SIZE + self.size, channel_id, 0, 0, 0)
        count = len(stamps_ns)
        rows = np.empty(count, dtype=self._rows)
        raw = rows.view(np.uint8).reshape(count, -1)
        raw[:] = np.frombuffer(head + self.template, dtype=np.uint8)
        rows["sequence"] = np.arange(first, first + count, dtype=np.uint64).astype(np.uint32)
        rows["log"] = stamps_ns
        rows["publish"] = stamps_ns
        for i, (_, start, size) in enumerate(self.places):
            rows[str(i)] = values[:, start] if size == 1 else values[:, start : start + size]
        return raw

    def payloads(self, stamps_ns: Stamps, values: Floats) -> list[bytes]:
        """Return the messages alone, one for each row of values."""
        rows = self.records(0, 0, stamps_ns, values)[:, MESSAGE_HEAD.size :]
        return [row.tobytes() for row in rows]

    def values(self, payloads: NDArray[np.uint8], where: str) -> Floats:
        """Decode messages of the channel's fixed size to numbers, a row each."""
        if payloads.shape[1] != self.size:
            raise InputError(
                f"a sample has {payloads.shape[1]} bytes",
                where,
                f"{self.size} bytes, the size of its columns",
                "the file is corrupt or was written by another program",
            )
        numbers = np.empty((len(payloads), self.width))
        for at, start, size in self.places:
            raw = np.ascontiguousarray(payloads[:, at : at + 8 * size])
            numbers[:, start : start + size] = raw.view("<f8")
        return numbers


def layout_from_metadata(channel: str, metadata: dict[str, str]) -> SignalLayout | None:
    """Return the layout described by a channel's metadata, or None if there is none."""
    text = metadata.get(COLUMNS_KEY)
    if text is None:
        return None
    try:
        columns = [
            Column(str(name), tuple(int(n) for n in shape), *map(str, unit_and_present))
            for name, shape, *unit_and_present in json.loads(text)
        ]
        return SignalLayout(channel, columns)
    except (ValueError, TypeError, RecursionError):
        raise InputError(
            "the columns of a bulk channel cannot be read",
            f"channel {channel[:80]!r}, metadata {COLUMNS_KEY!r}",
            "a list of [name, shape, unit] or [name, shape, unit, present]",
            "the file is corrupt or was written by another program",
        ) from None


def require_block(
    stamps_ns: object, values: object, layout: SignalLayout, channel: str
) -> tuple[Stamps, Floats]:
    """Return a block's stamps and values after checking them against the channel."""
    where = f"Recorder.record_rows, on {channel!r}"
    stamps, numbers = np.asarray(stamps_ns), np.asarray(values)
    if stamps.dtype.kind not in "iu" or stamps.ndim != 1:
        raise InputTypeError(
            f"stamps_ns is an array of {stamps.dtype} and shape {stamps.shape}",
            where,
            "integer nanoseconds, one for each row",
        )
    if numbers.dtype != np.float64 or numbers.shape != (len(stamps), layout.width):
        raise InputTypeError(
            f"values is an array of {numbers.dtype} and shape {numbers.shape}",
            where,
            f"float64 and shape {(len(stamps), layout.width)}: a row for each stamp, "
            "all columns side by side",
        )
    if len(stamps) and (int(stamps.min()) < 0 or bool((stamps[1:] < stamps[:-1]).any())):
        raise InputError(
            "stamps_ns is negative or decreases", where, "stamps from 0 on that never decrease"
        )
    return stamps.astype(np.uint64), np.ascontiguousarray(numbers)


def _require_columns(channel: str, columns: Sequence[Column]) -> None:
    names = [column.name for column in columns]
    total = sum(column.size for column in columns)
    if not names or len(set(names)) != len(names) or not 0 < total <= 1 << 20:
        raise InputError(
            f"the columns of a bulk channel are {names[:10]!r}, with {total} numbers in all",
            f"channel {channel!r}",
            "unique names, and 1 to 1,048,576 numbers in each sample",
        )
    for column in columns:
        if any(length < 1 for length in column.shape):
            raise InputError(
                f"the column {column.name!r} has the shape {column.shape}",
                f"channel {channel!r}",
                "lengths of 1 or more",
            )


def _type_name(channel: str) -> str:
    words = re.findall(r"[A-Za-z0-9]+", channel)
    return "".join(word[0].upper() + word[1:] for word in ["Samples", *words])


def _field_names(columns: Sequence[Column]) -> list[str]:
    """Return unique names that Protocol Buffers allow, close to the signals' names."""
    unique, names = UniqueNames(), []
    for column in columns:
        name = re.sub(r"[^A-Za-z0-9_]", "_", column.name)
        names.append(unique.add(name if re.match(r"[A-Za-z_]", name) else f"_{name}"))
    return names
