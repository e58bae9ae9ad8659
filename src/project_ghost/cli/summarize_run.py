"""Summarize a recording: counts by channel and type, window of time, final state hash; JSON.

ghost summarize-run runs/car-estimation-1
"""

import argparse
from pathlib import Path

from project_ghost.analysis.run_summary import summarize_recording

from ._document import put_document
from ._recordings import opened


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("file", metavar="FILE", help="a recording, or the folder of a run")
    parser.add_argument("--output", metavar="PATH", type=Path, help="a file instead of stdout")


def run(arguments: argparse.Namespace) -> int:
    """Read, write."""
    with opened(arguments.file, "summarize-run") as recording:
        put_document(summarize_recording(recording), arguments.output)
    return 0
