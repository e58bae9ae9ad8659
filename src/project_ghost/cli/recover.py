"""Make a whole file of a recording that was cut off or damaged: all that is before the cut.

Without -o, run.mcap.part becomes run.mcap, and any other FILE.mcap gets a FILE-recovered.mcap
beside it.
"""

import argparse

from project_ghost.core.wording import counted
from project_ghost.telemetry import recording_path, recover

from ._recordings import printable, seconds
from ._watch import reading_bar


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument("file", metavar="FILE", help="the recording, or the folder of its run")
    parser.add_argument("-o", "--output", metavar="OUT", help="where the whole file goes")
    parser.add_argument("--force", action="store_true", help="replace what is there")


def run(arguments: argparse.Namespace) -> int:
    """Read what there is, write it, tell what was saved."""
    path = recording_path(arguments.file)
    with reading_bar("recovering") as watch:
        done = recover(
            path,
            arguments.output,
            force=arguments.force,
            on_open=lambda file: watch(file, 2 * file.stored_bytes),
        )
    if done.reason is None:
        print(f"{path} was whole.")
    else:
        print(f"{path} is not whole: {printable(done.reason, 300)}.")
    until = "" if done.stop_ns is None else f", up to {seconds(done.stop_ns)} of simulated time"
    print(f"{done.path} has {counted(done.messages, 'message')}{until}.")
    return 0
