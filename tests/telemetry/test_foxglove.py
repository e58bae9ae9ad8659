"""Goal: viewers get what their schemas say, so that a run is shown without set-up."""

import json

import jsonschema
import pytest
from mcap.reader import make_reader

from project_ghost.telemetry import Recorder
from project_ghost.telemetry.foxglove import (
    CHANNEL_POSES,
    CHANNEL_SCENE,
    CHANNEL_TRANSFORMS,
    VIEW_CHANNELS,
    Actor,
    View,
    layout_text,
    quaternion_of_yaw,
)

VIEW = View(
    12_345_678_901,
    [
        Actor("car", (1.0, 2.0, 0.5), quaternion_of_yaw(1.5)),
        Actor("walker#3", (0.0, -1.0, 0.9), (1.0, 0.0, 0.0, 0.0), (0.5, 0.5, 1.8)),
    ],
    ["walker#1"],
)


def closed(schema):
    """The same schema, but every property must be there and none that it does not know.

    JSON Schema lets everything pass that is not mentioned, so a misspelt field would too.
    """
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: closed(value) for key, value in schema.items()}
    if found.get("type") == "object":
        found |= {"additionalProperties": False, "required": list(found["properties"])}
    return found


@pytest.mark.parametrize("spec", VIEW_CHANNELS, ids=lambda spec: spec.name)
def test_messages_are_complete_as_their_schemas_say(spec) -> None:
    message = json.loads(spec.encode(VIEW))
    jsonschema.Draft202012Validator.check_schema(spec.schema)
    jsonschema.validate(message, closed(spec.schema))
    assert spec.schema["title"] == spec.schema_name


def test_the_actors_are_where_they_are() -> None:
    poses, transforms, scene = (json.loads(spec.encode(VIEW)) for spec in VIEW_CHANNELS)
    assert poses["timestamp"] == {"sec": 12, "nsec": 345_678_901}
    assert poses["poses"][0]["position"] == {"x": 1.0, "y": 2.0, "z": 0.5}
    w, _, _, z = quaternion_of_yaw(1.5)
    assert poses["poses"][0]["orientation"] == {"w": w, "x": 0.0, "y": 0.0, "z": z}
    assert abs(w * w + z * z - 1.0) < 1e-15
    assert [each["child_frame_id"] for each in transforms["transforms"]] == ["car", "walker#3"]
    assert [each["id"] for each in scene["entities"]] == ["car", "walker#3"]
    assert scene["entities"][1]["cubes"][0]["size"] == {"x": 0.5, "y": 0.5, "z": 1.8}
    assert scene["deletions"][0]["id"] == "walker#1"


def test_views_are_recorded_beside_the_order(tmp_path) -> None:
    with Recorder(tmp_path / "a.mcap", channels=VIEW_CHANNELS) as recorder:
        for spec in VIEW_CHANNELS:
            recorder.record_view(spec.name, VIEW.stamp_ns, VIEW)
        with pytest.raises(ValueError, match="not declared"):
            recorder.record_view("/other", 0, VIEW)
    with (tmp_path / "a.mcap").open("rb") as file:
        found = {
            channel.topic: schema and (schema.name, schema.encoding)
            for schema, channel, _ in make_reader(file).iter_messages()
        }
    assert found == {
        CHANNEL_POSES: ("foxglove.PosesInFrame", "jsonschema"),
        CHANNEL_TRANSFORMS: ("foxglove.FrameTransforms", "jsonschema"),
        CHANNEL_SCENE: ("foxglove.SceneUpdate", "jsonschema"),
    }


def test_the_layout_shows_channels_that_there_are() -> None:
    layout = json.loads(layout_text())
    shown = set(layout["configById"]["3D!ghost"]["topics"])
    assert shown == {CHANNEL_POSES, CHANNEL_SCENE, CHANNEL_TRANSFORMS}
    panels = set(layout["configById"])
    assert {layout["layout"]["first"], *list(layout["layout"]["second"].values())[1:3]} == panels
