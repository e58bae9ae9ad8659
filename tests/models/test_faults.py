"""Goal: faults begin and end at their time, to the sample, and do what they say."""

from math import inf
from typing import Any

import pytest

from project_ghost.core.errors import GhostError, InputError
from project_ghost.engine import Engine, Graph
from project_ghost.engine.blocks import Clock, Constant
from project_ghost.models.faults import FaultWindow, LateCommands, Removals, StuckActuator
from project_ghost.models.sensors import Gnss
from project_ghost.testing import check_component
from tests.models.sensors.rig import traced

MS = 1_000_000


def test_a_window_begins_with_its_start_and_ends_before_its_stop() -> None:
    (active,) = traced(FaultWindow(30 * MS, 60 * MS), 8, "active")
    assert active.tolist() == [0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0]
    (active,) = traced(FaultWindow(25 * MS), 5, "active")
    assert active.tolist() == [0.0, 0.0, 0.0, 1.0, 1.0]


def test_windows_that_cannot_be_are_refused() -> None:
    with pytest.raises(GhostError, match="start_ns"):
        FaultWindow(0.5)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="stop_ns"):
        FaultWindow(2, 1)


def test_a_stuck_actuator_holds_what_it_had() -> None:
    commands = [(float(k), 10.0 + k) for k in range(6)]
    active = [0.0, 0.0, 1.0, 1.0, 0.0, 0.0]
    (y,) = traced(StuckActuator(2, stuck=(1.0, 0.0)), 6, "y", u=commands, active=active)
    assert y[:, 0].tolist() == [0.0, 1.0, 1.0, 1.0, 4.0, 5.0]
    assert y[:, 1].tolist() == [10.0 + k for k in range(6)]


def test_a_stuck_actuator_may_go_to_a_value() -> None:
    (y,) = traced(
        StuckActuator(1, value=(7.0,)), 3, "y", u=[(1.0,), (2.0,), (3.0,)], active=[0.0, 1.0, 0.0]
    )
    assert y[:, 0].tolist() == [1.0, 7.0, 3.0]


def test_stuck_from_the_start_it_holds_the_first_command() -> None:
    (y,) = traced(StuckActuator(1), 3, "y", u=[(4.0,), (5.0,), (6.0,)], active=[1.0])
    assert y[:, 0].tolist() == [4.0, 4.0, 4.0]


def test_late_commands_come_in_order_each_by_its_own_latency() -> None:
    commands = [(float(k), 10.0 + k) for k in range(9)]
    extra = [((2.0, 0.0),) if 3 <= k < 7 else ((0.0, 0.0),) for k in range(9)]
    (y,) = traced(LateCommands((2,), 2), 9, "y", u=commands, extra=extra)
    # It waits where the latency begins, and overtakes what is under way where it ends.
    assert y[:, 0].tolist() == [0.0, 1.0, 2.0, 2.0, 2.0, 3.0, 4.0, 7.0, 8.0]
    assert y[:, 1].tolist() == [10.0 + k for k in range(9)]


def test_late_from_the_start_the_first_command_stays() -> None:
    (y,) = traced(
        LateCommands((1, 1), 2), 4, "y", u=[((4.0 + k,),) for k in range(4)], extra=[((2.0,),)]
    )
    assert y[:, 0, 0].tolist() == [4.0, 4.0, 4.0, 5.0]


def test_removals_are_made_once_each() -> None:
    (gone,) = traced(Removals(3, (20 * MS, inf, 25 * MS)), 6, "despawn")
    assert gone.tolist() == [
        [0.0, 0.0, 0.0],
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0],
        [0.0, 0.0, 0.0],
        [0.0, 0.0, 0.0],
    ]
    with pytest.raises(InputError, match="at_ns"):
        Removals(2, (0.5, inf))


def test_a_scenario_wires_faults_to_a_sensor() -> None:
    """Silence for 30 ms, and later two samples of latency, by gain."""
    graph = Graph("10ms")
    graph.group("all", period="10ms")
    graph.add("clock", Clock(), "all")
    graph.add("still", Constant((0.0, 0.0, 0.0), unit="m/s"), "all")
    graph.add("here", Constant((0.0, 0.0, 0.0), unit="m"), "all")
    graph.add("gnss", Gnss(), "all")
    graph.add("silent", FaultWindow(20 * MS, 50 * MS), "all")
    graph.add("late", FaultWindow(80 * MS), "all")
    graph.connect("here.y", "gnss.position")
    graph.connect("still.y", "gnss.velocity")
    graph.connect("silent.active", "gnss.dropped")
    graph.connect("late.active", "gnss.extra_latency", gain=2.0)
    engine = Engine(graph, execution="interpreted")
    valid: list[Any] = []
    for k in range(13):
        engine.run("10ms" if k else 0)
        valid.append(engine.value("gnss.valid"))
    assert valid == [1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0]


@pytest.mark.slow
def test_interpreted_and_compiled_alike() -> None:
    check_component(FaultWindow(100 * MS, 200 * MS))
    check_component(StuckActuator(2, stuck=(1.0, 0.0)))
    check_component(LateCommands((2, 2), 3), ranges={"extra": (0.0, 3.0)})
    check_component(Removals(3, (20 * MS, inf, 25 * MS)))
