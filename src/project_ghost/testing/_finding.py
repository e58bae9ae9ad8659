"""The findings of a check and their text."""

from collections.abc import Sequence
from dataclasses import dataclass

from project_ghost.core.errors import GhostError

_WIDTH = 70


@dataclass(frozen=True)
class Finding:
    """One problem: a summary, the two values that should agree, and common causes."""

    what: str
    first: str = ""
    second: str = ""
    causes: tuple[str, ...] = ()

    def __str__(self) -> str:
        lines = [self.what]
        if self.first or self.second:
            first, second = elided(self.first, self.second)
            lines += [f"    first:  {first}", f"    second: {second}"]
        if self.causes:
            lines += ["  common causes:", *(f"    - {cause}" for cause in self.causes)]
        return "\n".join(lines)


class ComponentError(GhostError, AssertionError):
    """A component breaks its promises; the message lists the findings."""


def report(component: str, findings: Sequence[Finding]) -> ComponentError:
    """Return all findings as one error."""
    return ComponentError(
        f"{component} breaks its promises:\n\n"
        + "\n\n".join(f"{i}. {finding}" for i, finding in enumerate(findings, start=1)),
        expected="a component that passes every check",
    )


def elided(first: str, second: str) -> tuple[str, str]:
    """Return two texts without the long beginning that they share."""
    same = 0
    while same < min(len(first), len(second)) and first[same] == second[same]:
        same += 1
    cut = max(0, same - _WIDTH // 2)
    head = "..." if cut else ""
    return head + _short(first[cut:]), head + _short(second[cut:])


def _short(text: str) -> str:
    return text if len(text) <= 2 * _WIDTH else text[: 2 * _WIDTH] + "..."
