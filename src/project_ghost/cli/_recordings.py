"""What the commands about recordings share."""

import argparse
import sys
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from project_ghost.core.duration import seconds_text
from project_ghost.core.errors import InputError
from project_ghost.telemetry import Recording, recording_path

from ._console import TerminalConsole


def opened(path: str, command: str) -> Recording:
    """Open a recording; one that was cut off is read, with a line on stderr."""
    recording = Recording(recording_path(Path(path)))
    if recording.cut_off is not None:
        print(f"ghost {command}: warning: {recording.cut_off}", file=sys.stderr)
    return recording


def recovered_note(recording: Recording) -> str:
    """What there is to say where it was recovered, to who compares it; usually nothing."""
    if recording.cut_off is not None or not recording.is_partial:
        return ""
    return f"{recording.path} has the beginning of its run only: it was recovered"


def add_streams(parser: argparse.ArgumentParser) -> None:
    """Declare the flags that say where truth and belief are."""
    for name in ("truth", "belief"):
        parser.add_argument(
            f"--{name}-mcap",
            metavar="PATH",
            required=True,
            help=f"the recording of the {name}, or the folder of a run",
        )
        parser.add_argument(
            f"--{name}-channel",
            metavar="CHANNEL",
            help=f"which channel of VehicleState, where the {name} recording has several",
        )


def opened_whole(path: str) -> Recording:
    """Open a recording, and refuse one that was cut off: nobody would see it in the result."""
    recording = Recording(recording_path(Path(path)))
    if recording.cut_off is not None:
        recording.close()
        raise InputError(
            "the recording was cut off",
            recording.path,
            "a whole recording",
            "`ghost recover` makes a whole file of what is there",
        )
    return recording


def seconds(stamp_ns: int | None) -> str:
    """Return a simulated time, exactly; a dash where there is none."""
    return "-" if stamp_ns is None else seconds_text(stamp_ns)


def printable(text: str, limit: int = 120) -> str:
    """A text out of a file, without what would do something to a terminal."""
    shown = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text[:limit])
    return shown if len(text) <= limit else f"{shown}..."


def console() -> Console:
    """Where tables are printed: a terminal, or something that has no width of its own."""
    return TerminalConsole() if sys.stdout.isatty() else TerminalConsole(width=200)


def table(title: str | None, *headings: str, right: tuple[str, ...] = ()) -> Table:
    """A table, with lines only where somebody looks at it."""
    found = Table(
        title=title,
        title_justify="left",
        show_header=bool(headings),
        box=box.HEAVY_HEAD if sys.stdout.isatty() else None,
    )
    for heading in headings:
        justify = "right" if heading in right else "left"
        found.add_column(heading, justify=justify, overflow="fold")  # type: ignore[arg-type]
    return found
