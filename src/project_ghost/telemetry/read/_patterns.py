"""Channels, chosen by patterns of their names."""

from collections.abc import Collection, Iterable
from fnmatch import fnmatchcase
from itertools import islice

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean

_SHOWN_MAX = 50


def matching_channels(names: Iterable[str], patterns: Iterable[str], where: str) -> list[str]:
    """The names that patterns are, or match, in their order; each pattern has to have some."""
    known = list(names)
    chosen: set[str] = set()
    for pattern in patterns:
        found = {name for name in known if name == pattern or fnmatchcase(name, pattern)}
        if not found:
            raise InputError(
                f"no channel is {pattern!r}{did_you_mean(pattern, known)}",
                where,
                f"one of {listed(known)}, or a pattern such as '/car/*'",
            )
        chosen |= found
    return [name for name in known if name in chosen]


def listed(names: Collection[str]) -> str:
    """Names as an error shows them: the first, and how many more there are."""
    first = ", ".join(islice(names, _SHOWN_MAX))
    more = len(names) - _SHOWN_MAX
    return (f"{first} and {more:,} more" if more > 0 else first) or "none"
