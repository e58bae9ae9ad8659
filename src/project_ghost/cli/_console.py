"""How commands print what rich lays out."""

from rich.console import Console

__all__ = ["TerminalConsole"]


class TerminalConsole(Console):
    """A rich console that leaves a reader's going away (`| head`) to the command line.

    Rich itself would exit with code 1, which means that a check found a difference.
    """

    def on_broken_pipe(self) -> None:
        """Let it out as it came; `entry_point` ends the command without an error."""
        raise BrokenPipeError
