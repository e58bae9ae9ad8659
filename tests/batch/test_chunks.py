"""Goal: short tasks go out together, and a task that fails is tried again as often as is promised.

Method: a crew without processes, whose places do with a chunk what the test says.
"""

import os
import pickle
import signal
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from project_ghost.batch import Futures, Outcome, ProcessPool, Task, TaskError, TimeLimitError
from project_ghost.batch.chunks import _dispatch, _memory
from project_ghost.batch.chunks._backlog import Backlog
from project_ghost.batch.chunks._chunk import execute
from project_ghost.batch.chunks._crew import AbstractCrew, Event, Fate
from project_ghost.batch.chunks._dispatch import dispatched
from project_ghost.core.errors import InputError, RunError
from tests.batch import work

Script = Callable[[int, Sequence[int]], Fate]


@dataclass
class Crew(AbstractCrew):
    """Places of which one at a time ends its chunk, in the way that the script says."""

    script: Script = lambda _place, _tasks: Fate.REPLIED
    places: int = 2
    name: str = "a crew"
    chunks: list[tuple[int, list[int]]] = field(default_factory=list)
    sent: dict[Hashable, bytes] = field(default_factory=dict)

    @property
    def workers(self) -> int:
        return self.places

    def place(self, avoided):
        free = [n for n in range(self.places) if n not in self.sent and n != avoided]
        return free[0] if free else None

    def send(self, place, chunk) -> None:
        self.sent[place] = chunk
        self.chunks.append((place, pickle.loads(chunk)[0]))  # noqa: S301 - our own

    def wait(self, busy, left_s):  # noqa: ARG002 - nothing takes time
        place = busy[0]
        tasks = next(tasks for where, tasks in reversed(self.chunks) if where == place)
        fate = self.script(place, tasks)
        data = self.sent.pop(place)
        reply = execute(data) if fate is Fate.REPLIED else b""
        return [Event(place, fate, reply, "was killed by SIGKILL")]

    def release(self, place, peak_bytes) -> None:
        pass

    def end(self, place) -> None:
        self.sent.pop(place)

    def close(self) -> None:
        pass


def doubles(count: int) -> list[Task[int]]:
    return [Task(work.double, (n,), f"number {n}", is_repeatable=True) for n in range(count)]


def outcomes_of(crew: Crew, tasks: Sequence[Task[Any]]) -> dict[int, Outcome[Any]]:
    found = list(dispatched(tasks, crew))
    assert sorted(each.index for each in found) == list(range(len(tasks)))
    assert not crew.sent
    return {each.index: each for each in found}


def test_chunks_grow_to_a_quarter_of_a_second_and_shrink_at_the_end() -> None:
    backlog = Backlog(doubles(1000))
    sizes = []
    while chunk := backlog.chunk(workers=2):
        sizes.append(len(chunk))
        for entry in chunk:
            backlog.took(Outcome(entry.index, took_s=0.01))
    assert sizes[0] == 1
    assert max(sizes) == 25
    assert sizes[-1] == 1
    assert sizes.index(25) < 3
    assert sum(sizes) == 1000


def test_a_task_that_must_not_be_repeated_goes_alone_and_is_taken_late() -> None:
    taken = []

    def tasks():
        for n in range(5):
            taken.append(n)
            yield Task(work.double, (n,))

    backlog = Backlog(tasks())
    backlog.took(Outcome(0, took_s=1e-6))
    assert [len(backlog.chunk(2)), len(backlog.chunk(2))] == [1, 1]
    assert taken == [0, 1]


def test_a_chunk_whose_process_dies_is_split_and_only_the_culprit_fails() -> None:
    crew = Crew(lambda _, tasks: Fate.DIED if 30 in tasks else Fate.REPLIED)
    found = outcomes_of(crew, doubles(100))
    assert {n for n, each in found.items() if each.error} == {30}
    error = found[30].error
    assert isinstance(error, TaskError)
    assert error.what == "the process of number 30 died each of 3 times"
    deadly = [tasks for _, tasks in crew.chunks if 30 in tasks]
    assert len(deadly[0]) > 1
    assert deadly[1:] == [[30]] * 3
    assert found[30].attempts == 4
    companions = [n for n in deadly[0] if n != 30]
    assert {found[n].attempts for n in companions} == {2}
    assert all(found[n].get() == 2 * n for n in range(100) if n != 30)


def test_the_loss_of_a_machine_charges_no_task() -> None:
    left = Counter({0: 9})

    def script(_place, _tasks):
        left[0] -= 1
        return Fate.LOST if left[0] >= 0 else Fate.REPLIED

    found = outcomes_of(Crew(script), doubles(3))
    assert {(each.error, each.attempts) for each in found.values()} == {(None, 1)}


def test_a_task_that_raises_is_tried_once_more_elsewhere(tmp_path) -> None:
    note = tmp_path / "note"
    tasks: list[Task[object]] = [
        Task(work.raises_once, (note,), is_repeatable=True),
        Task(work.refused, (1,), is_repeatable=True),
        Task(work.broken),
    ]
    crew = Crew()
    found = outcomes_of(crew, tasks)
    assert (found[0].get(), found[0].attempts) == ("the second time", 2)
    assert (found[1].kind, found[1].attempts) == ("InputError", 2)
    assert (found[2].kind, found[2].attempts) == ("ZeroDivisionError", 1)
    places = [place for place, numbers in crew.chunks if numbers == [1]]
    assert len(set(places)) == 2


