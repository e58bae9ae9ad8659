"""Goal: a kernel that takes bundles is the kernel that takes their fields one by one.

Method: one kernel written both ways, with every kind of declaration, run both ways of
execution; then each use of bundles that cannot mean anything.
"""

import copy
import pickle
import sys
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
import pytest

from project_ghost.core import compiled
from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError, RunError
from project_ghost.engine import (
    Block,
    Engine,
    Graph,
    Input,
    Kernel,
    Noise,
    Output,
    Parameter,
    Size,
    State,
    array,
    number,
    run_paranoid,
    schedule_facts,
)
from project_ghost.testing import ComponentError, check_component
from tests.engine.parts import EXECUTIONS, Line

needs_numba = pytest.mark.skipif(not compiled.is_available(), reason="Numba is not installed")


class Plain(Kernel):
    """Takes everything that a kernel may take, one by one."""

    capacity = Size(3)
    target = Input(shape=("capacity",), default=2.0)
    pull = Input(default=0.5)
    shock = Noise(shape=("capacity",))
    place = State((1.0, 2.0, 3.0), shape=("capacity",))
    ticks = State()
    seen = Output(shape=("capacity",))
    total = Output()
    gain = Parameter(0.25)
    weight = Parameter((1.0, 2.0, 4.0), shape=("capacity",))

    @staticmethod
    def output(place, ticks, pull, seen, total):
        total[0] = pull + ticks[0]
        for i in range(seen.shape[0]):
            seen[i] = place[i]
            total[0] += place[i]

    @staticmethod
    def update(target, pull, shock, place, ticks, gain, weight, capacity, dt_s, time_ns):
        ticks[0] += time_ns * 1e-9
        for i in range(capacity):
            place[i] += dt_s * gain * weight[i] * pull * (target[i] - place[i]) + dt_s * shock[i]


class Rows(NamedTuple):
    place: Floats = array(State((1.0, 2.0, 3.0), shape=("capacity",)))
    ticks: Floats = array(State())


class Forces(NamedTuple):
    capacity: int = number(Size(3))
    target: Floats = array(Input(shape=("capacity",), default=2.0))
    pull: float = number(Input(default=0.5))
    shock: Floats = array(Noise(shape=("capacity",)))


class Law(NamedTuple):
    gain: float = number(Parameter(0.25))
    weight: Floats = array(Parameter((1.0, 2.0, 4.0), shape=("capacity",)))


class Seen(NamedTuple):
    seen: Floats = array(Output(shape=("capacity",)))
    total: Floats = array(Output())


class Bundled(Kernel):
    """The same with bundles; `output` takes one field of a bundle by its own name."""

    rows = Rows
    forces = Forces
    law = Law
    out = Seen

    @staticmethod
    def output(rows: Rows, pull: float, out: Seen) -> None:
        out.total[0] = pull + rows.ticks[0]
        for i in range(out.seen.shape[0]):
            out.seen[i] = rows.place[i]
            out.total[0] += rows.place[i]

    @staticmethod
    def update(rows: Rows, forces: Forces, law: Law, dt_s: float, time_ns: int) -> None:
        rows.ticks[0] += time_ns * 1e-9
        for i in range(forces.capacity):
            away = forces.target[i] - rows.place[i]
            rows.place[i] += (
                dt_s * law.gain * law.weight[i] * forces.pull * away + dt_s * forces.shock[i]
            )


def graph_of(component: Kernel) -> Graph:
    graph = Graph(step="1ms")
    graph.group("fast", rate_hz=1000)
    graph.add("Line", Line(slope=0.001), "fast")
    graph.add("Component", component, "fast")
    graph.connect("Line.y", "Component.pull")
    return graph


def run_of(component: Kernel, execution: str = "interpreted") -> Engine:
    engine = Engine(graph_of(component), seed=4, execution=execution)
    engine.run("40ms")
    return engine


@EXECUTIONS
def test_bundles_change_no_bit(execution) -> None:
    expected = run_of(Plain())
    bundled = run_of(Bundled(), execution)
    assert bundled.digest == expected.digest
    assert bundled.value("Component.total") != 0.0


