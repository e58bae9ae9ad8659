"""Goal: messages, results and tables have the names that people gave, and no row numbers.

Method: one small scenario with everything that has a name, run once, read as users read it.
"""

import csv
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import project_ghost as ghost
from project_ghost.core.errors import InputError
from project_ghost.runs import prepare
from project_ghost.scenario import parse_scenario
from project_ghost.telemetry import export_recording
from project_ghost.view import Run

SCENE = """\
version: 1
name: names
step: 20ms
duration: 3s
map: urban_crossing
actors:
  van:
    kind: car
    speed_mps: 10
    start: {x_m: 300, y_m: 300, speed_mps: 10}
    route: {waypoints: [[300, 300], [360, 300]]}
    sensors: {eyes: {kind: detector, rate_hz: 10, range_m: 50}}
  guide:
    kind: pedestrian
    speed_mps: 1
    route: {waypoints: [[312, 302], [312, 310]]}
  drone:
    kind: quadrotor
    hover_m: [300, 320, 5]
populations:
  group:
    kind: pedestrian
    count: 3
    speed_mps: 1
    routes: [{waypoints: [[306, 330], [316, 330]]}]
scenery:
  wall: {box: {x_m: 325, y_m: 300, length_m: 1, width_m: 8, yaw_deg: 0}}
faults:
  - {kind: kill, at: 2s, actor: guide}
  - {kind: stuck_actuator, at: 1s, actor: van, actuator: steering, lasting: 500ms}
recording: {viewer: false}
"""
EVERYBODY = ("van", "guide", "drone", "group/0", "group/1", "group/2")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    path = tmp_path_factory.mktemp("names") / "names.yaml"
    path.write_text(SCENE, encoding="utf-8")
    with ghost.run(path, execution="interpreted") as made:
        yield made


def test_every_message_about_an_actor_names_it(run: Run) -> None:
    def named(channel: str, field: str = "actor") -> list[str]:
        return list(dict.fromkeys(message.payload[field] for message in run[channel]))

    assert named("/groundtruth/pose") == list(EVERYBODY)
    assert named("/commands/Cars") == ["van"]
    assert named("/commands/drone") == ["drone"]
    assert named("/sensors/van/eyes") == ["van"]
    assert named("/events/despawned") == ["guide"]
    assert named("/contacts", "first") == ["van"]
    assert named("/contacts", "second") == ["wall"]
    seen = {
        each["actor"] for message in run["/sensors/van/eyes"] for each in message.payload["objects"]
    }
    assert "guide" in seen <= {*EVERYBODY}


def test_lights_and_faults_have_names_too(run: Run) -> None:
    lights = [message.payload for message in run["/events/light"] if message.stamp_sim_ns == 0]
    assert {"light": "south", "colour": "green"} in lights
    assert {"light": "east", "colour": "red"} in lights
    faults = [(m.stamp_sim_ns, *m.payload.values()) for m in run["/events/fault"]]
    assert faults == [
        (1_000_000_000, "begins", "van/steering/stuck_actuator"),
        (1_500_000_000, "ends", "van/steering/stuck_actuator"),
        (2_000_000_000, "begins", "guide/kill"),
    ]


def test_no_message_has_a_row_or_a_serial(run: Run) -> None:
    for channel in run.channels.values():
        assert b'"serial"' not in channel.schema
        assert b"row" not in channel.schema


def test_python_has_the_same_names(run: Run) -> None:
    assert run.actors == EVERYBODY
    contact = run.contacts[0]
    assert (contact.first, contact.second) == ("van", "wall")
    assert contact.impulse_newton_s > 0.0
    assert run.actor("group/2").x_m.shape == (31,)
    assert run.actor("guide").stamps_ns[-1] == 2_000_000_000


def test_kept_positions_are_by_name() -> None:
    prepared = prepare(parse_scenario(SCENE), execution="interpreted")
    result = prepared.run(duration_ns=2_500_000_000, keep_positions=True)
    positions = result.positions
    assert positions is not None
    assert positions.actors == EVERYBODY
    assert positions.values.shape == (26, 6, 4)
    assert np.isnan(positions.of("guide")[21:]).all()
    assert positions.of("drone")[0].tolist() == [300.0, 320.0, 5.0, 0.0]
    assert result.contacts[0][:3] == (2_220_000_000, "van", "wall")


def test_tables_of_every_channel_about_an_actor_have_its_name(run: Run, tmp_path: Path) -> None:
    export_recording(run, tmp_path / "tables", "csv")

    def actors(name: str) -> set[str]:
        with (tmp_path / "tables" / name).open(encoding="utf-8") as file:
            return {row["actor"] for row in csv.DictReader(file)}

    assert actors("groundtruth_pose.csv") == {*EVERYBODY}
    assert actors("commands_Cars.csv") == {"van"}
    # A typed message has no field for it; the table has.
    assert actors("truth_drone_state.csv") == {"drone"}
    assert set(run.table("/truth/drone/state")["actor"].to_pylist()) == {"drone"}


def test_a_recording_with_other_contacts_is_refused_with_a_message(tmp_path: Path) -> None:
    from project_ghost.core.bus import Message
    from project_ghost.telemetry import Recorder

    with Recorder(tmp_path / "a.mcap") as recorder:
        recorder.record(Message("/contacts", 0, 0, {"first": 1}))
    with ghost.open_run(tmp_path / "a.mcap") as run, pytest.raises(InputError, match="contact"):
        _ = run.contacts
