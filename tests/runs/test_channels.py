"""Goal: every channel of a run has a complete schema, and every message matches it.

Method: all T-junctions and one scenario with everything that publishes are recorded; a JSON
Schema library, not ours, holds every message against the schema in the file.
"""

import json
from pathlib import Path

import jsonschema
import pytest

from project_ghost.engine import Block, Output
from project_ghost.runs import prepare, recorded_run, runnable_of
from project_ghost.runs.record._channels import bus_channels
from project_ghost.scenario import builtin_names, load_scenario, parse_scenario
from project_ghost.state import VehicleState
from project_ghost.telemetry import Recording, json_schema_of

T_JUNCTIONS = [name for name in builtin_names() if name.startswith("t-junction")]

EVERYTHING = """
version: 1
name: everything
step: 10ms
duration: 1s
actors:
  car1:
    kind: car
    speed_mps: 5
    route: {waypoints: [[0, 0], [4, 0]]}
    sensors:
      eye: {kind: detector, rate_hz: 10}
      wheels: {kind: odometry, rate_hz: 50}
  car2: {kind: car, speed_mps: 1, route: {waypoints: [[12, 0], [30, 0]]}}
  walker: {kind: pedestrian, speed_mps: 1, route: {waypoints: [[0, 9], [9, 9]]}}
  quad:
    kind: quadrotor
    hover_m: [0, -9, 5]
    sensors: {imu: {kind: imu}, gnss: {kind: gnss, rate_hz: 5}, compass: {kind: compass}}
    estimators:
      filter: {kind: error_state_filter, imu: imu, gnss: gnss, compass: compass}
scenery: {wall: {box: {x_m: 20, y_m: 0, length_m: 1, width_m: 9}}}
faults: [{kind: kill, actor: walker, at: 500ms}]
recording: {signals: [Scene.bodies, 'quad.*'], every: 20ms}
"""


def recorded(prepared, folder: Path) -> Recording:
    recorded_run(prepared, folder)
    return Recording(folder / "run.mcap")


def require_valid(recording: Recording) -> int:
    """Hold every message against its channel's schema; how many there were."""
    count = 0
    for name, channel in recording.channels.items():
        if channel.message_encoding != "json":
            continue
        schema = json.loads(channel.schema)
        validator = jsonschema.Draft202012Validator(schema)
        validator.check_schema(schema)
        for message in channel:
            result = [error.message for error in validator.iter_errors(message.payload)]
            assert not result, (name, message.stamp_sim_ns, result[:3])
            count += 1
    return count


def objects_in(schema):
    """Every object's schema in a schema."""
    if schema.get("type") == "object":
        yield schema
        for each in schema["properties"].values():
            yield from objects_in(each)
    elif schema.get("type") == "array":
        yield from objects_in(schema["items"])


@pytest.mark.slow
@pytest.mark.parametrize("name", T_JUNCTIONS)
def test_every_message_of_a_t_junction_is_as_its_schema_says(name, tmp_path) -> None:
    with recorded(prepare(name, execution="interpreted"), tmp_path) as recording:
        assert require_valid(recording) > 400
        assert {"/plans", "/groundtruth/pose", "/contacts", "/hash/links"} <= set(
            recording.channels
        )


@pytest.mark.slow
def test_every_message_of_all_features_is_as_its_schema_says(tmp_path) -> None:
    prepared = prepare(parse_scenario(EVERYTHING), execution="interpreted")
    with recorded(prepared, tmp_path) as recording:
        assert require_valid(recording) > 300
        counts = recording.counts()
        assert set(counts) >= {
            "/plans", "/contacts", "/events/arrived", "/events/despawned", "/events/fault",
            "/groundtruth/pose", "/commands/Cars", "/commands/quad", "/sensors/car1/eye",
            "/sensors/quad/imu", "/signals", "/hash/links", "/truth/quad/state",
            "/belief/quad/filter/state",
        }  # fmt: skip
        assert counts["/signals"] == 51
        eye = next(iter(recording["/sensors/car1/eye"])).payload["objects"]
        assert (eye[0]["actor"], eye[0]["x_m"] > 10.0) == ("car2", True)
        signals = recording["/signals"].arrays()
        assert signals["Scene.bodies"].shape == (51, 4, 11)
        assert signals["quad.position"][0].tolist() == [0.0, -9.0, 5.0]


