"""The results of earlier runs.

An entry holds the summary and the findings of one file, each with a key: a hash of the file's
content, of the linter's own source and of the Python version, and for the findings of the file's
settings too. With the findings it holds the questions that the check asked about names of other
files, and the answers: the findings are valid as long as the answers are the same. A file has one
entry, so the cache does not grow with the file's history. Entries are replaced atomically, so
parallel runs at worst do the same work twice.
"""

import hashlib
import json
import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from project_ghost.core.errors import InputError
from project_ghost.core.files import write_whole
from project_ghost.lint.project._summary import Summary
from project_ghost.lint.python._facts import Fact
from project_ghost.lint.settings._config import FileSettings
from project_ghost.lint.settings._paths import absolute

from ._finding import Edit, Finding, Fix, Severity

__all__ = ["Cache", "Entry", "content_key", "findings_key", "fingerprint"]

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


class Entry(NamedTuple):
    """What is stored about a file."""

    content: str  # the key of the summary
    summary: Summary
    key: str  # that of the findings
    findings: list[Finding]
    asked: tuple[str, ...]
    answers: dict[str, Fact]  # to those of the questions that have one


class Cache:
    """The entries of one project, under its root."""

    def __init__(self, root: Path) -> None:
        self.folder = root / _FOLDER
        self._is_ready = False

    def get(self, path: Path) -> Entry | None:
        """The entry of a file; None if there is none, or an invalid one."""
        try:
            stored = json.loads(self._entry(path).read_bytes())
            return Entry(
                stored["content"],
                Summary.from_json(stored["summary"]),
                stored["key"],
                [_finding(row) for row in stored["findings"]],
                tuple(stored["asked"]),
                {name: Fact.from_json(row) for name, row in stored["answers"].items()},
            )
        except (OSError, ValueError, KeyError, TypeError, IndexError):
            return None

    def put(self, path: Path, entry: Entry) -> None:
        """Store an entry, if the cache can be written."""
        document = entry._asdict() | {
            "summary": entry.summary.to_json(),
            "answers": {name: fact.to_json() for name, fact in entry.answers.items()},
        }
        text = json.dumps(document, sort_keys=True)
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


def content_key(data: bytes, settings: FileSettings) -> str:
    """The key of a summary that is valid for this content under this name."""
    digest = hashlib.sha256(f"{fingerprint()}\n{settings.module!r}\n".encode())
    digest.update(data)
    return digest.hexdigest()


def findings_key(content: str, settings: FileSettings) -> str:
    """The key of findings that are valid for this content and these settings."""
    return hashlib.sha256(f"{content}\n{settings!r}".encode()).hexdigest()


def _finding(row: list[Any]) -> Finding:
    *plain, fix = row
    finding = Finding(*plain)
    if fix:
        message, is_safe, edits = fix
        finding = finding._replace(fix=Fix(message, is_safe, tuple(Edit(*each) for each in edits)))
    return finding._replace(severity=Severity(finding.severity))