def test_names_are_those_of_the_fields() -> None:
    assert Bundled.declarations["gain"] == Parameter(0.25)
    assert set(Bundled.declarations) == set(Plain.declarations)
    assert Bundled.functions["output"] == ("place", "ticks", "pull", "seen", "total")
    assert Bundled.signatures["output"] == ("rows", "pull", "out")
    component = Bundled(gain=3.0, capacity=1, weight=2.0, place=5.0)
    assert component.parameters == {"gain": 3.0, "weight": 2.0}
    assert component.initial == {"place": 5.0, "ticks": 0.0}


def test_feedthrough_covers_the_fields_that_output_takes() -> None:
    assert Bundled().feedthrough() == {"pull"}

    class All(Bundled):
        @staticmethod
        def output(rows: Rows, forces: Forces, out: Seen) -> None:  # type: ignore[override]
            out.total[0] = rows.place[0] * forces.pull

    assert All().feedthrough() == {"pull", "target"}
    reads = schedule_facts(graph_of(All())).order[1].reads
    assert [(each.input, each.feedthrough) for each in reads] == [("pull", True)]


@EXECUTIONS
def test_a_step_takes_bundles_too(execution) -> None:
    class Stepped(Kernel):
        rows = Rows
        law = Law
        out = Seen
        capacity = Size(3)

        @staticmethod
        def step(rows: Rows, law: Law, out: Seen) -> None:
            out.total[0] = rows.place[2]
            rows.place[2] += law.gain

    graph = Graph(step="1ms")
    graph.group("fast", rate_hz=1000)
    graph.add("Stepped", Stepped(), "fast")
    engine = Engine(graph, execution=execution)
    engine.run("4ms")
    assert engine.value("Stepped.total") == 4.0
    assert engine.state("Stepped.place") == (1.0, 2.0, 4.0)


@EXECUTIONS
def test_an_intermediate_nan_stops_nothing(execution) -> None:
    """The interpreter calls the function a second time, and it finds what the first call found."""

    class Overflowing(Kernel):
        rows = Rows
        capacity = Size(3)
        out = Seen

        @staticmethod
        def step(rows: Rows, out: Seen) -> None:
            rows.place[0] += 1.0
            huge = 1e308 * rows.place[0] * 10.0
            difference = huge - huge
            out.total[0] = rows.place[0] if difference != difference else -1.0

    graph = Graph(step="1ms")
    graph.group("fast", rate_hz=1000)
    graph.add("Overflowing", Overflowing(), "fast")
    engine = Engine(graph, execution=execution)
    engine.run("2ms")
    assert engine.value("Overflowing.total") == 4.0


@EXECUTIONS
def test_a_division_by_zero_is_located(execution) -> None:
    with pytest.raises(RunError, match="division by zero") as caught:
        run_of(_Dividing(), execution)
    assert "tick 0" in caught.value.where
    assert "'Component'" in caught.value.what


class _Dividing(Bundled):
    @staticmethod
    def update(rows: Rows, forces: Forces, law: Law, dt_s: float, time_ns: int) -> None:
        rows.place[0] = law.gain / (forces.capacity - 3)
        rows.ticks[0] = dt_s * time_ns


# ------------------------------------------------------------------- snapshots and copies


@EXECUTIONS
def test_a_snapshot_holds_the_states_in_bundles(execution) -> None:
    graph = graph_of(Bundled())
    engine = Engine(graph, seed=4, execution=execution)
    engine.run("15ms")
    restored = Engine.restored(graph, engine.snapshot(), execution=execution)
    for each in (engine, restored):
        each.run("25ms")
    assert restored.digest == engine.digest == run_of(Plain()).digest


def test_a_restore_at_every_tick_changes_nothing() -> None:
    graph = graph_of(Bundled())
    engine = Engine(graph, seed=4)
    run_paranoid(graph, engine, ticks=40)
    assert engine.digest == run_of(Plain()).digest


