"""Goal: where there is no measurement, nobody is shown one.

Method: a late receiver, a silenced one and an IMU that loses samples; messages, samples in bulk,
tables in every form, and the replay of a component that reads the held values all the same.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import project_ghost as ghost
from project_ghost.cli import main
from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError
from project_ghost.engine import Block, Engine, Graph, Kernel, Output, RecordField, State, TextField
from project_ghost.engine.ops import where
from project_ghost.telemetry import export_recording
from project_ghost.view import Run

SCENE = """\
version: 1
name: late
step: 10ms
duration: 800ms
actors:
  car:
    kind: car
    speed_mps: 5
    route: {waypoints: [[50, 0], [150, 0]]}
    sensors:
      imu: {kind: imu, rate_hz: 100, dropout: 0.9}
      gnss: {kind: gnss, rate_hz: 10, latency: 200ms}
      eyes: {kind: detector, rate_hz: 10, latency: 300ms}
    estimators: {filter: {kind: error_state_filter, imu: imu, gnss: gnss}}
recording:
  {pose: 10ms, signals: [car/gnss.fix, car/filter.believed_rate], every: 50ms, viewer: false}
faults: [{kind: sensor_dropout, at: 400ms, actor: car, sensor: gnss, lasting: 200ms}]
"""
PRESENT_NS = [200_000_000, 300_000_000, 600_000_000, 700_000_000, 800_000_000]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    folder = tmp_path_factory.mktemp("absent")
    (folder / "late.yaml").write_text(SCENE, encoding="utf-8")
    with ghost.run(folder / "late.yaml", execution="interpreted", output=folder / "run") as made:
        yield made


def test_a_sensor_publishes_only_what_it_has_measured(run: Run) -> None:
    fixes = list(run["/sensors/car/gnss"])
    assert [message.stamp_sim_ns for message in fixes] == PRESENT_NS
    assert all(message.payload["fix_m"][0] > 40.0 for message in fixes)
    assert "valid" not in fixes[0].payload
    assert run["/sensors/car/imu"].count < 30
    # An image without objects is a measurement too.
    images = list(run["/sensors/car/eyes"])
    assert images[0].stamp_sim_ns == 300_000_000
    assert images[0].payload == {"actor": "car", "objects": []}


def test_there_is_no_belief_before_the_first_measurement(run: Run) -> None:
    first_ns = next(iter(run["/sensors/car/imu"])).stamp_sim_ns
    assert first_ns > 0
    beliefs = [message.stamp_sim_ns for message in run["/belief/car/filter/state"]]
    assert beliefs[0] == first_ns
    assert len(beliefs) == run["/truth/car/state"].count - first_ns // 10_000_000


def test_sampled_signals_are_absent_in_messages_arrays_and_tables(run: Run, tmp_path: Path) -> None:
    channel = run["/signals"]
    stamps = [message.stamp_sim_ns for message in channel if message.payload["car/gnss.fix"]]
    # From each measurement until the next sample of the receiver.
    assert stamps == [at for ns in PRESENT_NS for at in (ns, ns + 50_000_000) if at <= 800_000_000]
    arrays = channel.arrays()
    absent = ~np.isin(arrays["stamp_sim_ns"], stamps)
    assert np.isnan(arrays["car/gnss.fix"][absent]).all()
    assert not np.isnan(arrays["car/gnss.fix"][~absent]).any()
    table = run.table("/signals")
    assert [value is None for value in table["car/gnss.fix"].to_pylist()] == absent.tolist()
    export_recording(run, tmp_path / "csv", "csv", channels=["/signals"])
    head, first, *_ = (tmp_path / "csv" / "signals.csv").read_text(encoding="utf-8").splitlines()
    assert head.startswith("stamp_sim_ns,sequence,car/gnss.fix[0],car/gnss.fix[1],car/gnss.fix[2],")
    assert first.startswith("0,0,,,,")
    export_recording(run, tmp_path / "parquet", "parquet", channels=["/signals"])
    from pyarrow import parquet

    stored = parquet.read_table(tmp_path / "parquet" / "signals.parquet")
    assert stored["car/gnss.fix"].to_pylist() == table["car/gnss.fix"].to_pylist()


def test_a_component_is_replayed_with_the_held_values(run: Run) -> None:
    """What it read at absent samples are numbers, and a recording of all its inputs has them."""
    settings = {"recording.signals": ["car/*"], "recording.every": "10ms", "duration": "500ms"}
    scenario = str(Path(run.path).parent.parent / "late.yaml")
    folder = Path(run.path).parent.parent / "again"
    with ghost.run(scenario, set=settings, execution="interpreted", output=folder) as again:
        stored = next(again["/signals"].stored())
        raw = again["/signals"].decode_stored(stored, all_present=True)
        assert raw["car/gnss.fix"] == [0.0, 0.0, 0.0]
        assert again["/signals"].decode_stored(stored)["car/gnss.fix"] is None
    assert main(["replay", str(folder), "--component", "car/filter"]) == 0


class Blinker(Kernel):
    """A value that is there at every second sample, and a table with one row more each time."""

    n = State()
    on = Output()
    value = Output(unit="m", present="on")
    rows = Output(shape=(4, 2))
    used = Output()

    @staticmethod
    def output(n: Floats, on: Floats, value: Floats, rows: Floats, used: Floats) -> None:
        on[0] = n[0] % 2.0
        value[0] = 10.0 * n[0]
        for i in range(4):
            rows[i, 0], rows[i, 1] = i, n[0]
        used[0] = n[0]

    @staticmethod
    def update(n: Floats) -> None:
        n[0] += 1.0


def blinking(**publication: object) -> Graph:
    graph = Graph("1ms")
    graph.group("fast", period="1ms")
    graph.add("Blink", Blinker(), "fast")
    graph.publish("/blink", {"value_m": "Blink.value"}, "fast", **publication)  # type: ignore[arg-type]
    return graph


class Late(Block):
    """A value from the second sample on. A graph of blocks is compiled as one function."""

    n = State()
    on = Output()
    value = Output(unit="m", present="on")

    @staticmethod
    def output(n: float) -> tuple[float, float]:
        return where(n > 1.5, 1.0, 0.0), n

    @staticmethod
    def update(n: float) -> float:
        return n + 1.0


@pytest.mark.parametrize("execution", ["interpreted", "compiled"])
def test_blocks_publish_present_values(execution: str) -> None:
    graph = Graph("1ms")
    graph.group("fast", period="1ms")
    graph.add("Late", Late(), "fast")
    graph.publish("/late", ["Late.value"], "fast")
    engine = Engine(graph, execution=execution)
    heard: list[object] = []
    engine.bus.subscribe("test", lambda message: heard.append(message.payload))
    engine.run("3ms")
    assert heard == [{"Late.value": 2.0}, {"Late.value": 3.0}]


@pytest.mark.parametrize("execution", ["interpreted", "compiled"])
def test_any_graph_publishes_present_values_with_labels(execution: str) -> None:
    graph = blinking(labels={"actor": "car"})
    graph.publish(
        "/rows",
        {"rows": "Blink.rows"},
        "fast",
        columns={"Blink.rows": (TextField("name", lambda i: f"r{i:.0f}"), RecordField("n"))},
        counts={"Blink.rows": "Blink.used"},
    )
    engine = Engine(graph, execution=execution)
    heard: list[tuple[int, object]] = []
    engine.bus.subscribe("test", lambda m: heard.append((m.stamp_sim_ns, m.payload)))
    engine.run("3ms")
    assert [payload for _, payload in heard] == [
        {"rows": []},
        {"actor": "car", "value_m": 10.0},
        {"rows": [{"name": "r0", "n": 1.0}]},
        {"rows": [{"name": "r0", "n": 2.0}, {"name": "r1", "n": 2.0}]},
        {"actor": "car", "value_m": 30.0},
        {"rows": [{"name": f"r{i}", "n": 3.0} for i in range(3)]},
    ]


def test_a_presence_that_cannot_be_is_refused() -> None:
    with pytest.raises(InputError, match="'x' is present where 'on' is"):

        class Wrong(Kernel):
            x = Output(present="on")

            @staticmethod
            def output(x: Floats) -> None:
                x[0] = 1.0

    with pytest.raises(InputError, match="number of rows of Blink"):
        blinking(counts={"Blink.value": "Blink.used"})
