"""Goal: the commands about recordings print their results, with the documented exit codes."""

import csv
import json
import re

import numpy as np
import pyarrow.parquet as parquet
import pytest

from project_ghost.cli import main
from project_ghost.core.bus import Message
from project_ghost.telemetry import Column, Recorder, Recording
from tests.telemetry.samples import STEP_NS, record_run


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    record_run(folder / "a.mcap")
    record_run(folder / "same.mcap", block=77, compression="")
    record_run(folder / "b.mcap", shift=1e-12, shift_from=1234)
    data = (folder / "a.mcap").read_bytes()
    (folder / "cut.mcap").write_bytes(data[: len(data) // 2])
    with Recording(folder / "a.mcap") as run:
        place = run.file.segments[1].offset + 40
    (folder / "damaged.mcap").write_bytes(data[:place] + b"XXXX" + data[place + 4 :])
    (folder / "other.txt").write_text("hello")
    return folder


def test_info_lists_channels_and_counts(folder, capsys) -> None:
    assert main(["info", str(folder / "a.mcap")]) == 0
    out = capsys.readouterr().out
    for text in (
        "/signals/fast",
        "3,000",
        "2.999 s",
        "seed",
        "scenario.yaml",
        "VehicleState",
    ):
        assert (text in out) == (text != "VehicleState")
    assert "┃" not in out  # lines are for terminals
    assert main(["info", "--json", "--check", str(folder / "a.mcap")]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["channels"]["/car"]["count"] == 300
    assert set(facts["checks"].values()) == {"same"}
    assert facts["manifest"]["seed"] == "42"


def test_info_notices_digests_that_are_not_those_of_the_content(folder, tmp_path, capsys) -> None:
    with Recording(folder / "a.mcap") as run:
        digest = run.totals()["/car"]["sha256"].encode()
    data = (folder / "a.mcap").read_bytes().replace(digest, b"0" * 64)
    end = data.index(b"\x0f\x04" + bytes(7)) + 9  # of the data: its checksum says nothing now
    (tmp_path / "a.mcap").write_bytes(data[:end] + bytes(4) + data[end + 4 :])
    assert main(["info", "--check", str(tmp_path / "a.mcap")]) == 1
    assert "differs /car" in capsys.readouterr().out


def test_info_notices_damage_outside_of_the_messages(folder, tmp_path, capsys) -> None:
    data = (folder / "a.mcap").read_bytes()
    (tmp_path / "a.mcap").write_bytes(data.replace(b"portable", b"possible"))
    assert main(["info", "--check", str(tmp_path / "a.mcap")]) == 2
    assert "checksum" in capsys.readouterr().err


def test_info_says_that_there_is_nothing_to_compare(folder, foreign, capsys) -> None:
    for path in (folder / "cut.mcap", foreign / "one.mcap"):
        assert main(["info", "--check", str(path)]) == 0
        assert "stores no digests" in capsys.readouterr().out


def test_info_notices_a_channel_whose_digest_is_not_stored(tmp_path, capsys) -> None:
    record_run(tmp_path / "a.mcap", ticks=10)
    data = (tmp_path / "a.mcap").read_bytes()
    # As it stands in the metadata at the end, which are not compressed.
    place = data.index(b"/car", data.index(b"ghost.channels"))
    end = data.index(b"\x0f\x04" + bytes(7)) + 9  # of the data: its checksum says nothing now
    changed = data[:place] + b"/bar" + data[place + 4 : end] + bytes(4) + data[end + 4 :]
    (tmp_path / "a.mcap").write_bytes(changed)
    assert main(["info", "--check", str(tmp_path / "a.mcap")]) == 1
    out = capsys.readouterr().out
    assert "differs /car" in out
    assert "differs /bar" in out


def test_one_is_not_many(tmp_path, capsys) -> None:
    with Recorder(tmp_path / "a.mcap") as recorder:
        recorder.record(Message("/a", 0, 0, {"x": 1}))
    path = str(tmp_path / "a.mcap")
    for arguments, output in (
        (["info", path], "bytes, 1 chunk "),
        (["diff", path, path], "The same: 1 message.\n"),
        (["export", path, "--to", "csv"], "  1 row of /a\n"),
        (["recover", path], " has 1 message, up to "),
    ):
        assert main(arguments) == 0
        assert output in capsys.readouterr().out


def test_diff_of_equal_recordings_is_0(folder, capsys) -> None:
    assert main(["diff", str(folder / "a.mcap"), str(folder / "same.mcap")]) == 0
    assert capsys.readouterr().out == "The same: 3,306 messages, and 3,000 ticks of state.\n"


def test_diff_shows_the_first_difference_and_is_1(folder, capsys) -> None:
    arguments = ["diff", str(folder / "a.mcap"), str(folder / "b.mcap")]
    assert main([*arguments, "--channels", "/car", "/hash/links"]) == 1
    out = capsys.readouterr().out
    assert "The state differs from tick 1,234 on, simulated time 1.234 s." in out
    assert re.search(r"/hash/links( +\d+){5} +from tick 1,234 on", out)
    for text in ("/car", "1.24 s", "sequence 126", (0.1 * 1240).hex(), "ulp", "176"):
        assert text in out
    assert main([*arguments, "--tolerance", "1e-9", "--channels", "/car"]) == 0
    capsys.readouterr()
    assert main([*arguments, "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["chain"]["tick"] == 1234
    assert document["first"]["stamp_sim_ns"] == 1234 * STEP_NS
    assert document["first"]["fields"][0]["ulp"] > 0


def test_tables_do_not_replace_the_folder_that_one_is_in(folder, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for target in (".", "..", "./"):
        assert main(["export", str(folder / "a.mcap"), "--to", "csv", "-o", target]) == 2
        assert "the current folder" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_run_in_progress_is_read_and_not_called_cut_off(tmp_path, capsys) -> None:
    path = tmp_path / "run.mcap"
    with Recorder(path, chunk_span_ns=10) as recorder:
        for i in range(50):
            recorder.record(Message("/car", i, i, {"x": i}))
        assert main(["info", str(path)]) == 0
        captured = capsys.readouterr()
        assert "run.mcap.part is still being written; only its complete part" in captured.err
        assert "no, it is still being written" in captured.out
        assert main(["info", str(path)]) == 0  # looking takes nothing from the writer
    assert main(["info", "--check", str(path)]) == 0


def test_a_truncated_recording_is_read_with_a_warning(folder, capsys) -> None:
    assert main(["info", str(folder / "cut.mcap")]) == 0
    captured = capsys.readouterr()
    assert "warning" in captured.err
    assert "was cut off" in captured.err
    assert "no, it was cut off" in captured.out
    assert main(["diff", str(folder / "a.mcap"), str(folder / "cut.mcap")]) == 1


@pytest.mark.slow
def test_export_writes_a_table_for_each_channel(folder, tmp_path, capsys) -> None:
    out = tmp_path / "tables"
    assert main(["export", str(folder / "a.mcap"), "--to", "csv", "-o", str(out)]) == 0
    assert "300 rows of /car" in capsys.readouterr().out
    with (out / "car.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert float(rows[7]["x"]).hex() == (0.1 * 70).hex()
    assert rows[7]["stamp_sim_ns"] == str(70 * STEP_NS)
    assert rows[7]["p[2]"] == "-0.0"
    assert main(["export", str(folder / "a.mcap"), "--to", "csv", "-o", str(out)]) == 2
    assert "already" in capsys.readouterr().err
    arguments = ["export", str(folder / "a.mcap"), "--to", "parquet", "-o", str(out), "--force"]
    assert main([*arguments, "--channels", "/car", "/signals/*"]) == 0
    assert sorted(path.name for path in out.iterdir()) == ["car.parquet", "signals_fast.parquet"]
    table = parquet.read_table(out / "signals_fast.parquet")
    assert table.num_rows == 3000
    assert table["Scene.bodies"][1].as_py() == [
        [0.1 * 8, 0.1 * 9, 0.1 * 10],
        [0.1 * 11, 0.1 * 12, 0.1 * 13],
    ]
    assert list(tmp_path.iterdir()) == [out]


def test_recover_makes_a_whole_file(folder, tmp_path, capsys) -> None:
    out = tmp_path / "whole.mcap"
    assert main(["recover", str(folder / "cut.mcap"), "-o", str(out)]) == 0
    assert "is incomplete" in capsys.readouterr().out
    assert main(["info", "--check", str(out)]) == 0
    assert main(["recover", str(folder / "cut.mcap"), "-o", str(out)]) == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["info", "none.mcap"],
        ["info", "other.txt"],
        ["info", "damaged.mcap", "--check"],
        ["diff", "a.mcap", "none.mcap"],
        ["diff", "a.mcap", "damaged.mcap"],
        ["diff", "a.mcap", "b.mcap", "--tolerance", "little"],
        ["diff", "a.mcap", "b.mcap", "--tolerance", "-1"],
        ["diff", "a.mcap", "b.mcap", "--tolerance", "nan"],
        ["diff", "a.mcap", "b.mcap", "--channels", "/none"],
        ["export", "a.mcap", "--to", "csv", "--channels", "/none"],
        ["export", "a.mcap", "--to", "csv", "--channels", "/car", "/cra"],
        ["export", "damaged.mcap", "--to", "csv"],
        ["export", "a.mcap", "--to", "csv", "-o", "other.txt"],
        ["export", "a.mcap", "--to", "csv", "-o", "other.txt", "--force"],
        ["export", "a.mcap", "--to", "csv", "-o", "other.txt/tables"],
        ["export", "a.mcap", "--to", "csv", "-o", ".", "--force"],
        ["export", "a.mcap", "--to", "layout", "-o", "a.mcap", "--force"],
        ["export", "a.mcap", "--to", "layout", "-o", "none/layout.json"],
        ["recover", "a.mcap", "-o", "."],
        ["recover", "other.txt"],
        ["recover", "a.mcap", "-o", "none/b.mcap"],
    ],
)
def test_bad_input_is_2_with_one_message_and_nothing_left(
    folder, monkeypatch, capsys, arguments
) -> None:
    monkeypatch.chdir(folder)
    before = sorted(folder.iterdir())
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"ghost {arguments[0]}: ")
    assert "Traceback" not in captured.err
    assert sorted(folder.iterdir()) == before


@pytest.fixture(scope="module")
def foreign(tmp_path_factory):
    """Files that another library has written: JSON without a schema, and bytes of no known kind."""
    from mcap.writer import Writer

    folder = tmp_path_factory.mktemp("foreign")
    for name, last in (("one", 2.0), ("two", 2.5)):
        with (folder / f"{name}.mcap").open("wb") as file:
            writer = Writer(file)
            writer.start("some profile", "some library")
            numbers = writer.register_channel("/numbers", "json", 0)
            blobs = writer.register_channel("/blobs", "x-secret", 0)
            for i, value in enumerate((0.5, 1.0, last)):
                writer.add_message(numbers, i * 10, json.dumps({"v": value}).encode(), i * 10, i)
                writer.add_message(blobs, i * 10, b"\xff\x00", i * 10, i)
            writer.finish()
    return folder


def test_other_mcap_files_are_shown_compared_and_exported(foreign, tmp_path, capsys) -> None:
    one, two = str(foreign / "one.mcap"), str(foreign / "two.mcap")
    assert main(["info", one, "--json", "--check"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["channels"]["/blobs"]["count"] == 3
    assert facts["manifest"] == {}
    assert main(["diff", one, one]) == 0
    capsys.readouterr()
    assert main(["diff", one, two, "--json"]) == 1
    result = json.loads(capsys.readouterr().out)
    assert result["first"]["channel"] == "/numbers"
    assert result["first"]["stamp_sim_ns"] == 20
    assert main(["diff", one, two, "--tolerance", "0.5"]) == 0
    assert main(["diff", one, two, "--tolerance", "0.4"]) == 1
    assert main(["diff", one, two, "--channels", "/blobs"]) == 0
    capsys.readouterr()
    assert main(["export", one, "--to", "csv", "-o", str(tmp_path / "t")]) == 0
    output = capsys.readouterr()
    assert "/blobs is left out" in output.err
    assert [path.name for path in (tmp_path / "t").iterdir()] == ["numbers.csv"]
    assert main(["recover", one, "-o", str(tmp_path / "whole.mcap")]) == 0
    assert main(["diff", one, str(tmp_path / "whole.mcap")]) == 0


@pytest.mark.slow
def test_export_by_force_replaces_tables_and_nothing_else(folder, tmp_path, capsys) -> None:
    """The folder of a run is never what tables are written over, nor what is left of a run."""
    run = tmp_path / "run"
    run.mkdir()
    for name in ("run.mcap", "left.mcap.part"):
        (run / name).write_bytes((folder / "a.mcap").read_bytes())
    before = sorted(run.iterdir())
    assert main(["export", str(run), "--to", "csv", "-o", str(run), "--force"]) == 2
    assert "'left.mcap.part'" in capsys.readouterr().err
    assert sorted(run.iterdir()) == before
    arguments = ["export", str(run / "left.mcap.part"), "--to", "csv", "-o"]
    assert main([*arguments, str(run / "left.mcap")]) == 0
    assert main([*arguments, str(run / "left.mcap"), "--force"]) == 0
    assert (run / "left.mcap.part").is_file()


def test_a_channel_too_wide_for_a_table_is_left_out(tmp_path, capsys) -> None:
    """A plan of a long way has as many numbers as it has places."""
    path = str(tmp_path / "a.mcap")
    with Recorder(path) as recorder:
        recorder.record(Message("/plans", 0, 0, {"x_m": [0.5] * 6000, "y_m": [0.5] * 6000}))
        recorder.record(Message("/car", 0, 1, {"x": 1.0}))
    assert main(["export", path, "--to", "csv"]) == 0
    output = capsys.readouterr()
    assert "/plans is left out: its messages have more than 10,000 columns" in output.err
    assert [each.name for each in (tmp_path / "a-csv").iterdir()] == ["car.csv"]
    assert main(["export", path, "--to", "parquet"]) == 0
    assert capsys.readouterr().err == ""
    table = parquet.read_table(tmp_path / "a-parquet" / "plans.parquet")
    assert len(table["x_m"][0]) == 6000


def test_text_that_is_not_unicode_is_not_exported(tmp_path, capsys) -> None:
    from mcap.writer import Writer

    path = tmp_path / "a.mcap"
    with path.open("wb") as file:
        writer = Writer(file)
        writer.start()
        channel = writer.register_channel("/a", "json", 0)
        writer.add_message(channel, 0, b'{"v":"\\ud800"}', 0)
        writer.finish()
    for to in ("csv", "parquet"):
        assert main(["export", str(path), "--to", to]) == 2
        assert "half of a surrogate pair" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [path]


def test_diff_lists_one_sided_messages_and_their_number(folder, capsys) -> None:
    a, cut = str(folder / "a.mcap"), str(folder / "cut.mcap")
    assert main(["diff", a, cut]) == 1
    out = capsys.readouterr().out
    assert "B has no state chain to compare." in out
    assert "The state differs" not in out
    assert "Messages that differ: 0; only in A: " in out
    assert "Only in one, the first of " in out
    assert main(["diff", a, cut, "--json"]) == 1
    result = json.loads(capsys.readouterr().out)
    assert len(result["one_sided"]) == 20
    assert result["one_sided"][0]["stamp_sim_ns"] == result["first"]["stamp_sim_ns"]
    assert result["only_a"] == sum(each["only_a"] for each in result["channels"])


def test_diff_with_a_tolerance_ignores_the_chain(folder, capsys) -> None:
    a, b = str(folder / "a.mcap"), str(folder / "b.mcap")
    assert main(["diff", a, b, "--tolerance", "1e-9"]) == 0
    assert capsys.readouterr().out == "The same within 1e-09: 3,306 messages.\n"


def test_diff_says_how_far_a_shorter_chain_is_the_same(folder, tmp_path, capsys) -> None:
    record_run(tmp_path / "long.mcap", ticks=3001)
    assert main(["diff", str(folder / "a.mcap"), str(tmp_path / "long.mcap")]) == 1
    out = capsys.readouterr().out
    assert "The state is the same for 3,000 ticks, where the chain of A ends." in out


def test_diff_shows_the_first_elements_of_an_array(tmp_path, capsys) -> None:
    for name, value in (("a", 1.0), ("b", 2.0)):
        with Recorder(tmp_path / f"{name}.mcap") as recorder:
            recorder.record(Message("/path", 0, 0, {"x_m": [value] * 30, "length_m": value}))
    assert main(["diff", str(tmp_path / "a.mcap"), str(tmp_path / "b.mcap")]) == 1
    out = capsys.readouterr().out
    assert " length_m " in out
    assert [f" x_m[{i}] " in out for i in range(6)] == [True] * 4 + [False] * 2
    assert "and 26 more fields of this message" in out


def test_the_json_of_diff_has_no_nan_in_it(tmp_path, capsys) -> None:
    nan, deep = float("nan"), "[" * 300 + "1e999" + "]" * 300
    from mcap.writer import Writer

    for name, rows, data in (("a", [nan, 1.0], f'{{"v":{deep}}}'), ("b", [1.0, nan], '{"v":1}')):
        with Recorder(tmp_path / f"{name}.mcap") as recorder:
            recorder.add_signals("/s", [Column("x"), Column("y")])
            recorder.record_rows("/s", np.array([7]), np.array([rows]))
        with (tmp_path / f"{name}-json.mcap").open("wb") as file:
            writer = Writer(file)
            writer.start()
            channel = writer.register_channel("/a", "json", 0)
            writer.add_message(channel, 0, data.encode(), 0)
            writer.finish()
    for names in (("a.mcap", "b.mcap"), ("a-json.mcap", "b-json.mcap")):
        paths = [str(tmp_path / name) for name in names]
        assert main(["diff", *paths, "--json"]) == 1
        result = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
        assert result["differing"] == 1
        assert main(["diff", *paths]) == 1
        capsys.readouterr()
