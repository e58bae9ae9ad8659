"""Play a recorded run in the browser, or two runs over each other.

It writes one page that needs no server and no network: the map, all actors, events on the time
line, signals below. A link opens it at a moment: view.html#t=6.05&follow=car2. Two runs show the
moment at which they part. The page is opened in the browser, unless -o names its file. --svg draws
all paths as one picture, --animation writes a film. Nothing of the code that a recording names is
imported.

  ghost view runs/t-junction-4-1
  ghost view first second -o both.html
  ghost view first --terminal --at 6.05s
  ghost view first --svg paths.svg
  ghost view first --animation run.gif --speed 2
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
    parser.add_argument(
        "--svg", metavar="FILE", type=Path, help="draw the paths of all actors as one picture"
    )
    parser.add_argument(
        "--animation",
        metavar="FILE",
        type=Path,
        help="write an animation: .svg plays in browsers; .gif and .mp4 need the extra animation",
    )
    parser.add_argument(
        "--speed",
        metavar="X",
        type=float,
        help="with --animation: times real time [1, or what lets it end within 12 s]",
    )
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
    if arguments.svg is not None or arguments.animation is not None:
        return _write_pictures(arguments)
    if arguments.speed is not None:
        raise InputError(
            "--speed is given without --animation",
            "ghost view",
            "--speed together with --animation",
            "choose the speed on the page",
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


def _write_pictures(arguments: argparse.Namespace) -> int:
    """Write the picture and the animation that are asked for."""
    from project_ghost.telemetry import recording_path
    from project_ghost.view import Run, animated_svg, film, shown_recording, shown_svg

    _require_one_run(arguments, "--svg" if arguments.svg is not None else "--animation")
    _require_suffix(arguments.svg, "--svg", (".svg",))
    _require_suffix(arguments.animation, "--animation", (".svg", ".gif", ".mp4"))
    if arguments.speed is not None and not 0.0 < arguments.speed < float("inf"):
        raise InputError(
            f"the speed is {arguments.speed:g}",
            "ghost view --speed",
            "a number above 0",
            "correct it",
        )
    opened = Run(recording_path(Path(arguments.runs[0])))
    try:
        shown = shown_recording(opened)
    finally:
        opened.close()
    if arguments.svg is not None:
        write_whole(arguments.svg, shown_svg(shown), "the picture")
    target: Path | None = arguments.animation
    if target is not None and target.suffix == ".svg":
        write_whole(target, animated_svg(shown, arguments.speed), "the animation")
    elif target is not None:
        write_whole(target, film(shown, target.suffix, arguments.speed), "the animation")
    written = [path for path in (arguments.svg, target) if path is not None]
    if arguments.json:
        put_document({"written": [str(path) for path in written]})
    else:
        for path in written:
            print(f"{path}  {path.stat().st_size / 1e6:.2f} MB")
    return 0


def _require_suffix(path: Path | None, flag: str, suffixes: tuple[str, ...]) -> None:
    if path is not None and path.suffix not in suffixes:
        raise InputError(
            f"the file is called {path.name}",
            f"ghost view {flag}",
            f"a name that ends in {' or '.join(suffixes)}",
            "correct the name",
        )


def _require_one_run(arguments: argparse.Namespace, flag: str) -> None:
    if len(arguments.runs) > 1:
        raise InputError(
            f"two runs are given with {flag}", "ghost view", "one run", "leave out the second"
        )


def _beside(run: Path) -> Path:
    return run / "view.html" if run.is_dir() else run.with_name("view.html")


def _draw(arguments: argparse.Namespace) -> int:
    from project_ghost.telemetry import recording_path
    from project_ghost.view import Run, run_text

    _require_one_run(arguments, "--terminal")
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
