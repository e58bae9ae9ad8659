"""Goal: an executor returns the results of its tasks in order, and leaves no process behind.

Method: tasks of a module of their own. Those that must be busy at the same time wait for
files of each other, and never for the clock.
"""

import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from project_ghost.batch import InProcess, ProcessPool, Task, TaskError, TimeLimitError
from project_ghost.core.compile_steps import CompileStep, observed_compilation
from project_ghost.core.errors import DomainError, InputError
from tests.batch import work
from tests.waiting import wait_until


def is_alive(pid: int) -> bool:
    """A zombie that was not waited for yet is not alive."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def wait_until_gone(pid: str | int) -> None:
    """A killed process takes a moment to end; one that is not killed stays for ten minutes."""
    wait_until(lambda: not is_alive(int(pid)), f"process {pid} has ended")


@pytest.mark.parametrize("executor", [InProcess(), ProcessPool(2)], ids=["in process", "pool"])
def test_values_and_errors_come_in_order_and_as_they_were(executor) -> None:
    tasks: list[Task[object]] = [
        Task(work.double, (4,)),
        Task(work.refused, (5,)),
        Task(work.outside_its_domain),
        Task(work.broken, name="the broken one"),
        Task(work.double, (6,)),
    ]
    result = list(executor.run(tasks))
    assert [each.index for each in result] == [0, 1, 2, 3, 4]
    assert [result[0].get(), result[4].get()] == [8, 12]
    with pytest.raises(InputError, match="not 5") as refused:
        result[1].get()
    assert (refused.value.where, refused.value.expected) == ("here", "another")
    with pytest.raises(DomainError, match=r"sqrt\(-1.0\) has no value"):
        result[2].get()
    with pytest.raises(TaskError, match="the broken one: ZeroDivisionError") as broken:
        result[3].get()
    assert "in broken" in "".join(broken.value.__notes__)
    kinds = ["", "InputError", "DomainError", "ZeroDivisionError", ""]
    assert [each.kind for each in result] == kinds
    assert ["in broken" in each.traceback for each in result] == [False, False, False, True, False]
    assert {(each.attempts, each.host) for each in result} == {(1, socket.gethostname())}
    assert all(each.pid and each.started_s > 1.7e9 and each.took_s >= 0.0 for each in result)


@pytest.mark.parametrize("executor", [InProcess(), ProcessPool(1)], ids=["in process", "pool"])
@pytest.mark.parametrize("limit_s", [None, 600.0])
def test_what_a_task_compiles_is_told_here(executor, limit_s) -> None:
    if isinstance(executor, InProcess) and limit_s is not None:
        pytest.skip("it cannot enforce limits")
    steps: list[CompileStep] = []
    tasks = [Task(work.compiles, (3,), limit_s=limit_s), Task(work.compiles, (1,))]
    with observed_compilation(steps.append):
        assert [each.get() for each in executor.run(tasks)] == ["compiled", "compiled"]
    assert [(each.number, each.total) for each in steps] == [(1, 3), (2, 3), (3, 3), (1, 1)]


def test_an_early_outcome_waits_for_its_turn(tmp_path) -> None:
    tasks = [
        Task(work.waits_for, (tmp_path / "file",)),
        Task(work.writes, (tmp_path / "file",)),
    ]
    assert [each.get() for each in ProcessPool(2).run(tasks)] == ["here", "written"]


def test_a_finished_outcome_does_not_wait_for_its_turn(tmp_path) -> None:
    tasks: list[Task[object]] = [
        Task(work.waits_for, (tmp_path / "file",)),
        *[Task[object](work.double, (number,)) for number in range(4)],
        Task(work.writes, (tmp_path / "file",)),
    ]
    outcomes = list(ProcessPool(2).finished(tasks))
    assert [each.index for each in outcomes][:4] == [1, 2, 3, 4]
    assert {each.index: each.get() for each in outcomes}[0] == "here"


def test_unpicklable_results_and_killed_workers_are_reported() -> None:
    tasks: list[Task[object]] = [
        Task(work.unpicklable),
        Task(work.peculiar),
        Task(work.killed, name="it"),
        Task(work.double, (1,)),
    ]
    result = list(ProcessPool(1).run(tasks))
    assert "cannot be sent between processes" in str(result[0].error)
    assert str(result[1].error) == "peculiar: PeculiarError: peculiar"
    assert "the process of it was killed by SIGKILL" in str(result[2].error)
    assert result[3].get() == 2
    with pytest.raises(InputError, match="cannot be sent to another process"):
        list(ProcessPool(1).run([Task(lambda: 1)]))


def test_each_fresh_process_has_another_hash_seed() -> None:
    before = os.environ.get("PYTHONHASHSEED")
    pool = ProcessPool(2, fresh=True, vary_hash_seed=True)
    result = [each.get() for each in pool.run([Task(work.facts)] * 3)]
    assert len({pid for pid, _, _ in result} | {os.getpid()}) == 4
    assert sorted(str(seed) for _, seed, _ in result) == ["1", "2", "3"]
    assert len({number for _, _, number in result}) == 3
    assert os.environ.get("PYTHONHASHSEED") == before


def test_a_time_limit_ends_a_task_with_its_children_and_no_other(tmp_path) -> None:
    note = tmp_path / "note"
    tasks: list[Task[object]] = [
        Task(work.double, (1,)),  # after which the process has begun, however slowly
        Task(work.starts_a_child_and_hangs, (note,), name="the slow one", limit_s=2.0),
        Task(work.double, (2,)),
    ]
    result = list(ProcessPool(1).run(tasks))
    with pytest.raises(TimeLimitError, match="the slow one took longer than 2 s"):
        result[1].get()
    assert result[2].get() == 4
    for pid in note.read_text(encoding="utf-8").split():
        wait_until_gone(pid)
    with pytest.raises(InputError, match="has a time limit"):
        list(InProcess().run(tasks))


def test_a_pool_in_a_block_keeps_its_processes(tmp_path) -> None:
    note = tmp_path / "note"

    def pids(pool: ProcessPool) -> set[int]:
        return {each.get()[0] for each in pool.run([Task(work.facts)] * 3)}

    with ProcessPool(1) as pool:
        (kept,) = pids(pool)
        assert pids(pool) == {kept}
        tasks: list[Task[object]] = [
            Task(work.double, (1,)),
            Task(work.starts_a_child_and_hangs, (note,)),
        ]
        outcomes = pool.run(tasks)
        assert next(outcomes).get() == 2
        outcomes.close()  # a call that is left early ends the processes, and no later call
        wait_until_gone(kept)
        (other,) = pids(pool)
        assert other != kept
        assert pids(pool) == {other}
    wait_until_gone(other)
    (last,) = pids(pool)
    wait_until_gone(last)
    with ProcessPool(1, fresh=True) as pool:
        assert len(pids(pool) | pids(pool)) == 6


def test_leaving_early_ends_running_tasks(tmp_path) -> None:
    note = tmp_path / "note"
    tasks: list[Task[object]] = [
        Task(work.waits_for, (note,)),
        Task(work.starts_a_child_and_hangs, (note,)),
    ]
    outcomes = ProcessPool(2).run(tasks)
    pids = next(outcomes).get()
    assert isinstance(pids, str)
    outcomes.close()  # what leaving a loop does
    for pid in pids.split():
        wait_until_gone(pid)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_parent_that_ends_takes_its_workers_along(tmp_path, number) -> None:
    note = tmp_path / "note"
    code = (
        "from pathlib import Path; from project_ghost.batch import ProcessPool, Task\n"
        "from tests.batch import work\n"
        f"tasks = [Task(work.starts_a_child_and_hangs, (Path({str(note)!r}),))]\n"
        "try:\n    list(ProcessPool(1).run(tasks))\nexcept KeyboardInterrupt:\n    print('heard')"
    )
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", code]
    with subprocess.Popen(
        command, cwd=root, process_group=0, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as parent:
        worker, child = (int(pid) for pid in work.waits_for(note).split())
        os.killpg(parent.pid, number)  # as a terminal does it
        try:
            wait_until_gone(worker)
            if number == signal.SIGINT:
                wait_until_gone(child)
        finally:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        said = parent.communicate()
    assert said == ((b"heard\n", b"") if number == signal.SIGINT else (b"", b""))


@pytest.mark.slow
def test_a_script_that_starts_itself_again_is_told_so(tmp_path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from project_ghost.batch import ProcessPool, Task\n"
        "list(ProcessPool(1).run(Task(abs, (n,), is_repeatable=True) for n in range(100)))\n"
    )
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False
    )
    last = done.stderr.strip().splitlines()
    assert "worker processes cannot be started" in done.stderr
    assert "if __name__" in last[-1]


def test_no_workers_are_refused() -> None:
    with pytest.raises(InputError, match="workers is 0"):
        ProcessPool(0)
