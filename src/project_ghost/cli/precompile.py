"""Compile what the built-in scenarios need, once for this installation and all its users.

The machine code goes into an archive in the package's folder, for any processor of this kind of
machine. Runs then start without compiling: code that is not in the archive, or has changed since,
is compiled when it is needed and kept in the cache. `make demo` and `make test` do this for a new
clone. What the cache is and whom it trusts: docs/cache.md.

  ghost precompile
  ghost precompile --workers 1 --force
"""

import argparse
import os
import sys
from itertools import count

from rich.progress import Progress

from project_ghost.core.compiled import is_available, prebuilt_path, prebuilt_state
from project_ghost.core.errors import InputError
from project_ghost.runs import precompile

from .terminal._console import TerminalConsole
from .terminal._output import add_printed, put_document


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument(
        "--workers",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes (default: one for each core)",
    )
    parser.add_argument("--force", action="store_true", help="make it even if it is up to date")
    add_printed(parser)


def run(arguments: argparse.Namespace) -> int:
    """Make the archive, or say that it is up to date."""
    if not is_available():
        raise InputError("Numba is not installed", "ghost precompile", "Numba", "install it")
    if arguments.workers < 1:
        raise InputError("there is no worker to compile", "--workers", "1 or more", "leave it out")
    is_made = arguments.force or not prebuilt_state().up_to_date
    if is_made:
        _make(arguments.workers)
    state = prebuilt_state()
    if arguments.json:
        put_document({"made": is_made, "path": str(prebuilt_path()), "prebuilt": state.text})
    else:
        print(f"{prebuilt_path()}: {state.text}")
    return 0


def _make(workers: int) -> None:
    number = count(1)
    with Progress(
        disable=not sys.stderr.isatty(), console=TerminalConsole(stderr=True), transient=True
    ) as bar:
        task = bar.add_task("compiling", total=None)
        if bar.disable:
            print("compiling the built-in scenarios for any processor", file=sys.stderr)
        precompile(
            workers,
            lambda name: bar.update(task, description=f"compiling function {next(number)}: {name}"),
        )
