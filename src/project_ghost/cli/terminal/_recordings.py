"""Opening recordings, and tables about them, for several commands."""

import argparse
import sys
from pathlib import Path

from rich import box
from rich.table import Table

from project_ghost.core.duration import parse_duration_ns, seconds_text
from project_ghost.core.errors import InputError
from project_ghost.telemetry import Recording, recording_path


def open_with_warning(path: str, command: str) -> Recording:
    """Open a recording; print a warning if it was cut off."""
    recording = Recording(recording_path(Path(path)))
    if recording.cut_off is not None:
        print(f"ghost {command}: warning: {recording.cut_off}", file=sys.stderr)
    return recording


def require_signed(recording: Recording | None, key: Path) -> None:
    """Check the signature of a recording with a public key, and say so."""
    if recording is None:
        raise InputError(
            "only recordings are signed", "--signed-by", "a recording", "leave --signed-by out"
        )
    from project_ghost.telemetry.signature import require_signature

    made = require_signature(recording, key)
    print(f"signed with the key {made.public_key}: {made.path}", file=sys.stderr)


def recovered_note(recording: Recording) -> str:
    """Return a note if the recording was recovered and is incomplete; usually empty."""
    if recording.cut_off is not None or not recording.is_partial:
        return ""
    return f"{recording.path} holds only the beginning of its run: it was recovered"


def add_window(parser: argparse.ArgumentParser, start: list[str], stop: list[str]) -> None:
    """Declare the flags of a time window, which `window_of` reads."""
    for name, flags, which in (
        ("start", start, "from this time on"),
        ("stop", stop, "before this time"),
    ):
        parser.add_argument(
            *flags, dest=name, metavar="TIME", help=f"only messages {which}, such as 6s"
        )
    parser.set_defaults(window_flags=(start[0], stop[0]))


def window_of(arguments: argparse.Namespace) -> tuple[int | None, int | None]:
    """Return the time window in nanoseconds; None for no limit."""
    start_ns, stop_ns = (
        None if text is None else parse_duration_ns(text, "the time", flag)
        for text, flag in zip(
            (arguments.start, arguments.stop), arguments.window_flags, strict=True
        )
    )
    return start_ns, stop_ns


def add_streams(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    """Declare the flags for the recordings and channels of truth and belief."""
    for name in ("truth", "belief"):
        parser.add_argument(
            f"--{name}-mcap",
            metavar="RUN",
            required=required,
            help=f"the recording of the {name}, or a run's folder",
        )
        parser.add_argument(
            f"--{name}-channel",
            metavar="CHANNEL",
            help=f"the channel of VehicleState, if the {name} recording has several",
        )


def open_complete(path: str) -> Recording:
    """Open a recording; refuse one that was cut off, because the result would not show it."""
    recording = Recording(recording_path(Path(path)))
    if recording.cut_off is not None:
        recording.close()
        raise InputError(
            "the recording was cut off",
            recording.path,
            "a complete recording",
            "`ghost recover` writes its messages to a complete file",
        )
    return recording


def seconds(stamp_ns: int | None) -> str:
    """Return a simulated time, exactly; a dash where there is none."""
    return "-" if stamp_ns is None else seconds_text(stamp_ns)


def printable(text: str, limit: int = 120) -> str:
    """Escape control characters of a text from a file, and shorten it."""
    escaped = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text[:limit])
    return escaped if len(text) <= limit else f"{escaped}..."


def table(title: str | None, *headings: str, right: tuple[str, ...] = ()) -> Table:
    """Return an empty table; lines are drawn only on a terminal."""
    grid = Table(
        title=title,
        title_justify="left",
        show_header=bool(headings),
        box=box.HEAVY_HEAD if sys.stdout.isatty() else None,
    )
    for heading in headings:
        justify = "right" if heading in right else "left"
        grid.add_column(heading, justify=justify, overflow="fold")  # type: ignore[arg-type]
    return grid
