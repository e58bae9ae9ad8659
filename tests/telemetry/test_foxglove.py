"""Goal: viewer messages match their schemas, so that a run is shown without set-up.

Method: Google's own library reads the schemas and the messages, and says what is in them.
"""

import json

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory
from mcap.reader import make_reader

from project_ghost.telemetry import ChannelSpec, MCAPReplayReader, Recorder, Recording
from project_ghost.telemetry.encoding._foxglove_messages import decode_foxglove
from project_ghost.telemetry.foxglove import (
    CHANNEL_MAP,
    CHANNEL_POSES,
    CHANNEL_SCENE,
    CHANNEL_TRANSFORMS,
    VIEW_CHANNELS,
    Actor,
    Look,
    Piece,
    Surroundings,
    View,
    layout_text,
    quaternion_of_yaw,
)

LONG = 300  # lengths of more than one byte
VIEW = View(
    12_345_678_901,
    [
        Actor("car", (1.0, 2.0, 0.5), quaternion_of_yaw(1.5)),
        Actor("w" * LONG, (0.0, -1.0, 0.9), (1.0, 0.0, 0.0, 0.0), Look((0.5, 0.5, 1.8))),
    ],
    ["walker#1"],
)
SQUARE = ((0.0, 0.0, 0.0), (2.0, 0.0, 0.0), (2.0, 1.0, 0.0), (0.0, 1.0, 0.0))
AROUND = Surroundings(
    5,
    (
        Piece("lane", SQUARE[:2], (1.0, 1.0, 1.0, 0.5)),
        Piece("house", SQUARE, (0.1, 0.2, 0.3, 1.0), closed=True, height_m=3.0),
    ),
)
SHOWN = {CHANNEL_MAP: AROUND}


def read(schema: bytes, name: str, data: bytes):
    """A message as JSON holds it, by its schema alone."""
    pool = descriptor_pool.DescriptorPool()
    for file in descriptor_pb2.FileDescriptorSet.FromString(schema).file:
        pool.Add(file)
    message = message_factory.GetMessageClass(pool.FindMessageTypeByName(name))()
    assert message.MergeFromString(data) == len(data)
    size = message.ByteSize()
    message.DiscardUnknownFields()
    assert message.ByteSize() == size
    return json_format.MessageToDict(message, preserving_proto_field_name=True)


def shown(channel: str):
    spec = next(spec for spec in VIEW_CHANNELS if spec.name == channel)
    return read(spec.schema_bytes(), spec.schema_name, spec.encode(SHOWN.get(channel, VIEW)))


def test_the_actors_are_where_they_are() -> None:
    poses, transforms = shown(CHANNEL_POSES), shown(CHANNEL_TRANSFORMS)["transforms"]
    assert poses["timestamp"] == "1970-01-01T00:00:12.345678901Z"
    assert poses["frame_id"] == "world"
    assert len(poses["poses"]) == 2
    assert poses["poses"][0]["position"] == {"x": 1.0, "y": 2.0, "z": 0.5}
    w, _, _, z = quaternion_of_yaw(1.5)
    turn = poses["poses"][0]["orientation"]
    assert [turn.get(key, 0.0) for key in "wxyz"] == [w, 0.0, 0.0, z]
    assert abs(w * w + z * z - 1.0) < 1e-15
    assert [each["child_frame_id"] for each in transforms] == ["car", "w" * LONG]
    assert {each["parent_frame_id"] for each in transforms} == {"world"}
    assert transforms[0]["translation"] == poses["poses"][0]["position"]
    assert transforms[0]["rotation"] == poses["poses"][0]["orientation"]
    assert transforms[1]["timestamp"] == poses["timestamp"]


def test_the_scene_has_a_box_and_a_name_for_each_and_frames_move_them() -> None:
    scene = shown(CHANNEL_SCENE)
    car, walker = scene["entities"]
    assert (car["id"], car["frame_id"], car["frame_locked"]) == ("car", "car", True)
    assert walker["cubes"][0]["size"] == {"x": 0.5, "y": 0.5, "z": 1.8}
    assert car["cubes"][0]["pose"]["position"]["z"] == 0.75
    assert car["texts"][0]["text"] == "car"
    (deletion,) = scene["deletions"]
    assert deletion["id"] == "walker#1"
    assert deletion.get("type", "MATCHING_ID") == "MATCHING_ID"


