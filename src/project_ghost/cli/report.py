"""Write the page of a recorded run, to pass it on.

It is the page that `ghost view` shows: one file that plays the run without a server or a network.

  ghost report runs/t-junction-4-1 -o run.html
"""

import argparse
from pathlib import Path

from .terminal._output import add_written, put_document
from .view import write_page


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument("run", metavar="RUN", help="a run's folder or its MCAP file")
    add_written(parser, "FILE", "the page [run.html]")


def run(arguments: argparse.Namespace) -> int:
    """Write the page."""
    target = arguments.output or Path("run.html")
    write_page([arguments.run], target)
    size = target.stat().st_size
    if arguments.json:
        put_document({"page": str(target), "bytes": size})
    else:
        print(f"{target}  {size / 1e6:.2f} MB")
    return 0
