"""Goal: the tracker commands what nuPlan's does, and its vehicle moves as nuPlan's does.

Method: the planner oracle, which nuPlan's own code computed; dense linear algebra for the two
banded problems; a whole run of the oracle through a graph.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.engine import Engine, Execution, Graph
from project_ghost.engine.run.hosts._ports import OpenPort
from project_ghost.models.ego_control import (
    LqrBicycle,
    LqrLaw,
    PlannerPort,
    RearAxle,
    TrajectoryTracker,
    ego_at,
    tracking_command,
)
from project_ghost.models.ego_control._least_squares import curvatures_of, velocities_of
from project_ghost.models.ego_control._lqr_bicycle import Bicycle
from project_ghost.models.ego_control._rows import write_ego
from project_ghost.models.plans import (
    EGO_AX,
    EGO_STEERING,
    EGO_STEERING_RATE,
    EGO_VX,
    EGO_WIDTH,
    EGO_X,
    EGO_Y,
    EGO_YAW,
    EGO_YAW_ACCELERATION,
    EGO_YAW_RATE,
    PLAN_ROWS,
    PLAN_STEERING,
    PLAN_TIME,
    PLAN_VX,
    PLAN_WIDTH,
    PLAN_X,
    PLAN_Y,
    PLAN_YAW,
)
from project_ghost.models.vehicles import KinematicBicycles, SingleTracks
from project_ghost.testing import check_component
from project_ghost.world.bodies import BODY_WIDTH, X, Y
from tests.models.ego_control.oracle import cases, ego_of, needs_oracle, plan_of

PACIFICA = 3.089
LAW = LqrLaw(10.0, 1.0, np.array([1.0, 10.0, 0.0]), 1.0, 0.1, 10.0, 1e-4, 1e-2, 0.5, 0.2)
VEHICLE = Bicycle(PACIFICA, 1.0471975511965976, 0.2, 0.05)


@needs_oracle
def test_commands_are_those_of_nuplan() -> None:
    for case in cases("lqr_tracker"):
        plan, count = plan_of(case)
        time_ns = case["time_us"] * 1000
        command = tracking_command(plan, count, time_ns, ego_of(case), LAW, PACIFICA)
        expected = case["command"]
        assert command == pytest.approx(
            (expected["acceleration"], expected["steering_rate"]), abs=1e-9
        )


@needs_oracle
def test_the_vehicle_moves_as_nuplans_does() -> None:
    columns = {
        "x": EGO_X, "y": EGO_Y, "heading": EGO_YAW, "speed": EGO_VX, "acceleration": EGO_AX,
        "angular_velocity": EGO_YAW_RATE, "angular_acceleration": EGO_YAW_ACCELERATION,
        "steering": EGO_STEERING, "steering_rate": EGO_STEERING_RATE,
    }  # fmt: skip
    for case in cases("lqr_tracker"):
        plan, count = plan_of(case)
        state, expected = ego_of(case), case["next"]
        LqrBicycle.update(plan, float(count), state, LAW, VEHICLE, case["time_us"] * 1000, 0.1)
        for name, column in columns.items():
            assert state[column] == pytest.approx(expected[name], abs=1e-9), name
        ego, bodies = np.zeros(EGO_WIDTH), np.zeros((1, BODY_WIDTH))
        write_ego(state, 1.461, ego, bodies)
        centre = expected["center_x"], expected["center_y"]
        assert bodies[0, [X, Y]] == pytest.approx(centre, abs=1e-9)


def simple(port: OpenPort) -> dict[str, object]:
    """The planner of the oracle's run: 8 s at 0.4 m/s2 with the wheels at 0.04 rad, by Euler."""
    ego = port.inputs["ego"]
    assert isinstance(ego, np.ndarray)
    plan, dt, count = np.zeros((PLAN_ROWS, PLAN_WIDTH)), 0.25, 33
    x, y, yaw, speed = ego[EGO_X], ego[EGO_Y], ego[EGO_YAW], ego[EGO_VX]
    for k in range(count):
        row = plan[k]
        row[PLAN_TIME] = port.time_ns + k * 250_000_000
        row[[PLAN_X, PLAN_Y, PLAN_YAW, PLAN_VX]] = x, y, yaw, speed
        row[PLAN_STEERING] = 0.04
        x, y = x + dt * speed * np.cos(yaw), y + dt * speed * np.sin(yaw)
        yaw += dt * speed * np.tan(0.04) / PACIFICA
        speed += dt * 0.4
    return {"plan": plan, "count": count}


@needs_oracle
@pytest.mark.parametrize(
    "execution",
    [Execution.INTERPRETED, pytest.param(Execution.COMPILED, marks=pytest.mark.slow)],
)
def test_a_whole_run_is_that_of_nuplan(execution) -> None:
    (case,) = cases("closed_loop_runs")
    engine = Engine(loop("lqr"), execution=execution)
    rows = []

    def plan(port: OpenPort) -> dict[str, object]:
        rows.append(np.array(port.inputs["ego"]))
        return simple(port)

    engine.attach("Planner", plan)
    engine.run((case["number_of_iterations"] - 2) * 100_000_000)
    assert len(rows) == len(case["samples"]) == 59
    columns = {"x": EGO_X, "y": EGO_Y, "heading": EGO_YAW, "speed": EGO_VX}
    for row, expected in zip(rows, case["samples"], strict=True):
        for name, column in {**columns, "steering": EGO_STEERING}.items():
            assert row[column] == pytest.approx(expected[name], abs=1e-6), name


