"""Copy a sweep to another store: a folder, or s3://bucket/path. All of it, and checked.

Tables must have the digests of complete.json, recordings those of their rows, and every object is
read again where it was written. The same command continues a copy that was ended. A sweep that is
not complete can be copied too, and continued there.

  ghost sweep copy s3://bucket/results results
  ghost sweep copy results s3://bucket/results
"""

import argparse

from project_ghost.cli._exit_codes import OK
from project_ghost.cli.terminal._output import add_printed, put_document
from project_ghost.cli.terminal._work_progress import work_progress
from project_ghost.core.wording import counted


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument("source", metavar="FROM", help="a folder or s3://bucket/path")
    parser.add_argument("target", metavar="TO", help="the other one")
    add_printed(parser)


def run(arguments: argparse.Namespace) -> int:
    """Copy the sweep."""
    from project_ghost.results import open_store
    from project_ghost.sweep import copy_sweep, open_sweep

    source = open_sweep(arguments.source)
    target = open_store(arguments.target)
    target.probe()
    with work_progress("copying", "objects") as progress:
        copied = copy_sweep(source.store, target, progress)
    if arguments.json:
        put_document({**vars(copied), "complete": source.is_complete, "store": target.url})
        return OK
    before = f", {copied.before:,} were there" if copied.before else ""
    state = "complete" if source.is_complete else "not complete"
    print(f"copied {counted(copied.objects, 'object')}, {copied.size:,} bytes{before}")
    print(f"checked: every byte; the sweep in {target.url} is {state}")
    return OK
