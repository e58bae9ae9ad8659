"""Goal: names are paths, and a nested graph is the same graph written flat, bit for bit.

Method: random graphs, nested and flat; and small graphs for each rule and each mistake.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from project_ghost.core.bus import Message
from project_ghost.core.errors import InputError, RunError
from project_ghost.engine import (
    Engine,
    Graph,
    Host,
    Output,
    Policy,
    load_graph,
    schedule_facts,
    schedule_text,
)
from project_ghost.engine.blocks import Constant, FirstOrderLag, Gain
from project_ghost.view import schedule_svg
from proofs.engine.comparison import unequal
from proofs.engine.graphs import descriptions
from tests.engine.parts import Counter, Crowd, Line, Memory, Probe, Walk
from tests.engine.test_failures import DividesByZero

EXECUTIONS = pytest.mark.parametrize("execution", ["interpreted", "compiled"])


class Tally(Host):
    """A component with state of its own, which copies must not share."""

    total = Output()

    def __init__(self):
        super().__init__()
        self.count = 0

    def output(self):
        self.count += 1
        return float(self.count)


def graph_of(group="fast", **components) -> Graph:
    graph = Graph("1ms")
    graph.group(group, rate_hz=1000)
    for name, component in components.items():
        graph.add(name, component, group)
    return graph


def refused(call, *, what, where, expected="", fix=""):
    with pytest.raises(InputError) as caught:
        call()
    error = caught.value
    assert what in error.what
    assert where in error.where
    assert expected in error.expected
    assert fix in error.fix


# -------------------------------------------------------------------- names


@pytest.mark.slow
@EXECUTIONS
def test_names_are_paths_that_differ_by_their_separators_alone(execution):
    graph = Graph("1ms")
    graph.group("rates/fast", rate_hz=1000)
    for i, name in enumerate(["a_b/c", "a/b_c", "a/b/c", "a_b_c"]):
        graph.add(name, Line(slope=float(i + 1)), "rates/fast")
        graph.add(f"{name}/probe", Probe(), "rates/fast")
        graph.connect(f"{name}.y", f"{name}/probe.u")
    graph.add("a/crowd", Crowd(count=3), "rates/fast")
    graph.connect("a/b/c.y", "a/crowd.target")
    graph.publish("/lines", ["a/b/c.y", "a_b_c.y"], "rates/fast")
    engine = Engine(graph, execution=execution)
    heard: list[Message] = []
    engine.bus.subscribe("test", heard.append)
    engine.run("2ms")
    probes = [engine.value(f"{n}/probe.y") for n in ("a_b/c", "a/b_c", "a/b/c", "a_b_c")]
    assert probes == [2.0, 4.0, 6.0, 8.0]
    assert heard[2].payload == {"a/b/c.y": 6.0, "a_b_c.y": 8.0}


@pytest.mark.parametrize("name", ["", "/a", "a/", "a//b", "a b", "a.b", "a/1b", "a-b", "a\n", 3])
def test_a_name_that_is_not_a_path_is_refused(name):
    graph = graph_of()
    expected = "joined by '/': `imu` or `car1/imu`"
    where = f"component {name!r}"
    refused(lambda: graph.add(name, Line(), "fast"), what="is not a name", where=where,
            expected=expected)  # fmt: skip
    refused(lambda: graph.group(name, rate_hz=1), what="is not a name", where="rate group",
            expected=expected)  # fmt: skip
    refused(lambda: graph.add_graph(name, graph_of()), what="is not a name", where="graph",
            expected=expected)  # fmt: skip


def test_a_star_in_a_pattern_matches_any_text_with_slashes_and_dots():
    graph = graph_of(**{"a/b/x": Line(), "a/y": Line(), "z": Line()})
    graph.group("slow", rate_hz=100)
    for i, source in enumerate(["a/b/x.y", "a/y.y", "z.y"]):
        graph.add(f"probe{i}", Probe(), "slow")
        graph.connect(source, f"probe{i}.u")
    graph.synchronize("a/b/*", "EXTRAPOLATED")
    graph.synchronize("a*", "INTERPOLATED")
    facts = schedule_facts(graph)
    read = {row.name: row.reads[0].policy for row in facts.order if row.reads}
    assert read == {"probe0": "EXTRAPOLATED", "probe1": "INTERPOLATED", "probe2": "ZOH"}


def test_an_error_names_the_whole_path():
    graph = Graph("1ms")
    graph.group("g", rate_hz=1000)
    graph.add("fleet/car1/divider", DividesByZero(at=4.0), "g")
    engine = Engine(graph)
    with pytest.raises(RunError, match="component 'fleet/car1/divider' failed") as caught:
        engine.run("20ms")
    assert "--component fleet/car1/divider" in str(caught.value)


def test_the_random_stream_of_a_component_is_that_of_its_path():
    inner = graph_of(walk=Walk())
    outer = Graph("1ms")
    outer.add_graph("a", inner)
    outer.add_graph("b", inner)
    flat = graph_of(**{"a/walk": Walk()})
    engine, alone = Engine(outer, 3), Engine(flat, 3)
    for each in (engine, alone):
        each.run("50ms")
    assert engine.value("a/walk.y") == alone.value("a/walk.y")
    assert engine.value("a/walk.y") != engine.value("b/walk.y")


# ---------------------------------------------------------- nested and flat


def agree(nested: Graph, flat: Graph, seed: int) -> None:
    one, two = Engine(nested, seed), Engine(flat, seed)
    heard: list[list[Message]] = [[], []]
    for engine, messages in zip((one, two), heard, strict=True):
        engine.bus.subscribe("test", messages.append)
    for tick in range(40):
        for engine in (one, two):
            engine.run("1ms" if tick else "0ms")
        assert one.link == two.link
    assert unequal(one, two) == []
    assert one.snapshot() == two.snapshot()
    assert heard[0] == heard[1]


PARTS = descriptions(largest=4).filter(lambda each: each.default_policy != "SYNCHRONIZED")


@pytest.mark.slow
@given(PARTS, PARTS, st.integers(0, 2**32))
@settings(max_examples=25)
def test_nested_graphs_are_the_flat_graph_bit_for_bit(one, other, seed):
    """Two graphs, one of them twice, and all of it nested once more."""
    middle = Graph("1ms")
    middle.add_graph("left", one.build())
    middle.add_graph("right/side", other.build())
    graph = one.build()
    middle.add_graph("again", graph)
    outer = Graph("1ms")
    outer.add_graph("all", middle)
    parts = [("left", one), ("right/side", other), ("again", one)]
    left, right, again = (each.under(f"all/{path}") for path, each in parts)
    agree(outer, left.beside(right).beside(again).build(), seed)


@given(PARTS, st.integers(0, 2**32))
@settings(max_examples=15)
def test_sharing_a_rate_group_changes_no_bit(description, seed):
    first, options = description.groups[0]
    outer = Graph("1ms")
    outer.group("shared", **dict(options))
    outer.add_graph("part", description.build(), groups={first: "shared"})
    assert f"part/{first}" not in outer.groups
    own = Graph("1ms")
    own.add_graph("part", description.build())
    one, two = Engine(outer, seed), Engine(own, seed)
    for engine in (one, two):
        engine.run("40ms")
    assert one.digest == two.digest
    assert unequal(one, two) == []


# -------------------------------------------------------------------- rules


def test_everything_of_the_inner_graph_is_under_the_path():
    inner = graph_of(count=Counter(), probe=Probe(), memory=Memory())
    inner.group("slow", rate_hz=10)
    inner.connect("count.y", "probe.u", gain=2.0)
    inner.expose("memory.u")
    inner.publish("/counts", ["count.y"], "slow")
    inner.sample("/bulk", ["count.y"], "fast")
    inner.stop_when("probe.y")
    outer = Graph("1ms")
    outer.group("control", rate_hz=1000)
    outer.add_graph("car1", inner, groups={"fast": "control"})
    assert list(outer.groups) == ["control", "car1/slow"]
    assert outer.group_of == dict.fromkeys(["car1/count", "car1/probe", "car1/memory"], "control")
    connection = outer.connections["car1/probe.u"]
    assert (connection.source, connection.gain) == ("car1/count.y", 2.0)
    assert outer.exposed == ["car1/memory.u"]
    assert outer.stops == ["car1/probe.y"]
    assert [(p.channel, p.signals, p.group) for p in outer.publications] == [
        ("/car1/counts", ("car1/count.y",), "car1/slow"),
        ("/car1/bulk", ("car1/count.y",), "control"),
    ]
    engine = Engine(outer)
    engine.set_input("car1/memory.u", 4.0)
    blocks = []
    engine.on_samples("/car1/bulk", lambda _, rows: blocks.append(rows.tolist()))
    engine.run("1ms")
    assert engine.stopped
    assert blocks == [[[0.0], [1.0]]]


def test_components_are_copied_so_that_no_state_is_shared():
    inner = graph_of(tally=Tally())
    outer = Graph("1ms")
    outer.add_graph("a", inner)
    outer.add_graph("b", inner)
    made = [*inner.components.values(), *outer.components.values()]
    assert len({id(component) for component in made}) == 3
    vars(inner.components["tally"])["count"] = 100
    engine = Engine(outer)
    engine.run("2ms")
    assert (engine.value("a/tally.total"), engine.value("b/tally.total")) == (3.0, 3.0)


def test_graphs_are_connected_from_outside_and_to_each_other():
    part = graph_of(gain=Gain(gain=2.0))
    outer = graph_of(source=Constant(value=1.5))
    outer.add_graph("a", part)
    outer.add_graph("b", part)
    outer.connect("source.y", "a/gain.u")
    outer.connect("a/gain.y", "b/gain.u")
    engine = Engine(outer)
    engine.run("0ms")
    assert engine.value("b/gain.y") == 6.0


def test_an_unconnected_input_is_named_by_its_path():
    outer = Graph("1ms")
    outer.add_graph("car1", graph_of(lag=FirstOrderLag(tau_s=1.0)))
    refused(
        lambda: Engine(outer),
        what="the input car1/lag.u is not connected",
        where="component 'car1/lag'",
    )


def policies_read(outer: Graph) -> str | None:
    outer.group("slow", rate_hz=100)
    outer.add("reader", Probe(), "slow")
    outer.connect("car/line.y", "reader.u")
    return schedule_facts(outer).order[-1].reads[0].policy


def test_a_nested_graph_keeps_its_policies():
    """Patterns that were written before it count first; without any the outer default does."""
    inner, outer = graph_of(line=Line()), Graph("1ms")
    outer.default_policy = Policy.INTERPOLATED
    outer.add_graph("car", inner)
    assert policies_read(outer) == "INTERPOLATED"
    outer, inner.default_policy = Graph("1ms"), Policy.EXTRAPOLATED
    outer.add_graph("car", inner)
    outer.default_policy = Policy.INTERPOLATED
    assert policies_read(outer) == "EXTRAPOLATED"
    outer = Graph("1ms")
    outer.synchronize("car/*", "ZOH")
    outer.add_graph("car", inner)
    assert policies_read(outer) == "ZOH"
    outer = Graph("1ms")
    inner.synchronize("line.*", "INTERPOLATED")
    outer.add_graph("car", inner)
    assert policies_read(outer) == "INTERPOLATED"


def test_a_schedule_shows_paths():
    outer = Graph("1ms")
    outer.add_graph("car1", graph_of(count=Counter(), probe=Probe()))
    outer.connect("car1/count.y", "car1/probe.u")
    facts = schedule_facts(outer)
    assert "car1/probe" in schedule_text(facts)
    assert "u *  <- car1/count.y" in schedule_text(facts)
    assert "car1/probe</text>" in schedule_svg(facts)


# ----------------------------------------------------------------- mistakes


def test_mistakes_are_refused_and_leave_the_outer_graph_as_it_was():
    class Uncopied(Tally):
        def __deepcopy__(self, memo):
            raise TypeError("a lock")

    def two_ms() -> Graph:
        return Graph("2ms")

    def synchronized() -> Graph:
        graph = Graph("1ms")
        graph.default_policy = "SYNCHRONIZED"
        return graph

    def sampled() -> Graph:
        graph = graph_of(count=Counter())
        graph.sample("/s", ["count.y"], "fast")
        return graph

    cases = [
        (two_ms, {}, "the step is 2_000_000 ns, and that of the outer graph 1_000_000 ns",
         "graph 'car1'"),
        (synchronized, {}, "SYNCHRONIZED is the default policy of a part", "graph 'car1'"),
        (lambda: graph_of(taken=Line()), {}, "the name 'car1/taken' is taken", "graph 'car1'"),
        (lambda: graph_of("used"), {}, "the name 'car1/used' is taken", "graph 'car1'"),
        (sampled, {}, "the channel '/car1/s' is taken", "graph 'car1'"),
        (graph_of, {"fst": "fast"}, "no rate group 'fst'; did you mean 'fast'?", "graph 'car1'"),
        (graph_of, {"fast": "fats"}, "no rate group 'fats'; did you mean 'fast'?", "graph 'car1'"),
        (graph_of, {"fast": "slow"}, "'fast' and 'slow' are due at different steps",
         "graph 'car1'"),
        (lambda: graph_of(u=Uncopied()), {}, "it cannot be copied: TypeError: a lock",
         "component 'car1/u', Uncopied"),
    ]  # fmt: skip
    for make, groups, what, where in cases:
        outer = graph_of(**{"car1/taken": Line()})
        outer.group("slow", rate_hz=100)
        outer.group("car1/used", rate_hz=100)
        outer.publish("/car1/s", ["car1/taken.y"], "fast")
        before = repr(vars(outer))
        refused(
            lambda make=make, outer=outer, groups=groups: outer.add_graph(
                "car1", make(), groups=groups
            ),
            what=what,
            where=where,
        )
        assert repr(vars(outer)) == before


def test_a_path_must_not_put_channels_where_observers_publish():
    refused(
        lambda: Graph("1ms").add_graph("observer", published()),
        what="the channel is '/observer/counts'",
        where="graph 'observer'",
        expected="reserved for observers",
    )


def published() -> Graph:
    graph = graph_of(count=Counter())
    graph.publish("/counts", ["count.y"], "fast")
    return graph


# -------------------------------------------------------------------- files

CAR = """\
scheduler:
  step: 1ms
  rate_groups:
    - {name: fast, rate_hz: 1000, components: [lag]}
    - {name: slow, rate_hz: 10, components: [source]}
