"""`ghost study report`: the page of a study, and its figures."""

import argparse
from pathlib import Path

__all__ = ["configure_report", "run_report"]


def configure_report(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="a study's folder")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="DIR", help="where to write it [the study's folder]"
    )


def run_report(arguments: argparse.Namespace) -> int:
    """Write the page and print where it is. A deviation is a result, not an error."""
    from project_ghost.study.page import write_report

    written = write_report(arguments.folder, arguments.output)
    print(written.verdict)
    print(f"{written.page}, figures in {written.svgs[0].parent if written.svgs else 'none'}")
    if written.svgs and not written.pngs:
        print("  figures are SVG only: PNG needs matplotlib, the extra `plots`")
    return 0
