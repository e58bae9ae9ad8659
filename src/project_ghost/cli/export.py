"""Write a recording's channels as tables: CSV files, or Parquet files (with pyarrow).

Each channel becomes one file in a folder; floats are written to the last bit. The folder is
there when all of it is, and not before.
"""

import argparse
import sys
from pathlib import Path

from project_ghost.cli._recordings import opened, printable
from project_ghost.telemetry import EXPORT_FORMATS, export_recording


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument("file", metavar="FILE", help="an MCAP file, or the folder of a run")
    parser.add_argument("--to", required=True, choices=EXPORT_FORMATS, help="the format")
    parser.add_argument("-o", "--output", metavar="DIR", help="the folder (FILE's name and format)")
    parser.add_argument(
        "--channels", metavar="PATTERN", nargs="+", help="only these: '/car', '/signals/*'"
    )
    parser.add_argument("--force", action="store_true", help="replace what is there")


def run(arguments: argparse.Namespace) -> int:
    """Read, write, and tell what is where."""
    with opened(arguments.file, "export") as recording:
        source = Path(recording.path)
        default = source.with_name(f"{source.name.partition('.')[0] or 'run'}-{arguments.to}")
        done = export_recording(
            recording,
            arguments.output or default,
            arguments.to,
            channels=arguments.channels,
            force=arguments.force,
        )
    for each in done.files:
        print(f"{each.path}  {each.rows:,} rows of {printable(each.channel)}")
    for name in done.left_out:
        print(
            f"ghost export: warning: {printable(name)} is left out: its encoding is not known here",
            file=sys.stderr,
        )
    return 0
