"""The cache of machine code: trusted only if nobody else can have written it, never a failure."""

import os
import stat
import subprocess
import sys
import tempfile
from itertools import count
from pathlib import Path

import pytest

from project_ghost.core.compile_steps import CompileStep, observed_compilation
from project_ghost.core.compiled import (
    cache_directory,
    cache_state,
    compile_source,
    keep_note,
    note_of,
    pack_prebuilt,
    prebuilt_state,
    separate,
    source_digest,
)
from project_ghost.core.compiled.cache._sealed import read_sealed, write_sealed
from project_ghost.core.compiled.cache._target import this_target


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


FULL_DISK = """\
import resource
from pathlib import Path
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
from project_ghost.core.compiled import cache_directory, compile_source, is_cached, separate
def twice(x):
    return 2.0 * x
called = {"twice": separate(twice, (float,))}
source = "def run(x):\\n    return twice(x)\\n"
assert compile_source(source, "run", separate=called)(3.0) == 6.0
assert not is_cached(source, "run", {}, called)
print(sum(path.stat().st_size for path in cache_directory().iterdir()))
"""


@pytest.mark.slow
def test_a_full_disk_costs_only_time(tmp_path: Path) -> None:
    """Method: a process that may not write a single byte to a file compiles something."""
    done = subprocess.run(
        [sys.executable, "-B", "-c", FULL_DISK],
        env={**os.environ, "GHOST_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "0\n"), done.stderr


@pytest.mark.usefixtures("folder")
def test_code_that_comes_with_the_package_is_used_if_it_fits_and_is_intact(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = tmp_path / "prebuilt.zip"
    monkeypatch.setenv("GHOST_PREBUILT", str(archive))
    # As if this process were the one that makes the archive.
    monkeypatch.setattr("project_ghost.core.compiled.cache._storage.any_target", this_target)

    def compiled_steps(source: str) -> int:
        """Compile with an empty cache; return how many functions were not in the archive."""
        monkeypatch.setenv("GHOST_CACHE_DIR", str(tmp_path / f"cache{next(number)}"))
        seen: list[CompileStep] = []
        with observed_compilation(seen.append):
            assert compile_source(source, "prebuilt")(1.0) == 4.0
        return len(seen)

    number = count()
    source = "def prebuilt(x):\n    return x + 3.0\n"
    assert compiled_steps(source) == 1
    assert not prebuilt_state().up_to_date
    pack_prebuilt(str(archive), source_digest())
    assert prebuilt_state().up_to_date
    assert compiled_steps(source) == 0
    assert compiled_steps(source.replace("x + 3.0", "3.0 + x")) == 1
    intact = archive.read_bytes()
    for damaged in (b"", intact[:-30], intact[:200] + b"?" * 50 + intact[250:]):
        archive.write_bytes(damaged)
        assert compiled_steps(source) == 1
    archive.write_bytes(intact)
    archive.chmod(0o666)
    assert compiled_steps(source) == 1


@pytest.mark.slow
def test_two_processes_share_what_there_is_to_compile(tmp_path: Path) -> None:
    code = """\
import sys
from project_ghost.core.compile_steps import observed_compilation
from project_ghost.core.compiled import compile_source, separate
def one(x):
    return x + 1.0
def two(x):
    return x + 2.0
called = {"one": separate(one, (float,)), "two": separate(two, (float,))}
with observed_compilation(lambda step: print(step.name)):
    run = compile_source("def run(x):\\n    return one(two(x))\\n", "run", separate=called)
    assert run(0.0) == 3.0
"""
    running = [
        subprocess.Popen(
            [sys.executable, "-B", "-c", code],
            env={**os.environ, "GHOST_CACHE_DIR": str(tmp_path)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    names = [name for process in running for name in process.communicate()[0].split()]
    assert [process.returncode for process in running] == [0, 0]
    assert sorted(names)[:2] == ["one", "run"]
    assert (names.count("one"), names.count("two")) == (1, 1)
    assert list((tmp_path / "compiled").glob("*.claim")) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
class TestTwoUsers:
    """A second user is simulated by giving files to another number."""

    def test_a_folder_of_another_user_is_not_used(self, folder: Path) -> None:
        write_sealed("entry", b"content")
        os.chown(folder, 12345, 12345)
        assert read_sealed("entry") is None
        assert not write_sealed("entry", b"new")
        assert "not used, because it belongs to another user (number 12345)" in cache_state()

    def test_a_folder_in_the_temporary_one_is_checked_too(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Without a home the folder's name can be guessed, so another user may have made it."""
        monkeypatch.delenv("GHOST_CACHE_DIR")
        monkeypatch.setenv("XDG_CACHE_HOME", "")
        monkeypatch.setenv("HOME", "not/absolute")
        monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
        folder = cache_directory()
        assert folder.is_relative_to(tmp_path)
        folder.mkdir(parents=True)
        os.chown(folder, 12345, 12345)
        assert not write_sealed("entry", b"content")
        assert list(folder.iterdir()) == []

    def test_a_shared_cache_is_read_and_not_written(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As on a cluster, where root has filled it and everybody may read it."""
        write_sealed("entry", b"content")
        before = sorted(folder.iterdir())
        monkeypatch.setattr(os, "geteuid", lambda: 12345)
        assert read_sealed("entry") == b"content"
        assert not write_sealed("entry", b"new")
        assert not write_sealed("other", b"new")
        assert sorted(folder.iterdir()) == before
        assert "read only" in cache_state()
        folder.chmod(0o775)
        assert read_sealed("entry") is None
        assert "other users may write to it" in cache_state()

    @pytest.mark.parametrize("name", ["entry", "key"])
    def test_a_file_of_another_user_is_not_used(self, folder: Path, name: str) -> None:
        write_sealed("entry", b"content")
        os.chown(folder / name, 12345, 12345)
        assert read_sealed("entry") is None
        assert write_sealed("entry", b"new")
        assert read_sealed("entry") == b"new"
