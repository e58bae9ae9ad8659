"""Blocks of messages, which a publisher offers to the bus instead of one message at a time."""

from collections.abc import Collection
from typing import Protocol


class Block(Protocol):
    """Messages in total order whose times are not later than the clock's."""

    @property
    def channels(self) -> Collection[str]:
        """The channels of the messages."""

    @property
    def count(self) -> int:
        """The number of messages."""

    def number_from(self, sequence: int) -> None:
        """Give the messages their sequence numbers, beginning with this one."""
