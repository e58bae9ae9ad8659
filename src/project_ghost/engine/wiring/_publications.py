"""Publications: signals together at every sample, or the rows of a table as events."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, TypeAlias

from project_ghost.core.bus import OBSERVER_PREFIX
from project_ghost.core.errors import InputError


@dataclass(frozen=True)
class RecordField:
    """A column of a published table: name, meaning, unit, and whether it is a whole number."""

    name: str
    about: str = ""
    unit: str = ""
    is_whole: bool = False


@dataclass(frozen=True)
class Publication:
    """The values of some signals at every sample of a group.

    They become a message on the bus. Where `bulk` is set they become a row of a block that
    `Engine.on_samples` hands over instead, and nothing is on the bus. A table whose `columns`
    have names is published as a list of records, one for each row. `schema` and `about` name
    and describe the messages in a recording.
    """

    channel: str
    signals: tuple[str, ...]
    group: str
    bulk: bool = False
    columns: tuple[tuple[str, tuple[RecordField, ...]], ...] = ()  # by signal
    schema: str = ""
    about: str = ""

    def under(self, path: str, group: str) -> "Publication":
        """The same publication in a graph that is nested under a path, in its group there."""
        return replace(
            self,
            channel=f"/{path}{self.channel}",
            signals=tuple(f"{path}/{signal}" for signal in self.signals),
            group=group,
            columns=tuple((f"{path}/{signal}", names) for signal, names in self.columns),
        )


@dataclass(frozen=True)
class EventPublication:
    """A message for each of the first `count` rows of `records`, at every sample of a group."""

    bulk: ClassVar[bool] = False

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

    def under(self, path: str, group: str) -> "EventPublication":
        """The same publication in a graph that is nested under a path, in its group there."""
        return replace(
            self,
            channel=f"/{path}{self.channel}",
            records=f"{path}/{self.records}",
            count=f"{path}/{self.count}",
            group=group,
        )


AnyPublication: TypeAlias = Publication | EventPublication


def record_fields(columns: Iterable[str | RecordField]) -> tuple[RecordField, ...]:
    """The columns of a table, a name alone as a field without a description."""
    return tuple(RecordField(each) if isinstance(each, str) else each for each in columns)


def require_channel(channel: str, where: str) -> None:
    """Refuse a text that is not a channel of the run."""
    if not channel.startswith("/"):
        raise InputError(
            f"the channel is {channel!r}",
            where,
            "a text that begins with '/'",
            f"write '/{channel}'",
        )
    if channel.startswith(OBSERVER_PREFIX):
        raise InputError(
            f"the channel is {channel!r}",
            where,
            f"a channel outside {OBSERVER_PREFIX}, which is reserved for observers",
            f"write '/{channel.removeprefix(OBSERVER_PREFIX)}'",
        )
