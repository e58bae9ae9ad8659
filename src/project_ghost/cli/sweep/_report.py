"""Write the page of a sweep: one file that needs no other.

A sweep that is running has a page, too: of the runs that are done.

  ghost sweep report results
  ghost sweep report s3://bucket/results -o report.html
"""

import argparse
from pathlib import Path

from project_ghost.cli._exit_codes import OK
from project_ghost.cli.terminal._output import add_written, put_document


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument("store", metavar="STORE", help="a folder or s3://bucket/path")
    add_written(parser, "FILE", "the page [report.html in the store]")


def run(arguments: argparse.Namespace) -> int:
    """Write the page."""
    from project_ghost.core.files import write_whole
    from project_ghost.sweep import REPORT, open_sweep, sweep_page

    opened = open_sweep(arguments.store)
    text = sweep_page(opened)
    path: Path | None = arguments.output
    if path is None:
        opened.store.write(REPORT, text.encode())
        place = f"{opened.store.url}/{REPORT}"
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text, "the page")
        place = str(path)
    if arguments.json:
        put_document({"page": place})
    else:
        print(f"wrote {place}")
    return OK
