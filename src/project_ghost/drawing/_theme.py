"""Colours of pages and figures, for light and for dark screens."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import final

__all__ = ["DARK", "LIGHT", "Theme", "themed"]


@final
@dataclass(frozen=True)
class Theme:
    """Colours that are used together. Things of one kind take the `series` in turn."""

    ink: str
    soft: str  # text and lines of less weight
    ground: str
    line: str
    good: str
    good_ground: str
    bad: str
    bad_ground: str
    note: str
    note_ground: str
    alarm: str
    series: tuple[str, ...]


# The series are Okabe and Ito's colours, which people with any colour vision can tell apart
# (2008), a little darker on white and a little lighter on black.
LIGHT = Theme(
    ink="#1b1f24",
    soft="#5b6570",
    ground="#ffffff",
    line="#d5dae0",
    good="#12653b",
    good_ground="#e3f4ea",
    bad="#b3261e",
    bad_ground="#fdebe9",
    note="#7a5200",
    note_ground="#fff4dc",
    alarm="#b3261e",
    series=(
        "#0072b2", "#d55e00", "#008563", "#b3588d", "#a67300", "#2a8bbf", "#6a3d9a", "#7a4a08",
    ),
)  # fmt: skip
DARK = Theme(
    ink="#e8ebee",
    soft="#a3adb8",
    ground="#15191e",
    line="#343c45",
    good="#7fe0a8",
    good_ground="#12301f",
    bad="#ff9a93",
    bad_ground="#3a1917",
    note="#f0c674",
    note_ground="#33290f",
    alarm="#ff8078",
    series=(
        "#56b4e9", "#ff8a3d", "#2fc79b", "#e49cc5", "#f0b429", "#8fd0ff", "#b795e6", "#d9a05b",
    ),
)  # fmt: skip


def themed(rules: Callable[[Theme], str]) -> str:
    """A style sheet that follows the light or dark of the screen."""
    return f"{rules(LIGHT)}@media (prefers-color-scheme:dark){{{rules(DARK)}}}"
