"""A file that gets its final name only when it is complete.

It is written to `NAME.part`, unbuffered, so that the written bytes survive a killed process,
and renamed at the end. A failure to write leaves the complete records in `NAME.part`.
"""

import contextlib
import fcntl
import os
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import final

from project_ghost.core.errors import InputError
from project_ghost.core.files import is_locked

PART_SUFFIX = ".part"
SCRATCH_SUFFIX = ".scratch"


def is_being_written(descriptor: int) -> bool:
    """Whether another process is writing the file; unlike `is_locked`, takes no lock."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        fcntl.flock(descriptor, fcntl.LOCK_UN)
    except BlockingIOError:
        return True
    except OSError:
        return False  # the file system does not support locks
    return False


def being_written_error(path: Path) -> InputError:
    """Return the error about a file that another process is writing."""
    return InputError(
        "the recording is being written by a running process",
        str(path),
        "a file that no process is writing",
        "wait for the end of that run, or choose another path",
    )


@final
class PartFile:
    """Writes a file as `PATH.part` and renames it to `PATH` at the end.

    `replacing` allows an existing file at the path. `keeping`, which may be set later, says that
    the part file stays if writing fails, and mentions it in the error. `scratch` is for a file that
    can be made again: its part has another name, and what a killed process left there is
    overwritten. A file that need not survive a power cut is not `durable`. A link is never
    followed.
    """

    def __init__(
        self,
        path: Path | str,
        *,
        replacing: bool,
        keeping: bool = True,
        scratch: bool = False,
        durable: bool = True,
        write: Callable[[int, memoryview], int] = os.write,
    ) -> None:
        self.path = Path(path)
        self._size = 0
        self.keeping = keeping
        self._replacing = replacing
        self._durable = durable
        if self.path.is_dir():
            raise self._unwritable(IsADirectoryError(21, "it is a folder"))
        self.part = self.path.with_name(
            self.path.name + (SCRATCH_SUFFIX if scratch else PART_SUFFIX)
        )
        self._write = write
        self._failure: InputError | None = None
        self._descriptor = -1
        if not replacing:
            self._require_free(with_part=not scratch)
        is_new = not (replacing or scratch)
        flags = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | (os.O_EXCL if is_new else 0)
        try:
            self._descriptor = os.open(self.part, flags, 0o666)
            # One that is forgotten leaves no open file behind.
            self._closing = weakref.finalize(self, os.close, self._descriptor)
            if is_locked(self._descriptor):
                raise being_written_error(self.part)
            os.ftruncate(self._descriptor, 0)
        except OSError as error:
            self.close()
            raise self._unwritable(error) from None
        except InputError:
            self.close()
            raise

    def _require_free(self, *, with_part: bool) -> None:
        if os.path.lexists(self.path):
            raise InputError(
                "a recording already exists",
                str(self.path),
                "an unused path",
                "choose another, or replace it with --force (in Python: force=True)",
            )
        if with_part and os.path.lexists(self.part):
            raise InputError(
                "an unfinished recording already exists",
                str(self.part),
                "an unused path",
                f"save it with `ghost recover {self.part}`; or choose another path, "
                "or replace it with --force (in Python: force=True)",
            )

    def write(self, data: bytes) -> None:
        """Append all of the bytes, or truncate the file to its previous size."""
        if self._failure is not None:
            raise self._failure
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[self._write(self._descriptor, rest) :]
        except OSError as error:
            # Half a record would look like a truncated file.
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, self._size)
            self._failure = self._unwritable(error)
            raise self._failure from None
        self._size += len(data)

    def finish(self) -> None:
        """Give the file its final name."""
        if self._failure is not None:
            raise self._failure
        try:
            if self._durable:
                os.fsync(self._descriptor)
            if not self._replacing and os.path.lexists(self.path):
                raise FileExistsError(17, "another file was created at the path")
            # Locked until it has its name: nobody takes it for the rest of a killed run.
            self.part.replace(self.path)
            self.close()
        except OSError as error:
            self._failure = self._unwritable(error)
            raise self._failure from None

    def close(self) -> None:
        """Close the file; an unfinished file keeps its `.part` suffix."""
        if self._descriptor >= 0:
            self._descriptor = -1
            self._closing()

    def discard(self) -> None:
        """Close and remove the part file."""
        self.close()
        with contextlib.suppress(OSError):
            self.part.unlink()

    def _unwritable(self, error: OSError) -> InputError:
        is_kept = self.keeping and self._size and os.path.lexists(self.part)
        kept = f"; the messages written so far are in {self.part}" if is_kept else ""
        return InputError(
            f"the recording cannot be written: {error.strerror or error}{kept}",
            str(self.path),
            "an existing, writable folder on a disk with free space",
            "free some space, or choose another path",
        )
