"""Goal: a fork continues from the state of its original with other parameters, or is refused."""

import pytest

from project_ghost.core.due_pattern import DuePattern
from project_ghost.core.errors import InputError
from project_ghost.engine import Engine, Graph
from project_ghost.engine.snapshot._fork import group_counters
from tests.engine.loop import Cart, Helm, Planner, SavingPlanner, Trail, make_loop

TICK_NS = 1_000_000


def changed_loop(**components) -> Graph:
    graph = make_loop()
    graph.components.update(components)
    return graph


def at(ticks: int, graph: Graph | None = None) -> Engine:
    engine = Engine(graph or make_loop(), seed=7, execution="interpreted")
    engine.run(ticks * TICK_NS)
    return engine


def forked(original: Engine, graph: Graph, seed: int = 7) -> Engine:
    fork = Engine(graph, seed, execution="interpreted")
    fork.take_over(original)
    return fork


@pytest.mark.parametrize("planner", [SavingPlanner, Planner])
@pytest.mark.parametrize("ticks", [0, 1, 5, 16, 17, 33, 50, 105])
def test_without_a_change_it_is_the_run_itself(ticks: int, planner) -> None:
    original = at(ticks, make_loop(planner()))
    fork = forked(original, make_loop(planner()))
    assert fork.snapshot() == original.snapshot()
    for each in (original, fork):
        each.run(60 * TICK_NS)
    assert fork.snapshot() == original.snapshot()


def test_a_fork_of_a_run_at_its_start_begins() -> None:
    original = Engine(make_loop(), 7, execution="interpreted")
    fork = forked(original, make_loop())
    for each in (original, fork):
        each.run(60 * TICK_NS)
    assert fork.digest == original.digest


def test_a_changed_parameter_acts_like_set_parameter() -> None:
    original = at(50)
    fork = forked(original, changed_loop(Cart=Cart(speed_mps=2.5)))
    by_hand = Engine.restored(make_loop(), original.snapshot(), execution="interpreted")
    by_hand.set_parameter("Cart.speed_mps", 2.5)
    for each in (fork, by_hand):
        each.run(50 * TICK_NS)
    assert fork.digest == by_hand.digest
    assert fork.changes_since(original).parameters == ("Cart.speed_mps",)


def test_a_changed_gain_and_another_seed_are_forks_too() -> None:
    original = at(50)
    graph = make_loop()
    planned = graph.connections.pop("Helm.wanted")
    graph.connect(planned.source, planned.target, gain=1.3, offset=0.01)
    rewired, reseeded = forked(original, graph), forked(original, make_loop(), seed=8)
    assert rewired.changes_since(original).is_rewired
    assert not reseeded.changes_since(original).has_effect
    for each in (original, rewired, reseeded):
        each.run(50 * TICK_NS)
    assert len({each.digest for each in (original, rewired, reseeded)}) == 3


def test_changed_initial_values_are_listed_and_have_no_effect() -> None:
    original = at(50)
    fork = forked(original, changed_loop(Cart=Cart(heading=0.4)))
    changes = fork.changes_since(original)
    assert (changes.initial, changes.has_effect) == (("Cart.heading",), False)
    for each in (original, fork):
        each.run(50 * TICK_NS)
    assert fork.digest == original.digest


def without(name: str) -> Graph:
    graph = make_loop()
    for table in (graph.components, graph.group_of):
        del table[name]
    for target in [t for t in graph.connections if t.startswith(f"{name}.")]:
        del graph.connections[target]
    return graph


def resampled() -> Graph:
    graph = make_loop()
    graph.group_of["Trail"] = "slow"
    return graph


def undelayed() -> Graph:
    graph = make_loop()
    del graph.connections["Helm.measured"]
    graph.connect("Compass.measured", "Helm.measured")
    return graph


class OtherHelm(Helm):
    """Of another class, whatever it does."""


@pytest.mark.parametrize(
    ("graph", "named"),
    [
        (changed_loop(Trail=Trail(length=6)), r"state Trail\.points has the shape \(5, 2\)"),
        (changed_loop(Helm=OtherHelm()), "component Helm is a Helm, and would be a OtherHelm"),
        (resampled(), "component Trail would be sampled at another rate"),
        (undelayed(), r"input Helm\.measured remembers 2 samples of Compass\.measured"),
    ],
)
def test_a_graph_with_other_state_is_refused_by_name(graph: Graph, named: str) -> None:
    with pytest.raises(InputError, match=named):
        forked(at(50), graph)


def test_a_component_that_is_new_or_gone_is_named() -> None:
    graph = lacking_trail()
    with pytest.raises(InputError, match="component Trail would be gone"):
        forked(at(50), graph)
    with pytest.raises(InputError, match="component Trail would be new"):
        forked(at(50, graph), make_loop())


def lacking_trail() -> Graph:
    graph = without("Trail")
    del graph.connections["Planner.spread"]
    graph.connect("Cart.px", "Planner.spread")
    return graph


def test_a_component_without_memory_may_change_its_rate() -> None:
    original = at(50)
    graph = make_loop()
    graph.group("half", rate_hz=500)
    graph.publish("/half", ["Cart.px"], "half")
    fork = forked(original, graph)
    assert fork.changes_since(original).is_rewired
    fork.run(10 * TICK_NS)


@pytest.mark.parametrize(
    "pattern",
    [DuePattern.every(3, 1), DuePattern.every(5, 1, 7), DuePattern.on_grid(60, 1_000_000)],
)
def test_where_a_group_is_follows_from_the_time_alone(pattern: DuePattern) -> None:
    """Method: count as the generated source does, step by step."""
    upcoming, last, sample, gap = pattern.step_of(0), -1, -1, 1
    for step in range(200):
        assert group_counters(pattern, step) == (upcoming, last, sample, gap)
        if step == upcoming:
            sample += 1
            first = pattern.gap_before(0)
            gap = first if pattern.denominator == 1 or sample == 0 else step - last
            last, upcoming = step, pattern.step_of(sample + 1)


def test_an_input_is_read_as_its_component_has_read_it() -> None:
    engine = at(50)
    wanted = float(engine.array("Planner.wanted"))
    assert float(engine.input_value("Helm.wanted")) == 1.1 * wanted + 0.01
    assert float(engine.input_value("Trail.px")) == engine.value("Cart.px")
    with pytest.raises(InputError, match=r"no input 'Trail.pz'"):
        engine.input_value("Trail.pz")
