"""Recover a recording that was cut off or damaged: write everything before the cut to a new file.

Without -o, run.mcap.part becomes run.mcap; any other FILE.mcap becomes FILE-recovered.mcap.

  ghost recover runs/t-junction-4-1
  ghost recover damaged.mcap -o saved.mcap
"""

import argparse

from project_ghost.core.wording import counted
from project_ghost.telemetry import recording_path, recover

from .terminal._output import add_written, put_document
from .terminal._progress import reading_bar
from .terminal._recordings import printable, seconds


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument("file", metavar="RUN", help="the recording or its run's folder")
    parser.add_argument("--force", action="store_true", help="replace an existing file")
    add_written(parser, "FILE", "the recovered file")


def run(arguments: argparse.Namespace) -> int:
    """Recover the file and print what was saved."""
    path = recording_path(arguments.file)
    with reading_bar("recovering") as track:
        recovery = recover(
            path,
            arguments.output,
            force=arguments.force,
            on_open=lambda file: track(file, 2 * file.stored_bytes),
        )
    if arguments.json:
        put_document(
            {
                "file": str(recovery.path),
                "messages": recovery.messages,
                "reason": recovery.reason,
                "source": str(path),
                "stop_ns": recovery.stop_ns,
                "was_complete": recovery.reason is None,
            }
        )
        return 0
    if recovery.reason is None:
        print(f"{path} was complete.")
    else:
        print(f"{path} is incomplete: {printable(recovery.reason, 300)}.")
    until = (
        "" if recovery.stop_ns is None else f", up to {seconds(recovery.stop_ns)} of simulated time"
    )
    print(f"{recovery.path} has {counted(recovery.messages, 'message')}{until}.")
    return 0