def is_read_by_viewers(schema):
    """Whether Foxglove and Lichtblick take it: each property of one type, lists of plain things.

    They know booleans, texts, numbers, objects with properties and lists of these, and refuse a
    channel whose schema says anything else about a property.
    """
    if schema["type"] == "array":
        return schema["items"]["type"] != "array" and is_read_by_viewers(schema["items"])
    if schema["type"] == "object":
        return all(map(is_read_by_viewers, schema["properties"].values()))
    return schema["type"] in {"boolean", "string", "number", "integer"}


@pytest.mark.slow
@pytest.mark.parametrize("name", builtin_names())
def test_schemas_are_complete(name) -> None:
    channels = bus_channels(runnable_of(load_scenario(name)))
    assert len({channel.schema_name: channel.schema for channel in channels}) == len(
        {json.dumps(channel.schema, sort_keys=True) for channel in channels}
    )
    for channel in channels:
        assert is_read_by_viewers(channel.schema)
        if channel.schema_name == "VehicleState":  # other programs' too, so its class decides
            assert channel.schema == json_schema_of(VehicleState)
            continue
        assert channel.schema_name.startswith("ghost.")
        assert isinstance(channel.schema, dict)
        assert channel.schema["title"] == channel.schema_name
        assert channel.schema["description"].endswith(".")
        for each in objects_in(channel.schema):
            assert each["additionalProperties"] is False
            assert each["required"] == sorted(each["properties"])
            for field, schema in each["properties"].items():
                assert schema["description"], field
                # Foxglove and Lichtblick read no lists of lists.
                assert schema.get("items", {}).get("type") != "array", field
                if field.endswith(("_m", "_mps", "_rad")):
                    unit = {"m": "m", "mps": "m/s", "rad": "rad"}[field.rpartition("_")[2]]
                    assert f"[{unit}]" in schema["description"], field


def test_a_schema_refuses_other_messages() -> None:
    channels = {
        c.name: json.loads(c.schema_bytes())
        for c in bus_channels(runnable_of(load_scenario("t-junction-4")))
    }
    pose = {**dict.fromkeys(channels["/groundtruth/pose"]["properties"], 0.0), "actor": "car1"}
    validator = jsonschema.Draft202012Validator(channels["/groundtruth/pose"])
    assert validator.is_valid(pose)
    for wrong in ({**pose, "more": 1.0}, {**pose, "x_m": "1"}, {**pose, "actor": 0.0}, {}):
        assert not validator.is_valid(wrong)
    command = jsonschema.Draft202012Validator(channels["/commands/Cars"])
    row = {"actor": "car1", "steering_rad": 0.0, "acceleration_mps2": 1.0}
    assert command.is_valid(row)
    assert not command.is_valid({**row, "actor": 0})


class Thermometer(Block):
    """A constant temperature."""

    temperature = Output(unit="K", about="temperature of the air")
    plain = Output()

    @staticmethod
    def output() -> tuple[float, float]:
        return 288.15, 0.0


def test_a_users_component_describes_its_outputs_in_the_schema() -> None:
    runnable = runnable_of(load_scenario("t-junction-4"))
    graph = runnable.graph
    graph.add("Thermometer", Thermometer(), "step")
    signals = ["Thermometer.temperature", "Thermometer.plain"]
    graph.publish("/air", signals, "step", about="The state of the air.", schema="own.Air")
    channel = next(each for each in bus_channels(runnable) if each.name == "/air")
    assert channel.schema_name == "own.Air"
    assert isinstance(channel.schema, dict)
    assert channel.schema["description"] == "The state of the air."
    fields = channel.schema["properties"]
    assert fields["Thermometer.temperature"]["description"] == "temperature of the air [K]"
    # One without a description has its name. A docstring may be reworded without a new digest.
    assert fields["Thermometer.plain"]["description"] == "plain of Thermometer"
