"""Goal: typed messages are written and read in the format of other programs."""

import json

import pytest
from mcap.reader import make_reader
from mcap.writer import Writer

from project_ghost.telemetry import (
    CHANNEL_EVENTS,
    CHANNEL_STATE_NAV,
    MCAPFileSink,
    MCAPReplayReader,
    ReplayMessage,
    decode_message,
    encode_to_bytes,
)
from tests.telemetry.samples import truth, vehicle_state


def test_published_messages_are_read_back_in_order(tmp_path) -> None:
    path = tmp_path / "a.mcap"
    states = [vehicle_state(stamp) for stamp in (5, 3, 9)]
    with MCAPFileSink(path) as sink:
        for state in states:
            sink.publish(CHANNEL_STATE_NAV, state.stamp_sim_ns, state)
        sink.publish(CHANNEL_EVENTS, 9, truth())
    with MCAPReplayReader(path) as reader:
        result = list(reader)
        assert list(reader) == result
    assert [message.log_time_sim_ns for message in result] == [5, 3, 9, 9]
    assert [message.channel for message in result] == ["/state/nav"] * 3 + ["/events"]
    assert [decode_message(message) for message in result] == [*states, truth()]
    assert result[0].schema_name == "VehicleState"
    assert result[0].payload_dict == json.loads(encode_to_bytes(states[0]))
    assert list(tmp_path.iterdir()) == [path]


def test_the_mcap_library_reads_what_the_sink_writes(tmp_path) -> None:
    path = tmp_path / "a.mcap"
    with MCAPFileSink(path) as sink:
        sink.publish("/state/nav", 5, vehicle_state(5))
    with path.open("rb") as file:
        reader = make_reader(file, validate_crcs=True)
        assert reader.get_header().profile == ""
        [(schema, channel, message)] = reader.iter_messages()
    assert schema is not None
    assert (schema.name, schema.encoding) == ("VehicleState", "jsonschema")
    assert (channel.topic, channel.message_encoding) == ("/state/nav", "json")
    assert message.log_time == message.publish_time == 5
    assert message.data == encode_to_bytes(vehicle_state(5))


def test_the_reader_reads_what_the_mcap_library_writes(tmp_path) -> None:
    path = tmp_path / "a.mcap"
    with path.open("wb") as file:
        writer = Writer(file)
        writer.start()
        schema = writer.register_schema("VehicleState", "jsonschema", b"{}")
        channel = writer.register_channel("/state/nav", "json", schema)
        writer.add_message(channel, 5, encode_to_bytes(vehicle_state(5)), 5)
        writer.finish()
    with MCAPReplayReader(path) as reader:
        [message] = reader
    assert decode_message(message) == vehicle_state(5)


def test_misuse_is_an_error(tmp_path) -> None:
    sink = MCAPFileSink(tmp_path / "a.mcap")
    sink.publish("/a", 1, truth())
    for channel, stamp, message, error in (
        ("/a", 2, vehicle_state(), ValueError),
        ("a", 2, truth(), ValueError),
        (1, 2, truth(), TypeError),
        ("/a", 2.0, truth(), TypeError),
        ("/a", -1, truth(), ValueError),
        ("/b", 2, {"x": 1}, TypeError),
    ):
        with pytest.raises(error):
            sink.publish(channel, stamp, message)  # type: ignore[arg-type]
    sink.close()
    sink.close()
    with pytest.raises(ValueError, match="closed"):
        sink.publish("/a", 2, truth())
    with MCAPReplayReader(tmp_path / "a.mcap") as reader:
        assert len(list(reader)) == 1


def test_bad_data_on_disk_is_an_error() -> None:
    payload = json.loads(encode_to_bytes(truth()))
    payload["orientation_q"]["__array"] = [2.0, 0.0, 0.0, 0.0]
    with pytest.raises(ValueError, match="orientation_q"):
        decode_message(ReplayMessage("/a", "GroundTruth", 1, payload))
    with pytest.raises(ValueError, match="no message class 'Other'"):
        decode_message(ReplayMessage("/a", "Other", 1, payload))


def test_metadata_that_cannot_be_written_leave_no_file(tmp_path) -> None:
    with pytest.raises(AttributeError):
        MCAPFileSink(tmp_path / "a.mcap", metadata={"a": {"b": 1}})  # type: ignore[dict-item]
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_an_input_error(tmp_path) -> None:
    with pytest.raises(ValueError, match="cannot be written: No such file"):
        MCAPFileSink(tmp_path / "none" / "a.mcap")
    with pytest.raises(ValueError, match="cannot be read: No such file"):
        MCAPReplayReader(tmp_path / "a.mcap")


def test_arrays_of_other_dtypes_fail_in_the_constructor() -> None:
    payload = json.loads(encode_to_bytes(truth()))
    payload["position_enu_m"] = {"__dtype": "int64", "__array": [1, 2, 3]}
    with pytest.raises(TypeError, match="position_enu_m is an array of int64"):
        decode_message(ReplayMessage("/a", "GroundTruth", 1, payload))