def test_surroundings_have_lines_walls_and_a_roof() -> None:
    lane, house = shown(CHANNEL_MAP)["entities"]
    assert lane["lines"][0].get("type", "LINE_STRIP") == "LINE_STRIP"
    assert "triangles" not in lane
    assert house["lines"][0]["type"] == "LINE_LOOP"
    points = [tuple(p.get(k, 0.0) for k in "xyz") for p in house["triangles"][0]["points"]]
    assert len(points) == 3 * (2 * 4 + 2)
    assert {z for _, _, z in points} == {0.0, 3.0}
    roof = [points[i : i + 3] for i in range(24, 30, 3)]
    # Both triangles of the roof together have the area of the outline.
    assert sum(area(*each) for each in roof) == 2.0


def area(a, b, c):
    return 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def test_views_are_recorded_beside_the_order_and_passed_over_by_readers(tmp_path) -> None:
    with Recorder(tmp_path / "a.mcap", channels=VIEW_CHANNELS) as recorder:
        for spec in VIEW_CHANNELS:
            recorder.record_view(spec.name, VIEW.stamp_ns, SHOWN.get(spec.name, VIEW))
        with pytest.raises(ValueError, match="not a viewer channel"):
            recorder.record_view("/other", 0, VIEW)
    with (tmp_path / "a.mcap").open("rb") as file:
        result = {
            channel.topic: schema and (schema.name, schema.encoding, channel.message_encoding)
            for schema, channel, _ in make_reader(file).iter_messages()
        }
    assert result == {
        CHANNEL_MAP: ("foxglove.SceneUpdate", "protobuf", "protobuf"),
        CHANNEL_POSES: ("foxglove.PosesInFrame", "protobuf", "protobuf"),
        CHANNEL_TRANSFORMS: ("foxglove.FrameTransforms", "protobuf", "protobuf"),
        CHANNEL_SCENE: ("foxglove.SceneUpdate", "protobuf", "protobuf"),
    }
    with MCAPReplayReader(tmp_path / "a.mcap") as reader:
        assert list(reader) == []
    with Recording(tmp_path / "a.mcap") as recording:
        assert all(channel.is_view for channel in recording.channels.values())
        with Recorder(tmp_path / "none.mcap") as none:
            pass
        assert recording.results["order_sha256"] == _order(none.path)


def _order(path) -> str:
    with Recording(path) as recording:
        return recording.results["order_sha256"]


def test_only_views_may_have_schemas_of_bytes() -> None:
    with pytest.raises(ValueError, match="the schema of '/x' is bytes"):
        ChannelSpec("/x", "X", b"")


def test_the_layout_shows_channels_that_there_are() -> None:
    layout = json.loads(layout_text())
    shown = set(layout["configById"]["3D!ghost"]["topics"])
    assert shown == {CHANNEL_MAP, CHANNEL_POSES, CHANNEL_SCENE, CHANNEL_TRANSFORMS}
    panels = set(layout["configById"])
    assert {layout["layout"]["first"], *list(layout["layout"]["second"].values())[1:3]} == panels


def without_defaults(value):
    """As Google's library tells it: what is 0, empty or false is left out."""
    if isinstance(value, dict):
        if value.keys() == {"seconds", "nanos"}:
            return value
        result = {key: without_defaults(each) for key, each in value.items()}
        unset: tuple[object, ...] = (0.0, "", [], False, "MATCHING_ID", "LINE_STRIP")
        return {key: each for key, each in result.items() if each not in unset}
    return [without_defaults(each) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize("spec", VIEW_CHANNELS, ids=lambda spec: spec.name)
def test_our_reader_decodes_the_same_and_refuses_truncated_messages(spec) -> None:
    data = spec.encode(SHOWN.get(spec.name, VIEW))
    result = json.dumps(without_defaults(decode_foxglove(spec.schema_name, data)), sort_keys=True)
    other = json.dumps(without_defaults(shown(spec.name)), sort_keys=True)
    stamps = ('"nanos": 345678901, "seconds": 12', '"nanos": 5, "seconds": 0')
    texts = ("1970-01-01T00:00:12.345678901Z", "1970-01-01T00:00:00.000000005Z")
    for stamp, text in zip(stamps, texts, strict=True):
        result = result.replace("{" + stamp + "}", f'"{text}"')
    assert result == other
    refused = 0
    for size in range(len(data)):
        try:
            decode_foxglove(spec.schema_name, data[:size])
        except ValueError:
            refused += 1
    assert refused > 0.9 * len(data)
