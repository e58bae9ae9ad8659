"""Export a recording's channels as tables: CSV files, or Parquet files (with pyarrow).

Each channel becomes one file in a folder; floats keep every bit. The folder appears when it is
complete. `--to tum` writes the trajectories of all actors, and of true and believed states, for
tools such as evo. `--to layout` writes a file that arranges the panels of Foxglove or Lichtblick
for the run.

  ghost export runs/t-junction-4-1 --to csv
  ghost export run.mcap --to parquet --channels '/groundtruth/*' -o tables
  ghost export run.mcap --to parquet --start 6s --stop 7s
  ghost export run.mcap --to tum -o trajectories
"""

import argparse
import sys
from pathlib import Path

from project_ghost.core.errors import InputError
from project_ghost.core.files import write_whole
from project_ghost.core.wording import counted
from project_ghost.telemetry import (
    EXPORT_FORMATS,
    Recording,
    export_bytes,
    export_recording,
    exported_channels,
)

from .terminal._output import add_written, put_document
from .terminal._progress import reading_bar
from .terminal._recordings import add_window, open_with_warning, printable, window_of

LAYOUT, TUM = "layout", "tum"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument("file", metavar="RUN", help="an MCAP file or a run's folder")
    parser.add_argument(
        "--to", required=True, choices=[*EXPORT_FORMATS, TUM, LAYOUT], help="the format"
    )
    parser.add_argument(
        "--channels", metavar="PATTERN", nargs="+", help="only these: '/car', '/signals/*'"
    )
    add_window(parser, ["--start"], ["--stop"])
    parser.add_argument("--force", action="store_true", help="replace an existing export")
    add_written(
        parser,
        "PATH",
        "the folder [the recording's name and format], or the layout file [layout.json]",
    )


def run(arguments: argparse.Namespace) -> int:
    """Export the recording and list the files."""
    with open_with_warning(arguments.file, "export") as recording:
        source = Path(recording.path)
        if arguments.to == LAYOUT:
            return _write_layout(arguments, recording)
        if arguments.to == TUM:
            return _write_trajectories(arguments, source)
        default = source.with_name(f"{source.name.partition('.')[0] or 'run'}-{arguments.to}")
        channels = exported_channels(recording, arguments.channels)
        window = dict(zip(("start_ns", "stop_ns"), window_of(arguments), strict=True))
        readable = [each for each in channels if each.is_readable]
        with reading_bar("exporting") as track:
            track(recording.file, export_bytes(recording, readable, **window))
            result = export_recording(
                recording,
                arguments.output or default,
                arguments.to,
                channels=arguments.channels,
                force=arguments.force,
                **window,
            )
    if arguments.json:
        files = [each._asdict() | {"path": str(each.path)} for each in result.files]
        put_document({"files": files, "left_out": result.left_out})
    else:
        for each in result.files:
            print(f"{each.path}  {counted(each.rows, 'row')} of {printable(each.channel)}")
    for name, why in result.left_out.items():
        print(f"ghost export: warning: {printable(name)} is left out: {why}", file=sys.stderr)
    return 0


def _write_trajectories(arguments: argparse.Namespace, source: Path) -> int:
    """Write the trajectory of each actor, and of each channel of states."""
    from project_ghost.view import Run, write_tum

    if arguments.channels or arguments.force:
        raise InputError(
            "--to tum writes all trajectories into a new folder",
            "--channels" if arguments.channels else "--force",
            "neither --channels nor --force",
            "leave it out; choose another folder with -o",
        )
    default = source.with_name(f"{source.name.partition('.')[0] or 'run'}-{TUM}")
    with Run(source) as run:
        written = list(write_tum(run, arguments.output or default))
    if arguments.json:
        put_document({"files": [{"path": str(path)} for path in written]})
    else:
        for path in written:
            print(printable(str(path), 400))
    return 0


def _write_layout(arguments: argparse.Namespace, recording: Recording) -> int:
    """Write a layout file that the viewer can import."""
    from project_ghost.telemetry.foxglove import layout_text

    if arguments.channels:
        raise InputError(
            "a layout describes the whole run",
            "--channels",
            "--to csv or parquet with --channels",
            "leave out --channels",
        )
    target: Path = arguments.output or Path(recording.path).with_name("layout.json")
    if target.exists() and not (arguments.force and target.suffix == ".json"):
        raise InputError(
            "the output already exists",
            str(target),
            "an unused path",
            "choose another with -o, or replace a layout.json with --force",
        )
    write_whole(target, layout_text(recording).encode())
    if arguments.json:
        put_document({"files": [{"path": str(target)}]})
        return 0
    print(f"{printable(str(target), 400)}  for Foxglove and Lichtblick: Layouts, Import from file")
    return 0
