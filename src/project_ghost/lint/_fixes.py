"""Apply safe fixes: edits of ranges, so that comments and layout stay as they are."""

import io
import re
import tokenize
from collections.abc import Iterable

from project_ghost.lint.python._source import SourceError, parse
from project_ghost.lint.settings._config import FileSettings

from ._check import check_file
from ._finding import Edit, Finding

__all__ = ["Fixed", "fixed"]

# A fix may make room for another, as in nested loops; each pass removes findings.
_PASSES_MAX = 10

Fixed = tuple[bytes, int]  # the new content, and the number of fixes


def fixed(data: bytes, findings: Iterable[Finding], settings: FileSettings) -> Fixed:
    """The content with all safe fixes applied, also those that earlier ones make possible."""
    total = 0
    for _ in range(_PASSES_MAX):
        changed, count = _apply(data, findings)
        if not count or not _is_python(changed):
            break
        data, total = changed, total + count
        findings = check_file(data, settings)
    return data, total


def _apply(data: bytes, findings: Iterable[Finding]) -> Fixed:
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    lines = _lines(data.decode(encoding))
    chosen: dict[Edit, None] = {}
    count = 0
    for finding in sorted(findings):
        if finding.fix is None or not finding.fix.is_safe or not finding.fix.edits:
            continue
        new = [edit for edit in finding.fix.edits if edit not in chosen]
        if not any(_overlap(edit, other) for edit in new for other in chosen):
            chosen |= dict.fromkeys(finding.fix.edits)
            count += 1
    # From the end, so that places before an edit stay valid.
    for edit in sorted(chosen, reverse=True):
        head = lines[edit.line - 1][: edit.column - 1]
        tail = lines[edit.end_line - 1][edit.end_column - 1 :]
        lines[edit.line - 1 : edit.end_line] = [f"{head}{edit.text}{tail}"]
    return "".join(lines).encode(encoding), count


def _lines(text: str) -> list[str]:
    """The lines with their ends, as the parser counts them."""
    return re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$", text)


def _overlap(first: Edit, second: Edit) -> bool:
    """Whether two edits touch: one that inserts at the edge of another would be ambiguous."""
    return (first.line, first.column) <= (second.end_line, second.end_column) and (
        second.line,
        second.column,
    ) <= (first.end_line, first.end_column)


def _is_python(data: bytes) -> bool:
    try:
        parse(data)
    except SourceError:
        return False
    return True
