"""The consoles for rich output."""

import sys

from rich.console import Console

__all__ = ["TerminalConsole", "console"]

# No row is wrapped where no terminal has a width: another program reads it line by line.
_UNWRAPPED = 100_000


class TerminalConsole(Console):
    """A rich console that reports a closed pipe (`| head`) to the command line.

    Rich itself would exit with code 1, which for Ghost means that a check found a difference.
    """

    def on_broken_pipe(self) -> None:
        """Raise the error; `entry_point` then ends the command without one."""
        raise BrokenPipeError


def console() -> TerminalConsole:
    """Return the console for results; rows of any length stay whole in a pipe or a file."""
    return TerminalConsole(highlight=False, width=None if sys.stdout.isatty() else _UNWRAPPED)
