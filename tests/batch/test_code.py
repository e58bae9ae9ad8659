"""Goal: of the tasks that need the same machine code one is run by the driver, and no other.

Method: without Ray. A crew notes what it is sent and what is shared with it.
"""

import os
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import pytest

from project_ghost.batch import Outcome, Task
from project_ghost.batch.cluster import _code
from project_ghost.batch.cluster._code import FirstRun, FirstRuns, TasksByCode
from project_ghost.batch.cluster._ray_cluster import _compiled_once
from tests.batch import work
from tests.batch.test_chunks import Crew


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

    def run(self, task: Task[int]) -> FirstRun | None:
        (number,) = task.arguments
        self.run_here.append(number)
        if number in self.failing:
            return None
        return FirstRun(Outcome(0, task.function(number)), {task.code: b"code"})


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
        ("abababaab", [6]),  # until two of them are neighbours
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
    assert [list(code) for _, code in crew.shared] == [["b"]]


def test_tasks_that_must_not_be_repeated_are_not_run_here() -> None:
    here, crew = Here(), Sharing()
    results(tasks_of("aaabb", is_repeatable=False), here, crew)
    assert (here.run_here, crew.shared) == ([], [])


def test_so_many_codes_that_the_driver_would_do_all_the_work_are_left_to_the_others(
    monkeypatch,
) -> None:
    monkeypatch.setattr(_code, "_FIRST_MAX", 2)
    here, crew = Here(), Sharing()
    results(tasks_of("aabbccddee"), here, crew)
    assert here.run_here == [0, 2]


def test_one_process_makes_all_first_runs_and_survives_a_task_that_fails() -> None:
    with closing(FirstRuns()) as first_runs:
        pids = []
        for task in (Task(os.getpid), Task(work.broken), Task(os.getpid)):
            found = first_runs.run(task)
            pids.append(None if found is None else found.outcome.get())
    assert pids == [pids[0], None, pids[0]]
    assert pids[0] not in (None, os.getpid())
