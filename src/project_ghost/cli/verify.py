"""Run repeatedly and check that every bit is the same.

`ghost verify t-junction-4` runs a scenario twice, in two fresh processes with different hash
seeds, and compares every channel, the order of messages and the state of every tick.
`ghost verify run.mcap` reruns a recording from its own content and compares the two.
Exit code 0 if everything is equal; 1 at the first difference, which is printed.

  ghost verify crowd -n 5 --jobs 2 --under-load 95
  ghost verify t-junction-4 --exec both
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from project_ghost.core.errors import InputError

from ._run_flags import (
    add_plans,
    add_replacements,
    add_settings,
    add_signed_by,
    plans_of,
    replacements_of,
    settings_of,
)
from ._trust import add_trust
from .terminal._output import add_printed, put_document
from .terminal._progress import compiling_text

if TYPE_CHECKING:
    from project_ghost.batch import AbstractExecutor, Verification, VerifiedRun
    from project_ghost.runs import RunFile
    from project_ghost.telemetry import Recording

# The executors in the result.
_PROCESSES = {
    "fresh": "fresh processes",
    "processes": "worker processes",
    "in-process": "this process",
}
_DIGITS = 16  # enough of a digest to distinguish any two


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    add = parser.add_argument
    add("what", metavar="SCENARIO|RUN",
        help="a built-in scenario, a scenario or schedule file, or a recording")  # fmt: skip
    add("-n", dest="times", type=int, default=2, metavar="N", help="number of runs [2]")
    add("--executor", choices=["fresh", "processes", "in-process"], default="fresh",
        help="a new process per run; worker processes; this process [fresh]")  # fmt: skip
    add("--jobs", type=int, metavar="N", help="number of parallel runs [1]")
    add("--under-load", type=float, metavar="PERCENT",
        help="background load on all cores, such as 95")  # fmt: skip
    add("--exec", dest="execution", choices=["auto", "interpreted", "compiled", "both"],
        default="auto", help="how to execute the runs; both: N runs of each")  # fmt: skip
    add("--level", choices=["process", "host", "portable"],
        help="refuse components below this level "
             "[host; process with --executor in-process]")  # fmt: skip
    add_signed_by(parser)
    add_settings(parser)
    add_replacements(parser)
    add_trust(parser)
    add_plans(parser)
    add_printed(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run, compare, print the result."""
    _check_flags(arguments)
    from project_ghost.batch import background_load, verify
    from project_ghost.runs import (
        code_note,
        prepare,
        require_level,
        require_same_components,
        version_note,
    )

    from .terminal._recordings import recovered_note, require_signed

    with ExitStack() as stack:
        original = _open_recording(arguments.what)
        if original is not None:
            stack.enter_context(original)
        if arguments.signed_by is not None:
            require_signed(original, arguments.signed_by)
        file = _run_file(arguments, original)
        components = replacements_of(arguments)
        level = arguments.level or ("process" if arguments.executor == "in-process" else "host")
        plans = None if original is None else plans_of(arguments, original, "verify")
        prepared = prepare(file, components=components, execution="interpreted", plans=plans)
        require_level(prepared, level)
        if original is not None:
            require_same_components(original, prepared.runnable)
            for note in (
                original.cut_off,
                recovered_note(original),
                version_note(original),
                code_note(original, prepared.runnable),
            ):
                if note:
                    print(f"ghost verify: warning: {note}", file=sys.stderr)
        executions = _executions(arguments.execution, arguments.times)
        folder = Path(tempfile.mkdtemp(prefix="ghost-verify-"))
        kept = False
        try:
            with (
                background_load((arguments.under_load or 0.0) / 100.0) as load,
                _bar(file.name, len(executions)) as on_run,
            ):
                result = verify(
                    file,
                    _executor(arguments),
                    folder,
                    components=components,
                    executions=executions,
                    original=original,
                    plans=None if plans is None else Path(plans.path),
                    on_run=on_run,
                )
                reached = load.reached() if arguments.under_load else None
            kept = not result.is_same
            _print_result(result, arguments, reached)
        finally:
            if not kept:
                shutil.rmtree(folder, ignore_errors=True)
    return 0 if result.is_same else 1


def _check_flags(arguments: argparse.Namespace) -> None:
    if arguments.times < 1:
        raise InputError(f"-n is {arguments.times}", "-n", "1 or more")
    if arguments.jobs is not None and arguments.jobs < 1:
        raise InputError(f"--jobs is {arguments.jobs}", "--jobs", "1 or more")
    if arguments.executor == "in-process" and (arguments.jobs or 1) > 1:
        raise InputError(
            f"--jobs is {arguments.jobs}, but one process runs one at a time",
            "--jobs",
            "1 with --executor in-process",
            "leave out one of the two",
        )
    from project_ghost.runs import is_recording

    if arguments.plans == "recorded" and not is_recording(arguments.what):
        raise InputError(
            f"{arguments.what} has no recorded plans",
            "--plans",
            "a recording",
            "record a run with `ghost run`, and verify that",
        )
    load = arguments.under_load
    if load is not None and not 0.0 < load <= 100.0:
        raise InputError(
            f"the load is {load:g}", "--under-load", "per cent, above 0 and up to 100", "write 95"
        )


