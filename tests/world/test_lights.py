"""Lights show what their programs say, at every time, without drift."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.core.errors import InputError
from project_ghost.engine import Engine, Graph
from project_ghost.testing import check_component
from project_ghost.world.lights import AMBER, GREEN, RED, TrafficLights, colour_at, phase_at
from project_ghost.world.maps import COLOURS, LightPhase, LightProgram
from tests.engine.parts import EXECUTIONS

S = 1_000_000_000
MAIN = LightProgram(
    "main",
    ("north", "east"),
    (
        LightPhase(20 * S, ("green", "red")),
        LightPhase(3 * S, ("amber", "red")),
        LightPhase(2 * S + 1, ("red", "red")),  # an odd nanosecond, which a float would lose
        LightPhase(15 * S, ("red", "green")),
    ),
    offset_ns=5 * S,
)
SIDE = LightProgram("side", ("walk",), (LightPhase(7 * S, ("green",)), LightPhase(3 * S, ("red",))))


def test_the_numbers_are_the_places_of_the_colours():
    assert [COLOURS[number] for number in (RED, AMBER, GREEN)] == ["red", "amber", "green"]


@pytest.mark.parametrize(
    ("time_ns", "phase"),
    [
        (0, 3),  # before its first cycle, the end of the one before
        (5 * S - 1, 3),
        (5 * S, 0),
        (25 * S - 1, 0),
        (25 * S, 1),
        (28 * S, 2),
        (30 * S, 2),
        (30 * S + 1, 3),
        (45 * S, 3),
        (45 * S + 1, 0),
    ],
)
def test_phases_begin_and_end_to_the_nanosecond(time_ns, phase):
    ends = (20 * S, 23 * S, 25 * S + 1, 40 * S + 1)
    assert phase_at(time_ns, 5 * S, ends) == phase
    assert colour_at(MAIN, "north", time_ns) == (GREEN, AMBER, RED, RED)[phase]


@given(st.lists(st.integers(1, 10**10), min_size=1, max_size=6), st.integers(-(10**12), 10**12))
def test_every_cycle_is_like_the_first(durations, time_ns):
    ends = [sum(durations[: i + 1]) for i in range(len(durations))]
    assert phase_at(time_ns, 0, ends) == phase_at(time_ns + 1_000_003 * ends[-1], 0, ends)
    assert phase_at(0, 0, ends) == 0
    assert phase_at(ends[-1] - 1, 0, ends) == len(ends) - 1


def lights_graph():
    graph = Graph(step="50ms")
    graph.group("lights", rate_hz=20)
    graph.add("Lights", TrafficLights((MAIN, SIDE)), group="lights")
    return graph


@pytest.mark.slow
@EXECUTIONS
def test_an_hour_does_not_drift(execution):
    """72,000 ticks; at the end of each simulated minute and at its end, what the times say."""
    engine = Engine(lights_graph(), execution=execution)
    for _ in range(60):
        engine.run("1min")
        shown = [colour_at(MAIN, "north", engine.now_ns), colour_at(MAIN, "east", engine.now_ns)]
        shown.append(colour_at(SIDE, "walk", engine.now_ns))
        assert engine.value("Lights.colour") == tuple(float(colour) for colour in shown)
    assert engine.now_ns == 3600 * S


def test_changes_over_an_hour_are_counted_exactly():
    """The program's cycle is 40 s and 1 ns: 90 times in an hour less 90 ns, at exact instants."""
    changes = []
    ends = (20 * S, 23 * S, 25 * S + 1, 40 * S + 1)
    for cycle in range(90):
        begin = 5 * S + cycle * MAIN.cycle_ns
        changes += [begin + end for end in (0, *ends[:-1])]
    for instant in changes:
        before = phase_at(instant - 1, 5 * S, ends)
        assert phase_at(instant, 5 * S, ends) == (before + 1) % 4


@pytest.mark.slow
def test_it_is_a_sound_component():
    check_component(TrafficLights((MAIN, SIDE)))


def test_the_order_of_the_lights_may_be_chosen():
    graph = Graph(step="1s")
    graph.group("g", rate_hz=1)
    graph.add("Lights", TrafficLights((MAIN, SIDE), lights=("walk", "east")), group="g")
    engine = Engine(graph, execution="interpreted")
    engine.run("10s")
    assert engine.value("Lights.colour") == (float(GREEN), float(RED))


def test_mistakes_are_named():
    with pytest.raises(InputError, match="there are no lights"):
        TrafficLights(())
    with pytest.raises(InputError, match="no program controls the light 'south'"):
        TrafficLights((MAIN,), lights=("south",))
    with pytest.raises(InputError, match="has a cycle of"):
        TrafficLights((LightProgram("p", ("a",), (LightPhase(2**54, ("red",)),)),))
    with pytest.raises(InputError, match="'walk' is not in the program 'main'"):
        colour_at(MAIN, "walk", 0)
