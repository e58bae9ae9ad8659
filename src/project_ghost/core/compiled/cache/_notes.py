"""Small records beside machine code, such as the verdict of a check of it.

A note is kept under the key of what was compiled (`cache_key`), so it holds for exactly that
source, for all that it calls, and for this processor.
"""

from ._keys import is_kept
from ._prebuilt import read_prebuilt
from ._sealed import read_sealed, write_sealed
from ._target import any_target, this_target
from ._uses import note_use


def note_of(key: str) -> bytes | None:
    """Return the note that was kept for this key; None if there is none, or it is damaged."""
    name = _name(key, this_target())
    note = read_sealed(name)
    if note is None:
        name = _name(key, any_target())
        note = read_prebuilt(name)
    if note is not None:
        note_use(name)
    return note


def keep_note(key: str, note: bytes) -> None:
    """Keep a note for this key, in place of an earlier one; nothing where nothing is stored."""
    if is_kept(key):
        name = _name(key, this_target())
        write_sealed(name, note)
        note_use(name)


def _name(key: str, target: str) -> str:
    return f"{key}.{target}.note"