def _open_recording(what: str) -> "Recording | None":
    """Open the argument if it is a recording: an .mcap file or a run's folder."""
    from project_ghost.runs import is_recording
    from project_ghost.telemetry import Recording, recording_path

    return Recording(recording_path(what)) if is_recording(what) else None


def _run_file(arguments: argparse.Namespace, original: "Recording | None") -> "RunFile":
    from project_ghost.runs import load

    from ._trust import is_trusted

    settings = settings_of(arguments)
    if original is None:
        return load(arguments.what, settings)
    if settings:
        raise InputError(
            f"{settings[0]} would make it a different run from the recording",
            "--set",
            "a recording without changes",
            "`ghost rerun` shows the effect of a change",
        )
    return load(original, trust=is_trusted(original, arguments))


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
    """Show the number of finished runs and what is compiled, if stderr is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from project_ghost.core.compile_steps import CompileStep, observed_compilation

    from .terminal._console import TerminalConsole

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("runs"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=TerminalConsole(stderr=True), transient=True) as bar:
        task = bar.add_task(name, total=runs)

        def on_run(_: "VerifiedRun") -> None:
            bar.update(task, advance=1, description=name)

        def on_compilation(step: CompileStep) -> None:
            bar.update(task, description=compiling_text(name, step))
            bar.refresh()

        with observed_compilation(on_compilation):
            yield on_run


def _print_result(
    result: "Verification", arguments: argparse.Namespace, load: float | None
) -> None:
    if arguments.json:
        put_document(_document(result, arguments, load))
        return
    from rich.markup import escape

    from .terminal._console import console
    from .terminal._recordings import table

    output = console()
    right = ("ticks", "messages", "channels")
    headings = ("run", "executed", "hash seed", *right, "state", "order", "the same?")
    runs = table(None, *headings, right=right)
    if result.fingerprint is not None and arguments.what and result.reference != _first(result):
        prints = result.fingerprint
        runs.add_row(
            "recording", "", "", "", "", str(len(prints.channels)),
            (prints.state or "-")[:_DIGITS], prints.order[:_DIGITS], "",
        )  # fmt: skip
    for each in result.runs:
        is_reference = each.recording == result.reference
        same = "" if is_reference else "[green]yes[/]"
        if each.difference:
            same = f"[bold red]no[/]: {escape(_listed(each.difference.words()))}"
        runs.add_row(
            str(each.number), each.execution, each.hash_seed, f"{each.ticks:,}",
            f"{each.messages:,}", str(len(each.fingerprint.channels)),
            (each.fingerprint.state or "-")[:_DIGITS], each.fingerprint.order[:_DIGITS], same,
        )  # fmt: skip
    output.print(runs)
    if load is not None:
        output.print(f"The cores were busy for {100.0 * load:.0f} % of the time.")
    if result.is_same:
        others = len(result.runs) - (result.runs[0].recording == result.reference)
        compared = "every channel, the order and the state"
        if result.fingerprint is None:
            compared = "the recording as far as it goes, and in the runs " + compared
        output.print(
            f"[green]The same[/], bit for bit: {others + 1} of {others + 1} recordings, "
            f"made in {_PROCESSES[arguments.executor]}: {compared}."
        )
        return
    _print_difference(result)


def _first(result: "Verification") -> Path:
    return result.runs[0].recording


def _listed(names: Sequence[str], limit: int = 4) -> str:
    more = f" and {len(names) - limit} more" if len(names) > limit else ""
    return ", ".join(names[:limit]) + more


def _print_difference(result: "Verification") -> None:
    """Print the first difference, as `ghost diff` does."""
    from project_ghost.analysis.divergence import compare_recordings
    from project_ghost.telemetry import Recording

    from .diff import show_comparison

    last = result.runs[-1]
    print(f"A is {result.reference}")
    print(f"B is {last.recording}, run {last.number}; both are kept")
    with Recording(result.reference) as a, Recording(last.recording) as b:
        comparison = compare_recordings(a, b)
    if comparison.is_same:
        assert last.difference is not None
        print(f"All messages are equal, but not {_listed(last.difference.words())}.")
    else:
        show_comparison(comparison)
    if comparison.first is None and result.reference == _first(result):
        print("""To find the signal, record all of them: --set "recording.signals=['*']".""")


def _document(
    result: "Verification", arguments: argparse.Namespace, load: float | None
) -> dict[str, Any]:
    document: dict[str, Any] = {
        "difference": None,
        "executor": arguments.executor,
        "load_reached": load,
        "recording": None if result.reference == _first(result) else str(result.reference),
        "runs": [
            {
                "channels": dict(each.fingerprint.channels),
                "differing": None if each.difference is None else asdict(each.difference),
                "execution": each.execution,
                "hash_seed": each.hash_seed,
                "messages": each.messages,
                "order_sha256": each.fingerprint.order,
                "run": each.number,
                "state_sha256": each.fingerprint.state,
                "ticks": each.ticks,
            }
            for each in result.runs
        ],
        "same": result.is_same,
    }
    if not result.is_same:
        from project_ghost.analysis.divergence import compare_recordings
        from project_ghost.telemetry import Recording

        from .diff import comparison_document

        last = result.runs[-1].recording
        with Recording(result.reference) as a, Recording(last) as b:
            difference = comparison_document(compare_recordings(a, b))
        document["difference"] = difference
        document["kept"] = [str(result.reference), str(last)]
    return document
