"""The consoles for rich output."""

import sys
from collections.abc import Iterable
from typing import IO, Any

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

    @property
    def file(self) -> IO[str]:
        """The stream beneath all that stand before it: rich's own, and the one that escapes.

        Rich takes one of them away, and a progress bar has put another before it.
        """
        stream = super().file
        while (beneath := getattr(stream, "rich_proxied_file", stream)) is not stream:
            stream = beneath
        return stream

    @file.setter
    def file(self, stream: IO[str]) -> None:
        self._file = stream

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
