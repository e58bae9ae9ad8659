"""Claims of processes on what they compile, so that two do not compile the same at once."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from ._folder import CacheError, opened_folder

_OPEN = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC


@contextmanager
def claimed(name: str, *, wait: bool) -> Iterator[bool]:
    """Claim an entry within the block; the result is False if another process has claimed it.

    `wait` waits for that process instead. Where nothing can be claimed, everything is free: two
    processes that compile the same cost time only.
    """
    file = f"{name}.claim"
    descriptor = _opened(file)
    if descriptor is None:
        yield True
        return
    try:
        free = _is_locked(descriptor, wait=wait)
        yield free
        if free:
            _remove(file)
    finally:
        os.close(descriptor)  # unlocks it; so does the end of the process


def _opened(file: str) -> int | None:
    with suppress(CacheError, OSError), opened_folder(create=True) as folder:
        if folder.writable:
            return os.open(file, _OPEN, 0o600, dir_fd=folder.descriptor)
    return None


def _is_locked(descriptor: int, *, wait: bool) -> bool:
    with suppress(OSError):  # a file system without locks: everything is free
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
    return True


def _remove(file: str) -> None:
    with suppress(CacheError, OSError), opened_folder(create=False) as folder:
        os.unlink(file, dir_fd=folder.descriptor)