components:
  source: {type: Constant, value: 3}
  lag: {type: FirstOrderLag, tau_s: 0.01}
connections:
  - {from: source.y, to: lag.u}
publications:
  - {channel: /pose, signals: [lag.y], group: slow}
"""

FLEET = """\
scheduler:
  step: 1ms
  rate_groups:
    - {name: control, rate_hz: 1000, components: [total]}
components:
  total: {type: Sum, signs: "++"}
graphs:
  car1: {file: parts/car.yaml, groups: {fast: control}}
  car2:
    scheduler:
      rate_groups:
        - {name: own, period: 2ms, components: [gain]}
    components:
      gain: {type: Gain, gain: 5}
    graphs:
      inner: {file: parts/car.yaml}
    connections:
      - {from: inner/lag.y, to: gain.u}
connections:
  - {from: car1/lag.y, to: total.u0}
  - {from: car2/gain.y, to: total.u1}
publications:
  - {channel: /total, signals: [total.y, car2/inner/lag.y], group: car2/own}
stop_when: []
"""


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "car.yaml").write_text(CAR)
    (tmp_path / "fleet.yaml").write_text(FLEET)
    return tmp_path


@pytest.mark.usefixtures("files")
def test_files_nest_other_files_and_graphs_of_their_own():
    graph = load_graph("fleet.yaml")
    assert list(graph.components) == [
        "total", "car1/source", "car1/lag", "car2/gain", "car2/inner/source", "car2/inner/lag",
    ]  # fmt: skip
    assert graph.group_of["car1/lag"] == "control"
    assert list(graph.groups) == ["control", "car1/slow", "car2/own", "car2/inner/fast",
                                  "car2/inner/slow"]  # fmt: skip
    assert [each.channel for each in graph.publications] == [
        "/car1/pose", "/car2/inner/pose", "/total",
    ]  # fmt: skip
    engine = Engine(graph)
    engine.run("100ms")
    assert engine.value("total.y") == pytest.approx(18.0, abs=0.01)


@pytest.mark.parametrize(
    ("old", "new", "what", "where"),
    [
        ("car1: {file: parts/car.yaml", "car1: {file: parts/cra.yaml",
         "there is no file 'parts/cra.yaml'", "fleet.yaml:8: graphs.car1.file"),
        ("{fast: control}", "{fsat: control}", "there is no rate group 'fsat'; did you mean",
         "fleet.yaml:8: graphs.car1.groups.fsat"),
        ("{fast: control}", "{fast: contrl}", "there is no rate group 'contrl'; did you mean",
         "fleet.yaml:8: graphs.car1.groups.fast"),
        ("{fast: control}", "{slow: control}", "are due at different steps",
         "fleet.yaml:8: graphs.car1.groups.slow"),
        ("{fast: control}}", "{fast: control}, file2: x}", "there is no key 'file2' here",
         "fleet.yaml:8: graphs.car1.file2"),
        ("  car2:\n", "  car-2:\n", "'car-2' is not a name", "fleet.yaml:9: graphs.car-2"),
        ("gain: 5", "gian: 5", "there is no key 'gian' here",
         "fleet.yaml:14: graphs.car2.components.gain.gian"),
        ("to: gain.u", "to: gain.v", "there is no input 'gain.v'; did you mean 'gain.u'?",
         "fleet.yaml:18: graphs.car2.connections[0].to"),
        ("rate_groups:\n        -", "step: 2ms\n      rate_groups:\n        -",
         "1_000_000 ns, and that of the outer graph 2_000_000 ns",
         "fleet.yaml:17: graphs.car2.graphs.inner"),
        ("from: car1/lag.y", "from: car1/lga.y",
         "there is no component 'car1/lga'; did you mean 'car1/lag'?",
         "fleet.yaml:20: connections[0].from"),
        ("file: parts/car.yaml}", "file: fleet.yaml}",
         "the file nests itself: fleet.yaml -> fleet.yaml",
         "fleet.yaml:16: graphs.car2.graphs.inner.file"),
    ],
)  # fmt: skip
def test_mistakes_in_nested_files_are_named_by_file_line_and_key(files, old, new, what, where):
    assert FLEET.count(old) == 1
    (files / "fleet.yaml").write_text(FLEET.replace(old, new))
    with pytest.raises(InputError) as caught:
        load_graph("fleet.yaml")
    assert what in caught.value.what
    assert caught.value.where == where


def test_a_mistake_in_a_file_that_is_nested_names_that_file(files):
    (files / "parts" / "car.yaml").write_text(CAR.replace("tau_s: 0.01", "tau_s: x"))
    with pytest.raises(InputError) as caught:
        load_graph("fleet.yaml")
    assert caught.value.where == "parts/car.yaml:8: components.lag.tau_s"
