"""Summarize a recording as JSON: counts by channel and type, time window, final state hash.

ghost summarize-run runs/car-estimation-1
"""

import argparse
from pathlib import Path

from project_ghost.analysis.run_summary import summarize_recording

from ._document import put_document
from ._recordings import open_with_warning


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("file", metavar="FILE", help="a recording or a run's folder")
    parser.add_argument("--output", metavar="PATH", type=Path, help="a file instead of stdout")


def run(arguments: argparse.Namespace) -> int:
    """Summarize the recording and write the document."""
    with open_with_warning(arguments.file, "summarize-run") as recording:
        put_document(summarize_recording(recording), arguments.output)
    return 0
