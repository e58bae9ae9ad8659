"""Comments that allow a finding: `# ghost: allow[wall-clock] only shown to the user`.

A comment at the end of a line is about what stands on that line; one on a line of
its own is about the next line of code. Comments are read as tokens, so that a string
that looks like one is none.
"""

import io
import re
import tokenize
from typing import NamedTuple

from project_ghost.lint._finding import Finding, Severity
from project_ghost.lint._registry import by_word
from project_ghost.lint._source import Source

__all__ = ["Allow", "apply", "read"]

_MARK = re.compile(r"#\s*ghost:\s*(?P<rest>.*)")
_ALLOW = re.compile(r"allow\[(?P<words>[^\]]*)\](?P<reason>[^#]*)")


class Allow(NamedTuple):
    """One comment: where it stands, which line it is about, and what it says."""

    line: int
    column: int
    end_column: int
    about: int
    words: tuple[str, ...]
    reason: str
    is_understood: bool


def read(source: Source) -> list[Allow]:
    """All the comments of a file that speak to the linter."""
    if "ghost:" not in source.text:
        return []
    found = []
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source.text).readline))
    except (tokenize.TokenError, SyntaxError):  # it parsed, so this is hardly possible
        return []
    for token in tokens:
        if token.type == tokenize.COMMENT and (mark := _MARK.match(token.string)):
            line, column = token.start
            allow = _ALLOW.match(mark["rest"])
            words = [word.strip() for word in allow["words"].split(",")] if allow else []
            is_alone = not source.lines[line - 1][:column].strip()
            found.append(
                Allow(
                    line,
                    column + 1,
                    token.end[1] + 1,
                    _next_code(source.lines, line) if is_alone else line,
                    tuple(word for word in words if word),
                    allow["reason"].strip() if allow else "",
                    is_understood=allow is not None and any(words),
                )
            )
    return found


def _next_code(lines: tuple[str, ...], line: int) -> int:
    for number in range(line, len(lines)):
        text = lines[number].strip()
        if text and not text.startswith("#"):
            return number + 1
    return line


def apply(
    findings: list[Finding], allows: list[Allow], path: str, codes: tuple[str, ...]
) -> list[Finding]:
    """Take out what is allowed; put in what is wrong with the comments themselves."""
    kept = list(findings)
    complaints: list[Finding] = []

    def complain(allow: Allow, word: str, message: str) -> None:
        rule = by_word()[word]
        if rule.code in codes:
            complaints.append(
                Finding(
                    path,
                    allow.line,
                    allow.column,
                    rule.code,
                    allow.line,
                    allow.end_column,
                    rule.name,
                    Severity.ERROR,
                    message,
                )
            )

    for allow in allows:
        if not allow.is_understood:
            complain(
                allow, "malformed-allow", "not understood: write `# ghost: allow[rule-name] reason`"
            )
            continue
        if not allow.reason:
            complain(allow, "allow-without-reason", "an allow needs a reason after the bracket")
        for word in allow.words:
            rule = by_word().get(word)
            if rule is None:
                complain(allow, "unknown-allow", f"there is no rule `{word}` to allow")
                continue
            silenced = [f for f in findings if f.code == rule.code and _is_about(allow, f)]
            kept = [finding for finding in kept if finding not in silenced]
            if not silenced and rule.code in codes:
                complain(
                    allow, "unused-allow", f"nothing here for `{word}` to allow: remove the comment"
                )
    return kept + complaints


def _is_about(allow: Allow, finding: Finding) -> bool:
    return finding.line <= allow.about <= finding.end_line
