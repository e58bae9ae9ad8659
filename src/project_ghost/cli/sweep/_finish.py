"""Write the tables of a sweep whose runs are all done, and check those of one that is complete.

The last process of a sweep does this by itself. It is needed after a process was killed just
then, or after a table was removed.

  ghost sweep finish results
"""

import argparse

from project_ghost.cli._exit_codes import OK
from project_ghost.cli.terminal._output import add_printed, put_document


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument("store", metavar="STORE", help="a folder or s3://bucket/path")
    add_printed(parser)


def run(arguments: argparse.Namespace) -> int:
    """Finish the sweep."""
    from project_ghost.results import completed
    from project_ghost.sweep import open_sweep

    opened = open_sweep(arguments.store)
    was_complete = opened.is_complete
    opened.finish()
    document = completed(opened.store) or {}
    if arguments.json:
        put_document({**document, "store": opened.store.url})
    elif was_complete:
        print(f"was complete: {document['runs']:,} runs; the tables have their digests")
    else:
        print(f"complete: {document['runs']:,} runs in {opened.store.url}/runs.parquet")
    return OK
