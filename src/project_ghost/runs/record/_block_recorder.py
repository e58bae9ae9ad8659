"""Record blocks of bus messages, with the bytes of one message at a time."""

from collections.abc import Callable, Iterator, Mapping
from operator import itemgetter
from typing import TYPE_CHECKING, final

import numpy as np

from project_ghost.core.bus import Message
from project_ghost.engine import PublishedBlock
from project_ghost.scenario.draft import StateChannel
from project_ghost.telemetry import MessageBlock, Recorder, encode_to_bytes

from ._collected import Collected, InList
from ._viewer import Attitude, Viewer

if TYPE_CHECKING:  # imported where a compiled run is recorded
    from ._in_arena import InArena
    from ._state_rows import StateRows

__all__ = ["BlockRecorder"]


@final
class BlockRecorder:
    """Encodes the messages of a block channel by channel, and records them in their order.

    The messages of `states`, by channel, become `VehicleState`.
    """

    def __init__(
        self,
        recorder: Recorder,
        viewer: Viewer | None,
        recorded_form: Callable[[Message], Message],
        states: Mapping[str, StateChannel],
    ) -> None:
        self._recorder = recorder
        self._viewer = viewer
        self._recorded_form = recorded_form
        self._states = states
        self._state_rows: dict[str, StateRows] = {}
        self._collected: Collected = InList()
        self._arena: InArena | None = None  # for a compiled run

    def prepare(self, block: PublishedBlock) -> None:
        """Load compiled code for a compiled run; other threads can then take its blocks."""
        if block.is_compiled and self._arena is None:
            from ._in_arena import InArena

            self._collected = self._arena = InArena()

    def take(self, block: PublishedBlock) -> None:
        """Record the messages of a block, and the viewer messages derived from them."""
        collected = self._collected
        collected.begin(block.count)
        numbers = np.zeros(block.count, dtype=np.int64)
        attitudes: list[Attitude] = []
        for channel in block.channels:
            numbers[block.places(channel)] = self._recorder.number_of(channel)
            if channel in self._states:
                attitudes += self._take_states(block, channel)
            else:
                collected.encode(block, channel)
        sequences = np.arange(block.first_sequence, block.first_sequence + block.count)
        stamps_ns = block.stamps_ns
        attitudes.sort(key=itemgetter(0))
        views = []
        if self._viewer is not None:
            views = self._viewer.views_among(block, attitudes, collected)
        if views:
            before, channels, view_stamps, kept = zip(*views, strict=True)
            numbers = np.insert(numbers, before, list(map(self._recorder.number_of, channels)))
            sequences = np.insert(sequences, before, 0)  # the recorder numbers views
            stamps_ns = np.insert(stamps_ns, before, view_stamps)
            collected.insert(before, kept)
        self._recorder.record_block(
            MessageBlock.of_columns(numbers, sequences, stamps_ns, collected.payloads())
        )

    def _take_states(self, block: PublishedBlock, channel: str) -> Iterator[Attitude]:
        """Encode the states of a channel; yields their attitudes."""
        places = block.places(channel)
        if self._arena is not None:
            states = self._rows_of(block, channel)
            rows = states.rows(block)
            if rows is not None:
                self._arena.encode_rows(channel, states.form, rows, places)
                attitudes = states.attitudes(block)
                for place, (w, x, y, z) in zip(places.tolist(), attitudes, strict=True):
                    yield place, channel, (w, x, y, z)
                return
        recorded = [self._recorded_form(each) for each in block.messages(channel)]
        self._collected.put(places, [encode_to_bytes(each.payload) for each in recorded])
        for place, message in zip(places.tolist(), recorded, strict=True):
            w, x, y, z = message.payload.nav.pose.orientation_q.tolist()
            yield place, channel, (w, x, y, z)

    def _rows_of(self, block: PublishedBlock, channel: str) -> "StateRows":
        states = self._state_rows.get(channel)
        if states is None:
            from ._state_rows import StateRows

            recorded = self._recorded_form(next(block.messages(channel)))
            form = block.form(channel)
            states = StateRows(channel, self._states[channel], form, recorded)
            self._state_rows[channel] = states
        return states
