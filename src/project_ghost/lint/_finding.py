"""What the linter says: one finding at one place."""

from enum import StrEnum
from typing import NamedTuple

__all__ = ["Finding", "Severity"]


class Severity(StrEnum):
    """How much a finding weighs.

    - `ERROR`: breaks the promise of the level the code is checked at; the run fails.
    - `HINT`: worth a look, often fine; shown, and never changes the exit code.
    """

    ERROR = "error"
    HINT = "hint"


class Finding(NamedTuple):
    """A rule's complaint; the order of the fields is the order of every report.

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
