"""What is published: signals together at every sample, or the rows of a table as events."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class RecordField:
    """A column of a published table: its name, what it means, its unit, whether it is whole."""

    name: str
    about: str = ""
    unit: str = ""
    is_whole: bool = False


@dataclass(frozen=True)
class Publication:
    """The values of some signals at every sample of a group.

    They are a message on the bus; or, where they are `bulk`, a row for whoever takes them in
    blocks, and the bus hears nothing of it. A table whose `columns` have names is a list of
    records, one for each row. `schema` and `about` name and describe the messages in a
    recording.
    """

    channel: str
    signals: tuple[str, ...]
    group: str
    bulk: bool = False
    columns: tuple[tuple[str, tuple[RecordField, ...]], ...] = ()  # by signal
    schema: str = ""
    about: str = ""


@dataclass(frozen=True)
class EventPublication:
    """A message for each of the first `count` rows of `records`, at every sample of a group."""

    channel: str
    records: str
    count: str
    fields: tuple[RecordField, ...]
    group: str
    schema: str = ""
    about: str = ""

    @property
    def signals(self) -> tuple[str, ...]:
        """The signals that the messages are made of."""
        return self.records, self.count


AnyPublication: TypeAlias = Publication | EventPublication
