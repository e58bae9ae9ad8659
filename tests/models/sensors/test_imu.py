"""Goal: an IMU is wrong exactly as its data sheet says, in every term of its equation."""

import math
from typing import Any

import numpy as np
import pytest

from project_ghost.core.errors import GhostError, InputError, RunError
from project_ghost.engine import Engine, Graph
from project_ghost.engine.blocks import Constant
from project_ghost.models.sensors import Gnss, Imu
from project_ghost.testing import check_component
from tests.models.sensors.rig import graph_of, traced

STILL: dict[str, Any] = {"rate": [(0.0, 0.0, 0.0)], "acceleration": [(0.0, 0.0, 9.80665)]}
PERFECT: dict[str, Any] = {
    "gyro_noise": 0.0,
    "accel_noise": 0.0,
    "gyro_walk": 0.0,
    "accel_walk": 0.0,
}


def test_without_errors_it_is_the_truth_to_the_last_bit() -> None:
    rate, felt = (0.1, -0.2, 0.3), (1.0 / 3.0, 9.8, -7.7)
    gyro, accel, valid = traced(
        Imu(**PERFECT), 3, "gyro", "accel", "valid", rate=[rate], acceleration=[felt]
    )
    assert [tuple(g) for g in gyro] == [rate] * 3
    assert [tuple(a) for a in accel] == [felt] * 3
    assert valid.tolist() == [1.0] * 3


def test_scale_and_bias_are_applied_and_saturation_comes_last() -> None:
    imu = Imu(
        **PERFECT,
        gyro_scale=(0.1, 0.0, 0.0),
        gyro_bias_rps=(0.0, 0.5, 0.0),
        accel_scale=(0.0, 0.0, -0.5),
        accel_bias_mps2=(0.25, 0.0, 0.0),
        gyro_max_rps=2.0,
        accel_max_mps2=20.0,
    )
    gyro, accel = traced(
        imu, 1, "gyro", "accel", rate=[(1.0, 1.0, -50.0)], acceleration=[(1.0, 30.0, 8.0)]
    )
    assert gyro[0] == pytest.approx((1.1, 1.5, -2.0))
    assert accel[0] == pytest.approx((1.25, 20.0, 4.0))


@pytest.mark.slow
@pytest.mark.parametrize("period", ["10ms", "1ms"])
def test_white_noise_has_the_density_at_any_rate(period) -> None:
    """5,000 samples of three axes: the spread is known to a hundredth."""
    imu = Imu(**{**PERFECT, "gyro_noise": 0.01, "accel_noise": 0.02})
    gyro, accel = traced(imu, 5000, "gyro", "accel", period=period, **STILL)
    root = math.sqrt(0.01 if period == "10ms" else 0.001)
    assert gyro.std() == pytest.approx(0.01 / root, rel=0.03)
    assert (accel - (0.0, 0.0, 9.80665)).std() == pytest.approx(0.02 / root, rel=0.03)
    assert abs(gyro.mean()) < 4 * 0.01 / root / math.sqrt(gyro.size)
    # White: no sample says anything about the next one.
    flat = gyro - gyro.mean(axis=0)
    assert abs((flat[1:] * flat[:-1]).mean() / flat.var()) < 4 / math.sqrt(gyro.size)


@pytest.mark.slow
def test_the_bias_walks_as_the_square_root_of_time() -> None:
    """Over 100 times the time it moves 10 times as far, by density * sqrt(time)."""
    imu = Imu(**{**PERFECT, "gyro_walk": 0.05})
    (bias,) = traced(imu, 8000, "gyro_bias", **STILL)
    for gap in (1, 10, 100):
        moved = bias[gap:] - bias[:-gap]
        assert moved.std() == pytest.approx(0.05 * math.sqrt(gap * 0.01), rel=0.1)


def test_the_measurement_has_exactly_the_bias_that_is_told() -> None:
    imu = Imu(**{**PERFECT, "gyro_walk": 0.05}, gyro_bias_rps=0.2)
    gyro, bias = traced(imu, 50, "gyro", "gyro_bias", **STILL)
    assert (gyro == bias).all()
    assert bias[0] == pytest.approx((0.2,) * 3, abs=1e-15)


@pytest.mark.slow
def test_the_bias_at_the_start_is_drawn_once_a_run() -> None:
    imu = Imu(**PERFECT, accel_bias_mps2=1.0, accel_bias_spread_mps2=0.3)
    starts = []
    for seed in range(400):
        (bias,) = traced(imu, 2, "accel_bias", seed=seed, **STILL)
        assert (bias[0] == bias[1]).all()
        starts.append(bias[0])
    found = np.array(starts)
    assert found.mean() == pytest.approx(1.0, abs=4 * 0.3 / math.sqrt(found.size))
    assert found.std() == pytest.approx(0.3, rel=0.1)


def test_latency_is_exact() -> None:
    truth = [(float(k), 0.0, 0.0) for k in range(30)]
    gyro, valid = traced(
        Imu(**PERFECT, gyro_max_rps=100.0, latency=3),
        30,
        "gyro",
        "valid",
        rate=truth,
        acceleration=[(0.0, 0.0, 0.0)],
    )
    assert valid.tolist() == [0.0] * 3 + [1.0] * 27
    assert gyro[:, 0].tolist() == [0.0] * 3 + [float(k) for k in range(27)]


