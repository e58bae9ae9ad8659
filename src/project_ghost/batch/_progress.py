"""The progress of many tasks, as an observer sees it."""

from typing import Protocol, final

__all__ = ["Progress", "SilentProgress"]


class Progress(Protocol):
    """Receives the progress of many tasks."""

    def begin(self, total: int) -> None:
        """There are at most this many tasks, finished ones included."""

    def describe(self, text: str) -> None:
        """This is being done now."""

    def advance(self, count: int, *, failed: int = 0) -> None:
        """This many more tasks are finished or not needed; of them, so many failed."""

    def running(self, count: int) -> None:
        """This many tasks are running."""


@final
class SilentProgress:
    """Ignores the progress."""

    def begin(self, total: int) -> None:
        """Do nothing."""

    def describe(self, text: str) -> None:
        """Do nothing."""

    def advance(self, count: int, *, failed: int = 0) -> None:
        """Do nothing."""

    def running(self, count: int) -> None:
        """Do nothing."""
