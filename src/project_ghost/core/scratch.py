"""Folders for files on their way elsewhere, which do not outlive their process for long.

A process that is killed cannot remove its folder. It holds a lock in it, which the system releases,
so that any other process of the same user can tell and remove the folder.
"""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from .errors import InputError

__all__ = ["remove_abandoned", "scratch_folder", "written_to_scratch"]

_PREFIX, _LOCK = "ghost-scratch-", ".lock"


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """Make a folder below that of temporary files, for a block.

    The first one of a process first removes those that killed processes left behind.
    """
    _remove_once()
    with written_to_scratch("a folder for temporary files"):
        folder, descriptor = _locked_folder()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(descriptor)  # unlocks it


@contextmanager
def written_to_scratch(what: str) -> Iterator[None]:
    """Turn an `OSError` of a block into one that says that `what` needs room for a while."""
    try:
        yield
    except OSError as error:
        raise InputError(
            f"{what} cannot be written: {error.strerror or error}",
            tempfile.gettempdir(),
            "a folder for temporary files that may be written to, on a disk with room",
            "free some space, or set TMPDIR to a folder elsewhere",
        ) from error


def remove_abandoned() -> None:
    """Remove the folders of this user's processes that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):  # of another user, gone by now, or without locks: it stays
            descriptor = os.open(folder / _LOCK, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(descriptor)


# ghost: allow[cached-state] once for each process: what is killed later is found by the next
_remove_once = cache(remove_abandoned)


def _locked_folder() -> tuple[Path, int]:
    while True:
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
        descriptor = os.open(folder / _LOCK, flags, 0o600)
        with suppress(OSError):  # a file system without locks: nobody will remove it
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        # Another process may have had the lock first, and taken the folder for abandoned.
        with suppress(FileNotFoundError):
            if os.fstat(descriptor).st_ino == (folder / _LOCK).stat().st_ino:
                return folder, descriptor
        os.close(descriptor)
