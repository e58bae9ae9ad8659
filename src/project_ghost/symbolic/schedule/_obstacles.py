"""What stands in the way of an export, and the fewest flags that take it out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from shlex import quote
from typing import TYPE_CHECKING

from project_ghost.core.errors import InputError
from project_ghost.core.wording import counted
from project_ghost.symbolic.reading import RefusedError

if TYPE_CHECKING:
    from project_ghost.engine.plan._schedule import Row

__all__ = ["ComponentError", "ObstacleError", "obstacles_error"]


class ComponentError(RefusedError):
    """The refusal of a place in source as that of a component, which `key` names."""

    summary: str

    @classmethod
    def of(cls, error: RefusedError, row: Row) -> ComponentError:
        """The refusal of a component's function."""
        kind = type(row.component).__name__
        where = ", ".join(part for part in (f"component {row.name!r}", kind, error.where) if part)
        found = cls(error.what, where, error.expected, error.fix, row.name)
        at = f"\n    at {error.where}\n    instead: {error.fix}" if error.where else ""
        found.summary = f"{row.name} ({kind}): {error.what}{at}"
        return found


class ObstacleError(InputError):
    """Components that cannot become expressions; `flags` added to the command leave them out.

    `refusals` has the reason for each, by name. In Python, `flags` are arguments of `export`:
    `--cut Contacts` is `cut=["Contacts"]`.
    """

    def __init__(
        self,
        what: str,
        where: str = "",
        expected: str = "",
        fix: str = "",
        refusals: Mapping[str, ComponentError] | None = None,
        flags: Sequence[str] = (),
    ) -> None:
        super().__init__(what, where, expected, fix)
        self.refusals = dict(refusals or {})
        self.flags = tuple(flags)


def obstacles_error(
    refusals: Mapping[str, ComponentError], running: Sequence[str], keep: Sequence[str]
) -> ObstacleError:
    """The error about components that cannot be part of a graph.

    `running` are all that would be, in order, and `keep` what the user asked to keep.
    """
    lines = [f"  {error.summary}" for error in refusals.values()]
    flags = _shortest(list(refusals), [n for n in running if n not in refusals], keep)
    shown = " ".join(map(quote, flags))
    return ObstacleError(
        "\n".join([f"{counted(len(refusals), 'component')} cannot become expressions:", *lines]),
        "export",
        "Blocks and Kernels whose loops and places do not depend on signals",
        f"leave out what cannot be an expression: {shown}",
        refusals,
        flags,
    )


def _shortest(refused: list[str], others: list[str], keep: Sequence[str]) -> list[str]:
    """The flags that leave out what was refused: by cutting that, or by keeping the rest."""
    cut = [word for name in refused for word in ("--cut", name)]
    kept = [word for name in others for word in ("--keep", name)]
    if keep or not others or len(" ".join(cut)) <= len(" ".join(kept)):
        return cut
    return kept
