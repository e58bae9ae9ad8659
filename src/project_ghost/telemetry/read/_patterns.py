"""Select channels by name patterns."""

from collections.abc import Collection, Iterable
from fnmatch import fnmatchcase
from itertools import islice

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean

_NAMES_MAX = 50


@checked_arguments
def matching_channels(names: Iterable[str], patterns: Iterable[str], where: str) -> list[str]:
    """Return the names that equal or match a pattern, in order; every pattern must match some."""
    known = list(names)
    chosen: set[str] = set()
    for pattern in patterns:
        matches = {name for name in known if name == pattern or fnmatchcase(name, pattern)}
        if not matches:
            raise InputError(
                f"no channel matches {pattern!r}{did_you_mean(pattern, known)}",
                where,
                f"one of {listed(known)}, or a pattern such as '/car/*'",
            )
        chosen |= matches
    return [name for name in known if name in chosen]


def listed(names: Collection[str]) -> str:
    """Join names for an error message: the first ones and the number of others."""
    first = ", ".join(islice(names, _NAMES_MAX))
    more = len(names) - _NAMES_MAX
    return (f"{first} and {more:,} more" if more > 0 else first) or "none"
