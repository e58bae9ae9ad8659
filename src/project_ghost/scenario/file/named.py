"""Files that a scenario names: attached to it, or in its folder.

A scenario from a recording has no folder: it reads only what the recording carries.

Why: ADR 29.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean

from ._explain import find
from .section import KeyPath

if TYPE_CHECKING:
    from ._load import ScenarioFile

__all__ = ["folder_for", "is_file", "named_bytes", "read_bytes"]

# More than any reader accepts, so that the reader refuses a larger file.
_BYTES_MAX = 200_000_000


def is_file(path: Path) -> bool:
    """Whether there is a file; a name that no file can have is none."""
    try:
        return path.is_file()
    except OSError:  # too long, say
        return False


def named_bytes(
    file: "ScenarioFile", keys: KeyPath, name: str, what: str, suffixes: tuple[str, ...]
) -> bytes:
    """The bytes of a file that the scenario names at `keys`; `what` it is, in errors."""
    attached = file.attached.get(Path(name).name)
    if attached is not None:
        return attached
    folder = folder_for(file, keys, name, what)
    path = folder / name
    if not is_file(path):
        beside = sorted(p.name for p in folder.glob("*") if p.suffix in suffixes)
        raise file.refused(
            keys,
            InputError(
                f"there is no {what} {name[:80]!r}{did_you_mean(name, beside)}",
                expected=f"a file beside the scenario, {' or '.join(suffixes)}",
                fix="correct the name, or put the file there",
            ),
        )
    return read_bytes(file, keys, name, what, path)


def folder_for(file: "ScenarioFile", keys: KeyPath, name: str, what: str) -> Path:
    """The folder of a file that is not attached; refuse one that a recording does not carry.

    A file that a setting of the user's names is in the current folder.
    """
    if file.folder is not None:
        return file.folder
    if find(file.document, keys).file != file.document.file:
        return Path()
    raise file.refused(
        keys,
        InputError(
            f"the {what} {name[:80]!r} is not in the recording",
            expected="a recording that carries all that it names",
            fix="use the unchanged recording; or name a file of yours with --set",
        ),
    )


def read_bytes(file: "ScenarioFile", keys: KeyPath, name: str, what: str, path: Path) -> bytes:
    """The bytes of an existing file; one that cannot be read is refused at `keys`."""
    try:
        with path.open("rb") as opened:
            return opened.read(_BYTES_MAX)
    except OSError as error:
        raise file.refused(
            keys,
            InputError(
                f"the {what} {name!r} cannot be read: {error.strerror}",
                expected="a readable file",
                fix="check its permissions",
            ),
        ) from None
