"""The console for rich output."""

from rich.console import Console

__all__ = ["TerminalConsole"]


class TerminalConsole(Console):
    """A rich console that reports a closed pipe (`| head`) to the command line.

    Rich itself would exit with code 1, which for Ghost means that a check found a difference.
    """

    def on_broken_pipe(self) -> None:
        """Raise the error; `entry_point` then ends the command without one."""
        raise BrokenPipeError
