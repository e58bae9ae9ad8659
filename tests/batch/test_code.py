"""Goal: of the tasks that need the same machine code one is run by the driver, and no other.

Method: without Ray. A crew notes what it is sent and what is shared with it.
"""

import os
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from project_ghost.batch import Outcome, Task
from project_ghost.batch.cluster import _code
from project_ghost.batch.cluster._code import FirstRun, FirstRuns, TasksByCode
from project_ghost.batch.cluster._ray_cluster import _compiled_once
from project_ghost.core.errors import RunError
from tests.batch import work
from tests.batch.test_chunks import Crew
from tests.waiting import wait_until


@dataclass
class Sharing(Crew):
    """A crew that notes how many chunks it had when code was shared with it."""

    shared: list[tuple[int, Mapping[str, bytes]]] = field(default_factory=list)

    def share(self, code: Mapping[str, bytes]) -> None:
        assert not self.sent  # nothing is out
        self.shared.append((len(self.chunks), code))


@dataclass
class Here:
    """Runs tasks in this process; some fail."""

    failing: tuple[int, ...] = ()
    run_here: list[int] = field(default_factory=list)

    def run(self, task: Task[int]) -> FirstRun:
        (number,) = task.arguments
        self.run_here.append(number)
        error = RunError("not here") if number in self.failing else None
        return FirstRun(Outcome(0, task.function(number), error), {task.code: b"code"})


def tasks_of(codes: str, *, is_repeatable: bool = True) -> list[Task[int]]:
    return [
        Task(work.double, (n,), is_repeatable=is_repeatable, code=code)
        for n, code in enumerate(codes)
    ]


def results(tasks: list[Task[int]], here: Here, crew: Sharing) -> list[Any]:
    found = {each.index: each for each in _compiled_once(TasksByCode(tasks), here, crew)}  # type: ignore[arg-type]
    assert sorted(found) == list(range(len(tasks)))
    return [found[index].get() for index in range(len(tasks))]


@pytest.mark.parametrize(
    ("codes", "run_here"),
    [
        ("", []),
        ("a", []),  # alone: it is compiled where it is run
        ("aaaa", [0]),
        ("aaaabbbb", [0, 4]),
        ("ababaabbb", [0, 6]),  # the first of all, then not until two of them are neighbours
        ("aabbaabb", [0, 2]),  # what is known is not compiled again
        ("aabcdeffa", [0, 6]),
    ],
)
def test_the_first_of_each_code_is_run_here_and_all_results_come(codes, run_here) -> None:
    here, crew = Here(), Sharing()
    assert results(tasks_of(codes), here, crew) == [2 * n for n in range(len(codes))]
    assert here.run_here == run_here
    sent = sorted(n for _, tasks in crew.chunks for n in tasks)
    assert sent == [n for n in range(len(codes)) if n not in run_here]
    assert [list(code) for _, code in crew.shared] == [[codes[n]] for n in run_here]


def test_code_is_shared_before_a_task_that_needs_it_is_sent() -> None:
    here, crew = Here(), Sharing()
    results(tasks_of("aaaabbbb"), here, crew)
    (before_a, _), (before_b, _) = crew.shared
    assert before_a == 0
    assert sorted(n for _, tasks in crew.chunks[:before_b] for n in tasks) == [1, 2, 3]


def test_a_task_that_fails_here_is_tried_there() -> None:
    here, crew = Here(failing=(0,)), Sharing()
    assert results(tasks_of("aaabb"), here, crew) == [0, 2, 4, 6, 8]
    assert here.run_here == [0, 3]
    assert [list(code) for _, code in crew.shared] == [["a"], ["b"]]  # what it used is sent


def test_tasks_that_must_not_be_repeated_are_not_run_here() -> None:
    here, crew = Here(), Sharing()
    results(tasks_of("aaabb", is_repeatable=False), here, crew)
    assert (here.run_here, crew.shared) == ([], [])


def test_tasks_that_must_not_be_repeated_are_taken_when_they_are_needed() -> None:
    taken = []

    def tasks():
        for task in tasks_of("aaa", is_repeatable=False):
            taken.append(task)
            yield task

    parts = TasksByCode(tasks())
    next(parts.until_new())
    assert len(taken) == 1


def test_so_many_codes_that_the_driver_would_do_all_the_work_are_left_to_the_others(
    monkeypatch,
) -> None:
    monkeypatch.setattr(_code, "_FIRST_MAX", 2)
    here, crew = Here(), Sharing()
    results(tasks_of("aabbccddee"), here, crew)
    assert here.run_here == [0, 2]


def test_one_process_makes_all_first_runs_and_survives_a_task_that_fails() -> None:
    with closing(FirstRuns()) as first_runs:
        tasks: list[Task[Any]] = [Task(os.getpid), Task(work.broken), Task(os.getpid)]
        found = [first_runs.run(task).outcome for task in tasks]
    assert [each.kind for each in found] == ["", "ZeroDivisionError", ""]
    assert found[0].get() == found[2].get() != os.getpid()


def test_the_start_of_the_process_does_not_count_for_the_limit_of_a_first_run(tmp_path) -> None:
    with closing(FirstRuns()) as first_runs:
        short: Task[Any] = Task(os.getpid, limit_s=0.1, is_repeatable=True)
        endless: Task[Any] = Task(work.waits_for, (tmp_path / "never",), limit_s=0.1)
        found = [first_runs.run(task).outcome for task in (short, endless, short)]
    assert [each.kind for each in found] == ["", "TimeLimitError", ""]
    assert found[0].get() == found[2].get()


def test_a_first_run_that_kills_its_process_is_one_that_fails() -> None:
    with closing(FirstRuns()) as first_runs:
        tasks: list[Task[Any]] = [Task(work.killed), Task(os.getpid)]
        died, alive = (first_runs.run(task).outcome for task in tasks)
        assert (died.kind, alive.kind) == ("TaskError", "")
    wait_until(lambda: not Path(f"/proc/{alive.get()}").exists(), "it has ended")
