"""Goal: whatever a reader relies on is under a digest: a forged recording is called different.

Method: a recording is rewritten with one thing changed and every checksum of MCAP correct, as
someone does who knows the format, but not its digests; `info --check` and `diff` must see it.
Single bits of a file are flipped too, the summary at its end included.
"""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.cli import main
from project_ghost.core.errors import InputError
from project_ghost.telemetry import Column, Recorder, Recording, recover
from project_ghost.telemetry.encoding._signals import COLUMNS_KEY
from proofs.fuzz.forging import rewrite

from .samples import record_run

FAST = "/signals/fast"


@pytest.fixture(scope="module")
def genuine(tmp_path_factory):
    path = tmp_path_factory.mktemp("genuine") / "run.mcap"
    record_run(path, ticks=400, block=100)
    return path


def in_channel(name: str, change: dict[str, Any]):
    return lambda each: each._replace(**change) if each.topic == name else each


def in_metadata(name: str, key: str, value: str):
    def change(each):
        return each._replace(metadata=each.metadata | {key: value}) if each.name == name else each

    return change


def renamed(text: str) -> dict[str, Any]:
    return {"metadata": {COLUMNS_KEY: text}}


FORGERIES = {
    "unit": {"channel": in_channel(FAST, renamed('[["Car.x",[],"km"],["Scene.bodies",[2,3],""]]'))},
    "names": {"channel": in_channel(FAST, renamed('[["Car.y",[],"m"],["Scene.bodies",[2,3],""]]'))},
    "shape": {"channel": in_channel(FAST, renamed('[["Car.x",[],"m"],["Scene.bodies",[3,2],""]]'))},
    "an actor's name": {"channel": in_channel("/car", {"metadata": {"ghost.actor": "car9"}})},
    "topic": {"channel": in_channel("/car", {"topic": "/lorry"})},
    "publish time": {"message": lambda each: each._replace(publish_time=each.publish_time + 1)},
    "payload": {"message": lambda each: each._replace(data=each.data.replace(b"bump", b"dump"))},
    "level": {"metadata": in_metadata("ghost.manifest", "level", "host")},
    "results": {"metadata": in_metadata("ghost.results", "contacts", "0")},
    "no content digest": {"metadata": lambda each: each._replace(metadata={
        k: v for k, v in each.metadata.items() if k != "content_sha256"})},
    "a total": {"metadata": in_metadata("ghost.channels", "/more", '{"bytes":0,"count":0}')},
    "attached bytes": {"attachment": lambda each: each._replace(data=b"name: forged\n")},
    "attached name": {"attachment": lambda each: each._replace(name="other.yaml")},
    "attached time": {"attachment": lambda each: each._replace(create_time=5)},
    "library": {"library": "another/1.0"},
}  # fmt: skip


def test_a_rewritten_recording_without_a_change_is_the_same(genuine, tmp_path) -> None:
    same = rewrite(genuine, tmp_path / "same.mcap")
    assert main(["info", str(same), "--check"]) == 0
    assert main(["diff", str(genuine), str(same)]) == 0


@pytest.mark.parametrize("what", FORGERIES)
def test_info_check_sees_a_forgery(what, genuine, tmp_path, capsys) -> None:
    forged = rewrite(genuine, tmp_path / "forged.mcap", **FORGERIES[what])
    assert main(["info", str(forged), "--check"]) == 1
    assert "differs" in capsys.readouterr().out


@pytest.mark.parametrize("what", ["unit", "names", "shape", "an actor's name", "topic"])
def test_diff_sees_other_names_and_units(what, genuine, tmp_path, capsys) -> None:
    forged = rewrite(genuine, tmp_path / "forged.mcap", **FORGERIES[what])
    assert main(["diff", str(genuine), str(forged), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["same"] is False


def test_exchanged_names_of_equal_shape_are_seen(tmp_path) -> None:

    for name, columns in {"a": ("x", "y"), "b": ("y", "x")}.items():
        with Recorder(tmp_path / f"{name}.mcap") as recorder:
            recorder.add_signals("/s", [Column(each, (), "m") for each in columns])
    text = json.dumps([["y", [], "m"], ["x", [], "m"]], separators=(",", ":"))
    forged = rewrite(
        tmp_path / "a.mcap", tmp_path / "f.mcap", channel=in_channel("/s", renamed(text))
    )
    assert main(["info", str(forged), "--check"]) == 1
    assert main(["diff", str(tmp_path / "a.mcap"), str(forged)]) == 1


def test_an_older_format_is_refused_by_check_and_read_by_others(genuine, tmp_path, capsys) -> None:
    older = rewrite(
        genuine,
        tmp_path / "older.mcap",
        metadata=in_metadata("ghost.manifest", "format", "ghost-recording-2"),
    )
    assert main(["info", str(older)]) == 0
    assert main(["info", str(older), "--check"]) == 2
    assert "ghost-recording-2" in capsys.readouterr().err
    with Recording(older) as run:
        assert len(run["/car"].arrays()["x"]) == 40


def test_recovery_of_an_older_format_claims_no_digests(genuine, tmp_path) -> None:
    older = rewrite(
        genuine,
        tmp_path / "older.mcap",
        metadata=in_metadata("ghost.manifest", "format", "ghost-recording-2"),
    )
    cut = tmp_path / "cut.mcap"
    cut.write_bytes(older.read_bytes()[:-20])
    with Recording(recover(cut).path) as run:
        assert set(run.results) == {"recovered"}
        assert run.totals() == {}


def test_every_flipped_bit_of_the_summary_is_seen(genuine, tmp_path) -> None:
    data = genuine.read_bytes()
    with Recording(genuine) as run:
        start = run.file.data_crc[0]
    path = tmp_path / "flipped.mcap"
    for at in range(start, len(data) - 8, 7):
        flipped = bytearray(data)
        flipped[at] ^= 1 << at % 8
        path.write_bytes(flipped)
        with pytest.raises(InputError), Recording(path) as run:
            run.file.require_data_crc()


@given(st.data())
def test_any_flipped_bit_is_seen_by_a_check(genuine, tmp_path_factory, data) -> None:
    content = bytearray(genuine.read_bytes())
    at = data.draw(st.integers(8, len(content) - 9))
    content[at] ^= 1 << data.draw(st.integers(0, 7))
    path = tmp_path_factory.mktemp("flipped") / "run.mcap"
    path.write_bytes(content)
    assert main(["info", str(path), "--check", "--quiet"]) != 0
