"""Files and folders that are written completely or not at all, and JSON that people read.

New content goes to a temporary neighbour, `.NAME.TOKEN.part`, which takes the name when it is
complete. The token is random, so two processes that write the same path never share one; the
neighbour is created exclusively, so a link that somebody put there is never followed.
"""

import fcntl
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from .errors import InputError

__all__ = [
    "is_locked",
    "pretty_json",
    "unwritable",
    "whole_file",
    "whole_folder",
    "write_whole",
]


def pretty_json(document: object) -> str:
    """Return a document as canonical JSON with sorted keys, indent 2 and a newline at the end.

    Letters stay as they are; a lone surrogate, which UTF-8 cannot hold, is escaped. A NaN or
    an infinity is a `ValueError`.
    """
    text = json.dumps(document, sort_keys=True, indent=2, ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "backslashreplace").decode() + "\n"


def write_whole(
    path: Path,
    content: bytes | str,
    what: str = "the file",
    *,
    durable: bool = False,
    mode: int = 0o666,
) -> None:
    """Write a file, text as UTF-8; on failure an existing file stays as it was.

    `what` names the file in the error message; `durable` and `mode` are those of `whole_file`.
    """
    with whole_file(path, what, durable=durable, mode=mode) as file:
        file.write(content.encode() if isinstance(content, str) else content)


@contextmanager
def whole_file(
    path: Path, what: str = "the file", *, durable: bool = False, mode: int = 0o666
) -> Iterator[BinaryIO]:
    """Open a temporary file that takes the name `path` when the block ends without an error.

    An `OSError` in the block counts as a failure to write and becomes an `InputError` that
    calls the file `what`. `durable` flushes the content to the disk before the file is renamed.
    `mode` are the permissions of the new file, less the user's mask. A device or a pipe, such as
    /dev/stdout, is written directly.
    """
    part = _neighbour(path)
    try:
        if _is_special(path):
            part = path
        opener = lambda name, flags: os.open(name, flags, mode)  # noqa: E731 - one line says it
        with open(part, "wb" if part == path else "xb", opener=opener) as file:
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        if part != path:
            part.replace(path)
    except BaseException as error:
        if part != path:
            with suppress(OSError):
                part.unlink()
        if isinstance(error, OSError):
            raise unwritable(path, error.strerror or str(error), what) from None
        raise


@contextmanager
def whole_folder(path: Path, what: str = "the folder") -> Iterator[Path]:
    """Make a temporary folder that replaces `path` when the block ends without an error.

    Missing parents are made. What `path` was before is removed at the end; the caller decides
    whether that is allowed.
    """
    whole = Path(os.path.abspath(path))  # noqa: PTH100 - `resolve` would follow links
    part = _neighbour(whole)
    try:
        whole.parent.mkdir(parents=True, exist_ok=True)
        part.mkdir()
        yield part
        _remove(whole)
        part.replace(whole)
    except BaseException as error:
        with suppress(OSError):
            _remove(part)
        if isinstance(error, OSError):
            raise unwritable(path, error.strerror or str(error), what) from None
        raise


def is_locked(descriptor: int) -> bool:
    """Try to lock a file; return whether another process holds the lock.

    The system releases a lock when its process ends.
    """
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False  # the file system does not support locks
    return False


def unwritable(path: Path, reason: str | None, what: str) -> InputError:
    """Return the error about a file or folder that cannot be written for this reason."""
    return InputError(
        f"{what} cannot be written: {reason}",
        str(path),
        "a folder that exists and may be written to, on a disk with room",
        "choose another path, or free some space",
    )


def _neighbour(path: Path) -> Path:
    # ghost: allow[os-entropy] the name is temporary, and no result depends on it
    return path.parent / f".{path.name}.{os.urandom(4).hex()}.part"


def _is_special(path: Path) -> bool:
    return path.exists() and not path.is_file() and not path.is_dir()


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
