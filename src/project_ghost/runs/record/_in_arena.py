"""The encoded payloads of a block of messages, by compiled code."""

from collections.abc import Sequence
from functools import cache
from typing import Any, final

import numpy as np

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.bus import Form, Text
from project_ghost.engine import PublishedBlock
from project_ghost.telemetry.rows import (
    ActorNames,
    Arena,
    PayloadArena,
    RowEncoder,
    encode_instants,
    quaternions_of_yaws,
)

from ._actors import Instant, Kept
from ._collected import Places

__all__ = ["InArena"]


@final
class InArena:
    """Encodes the numbers of messages by compiled code, which is loaded when this is made."""

    def __init__(self) -> None:
        self._arena = Arena()
        self._starts = np.zeros(0, dtype=np.int64)
        self._sizes = np.zeros(0, dtype=np.int64)
        self._encoders: dict[str, RowEncoder] = {}
        self._names: dict[str, ActorNames] = {}  # by channel
        _load_code()

    def begin(self, count: int) -> None:
        """Begin a block of so many messages."""
        self._arena.clear()
        self._starts = np.zeros(count, dtype=np.int64)
        self._sizes = np.zeros(count, dtype=np.int64)

    def encode(self, block: PublishedBlock, channel: str) -> None:
        """Encode the messages of a channel."""
        form, rows = block.form(channel), block.values(channel)
        self.encode_rows(channel, form, rows, block.places(channel))

    def encode_rows(self, channel: str, form: Form, rows: Floats, places: Places) -> None:
        """Encode rows as messages of a channel, which all have this form."""
        encoder = self._encoders.get(channel)
        if encoder is None:
            encoder = self._encoders[channel] = RowEncoder(form)
        first = self._arena.used
        ends = encoder.encode(rows, self._arena)
        self._starts[places] = starts = np.concatenate([[first], ends[:-1]])
        self._sizes[places] = ends - starts

    def actors(self, block: PublishedBlock, channel: str, name: str) -> "_NumberedActors":
        """The actors that the messages of a channel are about."""
        names = self._names.get(channel)
        if names is None:
            field: Any = block.form(channel)[name]
            names = self._names[channel] = ActorNames(field)
        return _NumberedActors(names, names.ids(block.values(channel)), self._arena)

    def put(self, places: Places, data: Sequence[bytes]) -> None:
        """Take encoded messages at their places."""
        sizes = np.fromiter(map(len, data), dtype=np.int64, count=len(data))
        self._starts[places] = self._arena.used + sizes.cumsum() - sizes
        self._sizes[places] = sizes
        self._arena.add(b"".join(data))

    def keep(self, data: bytes) -> Kept:
        """Take an encoded message that has no place yet."""
        self._arena.add(data)
        return self._arena.used - len(data), len(data)

    def insert(self, before: Sequence[int], kept: Sequence[Kept]) -> None:
        """Insert each payload before a place."""
        starts, sizes = np.array(kept, dtype=np.int64).T
        self._starts = np.insert(self._starts, before, starts)
        self._sizes = np.insert(self._sizes, before, sizes)

    def payloads(self) -> PayloadArena:
        """All of them, until the next block begins."""
        return PayloadArena(self._sizes.view(np.uint64), self._starts, self._arena.bytes)


@final
class _NumberedActors:
    """The numbers of actors, for compiled code."""

    def __init__(self, names: ActorNames, ids: Integers, arena: Arena) -> None:
        self._names = names
        self._ids = ids
        self._arena = arena
        self._same: tuple[bytes, tuple[str, ...]] = (b"", ())  # numbers, and the names of these

    def name(self, i: int) -> str:
        """The name of the actor at a pose."""
        return self._names.name(int(self._ids[i]))

    def differ(self, start: int, stop: int, names: tuple[str, ...]) -> bool:
        """Whether the actors at some poses are not those with these names."""
        ids = self._ids[start:stop]
        if ids.tobytes() != self._same[0]:
            self._same = ids.tobytes(), tuple(map(self._names.name, ids.tolist()))
        return self._same[1] != names

    def turned(self, yaws_rad: Floats) -> Floats:
        """Their orientations."""
        return quaternions_of_yaws(yaws_rad)

    def encoded(
        self, positions_m: Floats, orientations_q: Floats, instants: Sequence[Instant]
    ) -> list[tuple[int, int]]:
        """The transforms and poses of some instants."""
        spans = np.array([each[:3] for each in instants], dtype=np.int64).reshape(-1, 3)
        return encode_instants(
            self._names, self._ids, positions_m, orientations_q, spans, self._arena
        )


@cache
def _load_code() -> None:
    """Encode nothing by every compiled function, which loads or compiles it."""
    arena, actor, rows = Arena(), Text(0, 1, str), np.zeros((0, 1))
    RowEncoder({"actor": actor}).encode(rows, arena)
    names = ActorNames(actor)
    none = np.zeros((0, 3), dtype=np.int64)
    quaternions = quaternions_of_yaws(np.zeros(0))
    encode_instants(names, names.ids(rows), np.zeros((0, 3)), quaternions, none, arena)
    nothing = np.zeros(0, dtype=np.int64)
    PayloadArena(nothing.view(np.uint64), nothing, arena.bytes).joined(
        np.zeros(0, dtype=[("head", "u1")]), slice(None)
    )
