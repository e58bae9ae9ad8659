"""The times that a comparison covers."""

from typing import NamedTuple

from project_ghost.core.errors import InputError

__all__ = ["ALL_TIMES", "TimeWindow"]


class TimeWindow(NamedTuple):
    """From `start_ns` up to `stop_ns`, which is not included; None stands for no limit."""

    start_ns: int | None = None
    stop_ns: int | None = None

    @property
    def is_all(self) -> bool:
        """Whether it has no limit."""
        return self.start_ns is None and self.stop_ns is None

    def has(self, stamp_ns: int) -> bool:
        """Whether a time is in it."""
        start_ns, stop_ns = self
        return (start_ns is None or stamp_ns >= start_ns) and (
            stop_ns is None or stamp_ns < stop_ns
        )

    def require_some(self) -> None:
        """Refuse a window that ends before it starts."""
        if self.start_ns is not None and self.stop_ns is not None and self.stop_ns <= self.start_ns:
            raise InputError(
                f"the window ends at {self.stop_ns:_} ns and starts at {self.start_ns:_} ns",
                "compare_recordings",
                "an end after the start",
                "exchange the two",
            )


ALL_TIMES = TimeWindow()