def test_a_latency_that_grows_and_shrinks_repeats_nothing() -> None:
    """Two samples more from sample 10 to 19: a gap of two, and at the end two are skipped."""
    truth = [(float(k), 0.0, 0.0) for k in range(30)]
    extra = [2.0 if 10 <= k < 20 else 0.0 for k in range(30)]
    gyro, valid = traced(
        Imu(**PERFECT, gyro_max_rps=100.0, latency=1),
        30,
        "gyro",
        "valid",
        rate=truth,
        acceleration=[(0.0, 0.0, 0.0)],
        extra_latency=extra,
    )
    seen = [int(g[0]) for g, v in zip(gyro, valid, strict=True) if v]
    assert seen == [*range(17), *range(19, 29)]
    assert valid[10:12].tolist() == [0.0, 0.0]
    assert gyro[10:12, 0].tolist() == [8.0, 8.0]  # the last values stay


def test_more_latency_than_it_was_made_for_stops_the_run() -> None:
    imu = Imu(extra_latency_max=2)
    with pytest.raises(RunError) as caught:
        traced(imu, 2, "gyro", extra_latency=[3.0], **STILL)
    assert isinstance(caught.value.__cause__, GhostError)
    assert "latency" in str(caught.value.__cause__)


@pytest.mark.slow
def test_dropout_has_its_probability() -> None:
    (valid,) = traced(Imu(dropout=0.2), 5000, "valid", **STILL)
    assert valid.mean() == pytest.approx(0.8, abs=4 * math.sqrt(0.16 / 5000))
    # One loss says nothing about the next.
    lost = 1.0 - valid
    both = (lost[1:] * lost[:-1]).mean()
    assert both == pytest.approx(0.04, abs=4 * math.sqrt(0.04 / 5000))


def test_a_fault_silences_it_and_the_last_values_stay() -> None:
    truth = [(float(k), 0.0, 0.0) for k in range(9)]
    fault = [0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0]
    gyro, valid = traced(
        Imu(**PERFECT),
        9,
        "gyro",
        "valid",
        rate=truth,
        acceleration=[(0.0, 0.0, 0.0)],
        dropped=fault,
    )
    assert valid.tolist() == [1.0 - f for f in fault]
    assert gyro[:, 0].tolist() == [0.0, 1.0, 2.0, 2.0, 2.0, 2.0, 6.0, 7.0, 8.0]


def test_errors_do_not_depend_on_what_else_there_is() -> None:
    """One more sensor, before it in the order, changes no bit of this one."""

    def seen(companions: int) -> tuple[object, ...]:
        graph = Graph("10ms")
        graph.group("all", period="10ms")
        for name in ("rate", "acceleration", "position", "velocity"):
            unit = {**Imu().inputs(), **Gnss().inputs()}[name].unit
            graph.add(name, Constant((0.0, 0.0, 0.0), unit=unit), "all")
        for i in range(companions):
            graph.add(f"gnss{i}", Gnss(), "all")
            graph.connect("position.y", f"gnss{i}.position")
            graph.connect("velocity.y", f"gnss{i}.velocity")
        graph.add("imu", Imu(dropout=0.3, gyro_bias_spread_rps=0.1), "all")
        graph.connect("rate.y", "imu.rate")
        graph.connect("acceleration.y", "imu.acceleration")
        engine = Engine(graph, seed=7, execution="interpreted")
        found = []
        for _ in range(20):
            engine.run("10ms")
            found.append((engine.value("imu.gyro"), engine.value("imu.valid")))
        return tuple(found)

    alone = seen(0)
    assert seen(1) == alone
    assert seen(3) == alone


def test_dropout_and_latency_change_no_bit_of_what_is_measured() -> None:
    plain = traced(Imu(), 40, "gyro", **STILL)[0]
    late = traced(Imu(latency=4), 40, "gyro", **STILL)[0]
    assert (late[4:] == plain[:-4]).all()
    gyro, valid = traced(Imu(dropout=0.5), 40, "gyro", "valid", **STILL)
    assert (gyro[valid == 1.0] == plain[valid == 1.0]).all()


@pytest.mark.parametrize(
    "wrong",
    [{"dropout": 1.5}, {"gyro_noise": -1.0}, {"accel_max_mps2": 0.0}, {"gyro_bias_rps": "much"}],
)
def test_what_no_sensor_has_is_refused(wrong) -> None:
    with pytest.raises((InputError, TypeError), match=next(iter(wrong))):
        Imu(**wrong)


@pytest.mark.slow
def test_interpreted_and_compiled_alike() -> None:
    imu = Imu(dropout=0.3, latency=2, gyro_walk=0.1, accel_bias_spread_mps2=0.2)
    check_component(imu, ranges={"extra_latency": (0.0, 3.0), "dropped": (0.0, 0.0)})


@pytest.mark.slow
def test_a_graph_has_the_same_digest_interpreted_and_compiled() -> None:
    graph = graph_of(Imu(dropout=0.3, latency=2), **STILL)
    one, two = (Engine(graph, seed=5, execution=e) for e in ("interpreted", "compiled"))
    one.run("300ms")
    two.run("300ms")
    assert one.digest == two.digest
