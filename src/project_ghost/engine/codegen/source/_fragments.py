"""Pieces of generated source."""

from collections.abc import Callable

from project_ghost.core.due_pattern import DuePattern
from project_ghost.engine.plan._layout import Slot

# The text of one element, for a known index or for a loop's variable.
Element = Callable[[int | str], str]

# A loop over more elements than this reads better and compiles faster than a line for each.
_UNROLLED = 8


def place(array: str, start: int, variable: str = "") -> Element:
    """The elements of an array from `start` on, or from `variable + start` on."""

    def text(e: int | str) -> str:
        known = start + e if isinstance(e, int) else start
        terms = [variable, str(known) if known else "", e if isinstance(e, str) else ""]
        return f"{array}[{' + '.join(filter(None, terms)) or 0}]"

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
