"""Ask before code is imported that a recording or a checkpoint names.

Why: ADR 29.
"""

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from project_ghost.core.errors import InputError

if TYPE_CHECKING:
    from project_ghost.runs import Checkpoint
    from project_ghost.telemetry import Recording

__all__ = ["add_trust", "is_trusted", "may_import"]

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
    where = getattr(source, "path", None) or getattr(source, "where", "")
    return may_import(names, str(where), is_trusted=arguments.trust)


def may_import(names: Sequence[str], where: str, *, is_trusted: bool) -> bool:
    """Whether these modules may be imported, which a file names; ask on a terminal.

    Raise an error if the user refuses, or cannot be asked.
    """
    if is_trusted or not names:
        return is_trusted
    more = f" and {len(names) - _NAMED_MAX} more" if len(names) > _NAMED_MAX else ""
    listed = ", ".join(names[:_NAMED_MAX]) + more
    if sys.stdin.isatty() and sys.stderr.isatty():
        print(f"{where} names code that is not Ghost's: {listed}", file=sys.stderr)
        print("Import it, and let it do whatever you may do? [y/N] ", end="", file=sys.stderr)
        sys.stderr.flush()
        if sys.stdin.readline().strip().lower() in ("y", "yes"):
            return True
    raise InputError(
        f"it names code that is not Ghost's, of the modules {listed}",
        where,
        "a file that names classes of Ghost only, or one whose code you trust",
        "if you trust that code, give --trust",
    )
