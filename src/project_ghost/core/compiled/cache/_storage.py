"""Where the machine code of one function is kept: in the cache, or with the package.

A file is named by function, key, target and argument types.
"""

import hashlib
from collections.abc import Callable
from typing import final

from ._keys import is_kept
from ._prebuilt import prebuilt_names, read_prebuilt
from ._sealed import read_sealed, sealed_names, write_sealed
from ._target import any_target, this_target
from ._uses import note_use


def entry_name(name: str, key: str) -> str:
    """Return the name of the entry for a function, which is its module's name too."""
    return f"_ghost_{name}_{key}"


def stored_entries() -> set[str]:
    """Return the names of all entries that can be used on this machine."""
    names = [name.split(".") for name in (*sealed_names(), *prebuilt_names())]
    targets = (this_target(), any_target())
    return {parts[0] for parts in names if len(parts) == 3 and parts[1] in targets}


@final
class Storage:
    """The machine code of one function, for all choices of argument types."""

    def __init__(
        self, name: str, key: str, *, importable: bool, on_missing: Callable[[], None]
    ) -> None:
        self.entry = entry_name(name, key)
        self._used = importable and is_kept(key)
        self._on_missing: Callable[[], None] | None = on_missing

    def load(self, signature: str) -> bytes | None:
        """Return the machine code for these types; None if it has to be compiled."""
        code = self._load(signature) if self._used else None
        if code is None and self._on_missing is not None:
            self._on_missing()
            self._on_missing = None  # called once, whatever forms of it are tried
        return code

    def _load(self, signature: str) -> bytes | None:
        name = self._file(this_target(), signature)
        code = read_sealed(name)
        if code is None:
            name = self._file(any_target(), signature)
            code = read_prebuilt(name)
        if code is not None:
            note_use(name)
        return code

    def save(self, signature: str, code: bytes) -> None:
        """Keep what was compiled, for this processor."""
        if self._used:
            name = self._file(this_target(), signature)
            write_sealed(name, code)
            note_use(name)

    def _file(self, target: str, signature: str) -> str:
        return f"{self.entry}.{target}.{hashlib.sha256(signature.encode()).hexdigest()[:16]}"