@given(st.lists(st.tuples(st.floats(-3, 9), st.floats(-0.2, 0.2)), min_size=1, max_size=60))
def test_banded_solutions_are_those_of_dense_algebra(steps) -> None:
    dt, jerk, rate = 0.1, 1e-4, 1e-2
    poses = np.zeros((len(steps) + 1, 3))
    for k, (speed, turn) in enumerate(steps):
        x, y, yaw = poses[k]
        poses[k + 1] = x + speed * dt * np.cos(yaw), y + speed * dt * np.sin(yaw), yaw + turn
    many = len(steps)
    velocities = velocities_of(poses, dt, jerk)
    second = np.diff(np.eye(many), 2, axis=0) / dt if many > 2 else np.zeros((0, many))
    along = [
        (poses[k + 1, :2] - poses[k, :2]) @ [np.cos(poses[k, 2]), np.sin(poses[k, 2])]
        for k in range(many)
    ]
    rows = np.vstack([dt * np.eye(many), np.sqrt(jerk) * second])
    wanted = np.concatenate([along, np.zeros(len(second))])
    assert velocities == pytest.approx(np.linalg.lstsq(rows, wanted, rcond=None)[0], abs=1e-8)
    curvatures = curvatures_of(poses, velocities, dt, rate)
    first = np.diff(np.eye(many), 1, axis=0) / dt if many > 1 else np.zeros((0, many))
    begin = np.zeros((1, many))
    begin[0, 0] = 1e-5
    rows = np.vstack([np.diag(velocities * dt), np.sqrt(rate) * first, begin])
    turns = [turn for _, turn in steps]
    wanted = np.concatenate([turns, np.zeros(len(first) + 1)])
    residual = rows @ curvatures - wanted
    assert rows.T @ residual == pytest.approx(np.zeros(many), abs=1e-7)


def test_a_standing_vehicle_with_a_standing_plan_stays() -> None:
    plan = np.zeros((PLAN_ROWS, PLAN_WIDTH))
    plan[:3, PLAN_TIME] = [0, 1e8, 2e8]
    state = np.zeros(EGO_WIDTH)
    assert tracking_command(plan, 3, 0, state, LAW, PACIFICA) == (0.0, 0.0)


def test_a_plan_shorter_than_a_step_of_the_tracker_is_tracked() -> None:
    plan = np.zeros((PLAN_ROWS, PLAN_WIDTH))
    plan[1, [PLAN_TIME, PLAN_X]] = 5e7, 0.5
    command = tracking_command(plan, 2, 0, np.zeros(EGO_WIDTH), LAW, PACIFICA)
    assert np.isfinite(command).all()
    assert command[0] > 0.0


def loop(vehicle: str, period: str = "100ms") -> Graph:
    graph = Graph("10ms")
    graph.group("plans", period=period)
    graph.group("step", period="10ms")
    if vehicle == "lqr":
        graph.add("Ego", LqrBicycle(state=ego_at(4.461, 0.0, 0.0, 1.0, 1.461)), "plans")
    else:
        kind = KinematicBicycles if vehicle == "kinematic" else SingleTracks
        graph.add("Cars", kind(1, actors=[(1.4227170936, 0.0, 0.0, 8.0)]), "step")
        graph.add("Ego", RearAxle(), "step")
        graph.add("Tracker", TrajectoryTracker(), "plans")
        graph.connect("Cars.bodies", "Ego.bodies")
        graph.connect("Cars.motion", "Ego.motion")
        graph.connect("Ego.ego", "Tracker.ego")
        graph.connect("Tracker.command", "Cars.command")
    graph.add("Planner", PlannerPort(1), "plans")
    graph.connect("Ego.bodies" if vehicle == "lqr" else "Cars.bodies", "Planner.bodies")
    graph.connect("Ego.ego", "Planner.ego")
    for port in ("plan", "count"):
        graph.connect(f"Planner.{port}", f"{'Ego' if vehicle == 'lqr' else 'Tracker'}.{port}")
    return graph


@pytest.mark.parametrize("vehicle", ["kinematic", "single_track"])
def test_our_cars_follow_a_curved_plan(vehicle) -> None:
    """A circle of 40 m at 8 m/s, from a straight start: the car is on it after ten seconds."""

    def circle(port: OpenPort) -> dict[str, object]:
        plan = np.zeros((PLAN_ROWS, PLAN_WIDTH))
        times = port.time_ns + np.arange(41) * 100_000_000
        angle = 8.0 / 40.0 * times / 1e9
        plan[:41, PLAN_TIME] = times
        plan[:41, PLAN_X], plan[:41, PLAN_Y] = 40 * np.sin(angle), 40 - 40 * np.cos(angle)
        plan[:41, PLAN_YAW] = angle
        return {"plan": plan, "count": 41}

    engine = Engine(loop(vehicle), execution=Execution.INTERPRETED)
    engine.attach("Planner", circle)
    engine.run("10s")
    ego = engine.array("Ego.ego")
    radius = np.hypot(ego[EGO_X], ego[EGO_Y] - 40.0)
    assert abs(radius - 40.0) < 0.5
    assert ego[EGO_VX] == pytest.approx(8.0, abs=0.3)


@pytest.mark.slow
@pytest.mark.parametrize("component", [LqrBicycle(), TrajectoryTracker(), RearAxle()])
def test_interpreted_and_compiled_agree(component) -> None:
    check_component(component)
