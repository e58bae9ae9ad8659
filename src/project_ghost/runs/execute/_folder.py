"""The folder that a run's files go to."""

from contextlib import suppress
from itertools import count
from pathlib import Path

from project_ghost.core.errors import InputError

__all__ = ["RECORDING", "SUMMARY", "discard", "new_run_folder"]

RECORDING, SUMMARY = "run.mcap", "summary.json"
_OURS = (RECORDING, SUMMARY)


def new_run_folder(wanted: Path | None, name: str, *, force: bool = False) -> Path:
    """Make the folder: the wanted one, or the next free one under runs/.

    A folder with a run in it is refused, unless `force` says to replace it: the old run's
    recording stays until the new one is complete.
    """
    taken = [] if wanted is None else [file for file in _OURS if (wanted / file).exists()]
    if taken and not force:
        raise InputError(
            f"there is a run in {wanted} already: {', '.join(taken)}",
            str(wanted),
            "a folder without a run",
            "choose another with -o, or overwrite it with --force",
        )
    try:
        if wanted is None:
            return _next_free(Path("runs"), name)
        wanted.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"the folder cannot be made: {error.strerror}",
            str(error.filename or wanted),
            "a folder that can be written to",
            "choose another with -o",
        ) from None
    return wanted


def _next_free(parent: Path, name: str) -> Path:
    """Make the first folder that nobody has, even where others look for one at the same time."""
    parent.mkdir(exist_ok=True)
    for number in count(1):
        folder = parent / f"{name}-{number}"
        with suppress(FileExistsError):
            folder.mkdir()
            return folder
    raise AssertionError


def discard(folder: Path) -> None:
    """Remove the folder of a failed start, if nothing is in it and it may be removed."""
    with suppress(OSError):
        folder.rmdir()
