"""Pieces of generated source."""

from collections.abc import Callable

from project_ghost.core.due_pattern import DuePattern
from project_ghost.engine.plan._layout import Slot

# The text for one element: of a known number, or of a loop's variable.
Element = Callable[[int | str], str]

# Longer than this, a loop reads better and compiles faster than a line for each element.
_UNROLLED = 8


def place(prefix: str, start: int | str) -> Element:
    """The elements from `start` on, as in `S[start + e]` for the prefix `S[`."""

    def text(e: int | str) -> str:
        if isinstance(start, int) and isinstance(e, int):
            return f"{prefix}{start + e}]"
        return f"{prefix}{start} + {e}]"

    return text


def assigned(width: int, target: Element, value: Element) -> list[str]:
    """An assignment for each element, or a loop over many."""
    if width <= _UNROLLED:
        return [f"{target(e)} = {value(e)}" for e in range(width)]
    return [f"for e in range({width}):", f"    {target('e')} = {value('e')}"]


def read(array: str, slot: Slot) -> str:
    """A scalar, or a tuple of a small vector's elements."""
    if not slot.shape:
        return f"{array}[{slot.start}]"
    return f"({', '.join(f'{array}[{slot.start + e}]' for e in range(slot.size))},)"


def due(pattern: DuePattern, k: str) -> str:
    """The step at which the k-th sample of a pattern is due."""
    return f"-(-({pattern.phase} + {k} * {pattern.interval}) // {pattern.denominator})"


def indented(lines: list[str], depth: int) -> list[str]:
    """The lines, moved to the right."""
    return [f"{'    ' * depth}{line}" for line in lines]
