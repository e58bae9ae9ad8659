"""A file that bears its name only when it is whole.

It grows as `NAME.part`, unbuffered, so that what was written survives the process; at the
proper end it is renamed. A failure to write leaves the complete records in `NAME.part`.
"""

import contextlib
import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from typing import final

from project_ghost.core.errors import InputError

PART_SUFFIX = ".part"


def is_locked(descriptor: int) -> bool:
    """Take a file for this process; tell whether another has it, which ends with that process."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False  # a file system without locks
    return False


def is_being_written(descriptor: int) -> bool:
    """Tell whether another has a file to write it; unlike `is_locked`, without taking it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        fcntl.flock(descriptor, fcntl.LOCK_UN)
    except BlockingIOError:
        return True
    except OSError:
        return False  # a file system without locks
    return False


def being_written(path: Path) -> InputError:
    """The error about a file that another process has."""
    return InputError(
        "the recording is being made by a process that still runs",
        str(path),
        "a file that nobody writes to",
        "wait for the end of that run, or choose another path",
    )


@final
class PartFile:
    """Bytes on their way to a path; `replacing` says whether something may stand there.

    `keeping` says whether what was written stays where the rest cannot be.
    """

    def __init__(
        self,
        path: Path | str,
        *,
        replacing: bool,
        keeping: bool = True,
        write: Callable[[int, memoryview], int] = os.write,
    ) -> None:
        self.path = Path(path)
        self._size = 0
        self._keeping = keeping
        self._replacing = replacing
        if self.path.is_dir():
            raise self._unwritable(IsADirectoryError(21, "it is a folder"))
        self.part = self.path.with_name(self.path.name + PART_SUFFIX)
        self._write = write
        self._failure: InputError | None = None
        self._descriptor = -1
        if not replacing:
            self._require_free()
        flags = os.O_WRONLY | os.O_CREAT | (0 if replacing else os.O_EXCL)
        try:
            self._descriptor = os.open(self.part, flags, 0o666)
            if is_locked(self._descriptor):
                raise being_written(self.part)
            os.ftruncate(self._descriptor, 0)
        except OSError as error:
            self.close()
            raise self._unwritable(error) from None
        except InputError:
            self.close()
            raise

    def _require_free(self) -> None:
        if os.path.lexists(self.path):
            raise InputError(
                "there is a recording already",
                str(self.path),
                "a path where nothing is",
                "choose another, or replace it with --force (in Python: force=True)",
            )
        if os.path.lexists(self.part):
            raise InputError(
                "a recording that was cut off is there, or one that is being made",
                str(self.part),
                "a path where nothing is",
                f"save it with `ghost recover {self.part}`; or choose another path, "
                "or replace it with --force (in Python: force=True)",
            )

    def write(self, data: bytes) -> None:
        """Append all of the bytes, or none that count."""
        if self._failure is not None:
            raise self._failure
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[self._write(self._descriptor, rest) :]
        except OSError as error:
            # Half a record would look like a file that was cut off in its midst.
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, self._size)
            self._failure = self._unwritable(error)
            raise self._failure from None
        self._size += len(data)

    def finish(self) -> None:
        """Give the file its name."""
        if self._failure is not None:
            raise self._failure
        try:
            os.fsync(self._descriptor)
            self.close()
            if not self._replacing and os.path.lexists(self.path):
                raise FileExistsError(17, "something was put there meanwhile")
            self.part.replace(self.path)
        except OSError as error:
            self._failure = self._unwritable(error)
            raise self._failure from None

    def close(self) -> None:
        """Let go of the file as it is; what was not finished keeps its `.part`."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def discard(self) -> None:
        """Leave nothing behind."""
        self.close()
        with contextlib.suppress(OSError):
            self.part.unlink()

    def _unwritable(self, error: OSError) -> InputError:
        is_kept = self._keeping and self._size
        kept = f"; what was written until then is in {self.part}" if is_kept else ""
        return InputError(
            f"the recording cannot be written: {error.strerror or error}{kept}",
            str(self.path),
            "a folder that exists and may be written to, on a disk with room",
            "free some space, or choose another path",
        )
