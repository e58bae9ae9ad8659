"""The messages of a segment as columns, for subscribers that take many at once."""

from collections.abc import Iterator, Sequence
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.bus import Form, Message

from ._payloads import columns_maker, payload_maker


@final
class PublishedBlock:
    """Messages in total order; `places` are the places of a channel's messages among them.

    Two publications on one channel are not offered as a block, so that a channel has one form.
    """

    def __init__(
        self,
        stamps_ns: Integers,
        rows: dict[str, tuple[NDArray[np.intp], Floats]],
        forms: dict[str, Form],
    ) -> None:
        self.stamps_ns = stamps_ns
        self.first_sequence = 0
        # Whether the run is compiled: then compiled code for its messages is worth loading.
        self.is_compiled = False
        self._rows = rows
        self._forms = forms
        self._columns: dict[str, dict[str, list[Any]]] = {}

    @property
    def channels(self) -> Sequence[str]:
        """The channels of the messages."""
        return list(self._rows)

    @property
    def count(self) -> int:
        """The number of messages."""
        return len(self.stamps_ns)

    def number_from(self, sequence: int) -> None:
        """Give the messages their sequence numbers, beginning with this one."""
        self.first_sequence = sequence

    def places(self, channel: str) -> NDArray[np.intp]:
        """Where the messages of a channel are among all."""
        return self._rows[channel][0]

    def values(self, channel: str) -> Floats:
        """The values of a channel's messages, a row for each."""
        return self._rows[channel][1]

    def form(self, channel: str) -> Form:
        """Where the values of a channel's payloads are in a row."""
        return self._forms[channel]

    def columns(self, channel: str) -> dict[str, list[Any]]:
        """The payloads of a channel's messages: a column for each of their names."""
        if channel not in self._columns:
            self._columns[channel] = columns_maker(self.form(channel))(self.values(channel))
        return self._columns[channel]

    def messages(self, channel: str) -> Iterator[Message]:
        """Yield the messages of a channel, as the bus would deliver them."""
        payload = payload_maker(self.form(channel))
        stamps = self.stamps_ns.tolist()
        rows = self.values(channel).tolist()
        for place, row in zip(self.places(channel).tolist(), rows, strict=True):
            yield Message(channel, stamps[place], self.first_sequence + place, payload(row))
