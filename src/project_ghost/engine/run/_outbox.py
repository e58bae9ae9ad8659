"""The messages and samples of a segment, until they are delivered.

A segment leaves its messages in two arrays: their heads, each the tick and the number of the
publication, and their values one after the other. They are in the order of (tick,
publication, row), and the bus numbers them in that order. Samples in bulk are among them,
and are handed over as arrays.

Why: ADR 16.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import final

import numpy as np

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.bus import Bus
from project_ghost.engine.component._components import Port
from project_ghost.engine.plan._layout import Layout
from project_ghost.engine.plan._messages import message_width, most_per_tick
from project_ghost.engine.plan._schedule import Schedule

from ._payloads import form_of, payload_maker
from ._published_block import PublishedBlock

# How many messages and values a segment may leave, unless one tick alone needs more.
_MESSAGES = 8192
_VALUES = 1 << 18
# Fewer messages, as a tick leaves them at which a run pauses, are not worth a block.
_BLOCK_MESSAGES = 64
# A run with a port pauses every few ticks, so there is no use in room for more of them than this.
_TICKS_WITH_PORT = 16

# Called with a block of samples: their times, and a row of all signals' values for each.
TakeSamples = Callable[[Integers, Floats], object]


@final
class Outbox:
    """The messages of one segment, until they are on the bus."""

    def __init__(self, plan: Schedule, layout: Layout) -> None:
        messages, values = _room(plan, layout)
        self.heads: Integers = np.zeros((messages, 2), dtype=np.int64)
        self.values: Floats = np.zeros(values)
        self._channels = [each.channel for each in plan.publications]
        self._widths = np.array(
            [message_width(layout, each) for each in plan.publications], dtype=np.int64
        )
        self._forms = [form_of(layout, each) for each in plan.publications]
        self._payloads = [payload_maker(form) for form in self._forms]
        self._step_ns = plan.step_ns
        self._is_bulk = np.array([each.bulk for each in plan.publications], dtype=bool)
        self._bulk = np.flatnonzero(self._is_bulk).tolist()

    def hand_over(self, count: int, takers: Mapping[str, Sequence[TakeSamples]]) -> None:
        """Hand the samples in bulk among the first messages to the callbacks of their channels."""
        if not takers:
            return
        heads = self.heads[:count]
        starts = self._widths[heads[:, 1]].cumsum() - self._widths[heads[:, 1]]
        for number in self._bulk:
            taking = takers.get(self._channels[number], ())
            own = np.flatnonzero(heads[:, 1] == number) if taking else ()
            if len(own):
                places = starts[own, None] + np.arange(self._widths[number])
                for take in taking:
                    take(heads[own, 0] * self._step_ns, self.values[places])

    def deliver(
        self, count: int, bus: Bus, advance: Callable[[int], None], *, is_compiled: bool
    ) -> None:
        """Publish the first messages, each at its own tick."""
        heads, values = self.heads[:count], self.values
        if self._bulk:
            kept = ~self._is_bulk[heads[:, 1]]
            values = values[: self._widths[heads[:, 1]].sum()]
            values = values[np.repeat(kept, self._widths[heads[:, 1]])]
            heads, count = heads[kept], int(kept.sum())
        if not any(map(bus.has_subscribers, self._channels)):
            bus.skip(count)
            return
        if not count:
            return
        ends = self._widths[heads[:, 1]].cumsum()
        values = values[: ends[-1]]
        if count >= _BLOCK_MESSAGES:
            # `unique` imports numpy.ma
            present = np.flatnonzero(np.bincount(heads[:, 1])).tolist()
            if bus.takes(self._channels[number] for number in present):
                block = self._block(heads, values, ends, present)
                if block is not None:
                    block.is_compiled = is_compiled
                    advance(int(heads[-1, 0]))
                    bus.publish_block(block)
                    return
        numbers = values.tolist()
        start = 0
        for (tick, number), end in zip(heads.tolist(), ends.tolist(), strict=True):
            channel = self._channels[number]
            if bus.has_subscribers(channel):
                advance(tick)
                bus.publish(channel, self._payloads[number](numbers[start:end]))
            else:
                bus.skip(1)  # numbered anyway: subscribers do not change the sequence
            start = end

    def _block(
        self, heads: Integers, values: Floats, ends: Integers, present: list[int]
    ) -> PublishedBlock | None:
        """The messages as a block, or None where that is not possible."""
        if not np.isfinite(values).all():
            return None
        rows, forms = {}, {}
        for number in present:
            own = np.flatnonzero(heads[:, 1] == number)
            width, channel = self._widths[number], self._channels[number]
            rows[channel] = own, values[(ends[own] - width)[:, None] + np.arange(width)]
            forms[channel] = self._forms[number]
        if len(rows) < len(present):
            return None
        return PublishedBlock(heads[:, 0] * self._step_ns, rows, forms)


def _room(plan: Schedule, layout: Layout) -> tuple[int, int]:
    """The number of messages and of values to reserve: at least those of one tick."""
    messages, values = most_per_tick(plan, layout)
    widest = max((message_width(layout, each) for each in plan.publications), default=0)
    has_port = any(isinstance(row.component, Port) for row in plan.rows)
    ticks = _TICKS_WITH_PORT if has_port else _MESSAGES
    room = max(1, messages, min(_MESSAGES, ticks * messages))
    return room, max(1, values, min(_VALUES, room * widest, ticks * values))
