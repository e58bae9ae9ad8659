"""Components whose code differs between interpreted and compiled runs are refused.

Why: ADR 28.
"""

from typing import NamedTuple

from project_ghost.core.agreement import Remark
from project_ghost.core.errors import InputError

from ._schedule import Schedule


class Doubt(NamedTuple):
    """Why a component is interpreted only."""

    component: str
    remark: Remark


def require_agreement(plan: Schedule) -> tuple[Doubt, ...]:
    """Refuse components that do not agree; returns what is not known to agree."""
    doubts: list[Doubt] = []
    for row in plan.rows:
        for function in row.component.functions:
            found = row.component.agreement(function)
            if found.refused:
                raise _refused(row.name, type(row.component).__name__, found.refused)
            doubts += (Doubt(row.name, remark) for remark in found.doubts[:1])
    return tuple(doubts)


def _refused(name: str, kind: str, remarks: tuple[Remark, ...]) -> InputError:
    first = remarks[0]
    more = "" if len(remarks) == 1 else f", and {len(remarks) - 1} more"
    others = "".join(f"\n  {each}" for each in remarks[1:10])
    return InputError(
        f"interpreted and compiled code would differ: {first.what}{more}{others}",
        f"component {name!r}, {kind}, {first.file}:{first.line}, {first.function}",
        "code that gives the same bits in both",
        first.instead,
    )
