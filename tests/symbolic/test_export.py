"""Goal: a graph and the engine agree over ten hyperperiods in a row, bit for bit.

Method: `examples/loop.yaml`, the loop of the benchmarks and random graphs with all policies, kinds,
delays, gains and phases run on from their own results, beside the engine.
"""

import sys
from pathlib import Path

import pytest

pytest.importorskip("casadi", reason="needs the extra symbolic")

from benchmarks._loop import make_graph
from benchmarks.symbolic import accumulated
from project_ghost.core.errors import InputError
from project_ghost.engine import (
    Engine,
    Graph,
    Host,
    Output,
    load_graph,
)
from project_ghost.engine.blocks import FirstOrderLag, LookupTable, NoiseSource
from project_ghost.runs import graph_in
from project_ghost.symbolic import check, export
from proofs.symbolic.graphs import any_graphs, checked, random_graph, started

EXAMPLES = Path(__file__).parents[2] / "examples"


def example_loop(monkeypatch) -> Graph:
    monkeypatch.setattr(sys, "path", [str(EXAMPLES), *sys.path])
    return load_graph(EXAMPLES / "loop.yaml")


@pytest.mark.parametrize("math", ["portable", "native"])
def test_the_example_has_the_bits_of_the_engine_over_ten_hyperperiods(math, monkeypatch) -> None:
    engine = started(example_loop(monkeypatch))
    model = export(engine, rate_transitions="embedded", math=math)
    compared = check(model, engine, periods=10)
    assert compared.difference is None
    assert compared.numbers > 100
    assert model.step.n_instructions() < 1000
    assert len(model.x0) == 11


def test_the_state_is_what_the_next_period_depends_on() -> None:
    model = export(started(make_graph(published=False)), rate_transitions="embedded")
    assert [each.name for each in model.states] == [
        *("Vehicle.x", "Vehicle.y", "Vehicle.heading", "Vehicle.v", "Speed.integral")
    ]
    assert model.step.n_instructions() < 1000
    assert model.period_ns == 100_000_000


def test_an_embedded_loop_is_small_inlined_and_accumulated() -> None:
    started_loop = started(make_graph(published=False))
    model = export(started_loop, rate_transitions="embedded", inline=True, stops=False)
    assert model.step.n_instructions() < 10_000
    calls = export(started_loop, rate_transitions="embedded")
    assert accumulated(calls.step, 100).n_instructions() < 100  # 10 s


def test_a_snapshot_runs_every_component_once_at_the_fastest_rate() -> None:
    engine = started(make_graph(published=False), "snapshot")
    model = export(engine)
    assert model.period_ns == 1_000_000
    assert model.rate_transitions == "snapshot"
    assert model.continuous_states == ("Vehicle.x", "Vehicle.y", "Vehicle.heading", "Vehicle.v")
    # The plant runs at the fastest rate anyway, with inputs that were just made.
    after, _, _ = model.step(model.x0, model.u0, model.p0, model.t0_ns, [])
    engine.run(model.period_ns)
    assert float(after[0]) == pytest.approx(engine.state("Vehicle.x"), rel=1e-12)


@pytest.mark.parametrize("seed", range(8))
def test_random_graphs_have_the_bits_of_the_engine(seed) -> None:
    found = checked(random_graph(seed), periods=2)
    assert (found.difference, found.cut) == ("", 0)
    assert found.numbers > 20


def test_graphs_of_any_wiring_have_the_bits_of_the_engine() -> None:
    assert sum(found.numbers for found in any_graphs(5, periods=2)) > 100


def test_noise_and_parameters_are_inputs() -> None:
    engine = started(random_graph(1))
    model = export(engine, rate_transitions="embedded", parameters=["L.tau_s"])
    assert model.parameter("L.tau_s").size == 1
    assert model.p0.tolist() == [0.05]
    assert model.noise[0].name == "N.w"
    assert len(model.draws) == len(model.noise)


