"""PID: each part by hand, then together."""

import pytest

from project_ghost.engine import Engine, Graph
from project_ghost.engine.blocks import PID, Constant, FirstOrderLag

from .rig import traced


def test_proportional_and_integral() -> None:
    result = traced(PID(2.0, 10.0), 4, setpoint=[1.0], measurement=[0.0])
    assert result == pytest.approx([2.0, 2.1, 2.2, 2.3])


def test_the_integral_begins_at_its_initial_value() -> None:
    assert traced(PID(2.0, initial=5.0), 1, setpoint=[1.0], measurement=[0.0]) == [7.0]


def test_the_derivative_is_that_of_the_measurement_and_begins_at_zero() -> None:
    """A ramp of 100 a second gives -kd * 100; a step of the setpoint nothing."""
    ramp = [7.0, 8.0, 9.0, 10.0]
    result = traced(PID(0.0, kd=3.0), 4, setpoint=[0.0, 0.0, 50.0], measurement=ramp)
    assert result == pytest.approx([0.0, -300.0, -300.0, -300.0])


def test_the_derivative_comes_through_its_filter() -> None:
    """filter_s = 2 samples: half of what is missing at each sample, by hand."""
    ramp = [float(k) for k in range(60)]
    result = traced(PID(0.0, kd=3.0, filter_s=0.02), 60, setpoint=[0.0], measurement=ramp)
    assert result[:4] == pytest.approx([0.0, -150.0, -225.0, -262.5])
    assert result[-1] == pytest.approx(-300.0)


def test_a_saturated_controller_does_not_wind_up() -> None:
    """A second at the limit; when the error turns, the output leaves the limit at once."""
    pid = PID(1.0, 10.0, low=-2.0, high=2.0)
    setpoint = [5.0] * 100 + [-0.5]
    result = traced(pid, 102, setpoint=setpoint, measurement=[0.0])
    assert result[:100] == [2.0] * 100
    assert result[100:] == pytest.approx([-0.5, -0.55])


def test_at_a_limit_the_integral_still_comes_back() -> None:
    """Beyond the limit with an error of the other sign, the integral runs down."""
    pid = PID(0.0, 10.0, low=-2.0, high=2.0, initial=2.5)
    result = traced(pid, 8, setpoint=[-1.0], measurement=[0.0])
    assert result == pytest.approx([2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 1.9, 1.8])


def test_in_a_loop_the_measurement_settles_on_the_setpoint() -> None:
    graph = Graph("1ms")
    graph.group("plant", rate_hz=1000)
    graph.group("control", rate_hz=100)
    graph.add("wish", Constant(3.0, unit="m/s"), "control")
    pid = PID(2.0, 4.0, 0.05, low=-5.0, high=5.0, input_unit="m/s", output_unit="N")
    graph.add("pid", pid, "control")
    graph.add("plant", FirstOrderLag(0.5), "plant")
    graph.connect("wish.y", "pid.setpoint")
    graph.connect("plant.y", "pid.measurement")
    graph.connect("pid.y", "plant.u")
    engine = Engine(graph)
    engine.run("10s")
    assert engine.value("plant.y") == pytest.approx(3.0, abs=1e-6)
    assert engine.value("pid.y") == pytest.approx(3.0, abs=1e-5)
