"""Ask before code is imported that a recording or a checkpoint names.

Why: ADR 29.
"""

import argparse
import sys
from typing import TYPE_CHECKING

from project_ghost.core.errors import InputError

if TYPE_CHECKING:
    from project_ghost.runs import Checkpoint
    from project_ghost.telemetry import Recording

__all__ = ["add_trust", "is_trusted"]

_NAMED_MAX = 8


def add_trust(parser: argparse.ArgumentParser) -> None:
    """Declare --trust."""
    parser.add_argument(
        "--trust",
        action="store_true",
        help="import the modules that the recording names, without asking: docs/trust.md",
    )


def is_trusted(source: "Recording | Checkpoint", arguments: argparse.Namespace) -> bool:
    """Whether modules that the source names may be imported; ask on a terminal.

    Raise an error if the user refuses, or cannot be asked. Nothing is remembered.
    """
    from project_ghost.runs import modules_in

    names = modules_in(source, planners=getattr(arguments, "plans", None) != "recorded")
    if arguments.trust or not names:
        return bool(arguments.trust)
    more = f" and {len(names) - _NAMED_MAX} more" if len(names) > _NAMED_MAX else ""
    listed = ", ".join(names[:_NAMED_MAX]) + more
    where = getattr(source, "path", None) or getattr(source, "where", "")
    if sys.stdin.isatty() and sys.stderr.isatty():
        print(f"{where} names code that is not Ghost's: {listed}", file=sys.stderr)
        print("Import it, and let it do whatever you may do? [y/N] ", end="", file=sys.stderr)
        sys.stderr.flush()
        if sys.stdin.readline().strip().lower() in ("y", "yes"):
            return True
    raise InputError(
        f"it names code that is not Ghost's, of the modules {listed}",
        str(where),
        "a file that names classes of Ghost only, or one whose code you trust",
        "if you trust that code, give --trust",
    )
