"""Goal: a run has the same bits alone, repeated, sliced, paced, recorded and paranoid."""

import pytest

from project_ghost.runs import Pace, PreparedRun, prepare


@pytest.fixture(scope="module")
def prepared() -> PreparedRun:
    return prepare("t-junction-4", ["duration=7s"], execution="interpreted")


def test_a_run_repeats_exactly_and_reports_its_contact(prepared) -> None:
    first, second = prepared.run(), prepared.run()
    assert first == second
    assert first.ticks == 140
    assert [(c.first, c.second) for c in first.contacts] == [("car2", "pedestrian")]
    assert (first.level, first.execution, first.ended_by) == (
        "portable",
        "interpreted",
        "duration",
    )


def test_slices_and_pacing_change_no_bit(prepared) -> None:
    output: list[int] = []
    waited: list[float] = []
    now_ns = [0]
    pace = Pace(lambda: now_ns[0], waited.append)

    def between(time_ns: int) -> bool:
        output.append(time_ns)
        pace.wait(time_ns)
        return True

    sliced = prepared.run(on_slice=between, slice_ns=150_000_000)
    assert sliced.digest == prepared.run().digest
    assert output[:3] == [0, 150_000_000, 300_000_000]  # the first before any tick
    assert output[-1] == 7_000_000_000
    # The clock stood still, so it waited for all of the simulated time.
    assert waited[-1] == pytest.approx(7.0)


def test_the_callback_may_end_the_run(prepared) -> None:
    result = prepared.run(on_slice=lambda now_ns: now_ns < 1_000_000_000, slice_ns=100_000_000)
    assert (result.ended_by, result.duration_ns) == ("interrupt", 1_000_000_000)
    assert prepared.run().ended_by == "duration"


def test_positions_are_kept_on_request(prepared) -> None:
    assert prepared.run().positions is None
    positions = prepared.run(keep_positions=True).positions
    assert positions is not None
    assert positions.values.shape == (71, 3, 4)
    assert positions.stamps_ns[-1] == 7_000_000_000
    assert positions.values[0, 2, :2].tolist() == [6.1, 3.11]


@pytest.mark.slow
def test_a_run_may_end_at_the_first_collision() -> None:
    for setting in ("end.first_collision=true", "on_collision=stop"):
        result = prepare("t-junction-4", [setting], execution="interpreted").run()
        assert result.ended_by == "first_collision"
        assert len(result.contacts) == 1
        assert result.duration_ns == result.contacts[0].stamp_sim_ns


def test_a_run_may_end_when_all_have_arrived() -> None:
    settings = ["end.all_arrived=true", "duration=60s"]
    result = prepare("t-junction-5", settings, execution="interpreted").run()
    assert result.ended_by == "all_arrived"
    assert 14e9 < result.duration_ns < 20e9


@pytest.mark.slow
def test_ignored_collisions_push_nobody() -> None:
    pushed = prepare("t-junction-6", execution="interpreted").run()
    passed = prepare("t-junction-6", ["on_collision=ignore"], execution="interpreted").run()
    assert len(pushed.contacts) == len(passed.contacts) == 1
    assert pushed.digest != passed.digest


@pytest.mark.slow
def test_paranoia_finds_nothing(prepared) -> None:
    result = prepared.run(duration_ns=500_000_000, paranoid=True)
    assert result.digest == prepared.run(duration_ns=500_000_000).digest
