"""Summarize a recording as JSON: counts by channel and type, time window, final state hash.

`ghost info` shows the same for people, and works on any MCAP file.

  ghost summarize-run runs/car-estimation-1
"""

import argparse

from project_ghost.analysis.run_summary import summarize_recording

from .terminal._output import ALWAYS_JSON, add_printed, put_document
from .terminal._recordings import open_with_warning


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument("file", metavar="RUN", help="a recording or a run's folder")
    add_printed(parser, ALWAYS_JSON)


def run(arguments: argparse.Namespace) -> int:
    """Summarize the recording and write the document."""
    with open_with_warning(arguments.file, "summarize-run") as recording:
        put_document(summarize_recording(recording))
    return 0
