"""Record blocks of bus messages, with the bytes of one message at a time."""

from collections.abc import Callable, Collection, Sequence
from operator import itemgetter
from typing import final

import numpy as np

from project_ghost.core.bus import Message
from project_ghost.engine import PublishedBlock
from project_ghost.telemetry import MessageBlock, RecordEncoder, Recorder, encode_to_bytes

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
        self._encoders: dict[str, RecordEncoder] = {}

    def take(self, block: PublishedBlock) -> None:
        """Record the messages of a block, and the viewer messages derived from them."""
        data: list[bytes] = [b""] * block.count
        numbers = np.zeros(block.count, dtype=np.int64)
        states: list[tuple[int, Message]] = []
        for channel in block.channels:
            places = block.places(channel)
            numbers[places] = self._recorder.number_of(channel)
            if channel in self._states:
                recorded = [self._recorded_form(each) for each in block.messages(channel)]
                encoded = [encode_to_bytes(each.payload) for each in recorded]
                states += zip(places.tolist(), recorded, strict=True)
            else:
                encoded = self._encoded(block, channel)
            for place, each in zip(places.tolist(), encoded, strict=True):
                data[place] = each
        sequences = np.arange(block.first_sequence, block.first_sequence + block.count)
        stamps_ns = block.stamps_ns
        states.sort(key=itemgetter(0))
        views = [] if self._viewer is None else self._viewer.views_among(block, states)
        if views:
            before, channels, view_stamps, view_data = zip(*views, strict=True)
            numbers = np.insert(numbers, before, list(map(self._recorder.number_of, channels)))
            sequences = np.insert(sequences, before, 0)  # the recorder numbers views
            stamps_ns = np.insert(stamps_ns, before, view_stamps)
            data = _inserted(data, before, view_data)
        self._recorder.record_block(MessageBlock.of_columns(numbers, sequences, stamps_ns, data))

    def _encoded(self, block: PublishedBlock, channel: str) -> list[bytes]:
        """Encode the messages of a channel, in their order."""
        columns = block.columns(channel)
        encoder = self._encoders.get(channel)
        if encoder is None:
            encoder = self._encoders[channel] = RecordEncoder(list(columns))
        try:
            return encoder.encode(columns)
        except ValueError:  # a text that is not Unicode: the usual encoder says so
            rows = zip(*columns.values(), strict=True)
            return [encode_to_bytes(dict(zip(columns, row, strict=True))) for row in rows]


def _inserted(data: list[bytes], places: Sequence[int], inserted: Sequence[bytes]) -> list[bytes]:
    """Insert each payload before a place, as `numpy.insert` does."""
    result: list[bytes] = []
    start = 0
    for place, each in zip(places, inserted, strict=True):
        result += data[start:place]
        result.append(each)
        start = place
    return result + data[start:]
