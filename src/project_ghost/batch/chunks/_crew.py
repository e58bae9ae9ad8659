"""The processes of an executor, as the loop that sends them chunks sees them."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from enum import Enum
from typing import NamedTuple

__all__ = ["AbstractCrew", "Event", "Fate"]


class Fate(Enum):
    """How a chunk ended."""

    REPLIED = "replied"
    DIED = "died"  # its process did, perhaps because of a task
    LATE = "late"  # it exceeded its limit and was ended
    LOST = "lost"  # with its machine: no task can be blamed


class Event(NamedTuple):
    """A chunk has ended: where, how, and what was replied, or how the process died."""

    place: Hashable
    fate: Fate
    reply: bytes = b""
    how: str = ""


class AbstractCrew(ABC):
    """Processes that execute chunks. A place is one of them, which has one chunk at a time."""

    name: str  # in errors

    @property
    @abstractmethod
    def workers(self) -> int:
        """How many chunks may be out at once now."""

    @abstractmethod
    def place(self, avoided: Hashable) -> Hashable | None:
        """Return a place that can take a chunk, but not this one; None if there is none now."""

    @abstractmethod
    def send(self, place: Hashable, chunk: bytes) -> None:
        """Send a chunk to a place."""

    @abstractmethod
    def wait(self, busy: Sequence[Hashable], left_s: float | None) -> list[Event]:
        """Wait until one of these places has finished, or so long; return what has happened.

        An empty list is an answer too: a place has become free, or time has passed.
        """

    @abstractmethod
    def end(self, place: Hashable) -> None:
        """End the process of a place, whose chunk is late."""

    @abstractmethod
    def release(self, place: Hashable, peak_bytes: int) -> None:
        """A place has replied; the most memory that its process has used."""

    @abstractmethod
    def close(self) -> None:
        """End all processes."""
