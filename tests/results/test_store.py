"""Goal: an object is written once and whole, and errors of a store say what to do."""

import pytest

from project_ghost.core.errors import InputError
from project_ghost.results import StoreError, open_store


def test_a_second_creation_with_other_content_is_refused(tmp_path) -> None:
    store = open_store(tmp_path / "new" / "folder")
    assert store.create("a/b", b"first")
    assert not store.create("a/b", b"second")
    assert store.read("a/b") == b"first"


def test_who_asks_again_after_a_lost_answer_finds_his_own_object(tmp_path) -> None:
    store = open_store(tmp_path)
    assert store.create("a", b"mine")
    assert store.create("a", b"mine")


def test_names_are_those_below_a_folder_sorted(tmp_path) -> None:
    store = open_store(tmp_path)
    for name in ("parts/runs/b", "parts/runs/a", "parts/runsome", "other"):
        store.write(name, b"")
    assert store.names("parts/runs") == ["parts/runs/a", "parts/runs/b"]
    assert store.names("nothing") == []
    assert set(dict(store.read_each(store.names("parts")))) == {
        "parts/runs/a",
        "parts/runs/b",
        "parts/runsome",
    }


def test_a_missing_object_is_none_where_that_is_expected(tmp_path) -> None:
    store = open_store(tmp_path)
    assert store.read_or_none("nothing") is None
    with pytest.raises(FileNotFoundError):
        store.read("nothing")


def test_a_folder_that_cannot_be_made_is_one_clear_error(tmp_path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError) as error:
        open_store(tmp_path / "file" / "below").write("a", b"")
    assert str(tmp_path / "file") in error.value.where


def test_other_addresses_are_refused() -> None:
    with pytest.raises(InputError, match="no place for results"):
        open_store("ftp://host/path")


def test_a_server_that_nobody_hears_is_an_error_within_seconds(monkeypatch) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "a")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "b")
    monkeypatch.setenv("AWS_REGION", "us-east-1")
    with pytest.raises(StoreError) as error:
        open_store("s3://bucket/nobody").probe()
    assert "AWS_ENDPOINT_URL" in error.value.fix
    assert "Debug source" not in error.value.what
