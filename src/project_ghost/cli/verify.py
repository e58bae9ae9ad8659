"""Run it again, and again, and see that every bit is the same.

`ghost verify t-junction-4` runs a scenario twice, in two fresh processes with different hash
seeds, and compares every channel, the order of messages and the state of every tick.
`ghost verify run.mcap` runs a recording again, from what is inside, and holds it against that.
Exit code 0 if all is the same; 1 at the first difference, with the place where it begins.

  ghost verify crowd -n 5 --jobs 2 --under-load 95
  ghost verify t-junction-4 --exec both
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from project_ghost.core.errors import InputError

from ._document import put_document
from .scenario import add_settings, settings_of

if TYPE_CHECKING:
    from project_ghost.batch import AbstractExecutor, Verification, VerifiedRun
    from project_ghost.scenario import ScenarioFile
    from project_ghost.telemetry import Recording

_SHOWN = 16  # so many digits of a digest tell any two apart
_RECORDINGS = (".mcap", ".part")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    add = parser.add_argument
    add("what", metavar="SCENARIO|run.mcap",
        help="a built-in scenario's name, a YAML file, a recording or its folder")  # fmt: skip
    add("-n", dest="times", type=int, default=2, metavar="N", help="how many runs [2]")
    add("--executor", choices=["fresh", "processes", "in-process"], default="fresh",
        help="a new process for each run; worker processes; all in this one [fresh]")  # fmt: skip
    add("--jobs", type=int, metavar="N", help="how many at once [1]")
    add("--under-load", type=float, metavar="PERCENT",
        help="keep all cores busy for this share of the time meanwhile, such as 95")  # fmt: skip
    add("--exec", dest="execution", choices=["auto", "interpreted", "compiled", "both"],
        default="auto", help="how to execute it; both: N runs of each, compared")  # fmt: skip
    add("--level", choices=["process", "host", "portable"],
        help="refuse it unless every component promises this level "
             "[host; process with --executor in-process]")  # fmt: skip
    add_settings(parser)
    add("--json", action="store_true", help="print canonical JSON instead of a table")


def run(arguments: argparse.Namespace) -> int:
    """Run, compare, tell."""
    _require_sense(arguments)
    from project_ghost.batch import background_load, verify
    from project_ghost.runs import require_level, stage, version_note

    with ExitStack() as stack:
        original = _recording(arguments.what)
        if original is not None:
            stack.enter_context(original)
        file = _scenario(arguments, original)
        level = arguments.level or ("process" if arguments.executor == "in-process" else "host")
        require_level(stage(file, execution="interpreted"), level)
        for note in _notes(original, version_note):
            print(f"ghost verify: {note}", file=sys.stderr)
        executions = _executions(arguments.execution, arguments.times)
        folder = Path(tempfile.mkdtemp(prefix="ghost-verify-"))
        kept = False
        try:
            with (
                background_load((arguments.under_load or 0.0) / 100.0) as load,
                _bar(file.spec.name, len(executions)) as told,
            ):
                found = verify(
                    file,
                    _executor(arguments),
                    folder,
                    executions=executions,
                    original=original,
                    told=told,
                )
                reached = load.reached() if arguments.under_load else None
            kept = not found.is_same
            _tell(found, arguments, reached)
        finally:
            if not kept:
                shutil.rmtree(folder, ignore_errors=True)
    return 0 if found.is_same else 1


def _require_sense(arguments: argparse.Namespace) -> None:
    if arguments.times < 1:
        raise InputError(f"{arguments.times} runs are asked for", "-n", "1 or more")
    if arguments.jobs is not None and arguments.jobs < 1:
        raise InputError(f"{arguments.jobs} jobs are asked for", "--jobs", "1 or more")
    if arguments.executor == "in-process" and (arguments.jobs or 1) > 1:
        raise InputError(
            f"{arguments.jobs} runs at once do not fit into one process",
            "--jobs",
            "1, with --executor in-process",
            "leave out one of the two",
        )
    load = arguments.under_load
    if load is not None and not 0.0 < load <= 100.0:
        raise InputError(
            f"the load is {load:g}", "--under-load", "per cent, above 0 and up to 100", "write 95"
        )


def _recording(what: str) -> "Recording | None":
    """The recording that is meant, if it is one: an .mcap file, or a folder with a run."""
    from project_ghost.scenario import builtin_names

    path = Path(what)
    if what in builtin_names() or (path.suffix not in _RECORDINGS and not path.is_dir()):
        return None
    from project_ghost.telemetry import Recording, recording_path

    return Recording(recording_path(path))


def _scenario(arguments: argparse.Namespace, original: "Recording | None") -> "ScenarioFile":
    from project_ghost.runs import scenario_in
    from project_ghost.scenario import load_scenario

    settings = settings_of(arguments)
    if original is None:
        return load_scenario(arguments.what, settings)
    if settings:
        raise InputError(
            f"with {settings[0]} it is another run than that of the recording",
            "--set",
            "a recording as it is",
            "`ghost rerun` tells how a change makes runs part",
        )
    return scenario_in(original)


def _notes(
    original: "Recording | None", version_note: Callable[["Recording"], str]
) -> Iterator[str]:
    from ._recordings import recovered_note

    if original is not None:
        for note in (original.cut_off, recovered_note(original), version_note(original)):
            if note:
                yield f"warning: {note}"


def _executions(execution: str, times: int) -> list[str]:
    if execution == "both":
        return ["interpreted", "compiled"] * times
    return [execution] * times


def _executor(arguments: argparse.Namespace) -> "AbstractExecutor":
    from project_ghost.batch import InProcess, ProcessPool

    if arguments.executor == "in-process":
        return InProcess()
    fresh = arguments.executor == "fresh"
    return ProcessPool(arguments.jobs or 1, fresh=fresh, vary_hash_seed=True)


@contextmanager
def _bar(name: str, runs: int) -> Iterator[Callable[["VerifiedRun"], object]]:
    """Shows how many runs are done; nothing where nobody looks."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from ._console import TerminalConsole

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("runs"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=TerminalConsole(stderr=True), transient=True) as bar:
        task = bar.add_task(name, total=runs)
        yield lambda _: bar.advance(task)


