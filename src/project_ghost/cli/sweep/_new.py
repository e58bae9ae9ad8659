"""Write a sweep file to start from; every key has a comment.

docs/sweeps.md explains the keys.

  ghost sweep new sweep.yaml
"""

import argparse
from pathlib import Path

from project_ghost.cli.templates._new_files import add_folder, print_new, write_new


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument("file", metavar="NEW", type=Path, help="such as sweep.yaml")
    add_folder(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the file."""
    from project_ghost.cli.templates._sweep import SWEEP_TEXT

    path: Path = arguments.output / arguments.file
    write_new({path: SWEEP_TEXT}, "the sweep")
    lines = (
        f"wrote {path}",
        f"  list:    ghost sweep {path} --dry-run",
        f"  run it:  ghost sweep {path} -o results",
    )
    print_new(arguments, [path], "\n".join(lines))
    return 0
