"""Comments that allow a finding: `# ghost: allow[wall-clock] only shown to the user`.

A comment at the end of a statement is about the whole statement, over however many
lines it is laid (of a compound one: about its header); one on a line of its own is
about the next statement; one inside brackets is about its own line. Comments are read
as tokens, so that a string that looks like one is none.
"""

import io
import re
import tokenize
from collections import defaultdict
from typing import NamedTuple

from project_ghost.lint.python._source import Source

from ._finding import Finding, Severity
from ._registry import by_word

__all__ = ["Allow", "apply", "read"]

_MARK = re.compile(r"(?:^|(?<=\s))#\s*ghost:\s*(?P<rest>.*?)\s*(?=\s#\s*ghost:|$)")
# Another tool's comment may follow the reason; `#12` is a number, and belongs to it.
_ALLOW = re.compile(r"allow\[(?P<words>[^\]]*)\](?P<reason>(?:[^#]|#(?=\d))*)")
_LAYOUT = frozenset(
    {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
)


class Allow(NamedTuple):
    """One comment: where it stands, which lines it is about, and what it says."""

    line: int
    column: int
    end_column: int
    about: range
    words: tuple[str, ...]
    reason: str
    is_understood: bool


def read(source: Source) -> list[Allow]:
    """All the comments of a file that speak to the linter."""
    if "ghost:" not in source.text:
        return []
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source.text).readline))
    except (tokenize.TokenError, SyntaxError):  # it parsed, so this is hardly possible
        return []
    lines = _LogicalLines(tokens)
    return [
        _allow(mark, token, lines.meant_by(index))
        for index, token in enumerate(tokens)
        if token.type == tokenize.COMMENT
        for mark in _MARK.finditer(token.string)
    ]


def _allow(mark: re.Match[str], comment: tokenize.TokenInfo, about: range) -> Allow:
    line, column = comment.start
    allow = _ALLOW.match(mark["rest"])
    words = [word.strip() for word in allow["words"].split(",")] if allow else []
    reason = allow["reason"].strip() if allow else ""
    return Allow(
        line,
        column + mark.start() + 1,
        column + mark.end() + 1,
        about,
        tuple(word for word in words if word),
        reason if any(character.isalnum() for character in reason) else "",
        is_understood=allow is not None and any(words),
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

    def meant_by(self, index: int) -> range:
        """The lines that the comment with this index is about.

        One that ends a logical line, or stands before one, is about all of it: to a
        reader it is the same over however many lines a formatter has laid it. Inside
        brackets a comment is about its line, or the next line of code if it is alone.
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
    """Take out what is allowed; put in what is wrong with the comments themselves."""
    by_line: defaultdict[tuple[str, int], list[Finding]] = defaultdict(list)
    for finding in findings:
        for line in range(finding.line, finding.end_line + 1) if allows else ():
            by_line[finding.code, line].append(finding)
    allowed: set[Finding] = set()
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
            here = {finding for line in allow.about for finding in by_line[rule.code, line]}
            if here <= allowed and rule.code in codes:
                complain(
                    allow, "unused-allow", f"nothing here for `{word}` to allow: remove the comment"
                )
            allowed |= here
    return [finding for finding in findings if finding not in allowed] + complaints