def _tell(found: "Verification", arguments: argparse.Namespace, load: float | None) -> None:
    if arguments.json:
        put_document(_document(found, arguments, load))
        return
    from rich.markup import escape

    from ._recordings import console, table

    output = console()
    right = ("ticks", "messages", "channels")
    headings = ("run", "executed", "hash seed", *right, "state", "order", "the same?")
    shown = table(None, *headings, right=right)
    if found.fingerprint is not None and arguments.what and found.reference != _first(found):
        prints = found.fingerprint
        shown.add_row(
            "recording", "", "", "", "", str(len(prints.channels)),
            (prints.state or "-")[:_SHOWN], prints.order[:_SHOWN], "",
        )  # fmt: skip
    for each in found.runs:
        own = each.recording == found.reference
        same = "" if own else "[green]yes[/]"
        if each.differing:
            same = f"[bold red]no[/]: {escape(_some(each.differing))}"
        shown.add_row(
            str(each.number), each.execution, each.hash_seed, f"{each.ticks:,}",
            f"{each.messages:,}", str(len(each.fingerprint.channels)),
            (each.fingerprint.state or "-")[:_SHOWN], each.fingerprint.order[:_SHOWN], same,
        )  # fmt: skip
    output.print(shown)
    if load is not None:
        output.print(f"Meanwhile the cores were busy for {100.0 * load:.0f} % of the time.")
    if found.is_same:
        others = len(found.runs) - (found.runs[0].recording == found.reference)
        what = "every channel, the order and the state"
        if found.fingerprint is None:
            what = "the recording as far as it goes, and in the runs " + what
        output.print(
            f"[green]The same[/], bit for bit: {others + 1} of {others + 1}, "
            f"{arguments.executor}, {what}."
        )
        return
    _locate(found)


def _first(found: "Verification") -> Path:
    return found.runs[0].recording


def _some(names: tuple[str, ...], limit: int = 4) -> str:
    more = f" and {len(names) - limit} more" if len(names) > limit else ""
    return ", ".join(names[:limit]) + more


def _locate(found: "Verification") -> None:
    """Show where the first difference is, as `ghost diff` does."""
    from project_ghost.analysis.divergence import compare_recordings
    from project_ghost.telemetry import Recording

    from .diff import show_comparison

    last = found.runs[-1]
    print(f"A is {found.reference}")
    print(f"B is {last.recording}, run {last.number}; both are kept")
    with Recording(found.reference) as a, Recording(last.recording) as b:
        comparison = compare_recordings(a, b)
    if comparison.is_same:
        print("All messages are the same, and the state behind them is not.")
    else:
        show_comparison(comparison)
    if comparison.first is None and found.reference == _first(found):
        print("""To see which signal it is, record them all: --set "recording.signals=['*']".""")


def _document(
    found: "Verification", arguments: argparse.Namespace, load: float | None
) -> dict[str, Any]:
    document: dict[str, Any] = {
        "difference": None,
        "executor": arguments.executor,
        "load_reached": load,
        "recording": None if found.reference == _first(found) else str(found.reference),
        "runs": [
            {
                "channels": dict(each.fingerprint.channels),
                "differing": list(each.differing),
                "execution": each.execution,
                "hash_seed": each.hash_seed,
                "messages": each.messages,
                "order_sha256": each.fingerprint.order,
                "run": each.number,
                "state_sha256": each.fingerprint.state,
                "ticks": each.ticks,
            }
            for each in found.runs
        ],
        "same": found.is_same,
    }
    if not found.is_same:
        from project_ghost.analysis.divergence import compare_recordings
        from project_ghost.telemetry import Recording

        from .diff import comparison_document

        last = found.runs[-1].recording
        with Recording(found.reference) as a, Recording(last) as b:
            difference = comparison_document(compare_recordings(a, b))
        document["difference"] = difference
        document["kept"] = [str(found.reference), str(last)]
    return document
