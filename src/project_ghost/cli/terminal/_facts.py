"""A table of names and values, drawn without a library: `ghost run` starts faster without one."""

import shutil
import sys
from collections.abc import Mapping
from textwrap import wrap
from unicodedata import east_asian_width

__all__ = ["print_facts"]

# Corners, ends and lines of the box; plain letters where the terminal has no others.
_LINES = tuple("┌─┬┐│└┴┘")
_PLAIN_LINES = tuple("+-++|+++")


def print_facts(facts: Mapping[str, str]) -> None:
    """Print names and values in a box; only a terminal's width wraps a value."""
    names = max(map(_cells, facts))
    limit = None
    if sys.stdout.isatty():
        limit = max(20, shutil.get_terminal_size().columns - names - 7)
    rows = [
        (name if first else "", line)
        for name, value in facts.items()
        for first, line in _numbered(value, limit)
    ]
    values = max(_cells(line) for _, line in rows)
    is_unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    left, flat, tee, right, side, low_left, low_tee, low_right = (
        _LINES if is_unicode else _PLAIN_LINES
    )
    print(f"{left}{flat * (names + 2)}{tee}{flat * (values + 2)}{right}")
    for name, line in rows:
        padded = name + " " * (names - _cells(name)), line + " " * (values - _cells(line))
        print(f"{side} {padded[0]} {side} {padded[1]} {side}")
    print(f"{low_left}{flat * (names + 2)}{low_tee}{flat * (values + 2)}{low_right}")


def _numbered(value: str, limit: int | None) -> list[tuple[bool, str]]:
    """The lines of a value; True marks the first."""
    lines = value.split("\n")
    if limit is not None:
        lines = [part for line in lines for part in wrap(line, limit) or [""]]
    return [(i == 0, line) for i, line in enumerate(lines)]


def _cells(text: str) -> int:
    """The columns that a text takes on a terminal."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)
