"""Tasks that wait: which go next, and how many at once."""

from collections import deque
from collections.abc import Iterable
from statistics import median
from typing import Any, final

from project_ghost.batch._task import Outcome, Task

from ._chunk import Entry

__all__ = ["Backlog"]

# So long that sending is a small part of it, and so short that little is lost with a process.
_CHUNK_S = 0.25
_CHUNK_MOST = 1000
# Chunks get smaller when each worker would get fewer than so many: so all end at about one time.
_CHUNKS_LEFT = 2
# Recent tasks that tell how long one takes. The median, as the first compile and prepare.
_RECENT = 15


@final
class Backlog:
    """The tasks that have not been sent, and those that are to be tried again.

    Neighbours share a scene, so a chunk is of neighbours. Tasks are taken from the iterable as
    they are needed; those that must not be repeated go one by one.
    """

    def __init__(self, tasks: Iterable[Task[Any]], first: int = 0) -> None:
        self._tasks = enumerate(tasks, first)
        self._ahead: deque[Entry] = deque()
        self._again: deque[Entry] = deque()
        self._recent: deque[float] = deque(maxlen=_RECENT)

    def took(self, outcome: Outcome[Any]) -> None:
        """Learn how long a task took."""
        self._recent.append(outcome.took_s)

    def again(self, entry: Entry) -> None:
        """Try a task again, alone."""
        self._again.append(entry)

    def put_back(self, entries: Iterable[Entry]) -> None:
        """Send these first, together with others."""
        self._ahead.extendleft(reversed(list(entries)))

    def alone(self) -> Entry | None:
        """Return a task that is to be tried again, if there is one."""
        return self._again.popleft() if self._again else None

    def chunk(self, workers: int) -> tuple[Entry, ...]:
        """Return the next tasks for one of so many workers; none if all have been sent."""
        most = self._most()
        self._look_ahead(most * _CHUNKS_LEFT * workers)
        count = max(1, min(most, len(self._ahead) // (_CHUNKS_LEFT * workers)))
        entries: list[Entry] = []
        while self._ahead and len(entries) < count:
            if entries and not self._ahead[0].task.is_repeatable:
                break
            entries.append(self._ahead.popleft())
            if not entries[-1].task.is_repeatable:
                break
        return tuple(entries)

    def _most(self) -> int:
        if not self._recent:
            return 1
        return max(1, min(_CHUNK_MOST, round(_CHUNK_S / max(1e-9, median(self._recent)))))

    def _look_ahead(self, count: int) -> None:
        while len(self._ahead) < count:
            if self._ahead and not self._ahead[-1].task.is_repeatable:
                return  # taken when a worker is free, and not before
            index, task = next(self._tasks, (-1, None))
            if task is None:
                return
            self._ahead.append(Entry(index, task))
