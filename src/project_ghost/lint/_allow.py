"""Comments that allow a finding: `# ghost: allow[wall-clock] only shown to the user`.

A comment at the end of a statement covers the whole statement, however many lines that has (of a
compound statement: its header). A comment on its own line covers the next statement. A comment
inside brackets covers its own line. Comments are read as tokens, so that a string that looks like
a comment is not read as one.
"""

import io
import re
import tokenize
from collections import defaultdict
from typing import NamedTuple

from project_ghost.lint.python._source import Source

from ._finding import Finding, Severity
from ._registry import rules_by_name

__all__ = ["Allow", "apply", "read"]

_MARK = re.compile(r"(?:^|(?<=\s))#\s*ghost:\s*(?P<rest>.*?)\s*(?=\s#\s*ghost:|$)")
# The comment of another tool may follow the reason; `#12` is a part of the reason.
_ALLOW = re.compile(r"allow\[(?P<words>[^\]]*)\](?P<reason>(?:[^#]|#(?=\d))*)")
_LAYOUT = frozenset(
    {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
)


class Allow(NamedTuple):
    """One comment: its place, the lines that it covers, and its content."""

    line: int
    column: int
    end_column: int
    covered: range
    words: tuple[str, ...]
    reason: str
    is_valid: bool


def read(source: Source) -> list[Allow]:
    """All `# ghost:` comments of a file."""
    if "ghost:" not in source.text:
        return []
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source.text).readline))
    except (tokenize.TokenError, SyntaxError):  # unlikely, because the file was parsed
        return []
    lines = _LogicalLines(tokens)
    return [
        _allow(mark, token, lines.covered_by(index))
        for index, token in enumerate(tokens)
        if token.type == tokenize.COMMENT
        for mark in _MARK.finditer(token.string)
    ]


def _allow(mark: re.Match[str], comment: tokenize.TokenInfo, covered: range) -> Allow:
    line, column = comment.start
    allow = _ALLOW.match(mark["rest"])
    words = [word.strip() for word in allow["words"].split(",")] if allow else []
    reason = allow["reason"].strip() if allow else ""
    return Allow(
        line,
        column + mark.start() + 1,
        column + mark.end() + 1,
        covered,
        tuple(word for word in words if word),
        reason if any(character.isalnum() for character in reason) else "",
        is_valid=allow is not None and any(words),
    )


class _LogicalLines:
    """The logical lines of a file: statements, or the headers of compound ones."""

    def __init__(self, tokens: list[tokenize.TokenInfo]) -> None:
        self._tokens = tokens
        self._by_first: dict[int, range] = {}
        self._by_last: dict[int, range] = {}
        self._with_code: set[int] = set()
        first = None
        for token in tokens:
            if token.type == tokenize.NEWLINE and first is not None:
                last = token.start[0]
                self._by_first[first] = self._by_last[last] = range(first, last + 1)
                first = None
            elif token.type not in _LAYOUT:
                first = first or token.start[0]
                self._with_code |= {token.start[0], token.end[0]}

    def covered_by(self, index: int) -> range:
        """The lines that the comment with this index covers.

        A comment at the end of a logical line, or before it, covers all of it, so that a
        formatter may split the line. Inside brackets a comment covers its line, or the next line
        of code if it is alone on its line.
        """
        line = self._tokens[index].start[0]
        if self._tokens[index + 1].type == tokenize.NEWLINE:
            return self._by_last[line]
        if line in self._with_code:
            return range(line, line + 1)
        while self._tokens[index].type in _LAYOUT:
            index += 1
        following = self._tokens[index]
        if following.type != tokenize.ENDMARKER:
            line = following.start[0]
        return self._by_first.get(line, range(line, line + 1))


def apply(
    findings: list[Finding], allows: list[Allow], path: str, codes: tuple[str, ...]
) -> list[Finding]:
    """Remove the findings that are allowed, and add findings about the comments themselves."""
    by_line: defaultdict[tuple[str, int], list[Finding]] = defaultdict(list)
    for finding in findings:
        for line in range(finding.line, finding.end_line + 1) if allows else ():
            by_line[finding.code, line].append(finding)
    allowed: set[Finding] = set()
    about_comments: list[Finding] = []

    def report(allow: Allow, word: str, message: str) -> None:
        rule = rules_by_name()[word]
        if rule.code in codes:
            about_comments.append(
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
        if not allow.is_valid:
            report(
                allow,
                "malformed-allow",
                "invalid comment: write `# ghost: allow[rule-name] reason`",
            )
            continue
        if not allow.reason:
            report(allow, "allow-without-reason", "an allow needs a reason after the bracket")
        for word in allow.words:
            rule = rules_by_name().get(word)
            if rule is None:
                report(allow, "unknown-allow", f"there is no rule `{word}` to allow")
                continue
            here = {finding for line in allow.covered for finding in by_line[rule.code, line]}
            if here <= allowed and rule.code in codes:
                report(
                    allow,
                    "unused-allow",
                    f"there is no finding of `{word}` here: remove the comment",
                )
            allowed |= here
    return [finding for finding in findings if finding not in allowed] + about_comments
