"""Record blocks of bus messages, with the bytes of one message at a time."""

from collections.abc import Callable, Collection
from operator import itemgetter
from typing import final

import numpy as np

from project_ghost.core.bus import Message
from project_ghost.engine import PublishedBlock
from project_ghost.telemetry import MessageBlock, Recorder, encode_to_bytes

from ._collected import Collected, InArena, InList
from ._viewer import Viewer

__all__ = ["BlockRecorder"]


@final
class BlockRecorder:
    """Encodes the messages of a block channel by channel, and records them in their order.

    The messages of `states`, which become `VehicleState`, are converted one by one.
    """

    def __init__(
        self,
        recorder: Recorder,
        viewer: Viewer | None,
        recorded_form: Callable[[Message], Message],
        states: Collection[str],
    ) -> None:
        self._recorder = recorder
        self._viewer = viewer
        self._recorded_form = recorded_form
        self._states = states
        self._collected: Collected = InList()

    def prepare(self, block: PublishedBlock) -> None:
        """Load compiled code for a compiled run; other threads can then take its blocks."""
        if block.is_compiled and isinstance(self._collected, InList):
            self._collected = InArena()

    def take(self, block: PublishedBlock) -> None:
        """Record the messages of a block, and the viewer messages derived from them."""
        collected = self._collected
        collected.begin(block.count)
        numbers = np.zeros(block.count, dtype=np.int64)
        states: list[tuple[int, Message]] = []
        for channel in block.channels:
            places = block.places(channel)
            numbers[places] = self._recorder.number_of(channel)
            if channel in self._states:
                recorded = [self._recorded_form(each) for each in block.messages(channel)]
                collected.put(places, [encode_to_bytes(each.payload) for each in recorded])
                states += zip(places.tolist(), recorded, strict=True)
            else:
                collected.encode(block, channel)
        sequences = np.arange(block.first_sequence, block.first_sequence + block.count)
        stamps_ns = block.stamps_ns
        states.sort(key=itemgetter(0))
        views = [] if self._viewer is None else self._viewer.views_among(block, states, collected)
        if views:
            before, channels, view_stamps, kept = zip(*views, strict=True)
            numbers = np.insert(numbers, before, list(map(self._recorder.number_of, channels)))
            sequences = np.insert(sequences, before, 0)  # the recorder numbers views
            stamps_ns = np.insert(stamps_ns, before, view_stamps)
            collected.insert(before, kept)
        self._recorder.record_block(
            MessageBlock.of_columns(numbers, sequences, stamps_ns, collected.payloads())
        )
