"""Goal: an outside loop drives an input step by step, with the bits of one long run."""

import pytest

from project_ghost.core.errors import InputError
from project_ghost.engine import Engine, Graph
from project_ghost.engine.blocks import Clock, Constant, Integrator


def graph_with_groups() -> Graph:
    graph = Graph(step="1ms")
    graph.group("fast", rate_hz=1000)
    graph.group("slow", period="5ms", phase="2ms")
    graph.group("grid", rate_hz=300, on_grid=True)
    graph.add("Speed", Integrator(), group="fast")
    graph.add("Time", Clock(), group="slow")
    graph.add("Camera", Clock(), group="grid")
    graph.expose("Speed.u")
    return graph


def times(group: str | None, count: int) -> list[int]:
    engine = Engine(graph_with_groups(), execution="interpreted")
    found = []
    for _ in range(count):
        assert engine.step(group)
        found.append(engine.now_ns // 1_000_000)
    return found


def test_a_step_is_a_tick_or_a_period_of_a_group() -> None:
    assert times(None, 3) == [1, 2, 3]
    assert times("fast", 3) == [1, 2, 3]
    assert times("slow", 3) == [2, 7, 12]
    assert times("grid", 4) == [4, 7, 10, 14]


def test_steps_give_the_bits_of_one_run() -> None:
    engines = [Engine(graph_with_groups(), execution="interpreted") for _ in range(2)]
    for engine in engines:
        engine.set_input("Speed.u", 2.0)
    while engines[0].now_ns < 20_000_000:
        engines[0].step("slow" if engines[0].now_ns < 12_000_000 else None)
    engines[1].run("20ms")
    assert engines[0].digest == engines[1].digest


def test_code_takes_the_place_of_a_component() -> None:
    graph = graph_with_groups()
    graph.exposed.remove("Speed.u")
    graph.add("Throttle", Constant(1.0), group="slow")
    graph.connect("Throttle.y", "Speed.u")
    graph.disconnect("Speed.u")
    graph.expose("Speed.u")
    engine = Engine(graph, execution="interpreted")
    engine.run(0)
    for _ in range(10):
        engine.set_input("Speed.u", 7.0)
        engine.step()
    assert engine.value("Speed.y") == pytest.approx(0.07)


def test_a_step_says_when_the_run_has_ended() -> None:
    graph = graph_with_groups()
    graph.stop_when("Speed.y")
    engine = Engine(graph, execution="interpreted")
    assert engine.step()
    engine.set_input("Speed.u", 1.0)
    assert not engine.step()
    assert not engine.step("slow")
    assert engine.now_ns == 2_000_000


def test_an_unknown_group_is_refused() -> None:
    with pytest.raises(InputError, match="did you mean 'slow'"):
        Engine(graph_with_groups(), execution="interpreted").step("slwo")
