"""Goal: a trace survives recording, storing and putting side by side, bit for bit."""

import numpy as np
import pytest

from project_ghost.analysis.traces import VariableKind
from project_ghost.analysis.variance import analyze_variance
from project_ghost.core.errors import InputError
from project_ghost.study import TraceRecorder
from project_ghost.study.results._trace import combined, one_trace
from project_ghost.study.results._trace_file import load_trace, save_trace


def recorded(mode: str = "go", y_m: float = 0.0):
    recorder = TraceRecorder({"yaw": "rad", "speed": "m/s"})
    for step in range(3):
        recorder.add("b", step * 10, step / 3, y_m, yaw=0.1, speed=1.0, mode=mode)
        recorder.add("a", step * 10, step / 7, -0.0, collision=step == 1, yaw=0.1, speed=1.0,
                     mode="stop")  # fmt: skip
    return recorder.trace()


def test_a_stored_trace_comes_back_bit_for_bit(tmp_path) -> None:
    trace = recorded()
    save_trace(trace, tmp_path / "t.npz")
    back = load_trace(tmp_path / "t.npz", trace.digest())
    assert back.digest() == trace.digest()
    assert back.actors == ("b", "a")
    assert back.first_collision_ns == 10
    assert back.columns["mode"].categories == ("go", "stop")
    assert back.columns["yaw"].kind is VariableKind.ANGLE
    assert [path.name for path in tmp_path.iterdir()] == ["t.npz"]
    (tmp_path / "t.npz").write_bytes(b"no")
    with pytest.raises(InputError, match="cannot be read"):
        load_trace(tmp_path / "t.npz", trace.digest())


def test_the_digest_tells_the_sign_of_zero() -> None:
    assert recorded(y_m=0.0).digest() == recorded(y_m=0.0).digest()
    assert recorded(y_m=0.0).digest() != recorded(y_m=-0.0).digest()
    assert recorded("go").digest() != recorded("wait").digest()


def test_traces_side_by_side_keep_their_categories_apart() -> None:
    traces = combined("here", ["1", "2"], [recorded("go"), recorded("brake")])
    report = analyze_variance(traces)
    assert report.repeats == 2
    assert not report.identical
    assert report.max_sigma_m == 0.0
    assert [(c.variable, c.repeats_flipped) for c in report.by_category] == [("mode", 1)]
    assert report.first_collision_ns == 10
    assert one_trace(combined("here", ["1"], [recorded()])).first_collision_ns == 10
    with pytest.raises(InputError, match="it has 2 repeats"):
        one_trace(traces)


def test_what_comes_after_the_end_is_cut() -> None:
    cut = recorded().until(10)
    assert set(cut.times_ns.tolist()) == {0, 10}
    assert len(cut.columns["x"].values) == len(cut.actor) == len(cut.collided) == 4


def test_stacking_gives_what_rows_give() -> None:
    """The quick way for repeats with the same samples, against the general one."""
    traces = [recorded("go", 0.5), recorded("brake", -0.0), recorded("go", 2.0)]
    stacked = combined("here", ["1", "2", "3"], traces)
    shuffled = [traces[0], traces[1].rows(np.arange(6)[::-1]), traces[2]]
    general = combined("here", ["1", "2", "3"], shuffled)
    assert (stacked.repeats, stacked.actors) == (general.repeats, general.actors)
    assert stacked.collisions_ns == general.collisions_ns
    assert np.array_equal(stacked.present, general.present)
    for name, variable in general.variables.items():
        assert stacked.variables[name].categories == variable.categories
        assert stacked.variables[name].values.tobytes() == variable.values.tobytes()


def test_the_order_in_which_samples_came_is_not_compared() -> None:
    one, two = TraceRecorder(), TraceRecorder()
    samples = [("b", 0, 1.0), ("a", 0, 2.0), ("a", 5, 3.0), ("b", 5, 4.0)]
    for actor, time_ns, x_m in samples:
        one.add(actor, time_ns, x_m, 0.0, collision=actor == "b")
    for actor, time_ns, x_m in reversed(samples):
        two.add(actor, time_ns, x_m, 0.0, collision=actor == "b")
    assert one.trace().digest() != two.trace().digest()
    assert one.trace().ordered().digest() == two.trace().ordered().digest()
    assert one.trace().ordered().columns["x"].values.tolist() == [2.0, 1.0, 3.0, 4.0]


def test_samples_must_have_the_same_variables() -> None:
    recorder = TraceRecorder()
    recorder.add("a", 0, 0.0, 0.0, speed=1.0)
    with pytest.raises(InputError, match="has the variables none"):
        recorder.add("a", 1, 0.0, 0.0)
    other = TraceRecorder()
    other.add("a", 0, 0.0, 0.0)
    with pytest.raises(InputError, match="repeat 2 has the variables"):
        combined("here", ["1", "2"], [recorder.trace(), other.trace()])


def test_no_sample_gives_an_empty_trace() -> None:
    assert not np.size(TraceRecorder().trace().times_ns)
    with pytest.raises(InputError, match="the trace is empty"):
        combined("here", ["1"], [TraceRecorder().trace()])
