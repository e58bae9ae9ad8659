"""The consoles for rich output."""

import sys
from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from ._safe import safe_text

__all__ = ["TerminalConsole", "console"]

# No row is wrapped where no terminal has a width: another program reads it line by line.
_UNWRAPPED = 100_000


class TerminalConsole(Console):
    """A rich console that reports a closed pipe (`| head`) to the command line.

    Rich itself would exit with code 1, which for Ghost means that a check found a difference.
    Names stay as they are: rich would print `mine.py:One:` as an emoji.
    """

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - those of rich
        super().__init__(emoji=False, **options)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Render with every text escaped; what moves the cursor comes from rich itself."""
        for segment in super().render(renderable, options):
            if segment.control:
                yield segment
            else:
                yield Segment(safe_text(segment.text), segment.style)

    def on_broken_pipe(self) -> None:
        """Raise the error; `entry_point` then ends the command without one."""
        raise BrokenPipeError


def console() -> TerminalConsole:
    """Return the console for results; rows of any length stay whole in a pipe or a file."""
    return TerminalConsole(highlight=False, width=None if sys.stdout.isatty() else _UNWRAPPED)
