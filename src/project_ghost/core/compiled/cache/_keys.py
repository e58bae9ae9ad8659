"""Keys of what is stored, and keys under which nothing is."""

import os

_THIS_USE = "unkept-"


def key_of_this_use() -> str:
    """Return a key for code of which no exact fingerprint can be made; no other key equals it."""
    # ghost: allow[os-entropy] nothing is stored under it, and no result depends on it
    return f"{_THIS_USE}{os.urandom(16).hex()}"


def is_kept(key: str) -> bool:
    """Tell whether anything may be stored under the key."""
    return not key.startswith(_THIS_USE)
