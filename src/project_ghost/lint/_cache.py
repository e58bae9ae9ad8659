"""The findings of earlier runs.

An entry holds the findings of one file and a key: a hash of the file's content, of its settings,
of the linter's own source and of the Python version. If any of these changes, the entry is
replaced. A file has one entry, so the cache does not grow with the file's history. Entries are
replaced atomically, so parallel runs at worst do the same work twice.
"""

import hashlib
import json
import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from project_ghost.core.errors import InputError
from project_ghost.core.files import write_whole
from project_ghost.lint.settings._config import FileSettings
from project_ghost.lint.settings._paths import absolute

from ._finding import Finding, Severity

__all__ = ["Cache", "fingerprint"]

_FOLDER = Path(".ghost_cache", "lint")


# ghost: allow[cached-state] the linter's own source does not change while it runs
@cache
def fingerprint() -> str:
    """A hash of the linter's source and of the Python version."""
    digest = hashlib.sha256(repr(sys.version_info[:3]).encode())
    package = Path(__file__).parent.parent
    for path in (package / "core" / "portability.py", *sorted(Path(__file__).parent.rglob("*.py"))):
        digest.update(path.relative_to(package).as_posix().encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


class Cache:
    """The entries of one project, under its root."""

    def __init__(self, root: Path) -> None:
        self.folder = root / _FOLDER
        self._is_ready = False

    def key(self, data: bytes, settings: FileSettings) -> str:
        """The key of an entry that is valid for this content and these settings."""
        digest = hashlib.sha256(f"{fingerprint()}\n{settings!r}\n".encode())
        digest.update(data)
        return digest.hexdigest()

    def get(self, path: Path, key: str) -> list[Finding] | None:
        """The findings of a file; None if there is no entry with this key."""
        try:
            entry = json.loads(self._entry(path).read_bytes())
            if entry["key"] != key:
                return None
            return [_finding(row) for row in entry["findings"]]
        except (OSError, ValueError, KeyError, TypeError, IndexError):
            return None  # no entry, or an invalid one

    def put(self, path: Path, key: str, findings: list[Finding]) -> None:
        """Store the findings of a file, if the cache can be written."""
        text = json.dumps({"findings": findings, "key": key}, sort_keys=True)
        with suppress(OSError, InputError):
            self._prepare()
            write_whole(self._entry(path), text)

    def _entry(self, path: Path) -> Path:
        name = hashlib.sha256(os.fsencode(absolute(path))).hexdigest()[:32]
        return self.folder / f"{name}.json"

    def _prepare(self) -> None:
        if not self._is_ready:
            self.folder.mkdir(parents=True, exist_ok=True)
            # Keeps the cache out of version control.
            (self.folder.parent / ".gitignore").write_text("*\n", encoding="utf-8")
            self._is_ready = True


def _finding(row: list[Any]) -> Finding:
    finding = Finding(*row)
    return finding._replace(severity=Severity(finding.severity))
