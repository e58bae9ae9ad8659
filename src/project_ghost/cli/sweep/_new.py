"""Write a sweep file to start from; every key has a comment.

docs/sweeps.md explains the keys.

  ghost sweep new sweep.yaml
"""

import argparse

from project_ghost.cli.templates._new_files import add_new, create_new

_COMMANDS = """\
  list:    ghost sweep {path} --dry-run
  run it:  ghost sweep {path} -o results"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    add_new(parser, "sweep.yaml")


def run(arguments: argparse.Namespace) -> int:
    """Write the file."""
    from project_ghost.cli.templates._sweep import SWEEP_TEXT

    return create_new(arguments, SWEEP_TEXT, "the sweep", _COMMANDS)
