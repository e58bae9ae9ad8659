"""The folder of a run's files."""

from contextlib import suppress
from itertools import count
from pathlib import Path

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import InputError
from project_ghost.telemetry import RECORDING_NAME

__all__ = ["SUMMARY", "discard_if_empty", "new_run_folder"]

SUMMARY = "summary.json"
_RUN_FILES = (RECORDING_NAME, SUMMARY)


@checked_arguments
def new_run_folder(path: Path | str | None, name: str, *, force: bool = False) -> Path:
    """Create the folder `path`, or the next free one under runs/.

    A folder that contains a run is refused unless `force` is set. Even then the old recording
    stays until the new one is complete.
    """
    folder = None if path is None else Path(path)
    existing = [] if folder is None else [file for file in _RUN_FILES if (folder / file).exists()]
    if existing and not force:
        raise InputError(
            f"{path} already contains a run: {', '.join(existing)}",
            str(path),
            "a folder without a run",
            "choose another with -o, or overwrite it with --force",
        )
    try:
        if folder is None:
            return _next_free(Path("runs"), name)
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"the folder cannot be created: {error.strerror}",
            str(error.filename or path),
            "a writable folder",
            "choose another with -o",
        ) from None
    return folder


def _next_free(parent: Path, name: str) -> Path:
    """Create the first free folder; safe against other processes doing the same."""
    parent.mkdir(exist_ok=True)
    for number in count(1):
        folder = parent / f"{name}-{number}"
        with suppress(FileExistsError):
            folder.mkdir()
            return folder
    raise AssertionError


@checked_arguments
def discard_if_empty(folder: Path | str) -> None:
    """Remove the folder of a failed start if it is empty and removable."""
    with suppress(OSError):
        Path(folder).rmdir()
