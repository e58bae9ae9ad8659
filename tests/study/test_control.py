"""Goal: a study finds each fault of a simulator that is wrong on purpose, and names its factor.

Method: real repeats on real processes, without a background load; what only a load brings out
is shown with clocks of our own.
"""

from dataclasses import replace
from itertools import count

import pytest

from project_ghost.analysis.variance import VarianceReport, analyze_variance
from project_ghost.core.errors import InputError
from project_ghost.study import Scene, StudyResult, find_simulator, run_study
from project_ghost.study._trace import combined
from project_ghost.study.simulators import control
from proofs.control.studies import named_factors, study_of

TOLERANCE_M = 0.01


pytestmark = pytest.mark.usefixtures("_no_load")


def scene(fault: str, **settings) -> Scene:
    found = find_simulator("control")({"scenario": fault, "duration_ns": None, **settings})
    assert isinstance(found, Scene)
    return found


def repeated(fault: str, repeats: int = 3) -> VarianceReport:
    one = scene(fault)
    traces = [one.run(1, repeat) for repeat in range(repeats)]
    return analyze_variance(combined(fault, [str(i) for i in range(repeats)], traces))


def test_without_a_fault_all_repeats_are_the_same() -> None:
    report = repeated("steady")
    assert report.identical
    assert report.first_collision_ns == 2_000_000_000


@pytest.mark.parametrize("fault", ["thread-order", "wall-clock"])
def test_what_depends_on_threads_or_clocks_is_far_beyond_the_tolerance(fault) -> None:
    assert repeated(fault).max_sigma_m > 10.0 * TOLERANCE_M


class Clocks:
    """A machine on which every so many-th piece of work takes as long as told."""

    def __init__(self, every: int, wall_ns: int) -> None:
        self._calls = count()
        self._every, self._wall_ns = every, wall_ns
        self._wall, self._cpu = 0, 0

    def perf_counter_ns(self) -> int:
        slow = next(self._calls) % self._every == self._every - 1
        self._wall += self._wall_ns if slow else 2_000_000
        return self._wall

    def thread_time_ns(self) -> int:
        self._cpu += 2_000_000
        return self._cpu


def test_late_steps_are_harmless_on_a_quiet_machine_and_not_on_a_busy_one(monkeypatch) -> None:
    monkeypatch.setattr(control, "_WORK", 10)
    monkeypatch.setattr(control, "time", Clocks(1_000_000, 0))
    quiet = repeated("late-steps")
    assert quiet.identical
    # The pattern of 14 readings of the clock does not fit into the 120 of a run.
    monkeypatch.setattr(control, "time", Clocks(14, 50_000_000))
    busy = repeated("late-steps")
    assert busy.max_sigma_m > 10.0 * TOLERANCE_M


@pytest.mark.parametrize(
    ("fault", "factors"),
    [
        ("thread-order", {}),
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


def test_an_unknown_fault_and_an_unknown_setting_are_refused() -> None:
    with pytest.raises(InputError, match="did you mean 'leftover'"):
        scene("leftovers")
    with pytest.raises(InputError, match="there is no setting 'slot'"):
        scene("steady", slot="x")
