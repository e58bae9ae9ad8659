"""StateMachine: states, guards, their order, and time spent in a state."""

import math

import pytest

from project_ghost.core.compiled.cache._fingerprint import fingerprint
from project_ghost.core.errors import InputError, RunError
from project_ghost.engine import Engine, Graph
from project_ghost.engine.blocks import StateMachine, Transition

from .rig import traced


def test_a_traffic_light_keeps_its_times() -> None:
    """Red for 3 samples, green for 2, amber for 1, and again."""
    light = StateMachine(
        ("red", "green", "amber"),
        (
            Transition("red", "green", when=lambda age: age >= 3.0),
            Transition("green", "amber", when=lambda age: age >= 2.0),
            Transition("amber", "red", when=lambda: True),
        ),
    )
    assert traced(light, 10) == [0.0, 0.0, 0.0, 1.0, 1.0, 2.0, 0.0, 0.0, 0.0, 1.0]
    assert light.number("amber") == 2.0


def test_guards_look_at_inputs_and_only_those_of_the_present_state_count() -> None:
    machine = StateMachine(
        ("parked", "driving", "braking"),
        [
            ("parked", "driving", lambda demand: demand > 0.0),
            ("driving", "braking", lambda gap, demand: gap < 5.0 or demand < 0.0),
            ("braking", "parked", lambda gap: gap > 8.0),
        ],
        units={"gap": "m"},
    )
    assert list(machine.inputs()) == ["demand", "gap"]
    assert machine.inputs()["gap"].unit == "m"
    result = traced(
        machine,
        7,
        demand=[0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0],
        gap=[1.0, 1.0, 9.0, 4.0, 6.0, 9.0, 9.0],
    )
    assert result == [0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 0.0]


def test_the_first_transition_that_holds_decides() -> None:
    to_b = Transition("a", "b", lambda u: u > 0.0)
    to_c = Transition("a", "c", lambda u: u > 0.0)
    for moves, expected in (([to_b, to_c], 1.0), ([to_c, to_b], 2.0)):
        assert traced(StateMachine("abc", moves), 2, u=[1.0]) == [0.0, expected]


def test_it_begins_in_the_given_state_and_may_stay_there() -> None:
    assert traced(StateMachine(("a", "b"), (), initial="b"), 3) == [1.0, 1.0, 1.0]


def test_a_transition_to_the_same_state_restarts_its_age() -> None:
    machine = StateMachine(
        ("awake", "asleep"),
        [
            ("awake", "awake", lambda kick: kick > 0.0),
            ("awake", "asleep", lambda age: age >= 2.0),
        ],
    )
    kicks = [0.0, 1.0, 0.0, 0.0, 0.0]
    assert traced(machine, 5, kick=kicks) == [0.0, 0.0, 0.0, 0.0, 1.0]


def test_guards_may_look_at_the_time() -> None:
    machine = StateMachine(
        ("before", "after"), [("before", "after", lambda time_ns: time_ns >= 20_000_000)]
    )
    assert traced(machine, 5) == [0.0, 0.0, 0.0, 1.0, 1.0]


def test_two_machines_never_share_compiled_code() -> None:
    """What the guards close over, and which lambda of a line they are, is part of the key."""

    def machine(limit: float) -> StateMachine:
        return StateMachine(("a", "b"), [("a", "b", lambda u: u > limit)])

    def key(machine: StateMachine) -> str:
        return fingerprint(machine.function("update"))

    assert key(machine(1.0)) == key(machine(1.0))
    assert key(machine(1.0)) != key(machine(2.0))
    up, down = StateMachine("ab", [("a", "b", lambda u: u > 1.0)]), StateMachine("ab", [("a", "b", lambda u: u < 1.0)])  # fmt: skip  # noqa: E501
    assert key(up) != key(down)


@pytest.mark.parametrize(
    ("states", "transitions", "options", "words"),
    [
        ((), (), {}, ["the states are ()", "at least one"]),
        (("a", "a"), (), {}, ["('a', 'a')", "each listed once"]),
        (("red", "green"), [("red", "gren", lambda: True)], {}, ["'gren'", "mean 'green'"]),
        (("red", "green"), (), {"initial": "blue"}, ["no state 'blue'", "one of red, green"]),
        (("a",), [("a", "a", "u > 1")], {}, ["a guard is 'u > 1'", "a function"]),
        (("a",), [("a", "a", lambda *u: u[0])], {}, ["takes (*u)", "plain arguments"]),
        (("a",), [("a", "a", lambda y: y > 0)], {}, ["'y'", "a reserved name of the machine"]),
        (
            ("a",),
            [("a", "a", lambda level: level > 0)],
            {},
            ["'level'", "a reserved name of the machine"],
        ),
        (
            ("a",),
            [("a", "a", lambda gap: gap > 0)],
            {"units": {"gab": "m"}},
            ["'gab'", "mean 'gap'"],
        ),
    ],
)
def test_an_invalid_machine_is_refused(states, transitions, options, words) -> None:
    with pytest.raises(ValueError) as got:  # noqa: PT011 - the words are checked
        StateMachine(states, transitions, **options)
    message = str(got.value)
    assert "where: StateMachine" in message
    assert "fix: " in message
    for word in words:
        assert word in message


def machine_with(guard):
    graph = Graph("1ms")
    graph.group("all", rate_hz=1000)
    graph.add("light", StateMachine(("red", "green"), [("red", "green", guard)]), "all")
    for name in graph.components["light"].inputs():
        graph.expose(f"light.{name}")
    return graph


def test_guards_are_examined_like_other_functions() -> None:
    with pytest.raises(InputError, match=r"would differ: `gap \*\* 3`") as caught:
        Engine(machine_with(lambda gap: gap**3 > 1.0))
    assert "test_state_machine.py:" in caught.value.where


def test_a_guard_that_is_not_known_to_agree_is_interpreted() -> None:
    engine = Engine(machine_with(lambda gap: math.sin(gap) > 0.5))
    engine.expect("1000h")
    engine.run("5ms")
    assert engine.execution == "interpreted"
    assert "component 'light'" in engine.execution_note


def test_each_of_several_guards_on_a_line_is_examined() -> None:
    machine = StateMachine(
        ("a", "b"), [("a", "b", lambda x: x > 0), ("b", "a", lambda x, sample: x < sample)]
    )
    assert not machine.agreement("update").doubts
    assert not machine.agreement("update").refused


def test_a_guard_is_rewritten_for_both_executions() -> None:
    """`int(x)` of a number beyond 2**53 stops the run, as in any function."""
    engine = Engine(machine_with(lambda gap: int(gap) > 3), execution="interpreted")
    engine.set_input("light.gap", 1e300)
    with pytest.raises(RunError, match="beyond 2"):
        engine.run("5ms")
