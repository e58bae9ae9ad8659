"""Goal: a YAML file becomes the graph it describes, and every mistake in it is named.

Each wrong file is a right one with one thing changed; the error must name what is wrong,
file, line and key, and how to fix it.
"""

import textwrap
from pathlib import Path

import pytest

from project_ghost.core.errors import InputError
from project_ghost.engine import (
    Block,
    Engine,
    Graph,
    Host,
    Output,
    Policy,
    load_graph,
    schedule,
    schedule_facts,
    schedule_text,
)
from project_ghost.engine.blocks import Sum
from project_ghost.engine.wiring._publications import EventPublication

ROOT = Path(__file__).parents[2]

PARTS = """
from project_ghost.engine import Block, Host, Input, Output, Parameter, Size, State

NUMBER = 3

class Source(Block):
    y = Output(unit="m")
    value = Parameter(1.0)

    @staticmethod
    def output(value):
        return value

class Lag(Block):
    u = Input(unit="m")
    x = State()
    y = Output(unit="m")
    tau_s = Parameter()

    @staticmethod
    def output(x):
        return x

    @staticmethod
    def update(x, u, tau_s, dt_s):
        return x + dt_s * (u - x) / tau_s

class Filter(Block):
    taps = Size(3)
    u = Input()
    weights = Parameter((1.0, 2.0, 3.0), shape=("taps",))
    y = Output()

    @staticmethod
    def output(u, weights):
        return u * weights[0]

class Force(Block):
    force = Input(unit="N")
    y = Output(shape=(2,))

    @staticmethod
    def output(force):
        return force, force

class Logger(Host):
    u = Input()

    def __init__(self, path, **values):
        super().__init__(**values)
        if not path:
            raise ValueError("no path")
        self.path = path

    def update(self, u):
        pass
"""

RIGHT = """\
scheduler:
  step: 1ms
  rate_groups:
    - name: fast
      rate_hz: 1000
      components: [Source]
    - {name: slow, period: 10ms, phase: 2ms, components: [Lag]}
  synchronization:
    default_policy: ZOH
    overrides:
      - {pattern: "Source.*", policy: INTERPOLATED}

components:
  Source: {type: "parts_of_test:Source", value: 4}
  Lag:
    type: parts_of_test:Lag
    tau_s: 0.5

connections:
  - from: Source.y
    to: Lag.u
    gain: 2

publications:
  - {channel: /lag, signals: [Lag.y], group: slow}
"""


@pytest.fixture(autouse=True)
def in_its_own_folder(tmp_path, monkeypatch):
    """Each test has its folder, and its own module of components beside the file."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "parts_of_test.py").write_text(PARTS)
    monkeypatch.delitem(__import__("sys").modules, "parts_of_test", raising=False)


def load(text: str, **components: Block) -> Graph:
    Path("a.yaml").write_text(text)
    return load_graph("a.yaml", components)


def refused(text: str) -> InputError:
    with pytest.raises(InputError) as caught:
        load(text)
    return caught.value


def changed(old: str, new: str) -> str:
    assert RIGHT.count(old) == 1
    return RIGHT.replace(old, new)


def test_the_graph_is_the_one_described() -> None:
    graph = load(RIGHT)
    by_hand = Graph("1ms")
    by_hand.group("fast", rate_hz=1000)
    by_hand.group("slow", period="10ms", phase="2ms")
    assert (graph.step_ns, graph.groups) == (by_hand.step_ns, by_hand.groups)
    assert list(graph.components) == ["Source", "Lag"]
    assert graph.components["Source"].parameters == {"value": 4.0}
    assert graph.group_of == {"Source": "fast", "Lag": "slow"}
    wire = graph.connections["Lag.u"]
    assert (wire.source, wire.gain, wire.offset, wire.delay_samples) == ("Source.y", 2.0, 0.0, 0)
    assert graph.default_policy is Policy.ZOH
    assert graph.overrides == [("Source.*", Policy.INTERPOLATED)]
    assert [(p.channel, p.signals, p.group) for p in graph.publications] == [
        ("/lag", ("Lag.y",), "slow")
    ]
    engine = Engine(graph, execution="interpreted")
    engine.run("10ms")
    assert engine.value("Source.y") == 4.0


EVENTS = """
scheduler:
  step: 1ms
  rate_groups:
    - {name: slow, rate_hz: 500, components: [Bells]}
