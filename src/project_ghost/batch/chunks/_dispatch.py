"""The loop of all executors with processes: send chunks, collect outcomes, try again."""

import time
from collections.abc import Generator, Hashable, Iterable
from typing import Any, NamedTuple, TypeVar

from project_ghost.batch._task import Outcome, Task

from ._backlog import Backlog
from ._chunk import Entry, packed, unpacked
from ._crew import AbstractCrew, Event, Fate
from ._settle import settle_end, settle_reply

__all__ = ["GRACE_S", "dispatched"]

T = TypeVar("T")

# Beyond the limits of its tasks, which end themselves: for the start of a process, and the way.
GRACE_S = 30.0


class _Sent(NamedTuple):
    entries: tuple[Entry, ...]
    deadline_s: float | None


def dispatched(
    tasks: Iterable[Task[T]], crew: AbstractCrew, *, first: int = 0
) -> Generator[Outcome[T], None, None]:
    """Run all tasks on a crew, numbered from `first`; yield outcomes as they come.

    At the end nothing is out, and the crew can take other tasks. Whoever has made it closes it, and
    must do so after an early end.
    """
    backlog = Backlog(tasks, first)
    out: dict[Hashable, _Sent] = {}
    while True:
        is_waiting = _send(backlog, crew, out)
        if not out and not is_waiting:
            return
        for event in _events(crew, out):
            entries = out.pop(event.place).entries
            if event.fate is Fate.REPLIED:
                reply = unpacked(event.reply)
                crew.release(event.place, reply.peak_bytes)
                yield from settle_reply(entries, event, reply, backlog)
            else:
                yield from settle_end(entries, event, backlog, crew.name)


def _send(backlog: Backlog, crew: AbstractCrew, out: dict[Hashable, _Sent]) -> bool:
    """Send chunks to all places that are free; returns whether a task waits for a place."""
    while len(out) < crew.workers:
        entry = backlog.alone()
        place = None
        entries: tuple[Entry, ...] = ()
        if entry is not None:
            entries, place = (entry,), crew.place(entry.avoided)
            if place is None:
                backlog.again(entry)
        if place is None:
            entries = backlog.chunk(crew.workers)
            if not entries:
                return entry is not None
            place = crew.place(None)
            if place is None:
                backlog.put_back(entries)
                return True
        chunk = packed(entries, crew.name)
        out[place] = _Sent(entries, _deadline_s(entries))
        crew.send(place, chunk)
    return True


def _events(crew: AbstractCrew, out: dict[Hashable, _Sent]) -> list[Event]:
    deadlines_s = [each.deadline_s for each in out.values() if each.deadline_s is not None]
    left_s = max(0.0, min(deadlines_s) - _now_s()) if deadlines_s else None
    events = crew.wait(list(out), left_s)
    ended = {each.place for each in events}
    now_s = _now_s()
    for place, sent in out.items():
        if place not in ended and sent.deadline_s is not None and now_s >= sent.deadline_s:
            crew.end(place)
            events.append(Event(place, Fate.LATE))
    return events


def _deadline_s(entries: tuple[Entry, ...]) -> float | None:
    """When a chunk is late; None if its tasks have no limits."""
    first: Task[Any] = entries[0].task
    if first.limit_s is None:
        return None
    if not first.is_repeatable:
        return _now_s() + first.limit_s
    return _now_s() + sum(each.task.limit_s or 0.0 for each in entries) + GRACE_S


def _now_s() -> float:
    # ghost: allow[wall-clock] a time limit is one of real time
    return time.monotonic()