def test_exposed_inputs_of_a_graph_are_inputs() -> None:
    graph = Graph("1ms")
    graph.group("g", rate_hz=1000)
    graph.add("L", FirstOrderLag(0.05), "g")
    graph.expose("L.u")
    for kind in ("snapshot", "embedded"):
        engine = Engine(graph, execution="interpreted")
        engine.run(0)
        engine.set_input("L.u", 0.7)
        engine.run("1ms")
        model = export(engine, rate_transitions=kind, math="portable")
        assert [each.name for each in model.inputs] == ["L.u"]
        assert model.u0.tolist() == [0.7]
        assert check(model, engine, periods=3).difference is None
        frozen = export(engine, rate_transitions=kind, freeze=["L.u"])
        assert frozen.inputs == ()


def test_cut_components_become_inputs_and_frozen_ones_numbers() -> None:
    engine = started(make_graph(published=False), "snapshot")
    model = export(engine, cut=["Pursuit"], freeze=["Speed"])
    assert [each.name for each in model.inputs] == ["Pursuit.steer"]
    assert [each.name for each in model.states] == [
        *("Vehicle.x", "Vehicle.y", "Vehicle.heading", "Vehicle.v")
    ]
    assert model.u0.tolist() == [engine.value("Pursuit.steer")]


def test_limits_as_constraints_leave_clip_out() -> None:
    engine = started(make_graph(published=False), "snapshot")
    model = export(engine, limits="constraints")
    assert model.limits is not None
    assert len(model.limited) > 0
    assert all(each.low < each.high for each in model.limited)


class Python(Host):
    y = Output()

    def output(self) -> float:
        return 1.0


def test_a_host_is_refused_with_the_fix() -> None:
    graph = Graph("1ms")
    graph.group("g", rate_hz=1000)
    graph.add("H", Python(), "g")
    graph.add("L", FirstOrderLag(0.05), "g")
    graph.connect("H.y", "L.u")
    engine = Engine(graph, execution="interpreted")
    engine.run("1ms")
    with pytest.raises(InputError, match="plain Python") as caught:
        export(engine)
    assert "--cut H" in caught.value.fix
    assert [each.name for each in export(engine, cut=["H"]).inputs] == ["H.y"]


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"rate_transitions": "embeded"}, "did you mean 'embedded'"),
        ({"math": "exact"}, "math is 'exact'"),
        ({"limits": "none"}, "one of clip, constraints"),
    ],
)
def test_unknown_options_are_refused(option, message) -> None:
    engine = started(make_graph(published=False), "snapshot")
    with pytest.raises(InputError) as caught:
        export(engine, **option)
    assert message in str(caught.value)


def test_names_and_hyperperiods_that_cannot_be_are_refused() -> None:
    engine = started(make_graph(published=False))
    with pytest.raises(InputError, match="did you mean 'Pursuit'"):
        export(engine, cut=["Pursiut"])
    with pytest.raises(InputError, match="there is no parameter"):
        export(engine, parameters=["Vehicle.mass"])
    with pytest.raises(InputError, match="repeats only after 100 ticks"):
        export(engine, rate_transitions="embedded", most_ticks=99)
    engine.run("3ms")
    with pytest.raises(InputError, match="no period begins"):
        export(engine, rate_transitions="embedded")


@pytest.mark.parametrize("points", [1, 2, 5, 64])
def test_a_lookup_table_has_the_bits_of_the_engine(points) -> None:
    graph = Graph("1ms")
    graph.group("g", rate_hz=1000)
    graph.add("N", NoiseSource(0.0, 20.0), "g")
    xs = [1.5 * place - 20.0 for place in range(points)]
    graph.add("T", LookupTable(xs, [0.1 * x * x - x for x in xs]), "g")
    graph.connect("N.y", "T.u")
    engine = started(graph)
    model = export(engine, rate_transitions="embedded", math="portable")
    compared = check(model, engine, periods=100)
    assert compared.difference is None
    assert compared.numbers >= 200


@pytest.mark.slow
def test_the_closed_loop_of_the_quadrotor_has_the_bits_of_the_engine() -> None:
    engine = Engine(graph_in("quadrotor-figure-eight", ()), seed=1, execution="interpreted")
    engine.run(2 * engine.plan.hyperperiod_steps * engine.plan.step_ns)
    control = ("position_control", "attitude_control", "rate_control", "mixer", "reference")
    keep = ["quad", "Wind", *(f"quad/{each}" for each in control)]
    model = export(engine, keep=keep, rate_transitions="embedded", math="portable")
    assert model.inputs == ()
    assert check(model, engine, periods=10).difference is None
