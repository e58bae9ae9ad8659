"""Play a recorded run in the browser, or two runs over each other.

It writes one page that needs no server and no network: the map, all actors, events on the time
line, signals below. A link opens it at a moment: view.html#t=6.05&follow=car2. Two runs show the
moment at which they part. The page is opened in the browser, unless -o names its file. Nothing of
the code that a recording names is imported.

  ghost view runs/t-junction-4-1
  ghost view first second -o both.html
  ghost view first --terminal --at 6.05s
"""

import argparse
import shutil
import sys
import webbrowser
from pathlib import Path

from project_ghost.core.duration import parse_duration_ns
from project_ghost.core.errors import InputError
from project_ghost.core.files import write_whole

from .terminal._output import add_written, put_document

_RUNS_MAX = 2


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument("runs", metavar="RUN", nargs="+", help="one or two runs' folders or files")
    parser.add_argument(
        "--terminal", action="store_true", help="draw a moment with braille dots instead"
    )
    parser.add_argument("--at", metavar="TIME", help="with --terminal: the moment [the end]")
    add_written(parser, "FILE", "write the page there, and do not open it [view.html of the run]")


def run(arguments: argparse.Namespace) -> int:
    """Write the page and open it, or draw a moment in the terminal."""
    if len(arguments.runs) > _RUNS_MAX:
        raise InputError(
            f"{len(arguments.runs)} runs are given",
            "ghost view",
            "one run, or two to compare",
            "leave out the others",
        )
    if arguments.terminal:
        return _draw(arguments)
    if arguments.at is not None:
        raise InputError(
            "--at is given without --terminal",
            "ghost view",
            "--at together with --terminal",
            "open the page at a moment with #t=6.05 behind its address",
        )
    target = arguments.output or _beside(Path(arguments.runs[0]))
    write_page(arguments.runs, target)
    if arguments.json:
        put_document({"page": str(target), "bytes": target.stat().st_size})
    else:
        print(f"{target}  {target.stat().st_size / 1e6:.2f} MB")
    if arguments.output is None and sys.stdout.isatty():
        webbrowser.open(target.resolve().as_uri())
    return 0


def write_page(paths: list[str], target: Path) -> None:
    """Write the page of some recordings."""
    from project_ghost.telemetry import recording_path
    from project_ghost.view import Run, run_page  # slow to load

    runs = [Run(recording_path(Path(path))) for path in paths]
    try:
        page = run_page(runs)
    finally:
        for each in runs:
            each.close()
    target.parent.mkdir(parents=True, exist_ok=True)
    write_whole(target, page, "the page")


def _beside(run: Path) -> Path:
    return run / "view.html" if run.is_dir() else run.with_name("view.html")


def _draw(arguments: argparse.Namespace) -> int:
    from project_ghost.telemetry import recording_path
    from project_ghost.view import Run, run_text

    if len(arguments.runs) > 1:
        raise InputError(
            "two runs are given with --terminal", "ghost view", "one run", "leave out the second"
        )
    size = shutil.get_terminal_size((100, 40))
    opened = Run(recording_path(Path(arguments.runs[0])))
    try:
        if not opened.actors:
            raise InputError(
                "the recording has no poses of actors",
                str(opened.path),
                "a recording of a scenario",
                "`ghost info` takes any recording",
            )
        end_ns = opened.stop_ns or 0
        at_ns = end_ns if arguments.at is None else parse_duration_ns(arguments.at, "--at")
        text = run_text(opened, at_ns, size.columns, max(4, size.lines - 4))
    finally:
        opened.close()
    if arguments.output is not None:
        write_whole(arguments.output, text, "the picture")
    else:
        sys.stdout.write(text)
    return 0
