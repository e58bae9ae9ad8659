"""Goal: a reader of a path sees the old content or the new, never a part of either.

Method: fail at every stage of writing and look at the whole folder afterwards.
"""

import json
import os
from pathlib import Path

import pytest

from project_ghost.core.errors import InputError
from project_ghost.core.files import pretty_json, whole_file, whole_folder, write_whole


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_a_file_is_written_as_bytes_or_utf8(tmp_path):
    write_whole(tmp_path / "a", b"\x00\xff")
    write_whole(tmp_path / "b", "é\n")
    assert content(tmp_path) == {"a": b"\x00\xff", "b": b"\xc3\xa9\n"}


def test_the_file_gets_the_permissions_of_any_new_file(tmp_path):
    write_whole(tmp_path / "a", b"")
    (tmp_path / "b").touch()
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "b").stat().st_mode


@pytest.mark.parametrize("error", [ValueError("ours"), KeyboardInterrupt(), OSError(28, "full")])
def test_after_a_failure_the_old_file_is_all_there_is(tmp_path, error):
    path = tmp_path / "a"
    write_whole(path, "old")
    expected = InputError if isinstance(error, OSError) else type(error)

    def fail() -> None:
        with whole_file(path) as file:
            file.write(b"half of the n")
            file.flush()
            raise error

    with pytest.raises(expected):
        fail()
    assert content(tmp_path) == {"a": b"old"}


def test_until_the_block_ends_the_old_file_is_read(tmp_path):
    path = tmp_path / "a"
    write_whole(path, "old")
    with whole_file(path, durable=True) as file:
        file.write(b"new")
        file.flush()
        assert path.read_bytes() == b"old"
    assert content(tmp_path) == {"a": b"new"}


def test_two_writers_of_one_path_do_not_mix(tmp_path):
    path = tmp_path / "a"
    with whole_file(path) as first:
        first.write(b"first")
        with whole_file(path) as second:
            second.write(b"second")
        assert path.read_bytes() == b"second"
    assert content(tmp_path) == {"a": b"first"}


def test_a_link_that_waits_under_the_temporary_name_is_not_followed(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "urandom", lambda count: bytes(count))
    precious = tmp_path / "precious"
    precious.write_bytes(b"mine")
    (tmp_path / ".a.00000000.part").symlink_to(precious)
    with pytest.raises(InputError, match="File exists"):
        write_whole(tmp_path / "a", b"theirs")
    assert precious.read_bytes() == b"mine"
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize(
    ("name", "reason"),
    [("missing/a", "No such file"), ("folder", "directory"), ("n" * 250, "long")],
)
def test_the_error_names_the_file_and_the_path(tmp_path, name, reason):
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError, match=reason) as caught:
        write_whole(tmp_path / name, b"", "the picture")
    assert caught.value.what.startswith("the picture cannot be written: ")
    assert caught.value.where == str(tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_the_current_folder_is_refused_like_any_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="cannot be written"):
        write_whole(Path(), b"")
    assert not list(tmp_path.iterdir())


def test_a_pipe_is_written_and_stays_a_pipe(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole(path, b"through")
        assert os.read(reader, 100) == b"through"
    finally:
        os.close(reader)
    assert path.is_fifo()


def test_a_folder_replaces_the_old_one_at_the_end(tmp_path):
    path = tmp_path / "new" / "tables"
    for name in ("old", "young"):
        with whole_folder(path) as part:
            (part / name).write_bytes(b"1")
    assert [each.name for each in path.iterdir()] == ["young"]
    assert [each.name for each in path.parent.iterdir()] == ["tables"]


def test_after_a_failure_the_old_folder_is_all_there_is(tmp_path):
    path = tmp_path / "tables"
    with whole_folder(path) as part:
        (part / "old").write_bytes(b"1")

    def fail() -> None:
        with whole_folder(path, "the tables") as part:
            (part / "young").write_bytes(b"1")
            raise OSError(28, "No space left on device")

    with pytest.raises(InputError, match=r"^the tables cannot be written: No space left"):
        fail()
    assert [each.name for each in tmp_path.rglob("*")] == ["tables", "old"]


def test_json_for_people_is_canonical():
    text = pretty_json({"b": [1.5, None], "a": "é"})
    assert text == '{\n  "a": "é",\n  "b": [\n    1.5,\n    null\n  ]\n}\n'
    with pytest.raises(ValueError, match="Out of range"):
        pretty_json({"a": float("nan")})


def test_json_with_any_text_can_be_stored_and_read():
    document = {"name": "half \ud800 of a pair, \\, \N{GRINNING FACE}"}
    assert json.loads(pretty_json(document).encode()) == document
