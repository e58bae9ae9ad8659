"""The cache of machine code: trusted only if nobody else can have written it, never a failure."""

import os
import stat
from pathlib import Path

import pytest

from project_ghost.core.compiled import (
    CompileStep,
    compile_source,
    keep_note,
    note_of,
    observed_compilation,
    separate,
)
from project_ghost.core.compiled._sealed import read_sealed, write_sealed


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a cache of this test's own, not made yet."""
    monkeypatch.setenv("GHOST_CACHE_DIR", str(tmp_path))
    return tmp_path / "compiled"


def test_a_note_is_kept_under_its_key(folder: Path) -> None:
    assert note_of("a") is None
    keep_note("a", b"checked")
    keep_note("a", b"checked again")
    assert (note_of("a"), note_of("b")) == (b"checked again", None)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}


@pytest.mark.usefixtures("folder")
def test_what_is_about_to_be_compiled_is_announced() -> None:
    def doubled(x: float) -> float:
        return 2.0 * x

    def halved(x: float) -> float:
        return 0.5 * x

    source = "def announced(x):\n    return doubled(halved(x))\n"
    both = {"doubled": separate(doubled, (float,)), "halved": separate(halved, (float,))}
    seen: list[CompileStep] = []
    with observed_compilation(seen.append):
        assert compile_source(source, "announced", separate=both)(3.0) == 3.0
        assert seen == [
            CompileStep("doubled", 1, 3),
            CompileStep("halved", 2, 3),
            CompileStep("announced", 3, 3),
        ]
        assert compile_source(source, "announced", separate=both)(3.0) == 3.0
    assert len(seen) == 3  # the second time it is in the cache


@pytest.mark.parametrize("damage", ["empty", "shortened", "one bit", "renamed", "of another cache"])
def test_a_damaged_file_counts_as_missing_and_is_replaced(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    write_sealed("entry", b"content" * 100)
    path = folder / "entry"
    stored = path.read_bytes()
    match damage:
        case "empty":
            path.write_bytes(b"")
        case "shortened":
            path.write_bytes(stored[:-1])
        case "one bit":
            path.write_bytes(stored[:-1] + bytes([stored[-1] ^ 1]))
        case "renamed":
            write_sealed("other", b"content")
            (folder / "other").replace(path)
        case _:
            monkeypatch.setenv("GHOST_CACHE_DIR", str(tmp_path / "elsewhere"))
            write_sealed("entry", b"content")
            (tmp_path / "elsewhere" / "compiled" / "entry").replace(path)
            monkeypatch.setenv("GHOST_CACHE_DIR", str(tmp_path))
    assert read_sealed("entry") is None
    assert write_sealed("entry", b"new")
    assert read_sealed("entry") == b"new"


def test_a_folder_that_others_may_write_to_is_closed_to_them_and_nothing_in_it_is_used(
    folder: Path,
) -> None:
    write_sealed("entry", b"content")
    folder.chmod(0o777)
    assert read_sealed("entry") is None
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert read_sealed("entry") is None  # its key may be known
    assert write_sealed("entry", b"new")
    assert read_sealed("entry") == b"new"


def test_a_link_in_place_of_the_folder_is_not_followed(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "target").mkdir(mode=0o700)
    folder.symlink_to(tmp_path / "target")
    assert not write_sealed("entry", b"content")
    assert list((tmp_path / "target").iterdir()) == []


def test_a_link_in_place_of_a_file_is_not_followed(folder: Path, tmp_path: Path) -> None:
    write_sealed("entry", b"content")
    (folder / "entry").replace(tmp_path / "moved")
    (folder / "entry").symlink_to(tmp_path / "moved")
    assert read_sealed("entry") is None
    assert write_sealed("entry", b"new")
    assert not (folder / "entry").is_symlink()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
class TestTwoUsers:
    """A second user is simulated by giving files to another number."""

    def test_a_folder_of_another_user_is_not_used(self, folder: Path) -> None:
        write_sealed("entry", b"content")
        os.chown(folder, 12345, 12345)
        assert read_sealed("entry") is None
        assert not write_sealed("entry", b"new")

    @pytest.mark.parametrize("name", ["entry", "key"])
    def test_a_file_of_another_user_is_not_used(self, folder: Path, name: str) -> None:
        write_sealed("entry", b"content")
        os.chown(folder / name, 12345, 12345)
        assert read_sealed("entry") is None
        assert write_sealed("entry", b"new")
        assert read_sealed("entry") == b"new"
