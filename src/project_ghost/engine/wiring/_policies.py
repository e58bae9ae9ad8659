"""Policies: how a component reads a signal of another rate."""

from enum import StrEnum

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean


class Policy(StrEnum):
    """How a component reads a signal of another rate; docs/policies.md has the exact meaning."""

    ZOH = "ZOH"
    INTERPOLATED = "INTERPOLATED"
    EXTRAPOLATED = "EXTRAPOLATED"
    SYNCHRONIZED = "SYNCHRONIZED"


def policy_from(word: Policy | str, where: str) -> Policy:
    """The policy of this name, or an error that lists all."""
    known = [each.value for each in Policy]
    if word not in known:
        raise InputError(
            f"there is no policy {word!r}{did_you_mean(str(word).upper(), known)}",
            where,
            f"one of {', '.join(known)}",
            "docs/policies.md says what each of them means",
        )
    return Policy(word)
