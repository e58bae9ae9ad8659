"""Goal: a study finds each fault of a simulator that is wrong on purpose, and names its factor.

Method: real repeats on real processes, without a background load; what load, clocks and threads
bring out is shown with clocks and threads of our own, and with real ones by `make proof-control`.
"""

import secrets
from collections.abc import Callable
from dataclasses import replace
from itertools import count

import pytest

from project_ghost.analysis.variance import VarianceReport, analyze_variance
from project_ghost.core.errors import InputError
from project_ghost.study import PreparedSimulator, StudyResult, find_simulator, run_study
from project_ghost.study.results._trace import combined
from project_ghost.study.simulators import control
from proofs.control.studies import named_factors, study_of

TOLERANCE_M = 0.01


pytestmark = pytest.mark.usefixtures("_no_load")


def scene(fault: str, **settings) -> PreparedSimulator:
    found = find_simulator("control")({"scenario": fault, "duration_ns": None, **settings})
    assert isinstance(found, PreparedSimulator)
    return found


def repeated(fault: str, repeats: int = 3) -> VarianceReport:
    one = scene(fault)
    traces = [one.run(1, repeat) for repeat in range(repeats)]
    return analyze_variance(combined(fault, [str(i) for i in range(repeats)], traces))


def test_without_a_fault_all_repeats_are_the_same() -> None:
    report = repeated("steady")
    assert report.identical
    assert report.first_collision_ns == 2_000_000_000


class Clocks:
    """A machine on which every so many-th piece of work takes as long as told."""

    def __init__(self, every: int, wall_ns: int, usual_ns: int = 2_000_000) -> None:
        self._calls = count()
        self._every, self._wall_ns, self._usual_ns = every, wall_ns, usual_ns
        self._wall, self._cpu = 0, 0

    def perf_counter_ns(self) -> int:
        slow = next(self._calls) % self._every == self._every - 1
        self._wall += self._wall_ns if slow else self._usual_ns
        return self._wall

    def thread_time_ns(self) -> int:
        self._cpu += 2_000_000
        return self._cpu


class Threads:
    """A machine that runs threads one after the other, and every so often the last one first."""

    def __init__(self, every: int) -> None:
        self._every = every
        self._steps = count()
        self._waiting: list[Callable[[], None]] = []

    def Barrier(self, parties: int) -> "Threads":  # noqa: N802 - as in threading
        assert parties == 3
        return self

    def wait(self) -> None:
        """Nobody has to."""

    def Thread(self, target, args) -> "Threads":  # noqa: N802 - as in threading
        self._waiting.append(lambda: target(*args))
        return self

    def start(self) -> None:
        """They begin when all of them are there."""

    def join(self) -> None:
        waiting, self._waiting = self._waiting, []
        if waiting and next(self._steps) % self._every == 0:
            waiting.reverse()
        for each in waiting:
            each()


def test_what_depends_on_the_wall_clock_is_far_beyond_the_tolerance(monkeypatch) -> None:
    monkeypatch.setattr(control, "_WORK", 20)
    monkeypatch.setattr(control, "time", Clocks(1_000_000, 0, 100_000))
    assert repeated("wall-clock").identical  # a machine on which all work takes the same time
    # The pattern of 14 readings of the clock does not fit into the 61 of a run.
    monkeypatch.setattr(control, "time", Clocks(14, 300_000, 100_000))
    assert repeated("wall-clock").max_sigma_m > 10.0 * TOLERANCE_M


def test_what_depends_on_the_order_of_threads_is_far_beyond_the_tolerance(monkeypatch) -> None:
    monkeypatch.setattr(control, "threading", Threads(1_000_000))
    repeated("thread-order", 1)  # the one step in which they are turned round
    assert repeated("thread-order").identical
    # Of the 60 steps of a run the turned ones are others than of the run before.
    monkeypatch.setattr(control, "threading", Threads(7))
    assert repeated("thread-order").max_sigma_m > 10.0 * TOLERANCE_M


def test_late_steps_are_harmless_on_a_quiet_machine_and_not_on_a_busy_one(monkeypatch) -> None:
    monkeypatch.setattr(control, "_WORK", 10)
    monkeypatch.setattr(control, "time", Clocks(1_000_000, 0))
    quiet = repeated("late-steps")
    assert quiet.identical
    # The pattern of 14 readings of the clock does not fit into the 120 of a run.
    monkeypatch.setattr(control, "time", Clocks(14, 50_000_000))
    busy = repeated("late-steps")
    assert busy.max_sigma_m > 10.0 * TOLERANCE_M


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "factors"),
    [
        ("leftover", {"process": ("fresh", "reused")}),
        ("shared-slot", {"instances": (1, 2)}),
    ],
)
def test_a_study_names_the_right_factor_and_no_other(fault, factors, tmp_path) -> None:
    study = replace(study_of(fault, 2, tmp_path / "slots"), factors=factors)
    result: StudyResult = run_study(study, tmp_path / "study")
    assert result.complete
    assert named_factors(result) == (control.FAULTS[fault],)
    assert max(cell.report.max_sigma_m for cell in result.cells) > 10.0 * TOLERANCE_M


def test_a_slot_is_taken_by_one_instance_and_given_back(tmp_path) -> None:
    first, second = (scene("shared-slot", slots=str(tmp_path)) for _ in range(2))
    digests = [each.run(1, 1).digest() for each in (first, second)]
    assert digests[0] != digests[1]
    first.close()  # type: ignore[attr-defined]
    third = scene("shared-slot", slots=str(tmp_path))
    assert third.run(1, 1).digest() == digests[0]
    for each in (second, third):
        each.close()  # type: ignore[attr-defined]


def test_one_rare_run_is_wrong_and_the_others_are_not(monkeypatch) -> None:
    draws = count(1)
    monkeypatch.setattr(secrets, "randbelow", lambda n: next(draws) % n)
    report = repeated("rare", 400)  # the 200th and the 400th
    assert report.differing.count == 2
    assert report.max_deviation_m > 10.0 * TOLERANCE_M
    assert [actor.identical for actor in report.by_actor] == [True, False, True]


def test_an_unknown_fault_and_an_unknown_setting_are_refused() -> None:
    with pytest.raises(InputError, match="did you mean 'leftover'"):
        scene("leftovers")
    with pytest.raises(InputError, match="there is no setting 'slot'"):
        scene("steady", slot="x")
    with pytest.raises(InputError, match="one_in is 0"):
        scene("rare", one_in=0)
