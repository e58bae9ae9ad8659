"""Goal: a recording is read as it was written, in Python, as arrays and as tables."""

import json

import numpy as np
import pyarrow as pa
import pytest
from mcap.writer import CompressionType, IndexType, Writer

import project_ghost
from project_ghost.core.bus import Message
from project_ghost.core.errors import InputError
from project_ghost.telemetry import (
    ChannelSpec,
    IncompleteRecordingWarning,
    Recorder,
    Recording,
)
from tests.telemetry.samples import STEP_NS, record_run


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("run") / "run.mcap"
    record_run(path)
    return path


def test_channels_are_iterators(path) -> None:
    with project_ghost.open_run(path) as run:
        assert list(run.channels) == (
            ["/car", "/events", "/hash/links", "/observer/note", "/signals/fast"]
        )
        cars = list(run["/car"])
        assert len(cars) == len(run["/car"]) == 300
        assert cars[3].stamp_sim_ns == 30 * STEP_NS
        assert cars[3].payload["x"] == 0.1 * 30
        assert json.loads(cars[3].data) == cars[3].payload
        sample = next(iter(run["/signals/fast"]))
        assert sample.payload["Scene.bodies"] == [[0.1, 0.2, 0.1 * 3], [0.1 * 4, 0.5, 0.1 * 6]]
        assert len(list(run)) == sum(run.counts().values()) == 300 + 5 + 1 + 4 + 3000
        assert len(list(run.messages(["/events", "/car"]))) == 305


def test_channels_are_arrays(path) -> None:
    with Recording(path) as run:
        fast = run["/signals/fast"].arrays()
        assert fast["stamp_sim_ns"].tolist() == [tick * STEP_NS for tick in range(3000)]
        assert fast["Car.x"].shape == (3000,)
        assert fast["Scene.bodies"].shape == (3000, 2, 3)
        values = np.arange(7.0 * 3000).reshape(3000, 7) * 0.1
        assert fast["Car.x"].tobytes() == values[:, 0].tobytes()
        assert fast["Scene.bodies"].tobytes() == values[:, 1:].tobytes()
        car = run["/car"].arrays()
        assert car["p"].shape == (300, 3)
        assert np.signbit(car["p"][:, 2]).all()
        assert car["x"].dtype == np.float64
        assert run["/events"].arrays()["what"].tolist() == ["bump"] * 5
        links = run["/hash/links"].arrays()
        assert links["link"].tolist() == [7919 * tick for tick in range(3000)]


def test_channels_are_arrow_tables(path) -> None:
    with Recording(path) as run:
        table = run["/car"].table()
        assert isinstance(table, pa.Table)
        assert table.column_names == ["stamp_sim_ns", "sequence", "p", "x"]
        assert table["p"][2].as_py() == [2.0, 2.0, -0.0]
        assert run["/signals/fast"].table().num_rows == 3000


def test_the_manifest_the_scenario_and_the_results_are_there(path) -> None:
    with Recording(path) as run:
        assert run.manifest["seed"] == "42"
        assert run.attachment("scenario.yaml").data == b"name: sample\n"
        assert run.totals()["/car"]["count"] == 300
        assert run.digests().channels == {
            name: total["sha256"] for name, total in run.totals().items() if "sha256" in total
        }
        assert run.digests().order == run.results["order_sha256"]
        assert (run.start_ns, run.stop_ns) == (0, 2999 * STEP_NS)


def test_a_missing_channel_is_named(path) -> None:
    with Recording(path) as run:
        with pytest.raises(InputError, match="did you mean '/car'"):
            run["/cat"]
        with pytest.raises(InputError, match=r"did you mean 'scenario\.yaml'"):
            run.attachment("scenario.yml")
    with pytest.raises(InputError, match="closed"):
        list(run)


def test_columns_that_are_not_alike_are_objects(tmp_path) -> None:
    spec = ChannelSpec("/odd", "Odd", {"type": "object"})
    with Recorder(tmp_path / "a.mcap", channels=[spec]) as recorder:
        for i, payload in enumerate(
            [{"n": 1, "l": [1.0], "b": True}, {"n": None, "l": [1.0, 2.0], "b": False}, {"b": True}]
        ):
            recorder.record(Message("/odd", i, i, payload))
    with Recording(tmp_path / "a.mcap") as run:
        arrays = run["/odd"].arrays()
    assert arrays["n"].tolist() == [1, None, None]
    assert arrays["l"].tolist() == [[1.0], [1.0, 2.0], None]
    assert arrays["b"].dtype == bool


@pytest.mark.parametrize("keep", [0.999, 0.9, 0.6, 0.3])
def test_a_recording_that_was_cut_off_is_read_with_a_warning(path, tmp_path, keep) -> None:
    data = path.read_bytes()
    cut = tmp_path / "cut.mcap"
    cut.write_bytes(data[: int(keep * len(data))])
    with pytest.warns(IncompleteRecordingWarning, match="was cut off"):
        run = project_ghost.open_run(cut)
    with run, Recording(path) as whole:
        for name, channel in run.channels.items():
            result = [message.data for message in channel.stored()]
            expected = [message.data for message in whole[name].stored()]
            assert result == expected[: len(result)]


@pytest.mark.slow
def test_every_place_to_cut_leaves_a_file_that_can_be_read(tmp_path) -> None:
    """Whatever the last byte that was written."""
    record_run(tmp_path / "a.mcap", ticks=30, chunk_span_ns=10 * STEP_NS)
    data = (tmp_path / "a.mcap").read_bytes()
    cut = tmp_path / "cut.mcap"
    counts = []
    for size in range(8, len(data), 7):  # from the mark at its beginning on
        cut.write_bytes(data[:size])
        with Recording(cut) as run:
            assert run.cut_off is not None
            counts.append(len(list(run)))
    assert counts == sorted(counts)
    assert counts[-1] == 30 + 3 + 1 + 1 + 1


