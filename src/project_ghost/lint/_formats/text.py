"""Text for terminals: each finding with its source line and a caret."""

from collections import Counter
from functools import partial
from pathlib import Path

from project_ghost.lint._finding import Finding, Severity
from project_ghost.lint._registry import rules_by_name
from project_ghost.lint._run import Report
from project_ghost.lint.python._source import SourceError, decode

__all__ = ["write", "write_statistics"]

_COLOURS = {"bold": "1", "red": "1;31", "cyan": "1;36", "dim": "2"}
_WIDTH_MAX = 200  # characters of a source line
_CUT = "..."


def write(report: Report, *, colour: bool = False) -> str:
    """All findings, then a line with their number."""
    paint = partial(_paint, colour=colour)
    lines: dict[str, tuple[str, ...]] = {}
    blocks = []
    for finding in report.findings:
        if finding.path not in lines:
            lines[finding.path] = _source_lines(finding.path)
        blocks.append(_block(finding, lines[finding.path], paint))
    return "\n".join([*blocks, _summary(report)]) + "\n"


def _summary(report: Report) -> str:
    """The numbers of findings, hints, infos and files, and of what is not shown or checked."""
    nouns = {Severity.ERROR: "finding", Severity.HINT: "hint", Severity.INFO: "info"}
    counts = {noun: report.count(severity) for severity, noun in nouns.items()}
    found = [_count(count, noun) for noun, count in counts.items() if count]
    text = " and ".join(found) or "no findings"
    return f"{text} in {_count(report.files, 'file')}{_hidden(report)}{_unchecked(report)}"


def _hidden(report: Report) -> str:
    """What the report leaves out, and the flags that show it."""
    left_out = [
        f"{_count(count, noun)} ({flag})"
        for count, noun, flag in (
            (report.hidden_hints, "hint", "--hints"),
            (report.hidden_infos, "info", "--info"),
        )
        if count
    ]
    return f"; not shown: {' and '.join(left_out)}" if left_out else ""


def _unchecked(report: Report) -> str:
    """How many of the files no rule has looked into."""
    return f"; not checked: {_count(report.unchecked, 'file')}" if report.unchecked else ""


def write_statistics(report: Report) -> str:
    """The number of findings of each rule, largest first."""
    counts = Counter((finding.code, finding.name) for finding in report.findings)
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    if not rows:
        return _summary(report) + "\n"
    width = max(len(str(count)) for _, count in rows)
    names = max(len(name) for (_, name), _ in rows)
    table = [
        f"{count:>{width}}  {code}  {name:<{names}}  {rules_by_name()[code].summary}"
        for (code, name), count in rows
    ]
    return "\n".join([*table, "", _summary(report)]) + "\n"


def _block(finding: Finding, lines: tuple[str, ...], paint: partial[str]) -> str:
    where = f"{finding.path}:{finding.line}:{finding.column}"
    style = "red" if finding.severity is Severity.ERROR else "cyan"
    code = paint(finding.code, style)
    mark = "" if finding.severity is Severity.ERROR else f"{finding.severity}: "
    head = f"{paint(where, 'bold')}: {code} [{finding.name}] {mark}{finding.message}"
    if finding.line > len(lines):
        return f"{head}\n"
    text = lines[finding.line - 1]
    number = str(finding.line)
    start = min(finding.column - 1, len(text))
    end = finding.end_column - 1 if finding.end_line == finding.line else len(text)
    text, start, end = _clipped(text, start, end)
    lead = "".join(c if c == "\t" else " " for c in text[:start])
    caret = paint("^" * max(end - start, 1), style)
    gutter = paint(" " * len(number) + " |", "dim")
    shown = f"{head}\n{gutter}\n{paint(f'{number} |', 'dim')} {text}\n{gutter} {lead}{caret}\n"
    if finding.fix is None:
        return shown
    kind = "fix" if finding.fix.is_safe else "suggestion"
    return f"{shown}{paint(' ' * len(number) + f' = {kind}: {finding.fix.message}', 'dim')}\n"


def _clipped(text: str, start: int, end: int) -> tuple[str, int, int]:
    """The part of a very long line around the caret."""
    if len(text) <= _WIDTH_MAX:
        return text, start, end
    first = min(max(start - _WIDTH_MAX // 4, 0), len(text) - _WIDTH_MAX)
    last = first + _WIDTH_MAX
    before, after = _CUT if first else "", _CUT if last < len(text) else ""
    shift = len(before) - first
    return f"{before}{text[first:last]}{after}", start + shift, min(end, last) + shift


def _source_lines(path: str) -> tuple[str, ...]:
    try:
        data = Path(path).read_bytes()
    except OSError:
        return ()
    try:
        return tuple(decode(data).split("\n"))
    except SourceError:  # an unknown or wrong declared encoding
        return tuple(data.decode(errors="replace").splitlines())


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _paint(text: str, style: str, *, colour: bool) -> str:
    return f"\x1b[{_COLOURS[style]}m{text}\x1b[0m" if colour else text