def test_another_order_of_the_fields_is_another_component_to_a_snapshot() -> None:
    class Turned(NamedTuple):
        ticks: Floats = array(State())
        place: Floats = array(State((1.0, 2.0, 3.0), shape=("capacity",)))

    class Other(Bundled):
        rows: Any = Turned

    snapshot = run_of(Bundled()).snapshot()
    with pytest.raises(InputError, match="snapshot"):
        Engine.restored(graph_of(Other()), snapshot)


def test_components_with_bundles_are_copied_and_sent_elsewhere() -> None:
    component = Bundled(gain=2.0)
    sent = pickle.loads(pickle.dumps(component))  # noqa: S301 - our own bytes
    for made in (copy.deepcopy(component), sent):
        assert run_of(made).digest == run_of(Plain(gain=2.0)).digest


# ----------------------------------------------------------------- classes and instances


def test_a_subclass_gives_a_field_another_default() -> None:
    class Strong(Bundled):
        gain = Parameter(2.0)

    assert Strong().parameters["gain"] == 2.0
    assert Bundled().parameters["gain"] == 0.25
    assert run_of(Strong()).digest == run_of(Plain(gain=2.0)).digest


def test_a_subclass_replaces_a_bundle_with_all_of_its_fields() -> None:
    class Constant(NamedTuple):
        speed: float = number(Parameter(1.0))

    class Steady(Bundled):
        law: Any = Constant

        @staticmethod
        def update(rows: Rows, law: Constant, dt_s: float) -> None:  # type: ignore[override]
            rows.place[0] += dt_s * law.speed

    assert "gain" not in Steady.declarations
    assert Steady().parameters == {"speed": 1.0}
    assert "gain" in Bundled.declarations


@EXECUTIONS
def test_instances_with_bundles_of_their_own_do_not_share_them(execution) -> None:
    class Up(NamedTuple):
        x: Floats = array(State(1.0))
        rate: float = number(Parameter(2.0))

    class Down(NamedTuple):
        rate: float = number(Parameter(-3.0))
        x: Floats = array(State(1.0))

    class Ramp(Kernel):
        def __init__(self, memory: type[Up] | type[Down]) -> None:
            self.declare(memory=memory, y=Output(), output=_show, update=_climb)
            super().__init__()

    graph = Graph(step="1ms")
    graph.group("fast", rate_hz=1000)
    graph.add("up", Ramp(Up), "fast")
    graph.add("down", Ramp(Down), "fast")
    engine = Engine(graph, execution=execution)
    engine.run("2ms")
    assert (engine.value("up.y"), engine.value("down.y")) == (5.0, -5.0)


def _show(memory, y):
    y[0] = memory.x[0]


def _climb(memory):
    memory.x[0] += memory.rate


def test_arguments_are_made_of_values_by_name() -> None:
    values: dict[str, Any] = {"place": np.ones(3), "ticks": np.zeros(1), "pull": 2.0}
    values |= {"seen": np.zeros(3), "total": np.zeros(1)}
    arguments = Bundled().arguments("output", values)
    assert [type(each) for each in arguments] == [Rows, float, Seen]
    Bundled.output(*arguments)
    assert values["total"][0] == 5.0


# ----------------------------------------------------------------------- check_component


@pytest.mark.slow
def test_the_checker_passes_a_kernel_with_bundles() -> None:
    check_component(Bundled(), samples=20)


def test_the_checker_names_the_field_that_a_kernel_must_not_write() -> None:
    class Meddling(Bundled):
        @staticmethod
        def output(rows: Rows, pull: float, out: Seen) -> None:
            rows.ticks[0] += 1.0
            out.total[0] = pull

    with pytest.raises(ComponentError, match="changes its argument 'ticks'"):
        check_component(Meddling(), samples=5)


# ---------------------------------------------------------------------- machine code