components:
  Bells: {type: "tests.engine.test_events:Bells"}
publications:
  - channel: /bells
    records: Bells.records
    count: Bells.count
    fields: [bell, sample]
    group: slow
stop_when: [Bells.count]
"""


def test_events_and_stops_come_from_a_file_too(tmp_path: Path) -> None:
    path = tmp_path / "bells.yaml"
    path.write_text(EVENTS, encoding="utf-8")
    graph = load_graph(path)
    (events,) = graph.publications
    assert isinstance(events, EventPublication)
    assert [field.name for field in events.fields] == ["bell", "sample"]
    facts = schedule_facts(graph)
    text = schedule_text(facts)
    assert "each of Bells.count rows of Bells.records: bell, sample" in text
    assert "Ends where one of these is not 0: Bells.count" in text
    engine = Engine(graph)
    engine.run("1s")
    assert engine.now_ns == 2_000_000, "at the second sample there is one event"
    path.write_text(EVENTS.replace("[Bells.count]", "[Bells.records]"), encoding="utf-8")
    with pytest.raises(InputError, match="has the shape") as caught:
        load_graph(path)
    assert caught.value.where.endswith("bells.yaml:14: stop_when[0]")


def test_the_example_runs_and_drives_its_circle() -> None:
    graph = load_graph(ROOT / "examples" / "loop.yaml")
    assert graph.components["Car"].initial["speed_mps"] == 5.0
    engine = Engine(graph, execution="interpreted")
    engine.run("10s")
    x, y = engine.value("Car.x"), engine.value("Car.y")
    assert isinstance(x, float)
    assert isinstance(y, float)
    assert 24.0 < (x * x + y * y) ** 0.5 < 27.0


def test_the_page_shows_the_example_its_schedule_and_a_mistake_in_it() -> None:
    page = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    for shown in (ROOT / "examples" / "loop.yaml", Path(__file__).parent / "golden" / "loop.txt"):
        assert shown.read_text(encoding="utf-8") in page
    example = (ROOT / "examples" / "loop.yaml").read_text(encoding="utf-8")
    Path("loop.yaml").write_text(example.replace("rate_hz: 100,", "rate_hz: 300,"))
    with pytest.raises(InputError) as caught:
        load_graph("loop.yaml")
    assert f"ghost schedule: {caught.value}\n" in page


class Still(Block):
    y = Output()

    @staticmethod
    def output():
        return 1.0


def test_the_section_that_users_of_rate_groups_know_loads_with_components_from_python() -> None:
    text = """\
        scheduler:
          step: 1ms
          rate_groups:
            - {name: fast, rate_hz: 1000, components: [EOM, IMU, Actuators]}
            - {name: medium, rate_hz: 100, components: [GNC, Autopilot]}
            - {name: slow, rate_hz: 10, components: [Telemetry, Logger]}
          synchronization:
            default_policy: ZOH
            overrides:
              - {pattern: "Nav.position*", policy: INTERPOLATED}
              - {pattern: "Nav.velocity*", policy: INTERPOLATED}
              - {pattern: "Control.*", policy: ZOH}
        """
    names = ("EOM", "IMU", "Actuators", "GNC", "Autopilot", "Telemetry", "Logger")
    graph = load(textwrap.dedent(text), **{name: Still() for name in names})
    assert [row.name for row in schedule(graph).rows] == list(names)
    assert schedule(graph).hyperperiod_steps == 100
    assert graph.group_of["Autopilot"] == "medium"
    assert graph.overrides[1] == ("Nav.velocity*", Policy.INTERPOLATED)


@pytest.mark.parametrize(
    ("rate", "interval_steps"),
    [
        ("rate_hz: 1_000", 1),
        ("rate_hz: 500.0", 2),
        ("rate_hz: '1000/3'", 3),
        ("period: 10_000_000", 10),
        ("period: 0.01 s", 10),
    ],
)
def test_rates_and_periods_are_exact(rate, interval_steps) -> None:
    graph = load(changed("rate_hz: 1000", rate))
    pattern = graph.groups["fast"].pattern
    assert (pattern.interval, pattern.denominator) == (interval_steps, 1)


def test_a_rate_that_does_not_fit_uses_the_grid() -> None:
    graph = load(changed("rate_hz: 1000", "rate_hz: 30\n      on_grid: true"))
    pattern = graph.groups["fast"].pattern
    assert [pattern.gap_before(k) for k in (1, 2, 3)] == [34, 33, 33]


@pytest.mark.parametrize(
    ("keys", "samples"), [("delayed: true", 1), ("delayed: false", 0), ("delay: 3ms", 3)]
)
def test_connections_take_delays(keys, samples) -> None:
    wire = load(changed("gain: 2", f"initial: -1.5\n    {keys}")).connections["Lag.u"]
    assert (wire.delay_samples, wire.initial) == (samples, -1.5)


def test_a_vector_may_have_a_vector_before_its_first_sample() -> None:
    parts = "tau_s: 0.5\n  C: {type: Constant, value: [1, 2]}\n  D: {type: Demux, count: 2}"
    text = changed("    tau_s: 0.5", f"    {parts}").replace("[Lag]", "[Lag, C, D]", 1)
    wire = "  - {from: C.y, to: D.u, delayed: true, initial: [3, 4]}"
    graph = load(text.replace("    gain: 2", wire))
    assert graph.connections["D.u"].initial == (3.0, 4.0)
    engine = Engine(graph, execution="interpreted")
    engine.run("2ms")
    assert (engine.value("D.y0"), engine.value("D.y1")) == (3.0, 4.0)


def test_lists_are_vectors_and_sizes_are_whole_numbers() -> None:
    entry = "tau_s: 0.5\n  Filter: {type: 'parts_of_test:Filter', taps: 2, weights: [1, 2]}"
    text = changed("    tau_s: 0.5", f"    {entry}").replace("[Lag]", "[Lag, Filter]", 1)
    component = load(text).components["Filter"]
    assert component.sizes == {"taps": 2}
    assert component.parameters == {"weights": (1.0, 2.0)}


def test_a_host_takes_the_arguments_of_its_init() -> None:
    entry = "tau_s: 0.5\n  Logger: {type: 'parts_of_test:Logger', path: here.txt}"
    text = changed("    tau_s: 0.5", f"    {entry}").replace("[Lag]", "[Lag, Logger]", 1)
    component = load(text).components["Logger"]
    assert isinstance(component, Host)
    assert vars(component)["path"] == "here.txt"
    error = refused(text.replace(", path: here.txt", ""))
    assert error.what == "the key 'path' is missing"
    error = refused(text.replace("here.txt", "''"))
    assert error.what == "Logger cannot be made: ValueError: no path"
    assert error.where == "a.yaml:18: components.Logger"


MISTAKES = [
    # what is changed: old, new; then what the error says: what, line and key, expected, fix
    (("scheduler:", "schedule:"), "there is no key 'schedule' here; did you mean 'scheduler'?",
     "1: schedule", "one of scheduler, components", "correct the key"),
    (("  step: 1ms\n", ""), "the key 'step' is missing", "1: scheduler", "step", "add a line"),
    (("step: 1ms", "step: 0"), "step is 0 ns", "2: scheduler.step", "1 or more", "1 ns or more"),
    (("step: 1ms", "step: 0.001"), "a number without a unit", "2: scheduler.step", "'1.5ms'",
     "write the unit"),
    (("step: 1ms", "step: 1 tick"), "'1 tick', which is not a duration", "2: scheduler.step",
     "'10ms'", "units ns, us"),
    (("step: 1ms", "step: [1]"), "scheduler.step is a list", "2: scheduler.step",
     "a number, or a text with a unit", "10ms"),
    (("    - name: fast\n      rate_hz", "    - rate_hz"), "the key 'name' is missing",
     "4: scheduler.rate_groups[0]", "name", "add a line `name: ...`"),
    (("name: fast", "name: 1"), "is the number 1", "4: scheduler.rate_groups[0].name", "a text",
     "quotes"),
    (("name: fast", "name: 1st"), "'1st' is not a name", "4: scheduler.rate_groups[0].name",
     "letters, digits and _", ""),
    (("name: slow", "name: fast"), "the name 'fast' is taken",
     "7: scheduler.rate_groups[1].name", "an unused name", "another name"),
    (("rate_hz: 1000", "rate: 1000"), "there is no key 'rate' here; did you mean 'rate_hz'?",
     "5: scheduler.rate_groups[0].rate", "rate_hz", "correct the key"),
    (("rate_hz: 1000", "rate_hz: 300"), "whose period is not a whole number of steps",
     "5: scheduler.rate_groups[0].rate_hz", "multiple of the step",
     "250 Hz, or above, 1000/3 Hz (about 333.333)"),
    (("rate_hz: 1000", "rate_hz: 2000"), "faster than the simulation's step",
     "5: scheduler.rate_groups[0].rate_hz", "1000 Hz, or slower", "lower rate_hz"),
    (("rate_hz: 1000", "rate_hz: -5"), "which is not a rate",
     "5: scheduler.rate_groups[0].rate_hz", "a positive rate", "positive decimal"),
    (("rate_hz: 1000", "rate_hz: fast"), "which is not a rate",
     "5: scheduler.rate_groups[0].rate_hz", "a positive rate", "positive decimal"),
    (("rate_hz: 1000", "rate_hz: true"), "is the truth value True",
     "5: scheduler.rate_groups[0].rate_hz", "a number", "100"),
    (("      rate_hz: 1000\n", ""), "the rate is not clear", "4: scheduler.rate_groups[0]",
     "either rate_hz or period", "one of the two"),
    (("rate_hz: 1000", "rate_hz: 30\n      on_grid: yes"), "yes is a truth value to some YAML",
     "6: scheduler.rate_groups[0].on_grid", "alike", "write true or false"),
    (("rate_hz: 1000", "rate_hz: 30\n      on_grid: 1"), "is the number 1",
     "6: scheduler.rate_groups[0].on_grid", "true or false", "without quotes"),
    (("period: 10ms", "period: 10500us"), "not a whole number of steps",
     "7: scheduler.rate_groups[1].period", "multiple of the step", "10_000_000 or 11_000_000 ns"),
    (("period: 10ms", "period: 10ms, on_grid: true"), "on_grid without a rate",
     "7: scheduler.rate_groups[1].on_grid", "rate_hz", "give the rate"),
    (("phase: 2ms", "phase: 2500us"), "not a whole number of steps",
     "7: scheduler.rate_groups[1].phase", "multiple of the step", "2_000_000 or 3_000_000 ns"),
    (("phase: 2ms", "phase: -1ms"), "phase is -1_000_000 ns",
     "7: scheduler.rate_groups[1].phase", "0 or more", "0 ns or more"),
    (("[Source]", "[Sorce]"), "there is no component 'Sorce'; did you mean 'Source'?",
     "6: scheduler.rate_groups[0].components[0]", "one of Source, Lag", "`components:`"),
    (("[Source]", "Source"), "is the text 'Source'", "6: scheduler.rate_groups[0].components",
     "a list", "`[a, b]`"),
    (("[Lag]", "[Lag, Source]"), "is in two rate groups, 'fast' and 'slow'",
     "7: scheduler.rate_groups[1].components[1]", "one group", "remove it from one"),
    (("[Lag]", "[Lag, Lag]"), "the component 'Lag' is twice in 'slow'",
     "7: scheduler.rate_groups[1].components[1]", "once", "remove it"),
    (("[Lag]", "[]"), "the component 'Lag' is in no rate group", "15: components.Lag",
     "one group", "one of fast, slow"),
    (("default_policy: ZOH", "default_policy: zoh"), "there is no policy 'zoh'; did you mean 'ZOH'",
     "9: scheduler.synchronization.default_policy", "ZOH, INTERPOLATED", "capitals"),
    (("policy: INTERPOLATED", "policy: INTERPOLATE"), "did you mean 'INTERPOLATED'?",
     "11: scheduler.synchronization.overrides[0].policy", "EXTRAPOLATED", "capitals"),
    (("policy: INTERPOLATED", "policy: SYNCHRONIZED"), "is for the whole schedule",
     "11: scheduler.synchronization.overrides[0].policy", "ZOH", "`default_policy`"),
    (('pattern: "Source.*", ', ""), "the key 'pattern' is missing",
     "11: scheduler.synchronization.overrides[0]", "pattern", "add a line"),
    (("    type: parts_of_test:Lag\n", ""), "the key 'type' is missing", "15: components.Lag",
     "type", "add a line `type: ...`"),
    (("parts_of_test:Lag", "parts_of_test:Leg"), "'Leg' in parts_of_test does not exist; did you "
     "mean 'Lag'?", "16: components.Lag.type", "one of Source, Lag", "Block, Kernel, Host or Port"),
    (("parts_of_test:Lag", "parts_of_test:NUMBER"), "is not a component", "16: components.Lag.type",
     "one of Source, Lag", "Block, Kernel, Host or Port"),
    (("parts_of_test:Lag", "parts_of_test:Block"), "is not a component", "16: components.Lag.type",
     "one of Source, Lag", "Block, Kernel, Host or Port"),
    (("parts_of_test:Lag", "parts_of_test.Lag"), "which has no class", "16: components.Lag.type",
     "package.module:Class", "write parts_of_test:Lag"),
    (("parts_of_test:Lag", "no_such_parts:Lag"), "there is no module 'no_such_parts'",
     "16: components.Lag.type", "an installed module, or one beside", "no_such_parts.py"),
    (("parts_of_test:Lag", "':Lag'"), "the type is ':Lag'", "16: components.Lag.type",
     "package.module:Class", "write "),
    (("parts_of_test:Lag", "3"), "is the number 3", "16: components.Lag.type", "a text", "quotes"),
    (("    tau_s: 0.5\n", ""), "the parameter 'tau_s' is missing", "15: components.Lag",
     "no default", "tau_s=..."),
    (("tau_s: 0.5", "tau: 0.5"), "there is no key 'tau' here; did you mean 'tau_s'?",
     "17: components.Lag.tau", "one of type, x, tau_s", "correct the key"),
    (("tau_s: 0.5", "tau_s: 0.5s"), "is the text '0.5s'", "17: components.Lag.tau_s",
     "a finite number", "1e-3"),
    (("tau_s: 0.5", "tau_s: [1, 2]"), "tau_s", "17: components.Lag.tau_s", "number",
     "numbers"),
    (("tau_s: 0.5", "tau_s: [[1, 2], 3]"), "tau_s", "17: components.Lag.tau_s",
     "number", "numbers"),
    (("from: Source.y", "from: Source.z"), "no signal 'Source.z'; did you mean 'Source.y'?",
     "20: connections[0].from", "one of Source.y, Lag.y", "Component.port"),
    (("from: Source.y", "from: Sorce.y"), "there is no component 'Sorce'; did you mean 'Source'?",
     "20: connections[0].from", "one of Source, Lag", "Component.port"),
    (("to: Lag.u", "to: Lag.y"), "there is no input 'Lag.y'", "21: connections[0].to",
     "one of Lag.u", "Component.port"),
    (("gain: 2", "gian: 2"), "did you mean 'gain'?", "22: connections[0].gian", "from, to, gain",
     "correct the key"),
    (("gain: 2", "gain: two"), "is the text 'two'", "22: connections[0].gain", "a finite number",
     "1e-3"),
    (("gain: 2", "delay: 1500us"), "not a whole number of samples", "22: connections[0].delay",
     "a multiple of 1_000_000 ns", "multiple of the writer's period"),
    (("gain: 2", "delay: -1ms"), "delay is -1_000_000 ns", "22: connections[0].delay", "0 or more",
     "0 ns or more"),
    (("gain: 2", "delayed: true\n    delay: 1ms"), "both `delay` and `delayed`",
     "23: connections[0].delay", "one of the two", "keep `delay`"),
    (("gain: 2", "gain: 2\n  - {from: Lag.y, to: Lag.u}"), "Lag.u is connected twice",
     "23: connections[1]", "one writer", "Sum"),
    (("channel: /lag", "channel: lag"), "the channel is 'lag'", "25: publications[0].channel",
     "begins with '/'", "write '/lag'"),
    (("[Lag.y]", "[Lag.u]"), "there is no signal 'Lag.u'", "25: publications[0].signals[0]",
     "one of Source.y, Lag.y", "Component.port"),
    (("group: slow", "group: slwo"), "there is no rate group 'slwo'; did you mean 'slow'?",
     "25: publications[0].group", "one of fast, slow", "declared group"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "what", "where", "expected", "fix"), MISTAKES, ids=[m[1][:60] for m in MISTAKES]
)
def test_a_mistake_is_named_with_file_line_and_key(change, what, where, expected, fix) -> None:
    error = refused(changed(*change))
    assert what in error.what
    assert error.where == f"a.yaml:{where}"
    assert expected in error.expected
    assert fix in error.fix


def test_units_and_shapes_are_checked_at_the_connection() -> None:
    entry = "tau_s: 0.5\n  Force: {type: 'parts_of_test:Force'}"
    text = changed("    tau_s: 0.5", f"    {entry}").replace("[Lag]", "[Lag, Force]", 1)
    error = refused(text.replace("    gain: 2", "  - {from: Lag.y, to: Force.force}"))
    assert error.what == "Lag.y is in 'm', Force.force wants 'N'"
    assert error.where == "a.yaml:23: connections[1]"
    error = refused(text.replace("from: Source.y", "from: Force.y"))
    assert error.what == "Force.y has shape (2,), Lag.u has ()"


def test_a_short_type_is_one_of_the_block_library() -> None:
    entry = "type: Sum\n    signs: '+-'\n    unit: m"
    text = changed("type: parts_of_test:Lag\n    tau_s: 0.5", entry).replace("Lag.u", "Lag.u0")
    component = load(text).components["Lag"]
    assert isinstance(component, Sum)
    assert list(component.inputs()) == ["u0", "u1"]
    error = refused(text.replace("Sum", "Sun"))
    assert error.what == "'Sun' in project_ghost.engine.blocks does not exist; did you mean 'Sum'?"
    error = refused(text.replace("'+-'", "'+*'"))
    assert (error.what, error.where) == ("the signs are '+*'", "a.yaml:17: components.Lag.signs")


def test_a_broken_module_is_distinguished_from_a_missing_one() -> None:
    Path("broken_parts_of_test.py").write_text("import no_such_module_at_all\n")
    error = refused(changed("parts_of_test:Lag", "broken_parts_of_test:Lag"))
    assert "cannot be imported: ModuleNotFoundError" in error.what
    assert "no_such_module_at_all" in error.what
    Path("wrong_parts_of_test.py").write_text("def f(:\n")
    error = refused(changed("parts_of_test:Lag", "wrong_parts_of_test:Lag"))
    assert "cannot be imported: SyntaxError" in error.what
    assert 'python -c "import wrong_parts_of_test"' in error.fix


def test_a_module_of_another_folder_does_not_stand_in_for_the_one_beside_the_file(tmp_path) -> None:
    load(RIGHT)
    other = tmp_path / "other"
    other.mkdir()
    (other / "parts_of_test.py").write_text(PARTS)
    (other / "a.yaml").write_text(RIGHT)
    with pytest.raises(InputError) as caught:
        load_graph(other / "a.yaml")
    assert "not the file beside this one" in caught.value.what
    assert caught.value.where == f"{other / 'a.yaml'}:14: components.Source.type"
    assert caught.value.fix == f"rename {other / 'parts_of_test.py'}"


def test_components_from_python_and_from_the_file_go_together_but_not_under_one_name() -> None:
    text = changed("components: [Source]", "components: [Source, Extra]")
    graph = load(text, Extra=Still())
    assert list(graph.components) == ["Extra", "Source", "Lag"]
    with pytest.raises(InputError, match="'Lag' is also given from Python") as caught:
        load(RIGHT, Lag=Still())
    assert caught.value.where == "a.yaml:15: components.Lag"
    with pytest.raises(InputError, match="'Extra' is in no rate group") as caught:
        load(RIGHT, Extra=Still())
    assert caught.value.where == "a.yaml:3: scheduler.rate_groups"


def test_the_path_for_imports_is_as_it_was() -> None:
    import sys

    before = list(sys.path)
    load(RIGHT)
    refused(changed("parts_of_test:Lag", "no_such_parts:Lag"))
    assert sys.path == before
