"""The cache's folder, and whether it may be trusted.

Machine code that is loaded runs, so the folder counts only if nobody else can have written to it:
it belongs to this user, to root or to the owner of the installed package, who all can run code
here anyway, and nobody else may write to it. It is opened once for each use and everything in it
is reached through that descriptor: whoever may rename a parent folder gains nothing.
"""

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from project_ghost.core.errors import GhostError

# The file with the key that seals the others: `_sealed`.
KEY_FILE = "key"

_OPEN = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH


class CacheError(GhostError):
    """The cache's folder is missing, not trusted or not accessible; the message says which."""


class FolderMissingError(CacheError):
    """There is no folder yet."""


class Folder(NamedTuple):
    """An open folder that is trusted."""

    descriptor: int
    owner: int  # a user's number
    writable: bool


def cache_directory() -> Path:
    """Return the folder of the cache: `GHOST_CACHE_DIR`, else below the user's cache folder."""
    chosen = os.environ.get("GHOST_CACHE_DIR")
    if chosen:
        return Path(chosen).absolute() / "compiled"
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if not base.is_absolute():  # unset, or relative, which the XDG specification ignores
        base = _home() / ".cache"
    return base / "ghost-sim" / "compiled"


def _home() -> Path:
    """Return the user's home, or a temporary folder of the user where there is none."""
    try:
        home = Path.home()
    except RuntimeError:
        home = Path()
    return home if home.is_absolute() else Path(tempfile.gettempdir()) / f"ghost-{os.getuid()}"


@contextmanager
def opened_folder(*, create: bool) -> Iterator[Folder]:
    """Open the cache's folder; `create` makes it, for this user only, if it is missing.

    A folder of this user that others may write to is closed to them. Raises `CacheError`.
    """
    path = cache_directory()
    descriptor = _descriptor(path, create=create)
    try:
        yield _checked(path, descriptor)
    finally:
        os.close(descriptor)


def _descriptor(path: Path, *, create: bool) -> int:
    try:
        if create and not path.is_dir():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.mkdir(mode=0o700, exist_ok=True)
        return os.open(path, _OPEN)
    except FileNotFoundError:
        raise FolderMissingError("there is no such folder") from None
    except OSError as error:
        reason = "it is a link" if path.is_symlink() else f"{error.strerror}"
        raise CacheError(f"it cannot be opened: {reason}") from None


def _checked(path: Path, descriptor: int) -> Folder:
    found = os.fstat(descriptor)
    own = found.st_uid == os.geteuid()
    if found.st_uid not in trusted_owners():
        raise CacheError(f"it belongs to another user (number {found.st_uid})")
    if own and found.st_mode & WRITABLE_BY_OTHERS:
        _close_to_others(descriptor)
    if os.fstat(descriptor).st_mode & WRITABLE_BY_OTHERS:
        raise CacheError("other users may write to it")
    return Folder(descriptor, found.st_uid, own and os.access(path, os.W_OK))


def _close_to_others(descriptor: int) -> None:
    """Let only this user in, and forget the key: what is there may be of others."""
    try:
        os.fchmod(descriptor, stat.S_IRWXU)
        with suppress(FileNotFoundError):
            os.unlink(KEY_FILE, dir_fd=descriptor)
    except OSError as error:
        raise CacheError(
            f"other users may write to it, and it cannot be closed to them: {error.strerror}"
        ) from None


def trusted_owners() -> tuple[int, ...]:
    """Return the users who can run code here anyway: this one, root, the package's owner."""
    return (os.geteuid(), 0, Path(__file__).stat().st_uid)
