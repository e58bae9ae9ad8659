"""Small records beside machine code, such as the verdict of a check of it.

A note is kept under the key of what was compiled (`cache_key`), so it holds for exactly that
source, for all that it calls, and for this processor.
"""

from ._keys import is_kept
from ._sealed import read_sealed, write_sealed


def note_of(key: str) -> bytes | None:
    """Return the note that was kept for this key; None if there is none, or it is damaged."""
    return read_sealed(_name(key))


def keep_note(key: str, note: bytes) -> None:
    """Keep a note for this key, in place of an earlier one; nothing where nothing is stored."""
    if is_kept(key):
        write_sealed(_name(key), note)


def _name(key: str) -> str:
    return f"{key}.note"
