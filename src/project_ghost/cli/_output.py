"""The flags of commands that record a run: where to."""

import argparse
from pathlib import Path

__all__ = ["add_output"]


def add_output(parser: argparse.ArgumentParser) -> None:
    """Declare -o and --force."""
    add = parser.add_argument
    add("-o", "--output", type=_folder, metavar="DIR",
        help="the folder for recording and summary (default: a new one under runs/)")  # fmt: skip
    add("--force", action="store_true", help="overwrite a run that is in that folder")


def _folder(text: str) -> Path:
    if not text.strip():
        raise argparse.ArgumentTypeError("the name of the folder is empty; leave -o out for runs/")
    return Path(text)
