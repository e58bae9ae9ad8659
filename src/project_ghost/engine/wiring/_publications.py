"""Publications: signals together at every sample, or the rows of a table as events."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, TypeAlias, TypeVar

from project_ghost.core.bus import OBSERVER_PREFIX
from project_ghost.core.errors import InputError

T = TypeVar("T")


@dataclass(frozen=True)
class RecordField:
    """A column of a published table: name, meaning, unit, and whether it is a whole number."""

    width: ClassVar[int] = 1

    name: str
    about: str = ""
    unit: str = ""
    is_whole: bool = False


@dataclass(frozen=True)
class TextField:
    """A text in place of columns of a published table: the name of what they identify.

    `text` is a pure function of the numbers in the next `width` columns.
    """

    name: str
    text: Callable[..., str]
    about: str = ""
    width: int = 1


AnyField: TypeAlias = RecordField | TextField


def width_of(fields: Iterable[AnyField]) -> int:
    """The number of columns that fields describe."""
    # ghost: allow[float-sum] widths are whole numbers
    return sum(field.width for field in fields)


@dataclass(frozen=True)
class Publication:
    """The values of some signals at every sample of a group.

    They become a message on the bus. Where `bulk` is set they become a row of a block that
    `Engine.on_samples` hands over instead, and nothing is on the bus. A table whose `columns`
    are described is published as a list of records, one for each row, or for each of the first
    rows where `counts` names the signal with their number. `names` are the names of the signals
    in the messages, `labels` texts that every message has. There is no message while one of the
    signals `present` is 0. `schema` and `about` name and describe the messages in a recording.
    """

    channel: str
    signals: tuple[str, ...]
    group: str
    bulk: bool = False
    columns: tuple[tuple[str, tuple[AnyField, ...]], ...] = ()  # by signal
    counts: tuple[tuple[str, str], ...] = ()  # by signal
    names: tuple[tuple[str, str], ...] = ()  # by signal
    labels: tuple[tuple[str, str], ...] = ()  # by name
    present: tuple[str, ...] = ()
    schema: str = ""
    about: str = ""

    @property
    def shown(self) -> tuple[tuple[str, str], ...]:
        """The signals in the messages, each with its name there."""
        names, counts = dict(self.names), {count for _, count in self.counts}
        return tuple((s, names.get(s, s)) for s in self.signals if s in names or s not in counts)

    def under(self, path: str, group: str) -> "Publication":
        """The same publication in a graph that is nested under a path, in its group there."""

        def moved(pairs: tuple[tuple[str, T], ...]) -> tuple[tuple[str, T], ...]:
            return tuple((f"{path}/{signal}", value) for signal, value in pairs)

        return replace(
            self,
            channel=f"/{path}{self.channel}",
            signals=tuple(f"{path}/{signal}" for signal in self.signals),
            group=group,
            columns=moved(self.columns),
            counts=tuple((f"{path}/{table}", f"{path}/{count}") for table, count in self.counts),
            names=moved(self.names),
            present=tuple(f"{path}/{signal}" for signal in self.present),
        )


@dataclass(frozen=True)
class EventPublication:
    """A message for each of the first `count` rows of `records`, at every sample of a group."""

    bulk: ClassVar[bool] = False

    channel: str
    records: str
    count: str
    fields: tuple[AnyField, ...]
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


def record_fields(columns: Iterable[str | AnyField]) -> tuple[AnyField, ...]:
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
