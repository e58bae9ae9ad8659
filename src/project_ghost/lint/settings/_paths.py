"""Absolute paths without resolving links, and the kind of file at a path."""

import errno
import os
import stat
from pathlib import Path

from project_ghost.core.errors import InputError

__all__ = ["absolute", "exists", "is_file", "is_folder"]


def absolute(path: Path) -> Path:
    """The absolute path without `.` and `..`; unlike `resolve`, it follows no links."""
    return Path(os.path.abspath(path))  # noqa: PTH100


def exists(path: Path) -> bool:
    """Whether there is anything at a path."""
    return _mode(path) != 0


def is_file(path: Path) -> bool:
    """Whether there is a regular file at a path, or a link to one."""
    return stat.S_ISREG(_mode(path))


def is_folder(path: Path) -> bool:
    """Whether there is a folder at a path, or a link to one."""
    return stat.S_ISDIR(_mode(path))


def _mode(path: Path) -> int:
    """The mode of the file at a path, 0 if there is none; newer pathlib hides some errors."""
    try:
        return path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return 0
    except OSError as error:
        if error.errno == errno.ELOOP:
            return 0
        raise InputError(
            f"a path cannot be read: {error.strerror}",
            where=str(path),
            fix="check the permissions of the folders above it",
        ) from None