def test_a_late_chunk_is_ended_and_its_tasks_fail_at_the_third_time(monkeypatch) -> None:
    now = iter(range(0, 100_000, 20))
    monkeypatch.setattr(_dispatch, "_now_s", lambda: float(next(now)))
    task: Task[int] = Task(work.double, (1,), "it", 1.0, is_repeatable=True)

    class Silent(Crew):
        def wait(self, busy, left_s):  # noqa: ARG002 - it never answers
            return []

    (outcome,) = dispatched([task], Silent())
    assert isinstance(outcome.error, TimeLimitError)
    assert outcome.error.what == "it took longer than 1 s"
    assert outcome.attempts == 3


def test_a_limit_from_within_counts_from_the_beginning_of_each_task() -> None:
    tasks: list[Task[object]] = [Task(work.double, (n,), is_repeatable=True) for n in range(40)]
    tasks[20] = Task(work.spins, name="the slow one", limit_s=0.1, is_repeatable=True)
    found = {each.index: each for each in ProcessPool(1).finished(tasks)}
    assert isinstance(found[20].error, TimeLimitError)
    assert 3 <= found[20].attempts <= 4
    assert all(found[n].get() == 2 * n for n in range(40) if n != 20)


def test_a_pool_tries_again_after_the_death_of_a_process(tmp_path) -> None:
    tasks: list[Task[object]] = [Task(work.double, (n,), is_repeatable=True) for n in range(20)]
    tasks[7] = Task(work.killed, name="the deadly one", is_repeatable=True)
    tasks[9] = Task(work.raises_once, (tmp_path / "note",), is_repeatable=True)
    found = {each.index: each for each in ProcessPool(1).finished(tasks)}
    assert "the deadly one died each of 3 times" in str(found[7].error)
    assert "was killed by SIGKILL" in "".join(found[7].error.__notes__)  # type: ignore[union-attr]
    assert found[9].get() == "the second time"
    assert all(found[n].get() == 2 * n for n in range(20) if n not in (7, 9))


@pytest.mark.parametrize(
    ("peak", "used", "available", "expected"),
    [(0, 0, None, 8), (0, 0, 1 << 30, 1), (0, 0, 1 << 40, 8), (1 << 30, 2, 3 << 30, 4),
     (1 << 30, 8, 0, 7), (8 << 30, 2, 2 << 30, 2), (8 << 30, 1, 1 << 20, 1)],
)  # fmt: skip
def test_as_many_workers_as_fit_into_memory(peak, used, available, expected) -> None:
    assert _memory.fitting(8, peak, used, available) == expected


def test_a_pool_without_a_number_keeps_to_the_memory(monkeypatch) -> None:
    monkeypatch.setattr("project_ghost.batch._pool.usable_cores", lambda: 3)
    monkeypatch.setattr("project_ghost.batch._pool.available_bytes", lambda: 1000)
    tasks = [Task(work.facts, is_repeatable=True) for _ in range(6)]
    assert len({each.get()[0] for each in ProcessPool().run(tasks)}) == 1
    assert _memory.peak_bytes() > 10_000_000
    assert _memory.available_bytes() is None or _memory.available_bytes() > 0  # type: ignore[operator]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_any_executor_of_futures_gives_the_same(kind) -> None:
    pool: Executor = ThreadPoolExecutor(2)
    if kind == "processes":
        pool = ProcessPoolExecutor(2, mp_context=get_context("spawn"))
    tasks: list[Task[Any]] = [*doubles(50), Task(work.refused, (5,), is_repeatable=True)]
    with pool:
        found = list(Futures(pool, 2).run(tasks))
        assert pool.submit(int).result() == 0  # it stays open
    assert [each.get() for each in found[:50]] == [2 * n for n in range(50)]
    assert (found[50].kind, found[50].attempts) == ("InputError", 2)


def test_an_executor_that_breaks_ends_with_an_error() -> None:
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool,
        pytest.raises(RunError, match="takes no more tasks"),
    ):
        list(Futures(pool, 1).run([Task(work.killed)]))
    with pytest.raises(RunError, match="takes no more tasks"):
        list(Futures(pool, 1).run([Task(work.facts)]))
    with pytest.raises(InputError, match="has no method submit"):
        Futures(3)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="workers is 0"):
        Futures(pool, 0)


def test_a_worker_that_is_killed_from_outside_loses_nothing(tmp_path) -> None:
    note = tmp_path / "pid"
    tasks: list[Task[object]] = [Task(work.double, (n,), is_repeatable=True) for n in range(30)]
    tasks[12] = Task(work.says_its_process, (note,), is_repeatable=True)
    found = []
    for outcome in ProcessPool(2).finished(tasks):
        found.append(outcome)
        if note.exists():
            os.kill(int(note.read_text(encoding="utf-8")), signal.SIGKILL)
            Path(note).unlink()
    assert sorted(each.index for each in found) == list(range(30))
    assert [each.error for each in found] == [None] * 30
