"""Goal: an audit repeats runs on other workers, and a result that depends on the worker is found.

Method: an executor whose outcomes come from made-up processes, and one with real ones.
"""

from dataclasses import replace

import pytest

from project_ghost.batch import AbstractExecutor, InProcess, ProcessPool, TaskError
from project_ghost.core.errors import InputError
from project_ghost.results import DifferentResultsError, open_store
from project_ghost.sweep import open_sweep, parse_sweep, plan_sweep, run_sweep

from .small import RECORDED, runs_in


class Workers(AbstractExecutor):
    """Executes in this process, and says that it was another one each time it is called.

    With `stuck`, it says so the third time only. The task of number `wrong` of the second call has
    another result, or fails.
    """

    def __init__(self, *, wrong=None, fails: bool = False, stuck: bool = False) -> None:
        self._wrong, self._fails, self._stuck = wrong, fails, stuck
        self.calls: list[int] = []

    @property
    def workers(self) -> int:
        return 1

    def finished(self, tasks):
        number = len(self.calls)
        self.calls.append(0)
        pid = 1 + (number // 2 if self._stuck else number)
        for outcome in InProcess().finished(tasks):
            self.calls[number] += 1
            outcome = replace(outcome, host="here", pid=pid)
            if number == 1 and outcome.index == self._wrong:
                outcome = (
                    replace(outcome, value=None, error=TaskError("it died", "there"))
                    if self._fails
                    else replace(outcome, value=outcome.get()._replace(digest="other"))
                )
            yield outcome


def audited(plan, folder, executor, fraction: float = 0.5):
    return run_sweep(plan, open_store(folder), executor, execution="interpreted", audit=fraction)


def test_a_sample_is_repeated_and_has_the_same_bits(plan, reference, tmp_path) -> None:
    executor = Workers()
    result = audited(plan, tmp_path, executor)
    assert (result.audited, executor.calls) == (3, [6, 3])
    assert runs_in(tmp_path) == runs_in(reference)
    assert open_sweep(tmp_path).runs().num_rows == 6
    assert audited(plan, tmp_path, Workers(), 0.01).audited == 1  # at least one


def test_recordings_are_not_made_again(recorded, tmp_path) -> None:
    plan = plan_sweep(parse_sweep(RECORDED))
    assert audited(plan, tmp_path, Workers()).audited == 2
    assert runs_in(tmp_path) == runs_in(recorded)
    for path in (recorded / "recordings").iterdir():
        assert (tmp_path / "recordings" / path.name).read_bytes() == path.read_bytes()


def test_runs_of_the_same_worker_are_repeated_again(plan, tmp_path) -> None:
    executor = Workers(stuck=True)
    assert audited(plan, tmp_path, executor).audited == 3
    assert executor.calls == [6, 3, 3]


def test_a_result_that_differs_names_both_and_the_sweep_stays_open(plan, tmp_path) -> None:
    with pytest.raises(DifferentResultsError) as error:
        audited(plan, tmp_path, Workers(wrong=1))
    assert "'other'" in error.value.what
    assert "process 1 of here and process 2 of here" in error.value.where
    assert not (tmp_path / "complete.json").exists()
    # Both results are in the store, so nobody completes it as if nothing had happened.
    with pytest.raises(DifferentResultsError):
        run_sweep(plan, open_store(tmp_path), InProcess(), execution="interpreted")


def test_a_run_that_fails_when_it_is_repeated_is_an_error(plan, tmp_path) -> None:
    with pytest.raises(DifferentResultsError, match="failed when it was repeated: it died"):
        audited(plan, tmp_path, Workers(wrong=0, fails=True))


@pytest.mark.parametrize("fraction", [-0.1, 1.5])
def test_fractions_are_checked(plan, tmp_path, fraction) -> None:
    with pytest.raises(InputError, match="--audit is"):
        audited(plan, tmp_path, Workers(), fraction)


def test_one_process_alone_cannot_audit(plan, tmp_path) -> None:
    with pytest.raises(InputError, match="another worker"):
        audited(plan, tmp_path, InProcess())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_real_processes(plan, reference, tmp_path) -> None:
    result = audited(plan, tmp_path, ProcessPool(2))
    assert result.audited == 3
    assert runs_in(tmp_path) == runs_in(reference)