@pytest.mark.slow
@needs_numba
def test_fields_in_another_order_do_not_use_old_machine_code(tmp_path, monkeypatch) -> None:
    """The functions are the same to the letter: only the named tuple says which field is which."""
    monkeypatch.setenv("GHOST_CACHE_DIR", str(tmp_path))
    monkeypatch.syspath_prepend(str(tmp_path))
    fields = ("a: float = number(Parameter(1.0))", "b: float = number(Parameter(2.0))")
    result = []
    for order in (fields, fields[::-1]):
        text = _MODULE.format(first=order[0], second=order[1])
        (tmp_path / "reordered.py").write_text(text, encoding="utf-8")
        for name in ("reordered", *(n for n in list(sys.modules) if n.startswith("_ghost_"))):
            monkeypatch.delitem(sys.modules, name, raising=False)
        monkeypatch.setattr(sys, "dont_write_bytecode", True)
        engine = Engine(_alone(import_module("reordered").Ratio()), execution="compiled")
        engine.run("1ms")
        result.append(engine.value("Ratio.y"))
    assert result == [0.5, 0.5]


_MODULE = """\
from typing import NamedTuple

from project_ghost.engine import Kernel, Output, Parameter, array, number


class Numbers(NamedTuple):
    {first}
    {second}


class Ratio(Kernel):
    numbers = Numbers
    y = Output()

    @staticmethod
    def output(numbers: Numbers, y):
        y[0] = numbers.a / numbers.b
"""


def _alone(component: Kernel) -> Graph:
    graph = Graph(step="1ms")
    graph.group("fast", rate_hz=1000)
    graph.add("Ratio", component, "fast")
    return graph


# --------------------------------------------------------------------------- wrong uses


def test_a_field_has_the_type_that_the_function_receives() -> None:
    with pytest.raises(InputError, match="receives a number for Parameter") as caught:
        array(Parameter(1.0))
    assert "number(" in caught.value.fix
    with pytest.raises(InputError, match="receives a number for Input"):
        array(Input())
    for declaration in (State(), Output(), Noise(), Parameter(1.0, shape=(2,)), Input(shape=(2,))):
        with pytest.raises(InputError, match="receives an array") as caught:
            number(declaration)  # type: ignore[arg-type]
        assert "array(" in caught.value.fix


def refused(match: str, base: type = Kernel, **attributes: object) -> InputError:
    with pytest.raises(InputError, match=match) as caught:
        type("Wrong", (base,), attributes)
    assert "Wrong" in caught.value.where
    assert caught.value.expected
    assert caught.value.fix
    return caught.value


def test_every_field_declares_something() -> None:
    class Half(NamedTuple):
        place: Floats = array(State())
        rest: float = 1.0

    refused("the field 'rest' of the bundle 'half' declares nothing", half=Half)


def test_a_named_tuple_without_declarations_is_none_of_ours() -> None:
    class Pose(NamedTuple):
        x: float = 0.0

    class Tidy(Bundled):
        pose = Pose

    assert "pose" not in Tidy.bundles


def test_one_name_is_declared_once() -> None:
    class Again(NamedTuple):
        place: Floats = array(State())

    class Own(NamedTuple):
        own: Floats = array(State())

    refused("the bundles 'rows' and 'again' both declare 'place'", rows=Rows, again=Again)
    refused("the bundles 'rows' and 'again' both declare 'place'", Bundled, again=Again)
    refused("it declares 'place', and so does its bundle 'rows'", rows=Rows, place=State())
    refused("'own' is a bundle and a declaration", own=Own)
    refused(
        "it declares 'gain', which is not a number as in the bundle 'law'", Bundled, gain=State()
    )


def test_a_bundle_has_a_name_of_its_own() -> None:
    refused("it declares 'outputs', a name that every component has", outputs=Seen)
    refused("it declares 'time_ns', a name that every component has", time_ns=Seen)


def test_only_a_kernel_has_bundles() -> None:
    refused("it declares the bundle 'law', which only a Kernel may have", Block, law=Law)


def test_an_argument_is_a_bundle_or_a_declaration() -> None:
    def update(row: Rows) -> None: ...

    error = refused(
        "update takes 'row', which is not declared", rows=Rows, update=staticmethod(update)
    )
    assert "'rows'" in error.what


def test_a_size_that_is_missing_is_named() -> None:
    class Lonely(Kernel):
        rows = Rows

        @staticmethod
        def update(rows: Rows) -> None: ...

    with pytest.raises(InputError, match="there is no Size 'capacity'"):
        Lonely()
