"""What is published on its way from the schedule's source to the bus.

A segment leaves its messages in two arrays: for each the tick and the number of its
publication, and their values one after the other. So they are in the order of (tick,
publication, row), and in that order the bus numbers them. Samples in bulk stand among them,
and are handed over as arrays.

Why: ADR 16.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.bus import Bus
from project_ghost.engine.codegen._fragments import assigned, indented, place
from project_ghost.engine.plan._layout import MESSAGES, ROW, Layout, Slot
from project_ghost.engine.plan._schedule import Schedule
from project_ghost.engine.wiring._names import component_of
from project_ghost.engine.wiring._publications import AnyPublication, EventPublication

# How many messages a segment may leave, and how many values, where one tick needs no more.
_MESSAGES = 4096
_VALUES = 1 << 18

# Makes a payload of a message's values.
Payload = Callable[[list[float]], dict[str, Any]]

# Takes a block of samples: their times, and a row of all signals' values for each.
TakeSamples = Callable[[NDArray[np.int64], NDArray[np.float64]], object]


def most_per_tick(plan: Schedule, layout: Layout) -> tuple[int, int]:
    """How many messages, and how many values, one tick may leave."""
    counts = [_most(layout, each) for each in plan.publications]
    widths = [_width(layout, each) for each in plan.publications]
    # ghost: allow[float-sum] these are whole numbers
    return sum(counts), sum(n * width for n, width in zip(counts, widths, strict=True))


def publication_source(plan: Schedule, layout: Layout, number: int) -> list[str]:
    """The source that keeps what one publication publishes."""
    each = plan.publications[number]
    if not isinstance(each, EventPublication):
        lines, column = [], 0
        for signal in each.signals:
            slot = layout.signals[signal]
            at = f"used + {column}" if column else "used"
            lines += assigned(slot.size, place("M[", at), place("S[", slot.start))
            column += slot.size
        return _kept(lines, number, column)
    writer = component_of(each.count)
    row = next(i for i, row in enumerate(plan.rows) if row.name == writer)
    count, records = layout.signals[each.count], layout.signals[each.records]
    width = len(each.fields)
    source = place("S[", f"{records.start} + i * {width}")
    return [
        f"C[{ROW}] = {row}",
        f"for i in range(event_count(S[{count.start}], {records.shape[0]})):",
        *indented(_kept(assigned(width, place("M[", "used"), source), number, width), 1),
    ]


def _kept(values: list[str], number: int, width: int) -> list[str]:
    # Counted at once: should a component fail later, what was published before is delivered.
    return [
        "MI[messages, 0] = n",
        f"MI[messages, 1] = {number}",
        *values,
        f"used += {width}",
        "messages += 1",
        f"C[{MESSAGES}] = messages",
    ]


@final
class Outbox:
    """The messages of one segment, until they are on the bus."""

    def __init__(self, plan: Schedule, layout: Layout) -> None:
        messages, values = most_per_tick(plan, layout)
        self.heads: NDArray[np.int64] = np.zeros((max(_MESSAGES, messages), 2), dtype=np.int64)
        self.values: NDArray[np.float64] = np.zeros(max(_VALUES, values))
        self._channels = [each.channel for each in plan.publications]
        self._widths = np.array([_width(layout, p) for p in plan.publications], dtype=np.int64)
        self._payloads = [_payload(layout, each) for each in plan.publications]
        self._step_ns = plan.step_ns
        self._is_bulk = np.array([is_bulk(each) for each in plan.publications], dtype=bool)
        self._bulk = np.flatnonzero(self._is_bulk).tolist()

    def hand_over(self, count: int, takers: Mapping[str, Sequence[TakeSamples]]) -> None:
        """Give the samples in bulk among the first messages to those who take them."""
        if not takers:
            return
        heads = self.heads[:count]
        starts = self._widths[heads[:, 1]].cumsum() - self._widths[heads[:, 1]]
        for number in self._bulk:
            taking = takers.get(self._channels[number], ())
            found = np.flatnonzero(heads[:, 1] == number) if taking else ()
            if len(found):
                places = starts[found, None] + np.arange(self._widths[number])
                for take in taking:
                    take(heads[found, 0] * self._step_ns, self.values[places])

    def deliver(self, count: int, bus: Bus, advance: Callable[[int], None]) -> None:
        """Publish the first messages, each at its own tick."""
        heads, values = self.heads[:count], self.values
        if self._bulk:
            kept = ~self._is_bulk[heads[:, 1]]
            values = values[: self._widths[heads[:, 1]].sum()]
            values = values[np.repeat(kept, self._widths[heads[:, 1]])]
            heads, count = heads[kept], int(kept.sum())
        if not any(map(bus.is_heard, self._channels)):
            bus.pass_over(count)
            return
        ends = self._widths[heads[:, 1]].cumsum()
        numbers = values[: ends[-1] if count else 0].tolist()
        start = 0
        for (tick, number), end in zip(heads.tolist(), ends.tolist(), strict=True):
            channel = self._channels[number]
            if bus.is_heard(channel):
                advance(tick)
                bus.publish(channel, self._payloads[number](numbers[start:end]))
            else:
                bus.pass_over(1)  # numbered all the same: who listens changes no sequence
            start = end


def is_bulk(publication: AnyPublication) -> bool:
    """Whether it is not for the bus."""
    return not isinstance(publication, EventPublication) and publication.bulk


def _most(layout: Layout, publication: AnyPublication) -> int:
    """How many messages a publication may leave in one tick."""
    if isinstance(publication, EventPublication):
        return layout.signals[publication.records].shape[0]
    return 1


def _width(layout: Layout, publication: AnyPublication) -> int:
    """How many values each of its messages has."""
    if isinstance(publication, EventPublication):
        return len(publication.fields)
    # ghost: allow[float-sum] sizes are whole numbers
    return sum(layout.signals[signal].size for signal in publication.signals)


def _payload(layout: Layout, publication: AnyPublication) -> Payload:
    """A float for a scalar, a list for a vector, a list of rows or records for a table."""
    if isinstance(publication, EventPublication):
        fields = [field.name for field in publication.fields]
        return lambda row: dict(zip(fields, row, strict=True))
    slots = [layout.signals[signal] for signal in publication.signals]
    starts = [0]
    for slot in slots:
        starts.append(starts[-1] + slot.size)
    if not any(slot.shape for slot in slots):
        signals = publication.signals
        return lambda row: dict(zip(signals, row, strict=True))
    names = {
        signal: tuple(field.name for field in fields) for signal, fields in publication.columns
    }
    columns = [
        (signal, start, slot, names.get(signal))
        for signal, start, slot in zip(publication.signals, starts, slots, strict=False)
    ]
    return lambda row: {
        signal: _shaped(row, start, slot, names) for signal, start, slot, names in columns
    }


def _shaped(row: list[float], start: int, slot: Slot, names: tuple[str, ...] | None) -> object:
    if not slot.shape:
        return row[start]
    if names is not None:
        ends = range(start + len(names), start + slot.size + 1, len(names))
        return [dict(zip(names, row[end - len(names) : end], strict=True)) for end in ends]
    values = row[start : start + slot.size]
    return values if len(slot.shape) == 1 else np.reshape(values, slot.shape).tolist()
