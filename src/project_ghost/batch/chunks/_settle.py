"""What becomes of a task that did not succeed: it is tried again, or its error is its outcome.

A process that dies takes its chunk along, so all tasks of that are tried again, each alone. A task
that was alone three times when its process died, or exceeded its limit as often, has failed. One
that raises an error is tried once more in another process. The loss of a machine is no task's
fault, and does not count.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from project_ghost.batch._task import Outcome, TaskError, TimeLimitError

from ._backlog import Backlog
from ._chunk import Entry, Reply, too_late
from ._crew import Event, Fate

__all__ = ["settle_end", "settle_reply"]

LOSSES_MAX = 3
RAISED_MAX = 2


def settle_reply(
    entries: tuple[Entry, ...], event: Event, reply: Reply, backlog: Backlog
) -> Iterator[Outcome[Any]]:
    """Yield the outcomes of a chunk that are final."""
    for entry, outcome in zip(entries, reply.outcomes, strict=True):
        backlog.took(outcome)
        entry.tries += 1
        if outcome.error is None or not entry.task.is_repeatable:
            is_final = True
        elif isinstance(outcome.error, TimeLimitError):
            entry.losses += len(entries) == 1
            is_final = entry.losses >= LOSSES_MAX
        else:
            entry.raised += 1
            entry.avoided = event.place
            is_final = entry.raised >= RAISED_MAX
        if is_final:
            yield replace(outcome, attempts=entry.tries)
        else:
            backlog.again(entry)


def settle_end(
    entries: tuple[Entry, ...], event: Event, backlog: Backlog, where: str
) -> Iterator[Outcome[Any]]:
    """Yield the outcomes of a chunk that was not replied to, as far as they are final."""
    if event.fate is Fate.LOST:
        backlog.put_back(entries)
        return
    for entry in entries:
        entry.tries += 1
        entry.losses += len(entries) == 1
        if entry.task.is_repeatable and entry.losses < LOSSES_MAX:
            backlog.again(entry)
            continue
        late = event.fate is Fate.LATE
        error = too_late(entry.task, where) if late else _died(entry, event.how, where)
        yield Outcome(entry.index, error=error, attempts=entry.tries)


def _died(entry: Entry, how: str, where: str) -> TaskError:
    what = f"the process of {entry.task.label} "
    # How it died may differ between executors, and the message must not.
    what += f"died each of {LOSSES_MAX} times" if entry.task.is_repeatable else how
    fix = "a task that needs too much memory is killed by the system"
    error = TaskError(what, where, "a task that returns", fix)
    if entry.task.is_repeatable:
        error.add_note(f"the last time it {how}")
    return error
