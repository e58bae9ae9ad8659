"""What is published: signals together at every sample, or the rows of a table as events."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Publication:
    """A message on the bus at every sample of a group: the values of some signals."""

    channel: str
    signals: tuple[str, ...]
    group: str


@dataclass(frozen=True)
class EventPublication:
    """A message for each of the first `count` rows of `records`, at every sample of a group."""

    channel: str
    records: str
    count: str
    fields: tuple[str, ...]
    group: str

    @property
    def signals(self) -> tuple[str, ...]:
        """The signals that the messages are made of."""
        return self.records, self.count


AnyPublication: TypeAlias = Publication | EventPublication
