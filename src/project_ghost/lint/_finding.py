"""A finding: one problem at one place."""

from enum import StrEnum
from typing import NamedTuple

__all__ = ["Edit", "Finding", "Fix", "Severity"]


class Severity(StrEnum):
    """The severity of a finding.

    - `ERROR`: the code breaks the promise of its level; the run fails.
    - `HINT`: possibly a problem; it never changes the exit code.
    - `INFO`: the pattern is there, and what it affects is only shown, logged or timed. Reports
      leave it out unless asked for.
    """

    ERROR = "error"
    HINT = "hint"
    INFO = "info"


class Edit(NamedTuple):
    """New text for a part of a file; lines and columns as those of a finding."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


class Fix(NamedTuple):
    """A change that removes a finding. A safe one has one right answer; others are suggestions."""

    message: str
    is_safe: bool
    edits: tuple[Edit, ...] = ()


class Finding(NamedTuple):
    """A problem that a rule found. Reports are sorted by the fields in this order.

    Lines and columns count from one, columns in characters; the end is exclusive.
    """

    path: str
    line: int
    column: int
    code: str
    end_line: int
    end_column: int
    name: str
    severity: Severity
    message: str
    fix: Fix | None = None
