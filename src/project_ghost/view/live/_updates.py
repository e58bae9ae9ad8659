"""The updates of a page: texts that the run adds and that servers read at their own speed."""

from threading import Condition
from typing import final

__all__ = ["Updates"]


@final
class Updates:
    """A list of texts that only grows, for one writer and many readers in other threads."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._changed = Condition()
        self._is_closed = False

    def __len__(self) -> int:
        return len(self._texts)

    @property
    def is_closed(self) -> bool:
        """Whether no text will be added."""
        return self._is_closed

    def add(self, text: str) -> None:
        """Add a text; readers that wait go on."""
        with self._changed:
            self._texts.append(text)
            self._changed.notify_all()

    def close(self) -> None:
        """Let readers know that nothing follows."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def after(self, count: int, timeout_s: float) -> list[str]:
        """All texts but the first `count`; waits for one unless there are some, up to a limit."""
        with self._changed:
            self._changed.wait_for(lambda: len(self._texts) > count or self._is_closed, timeout_s)
            return self._texts[count:]
