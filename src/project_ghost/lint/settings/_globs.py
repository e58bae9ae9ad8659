"""Patterns for paths: `*` within a folder, `**` across folders, a folder for all below it."""

import posixpath
import re
from functools import cache

__all__ = ["matches"]


def matches(path: str, pattern: str) -> bool:
    """Whether a pattern matches a path with slashes that is relative to the project."""
    return _compiled(pattern).fullmatch(path) is not None


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    plain = posixpath.normpath(pattern.strip("/"))
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", "**" if plain == "." else plain)
    meaning = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    body = "".join(meaning.get(part) or re.escape(part) for part in parts)
    return re.compile(f"{body}(?:/.*)?")