def test_a_run_that_was_killed_is_found_under_its_own_name(tmp_path) -> None:
    recorder = Recorder(tmp_path / "run.mcap")
    recorder.record(Message("/a", 0, 0, {}))
    recorder.record(Message("/a", 2_000_000_000, 1, {}))
    recorder.abandon()
    for name in (tmp_path, tmp_path / "run.mcap", tmp_path / "run.mcap.part"):
        with pytest.warns(IncompleteRecordingWarning), project_ghost.open_run(name) as run:
            assert len(run["/a"]) == 1


@pytest.mark.parametrize("compression", list(CompressionType))
@pytest.mark.parametrize("chunked", [True, False])
@pytest.mark.parametrize("index", [IndexType.ALL, IndexType.NONE])
def test_files_of_the_mcap_library_are_read(tmp_path, compression, chunked, index) -> None:
    with (tmp_path / "a.mcap").open("wb") as file:
        writer = Writer(
            file,
            chunk_size=500,
            compression=compression,
            use_chunking=chunked,
            index_types=index,
            repeat_channels=index is IndexType.ALL,
            repeat_schemas=index is IndexType.ALL,
            use_statistics=index is IndexType.ALL,
            enable_data_crcs=True,
        )
        writer.start("x-profile", "somebody")
        schema = writer.register_schema("S", "jsonschema", b"{}")
        ids = [writer.register_channel(f"/{i}", "json", schema) for i in range(3)]
        for i in range(100):
            writer.add_message(ids[i % 3], 100 - i, b'{"i":%d}' % i, i, i)
        writer.add_attachment(1, 2, "a.txt", "text/plain", b"hello")
        writer.add_metadata("m", {"k": "v"})
        writer.finish()
    with Recording(tmp_path / "a.mcap") as run:
        assert run.counts() == {"/0": 34, "/1": 33, "/2": 33}
        assert [message.payload["i"] for message in run] == list(range(100))
        assert run["/1"].arrays()["i"].tolist() == list(range(1, 100, 3))
        assert run.attachment("a.txt").data == b"hello"
        assert run.metadata("m") == {"k": "v"}
        assert (run.start_ns, run.stop_ns) == (1, 100)


def written(path, messages):
    """A file of the mcap library: (topic, encoding, payload), a message each nanosecond."""
    with path.open("wb") as file:
        writer = Writer(file)
        writer.start()
        ids = {}
        for i, (topic, encoding, payload) in enumerate(messages):
            if (topic, encoding) not in ids:
                ids[topic, encoding] = writer.register_channel(topic, encoding, 0)
            writer.add_message(ids[topic, encoding], i, payload, i, i)
        writer.finish()
    return path


def test_an_error_does_not_name_all_of_very_many_channels(tmp_path) -> None:
    path = written(tmp_path / "a.mcap", [(f"/c{i:04}", "json", b"{}") for i in range(2000)])
    with Recording(path) as run, pytest.raises(InputError, match="and 1,950 more") as caught:
        run["/none"]
    assert len(str(caught.value)) < 1000


def test_channels_that_share_a_topic_need_not_be_alike(tmp_path) -> None:
    path = written(tmp_path / "a.mcap", [("/a", "json", b'{"x":1}'), ("/a", "ros1", b"\x01")])
    with Recording(path) as run:
        first, second = run["/a"].stored()
        assert run["/a"].decode_stored(first) == {"x": 1}
        with pytest.raises(InputError, match="encoded as 'ros1'"):
            run["/a"].decode_stored(second)
        with pytest.raises(InputError, match="several kinds"):
            run["/a"].decode(first.data, 0)
        assert not run["/a"].is_readable


def test_fields_never_hide_each_other_nor_the_stamp(tmp_path) -> None:
    payload = b'{"stamp_sim_ns":7,"sequence":8,"a.b":1,"a":{"b":2}}'
    path = written(tmp_path / "a.mcap", [("/a", "json", payload)])
    with Recording(path) as run:
        arrays = {name: column.tolist() for name, column in run["/a"].arrays().items()}
    assert arrays == {
        "stamp_sim_ns": [0],
        "sequence": [0],
        "payload.stamp_sim_ns": [7],
        "payload.sequence": [8],
        "a.b": [1],
        "a.b_2": [2],
    }


def test_whole_numbers_stay_exact(tmp_path) -> None:
    numbers = [1 << 63, -1]
    payloads = [("/a", "json", b'{"n":%d}' % number) for number in numbers]
    with Recording(written(tmp_path / "a.mcap", payloads)) as run:
        assert run["/a"].arrays()["n"].tolist() == numbers
        with pytest.raises(InputError, match="do not fit one table"):
            run["/a"].table()


def test_messages_nested_too_deeply_for_a_table_are_an_error(tmp_path) -> None:
    for opened, closed in ((b"[", b"]"), (b'{"a":', b"}")):
        payload = b'{"v":' + opened * 500 + b"1" + closed * 500 + b"}"
        path = written(tmp_path / "a.mcap", [("/a", "json", payload)])
        with Recording(path) as run, pytest.raises(InputError, match="nested too deeply"):
            run["/a"].arrays()


def test_a_path_that_cannot_be_looked_at_is_one_error() -> None:
    with pytest.raises(InputError, match="cannot be read: File name too long"):
        project_ghost.open_run("x" * 300)
