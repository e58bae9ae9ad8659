"""Goal: a step that varies and a simulator that does not wait are found, not only recorded."""

import pytest

from project_ghost.study import TraceRecorder
from project_ghost.study.results._setting_checks import check_settings, settings_checks


def trace(*times_ns: int):
    recorder = TraceRecorder()
    for time_ns in times_ns:
        recorder.add("ego", time_ns, 0.0, 0.0)
    return recorder.trace()


MS = 1_000_000


@pytest.mark.parametrize(
    ("facts", "times_ns", "passed", "detail"),
    [
        ({"step_ns": 10 * MS}, (0, 50 * MS, 100 * MS), True, "50 ms apart, at steps of 10 ms"),
        # Written when something changes: whole numbers of steps.
        ({"step_ns": 10 * MS}, (0, 10 * MS, 70 * MS), True, "10 ms to 60 ms apart"),
        ({"step_ns": 10 * MS}, (0, 10 * MS, 24 * MS), False, "10 ms to 14 ms apart"),
        ({"step_ns": 10 * MS}, (0, 4 * MS, 8 * MS), False, "4 ms apart, at steps of 10 ms"),
        # 60 Hz, rounded to nanoseconds and to microseconds.
        ({"step_ns": 16_666_667}, (0, 16_666_667, 33_333_333, 50_000_000), True, "at steps of"),
        ({}, (0, 16_667_000, 33_333_000, 50_000_000), True, "states no step_ns"),
        ({}, (0, 16 * MS, 40 * MS), False, "16 ms to 24 ms apart"),
        ({"step_ns": "2 different"}, (0, 10 * MS), False, "states 2 different steps"),
    ],
)
def test_a_fixed_step_shows_in_the_times(facts, times_ns, passed, detail) -> None:
    checks, not_run = settings_checks([check_settings("a.baseline", facts, [trace(*times_ns)])])
    assert (checks[0].name, checks[0].passed) == ("fixed step", passed)
    assert detail in checks[0].detail
    assert ("a.baseline" in checks[0].detail) is not passed
    assert [each.name for each in not_run] == ["synchronous mode"]


def test_a_simulator_that_does_not_wait_fails_and_one_that_says_nothing_is_not_checked() -> None:
    times = [trace(0, MS)]
    waits = check_settings("a", {"synchronous": True}, times)
    runs_on = check_settings("b", {"synchronous": False}, times)
    assert settings_checks([waits])[0][1].passed
    silent = check_settings("c", {}, times)
    checks, not_run = settings_checks([waits, silent])
    assert [each.name for each in checks] == ["fixed step"]  # nothing is called passed
    assert not_run[0].name == "synchronous mode"
    assert "in 1 of 2 experiments, such as c" in not_run[0].reason
    checks, not_run = settings_checks([waits, runs_on, silent])
    assert not checks[1].passed
    assert len(not_run) == 1
    failed = settings_checks([waits, runs_on])[0][1]
    assert not failed.passed
    assert failed.detail.endswith("wait for its client: b")
    one_time = check_settings("c", {}, [trace(0)])
    assert [each.name for each in settings_checks([one_time])[1]] == [
        "fixed step",
        "synchronous mode",
    ]
    assert settings_checks([]) == ([], [])
