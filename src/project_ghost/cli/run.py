"""Run a scenario or a schedule file and record it.

SCENARIO is a built-in scenario (`ghost scenario list`) or a scenario or schedule file of yours.
A new folder under runs/ receives run.mcap with every message and summary.json with timings and
the machine. The same file gives the same digest, however and wherever it is executed. Ctrl-C
ends a run early and completes the recording.

`--signals` also records signals, at the period of `--every`; `--signals '*'` records all.
`--live` shows the run in the browser while it runs, `--foxglove` in viewers that speak Foxglove's
protocol; neither changes a bit of it, and both are reachable from this machine only.
`--from` continues from a checkpoint (`ghost checkpoint`) to the same result as the original run;
with `--set` it is a fork, which differs from then on.

  ghost run t-junction-4
  ghost run crossing.yaml --set actors.car.speed_mps=5 --seed 3 -o slower
  ghost run t-junction-4 --signals 'Cars/driver.*' --every 50ms
  ghost run t-junction-4 --live --realtime
  ghost run --from moment.ghost --set actors.car2.speed_mps=1
"""

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from project_ghost.core.duration import duration_text, seconds_text
from project_ghost.core.errors import InputError
from project_ghost.core.wording import counted

from ._exit_codes import INTERRUPTED
from ._run_flags import (
    add_execution,
    add_replacements,
    add_run_folder,
    add_settings,
    replacements_of,
    settings_of,
)
from ._trust import add_trust, is_trusted
from ._watching import Watching, add_watching, is_watched
from .terminal._facts import print_facts
from .terminal._output import put_document
from .terminal._progress import RunProgress

if TYPE_CHECKING:
    from project_ghost.runs import PreparedRun, RunFile, RunResult


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    add = parser.add_argument
    add("scenario", metavar="SCENARIO", nargs="?",
        help="a built-in scenario, or a scenario or schedule file")  # fmt: skip
    add("--from", dest="start", type=Path, metavar="FILE",
        help="continue from a checkpoint instead; with --set as a fork")  # fmt: skip
    add_settings(parser)
    add_replacements(parser)
    add_trust(parser)
    add("--no-record", action="store_true", help="run without writing files")
    add("--signals", action="append", default=[], metavar="PATTERN",
        help="also record these signals, such as 'Cars/driver.*'; may be repeated")  # fmt: skip
    add("--every", metavar="TIME",
        help="the period of these signals (default: that of the poses)")  # fmt: skip
    add_execution(parser)
    add("--realtime", action="store_true", help="run no faster than the wall clock")
    add_watching(parser)
    add("--paranoid", action="store_true",
        help="snapshot, restore and compare at every tick; slow")  # fmt: skip
    add_run_folder(parser)


def run(arguments: argparse.Namespace) -> int:
    """Prepare, run, record, print the result."""
    _check_flags(arguments)
    # ghost: allow[wall-clock] the timing is only reported
    start_s = time.perf_counter()
    prepared = _prepare(arguments)
    with Watching(prepared, arguments) as watching:
        return _run(arguments, prepared, watching, start_s)


def _run(
    arguments: argparse.Namespace, prepared: "PreparedRun", watching: Watching, start_s: float
) -> int:
    from project_ghost.runs import (
        RecordingFailedError,
        discard_if_empty,
        new_run_folder,
        recorded_run,
        write_summary,
    )
    from project_ghost.scenario.events import EndedBy
    from project_ghost.telemetry import RECORDING_NAME

    folder = None
    if not arguments.no_record:
        name = prepared.runnable.name
        folder = new_run_folder(arguments.output, name, force=arguments.force)
    # ghost: allow[wall-clock] the timing is only reported
    prepared_s = time.perf_counter()
    try:
        # Viewers of Foxglove show what arrives when it arrives, so the run must not hurry.
        paced = arguments.realtime or arguments.foxglove
        with RunProgress(prepared, paced=paced, fine=is_watched(arguments)) as progress:

            def on_slice(now_ns: int) -> bool:
                watching.on_slice(now_ns)
                return progress.on_slice(now_ns)

            options = {
                "listeners": watching.listeners,
                "on_slice": on_slice,
                "slice_ns": progress.slice_ns,
                "paranoid": arguments.paranoid,
            }
            result = (
                prepared.run(**options)
                if folder is None
                else recorded_run(prepared, folder, force=arguments.force, **options)
            )
    except RecordingFailedError as error:
        # The result of the run is valid; print it before the error.
        if error.result is not None:
            times = _Times.of(progress, prepared_s)
            _print_result(error.result, prepared, None, times, as_json=arguments.json)
        raise
    except BaseException:
        watching.finish("the run failed")
        if folder is not None and not any(folder.glob(f"{RECORDING_NAME}*")):
            discard_if_empty(folder)
        raise
    times = _Times.of(progress, prepared_s)
    ended = f"ended by {_ended_by(result)} at {seconds_text(result.duration_ns)}"
    watching.finish(f"{ended}, digest {result.digest}")
    try:
        if folder is not None:
            write_summary(
                folder,
                result,
                staging_s=prepared_s - start_s,
                compiling_s=times.compiling_s,
                running_s=times.running_s,
                recorded=True,
                code_folders=prepared.runnable.code_folders,
            )
    finally:
        # Print the result even if the summary cannot be written.
        _print_result(result, prepared, folder, times, as_json=arguments.json)
    if result.ended_by is EndedBy.INTERRUPT:
        complete = "" if folder is None else " The recording is complete up to there."
        print(
            f"ghost run: interrupted at {seconds_text(result.duration_ns)}.{complete}",
            file=sys.stderr,
        )
        return INTERRUPTED
    watching.stay()
    return 0


class _Times(NamedTuple):
    """Seconds before the first tick, to compile machine code or to load it, and after it."""

    compiling_s: float
    running_s: float
    kernels: int

    @classmethod
    def of(cls, progress: RunProgress, start_s: float) -> "_Times":
        # ghost: allow[wall-clock] the timing is only reported
        now_s = time.perf_counter()
        ready_s = now_s if progress.ready_s is None else progress.ready_s
        return cls(ready_s - start_s, now_s - ready_s, progress.kernels)

    def compiling_text(self, execution: str) -> str:
        """Say how long machine code took; nothing for an interpreted run."""
        if self.kernels:
            return (
                f", after {self.compiling_s:.1f} s of compiling {counted(self.kernels, 'kernel')}"
            )
        if execution == "compiled":
            return f", after {self.compiling_s:.1f} s of loading machine code"
        return ""


def _prepare(arguments: argparse.Namespace) -> "PreparedRun":
    """Prepare the run with all settings, including --signals and --every."""
    from project_ghost.runs import load, prepare, read_checkpoint

    settings, execution = settings_of(arguments), arguments.execution
    components = replacements_of(arguments)
    if arguments.start is not None:
        checkpoint = read_checkpoint(arguments.start)
        trust = is_trusted(checkpoint, arguments)
        signals = _recording_settings(arguments, load(checkpoint, settings, trust=trust))
        return prepare(
            checkpoint,
            [*settings, *signals],
            components=components,
            execution=execution,
            trust=trust,
        )
    file = load_to_run(arguments.scenario, settings)
    signals = _recording_settings(arguments, file)
    if signals:
        file = load_to_run(arguments.scenario, [*settings, *signals])
    return prepare(file, components=components, execution=execution)


def load_to_run(source: str, settings: list[str]) -> "RunFile":
    """Load a scenario or a schedule; refuse a recording, which has commands of its own."""
    from project_ghost.runs import is_recording, load

    if Path(source).suffix == ".ghost" or is_recording(source):
        is_checkpoint = Path(source).suffix == ".ghost"
        raise InputError(
            f"{source} is a {'checkpoint' if is_checkpoint else 'recording'}",
            "ghost run",
            "a built-in scenario, or a scenario or schedule file",
            f"write `ghost run --from {source}`"
            if is_checkpoint
            else f"`ghost rerun {source}` runs it again, `ghost verify {source}` compares",
        )
    return load(source, settings)


def _recording_settings(arguments: argparse.Namespace, file: "RunFile") -> list[str]:
    """Return the settings that `--signals` and `--every` stand for."""
    if not arguments.signals and arguments.every is None:
        return []
    import json

    signals = list(dict.fromkeys([*file.recorded_signals, *arguments.signals]))
    if not signals:
        raise InputError(
            "--every is given without signals",
            "--every",
            "--signals too",
            "add --signals with a name, or a pattern such as '*' for all",
        )
    every = [] if arguments.every is None else [f"--every={arguments.every}"]
    return [f"--signals={json.dumps(signals)}", *every]


def _check_flags(arguments: argparse.Namespace) -> None:
    if (arguments.scenario is None) == (arguments.start is None):
        problem = (
            "both a scenario and a checkpoint are given"
            if arguments.start
            else "neither a scenario nor a checkpoint is given"
        )
        raise InputError(
            problem,
            "ghost run",
            "a scenario, or --from and a checkpoint, which contains its scenario",
            "write `ghost run SCENARIO` or `ghost run --from FILE`",
        )
    if arguments.no_record and (arguments.output is not None or arguments.force):
        raise InputError(
            "--no-record writes no files, so it needs no folder",
            "--no-record",
            "either a folder or no recording",
            "leave out -o and --force, or --no-record",
        )
    if arguments.no_record and (arguments.signals or arguments.every is not None):
        raise InputError(
            "--no-record writes no files, so it cannot record signals",
            "--no-record",
            "either signals or no recording",
            "leave out --signals and --every, or --no-record",
        )


def _print_result(
    result: "RunResult",
    prepared: "PreparedRun",
    folder: Path | None,
    times: "_Times",
    *,
    as_json: bool,
) -> None:
    from project_ghost.runs import SUMMARY, speed
    from project_ghost.telemetry import RECORDING_NAME

    files = [] if folder is None else [folder / RECORDING_NAME, folder / SUMMARY]
    start = prepared.start
    changed = () if start is None else start.changed_keys(prepared.runnable)
    runnable = prepared.runnable
    facts = {
        runnable.definition.kind: result.name,
        **_start_facts(prepared, changed),
        "seed": str(result.seed),
        "duration": f"{seconds_text(result.duration_ns)}, ended by {_ended_by(result)}",
        "ticks": f"{result.ticks:,} of {duration_text(result.step_ns)}",
        **({} if runnable.scene is None else {"contacts": _contacts(result)}),
        "digest": result.digest,
        "level": result.level,
        "executed": f"{result.execution}, {_times(speed(result, times.running_s))} real time"
        f"{times.compiling_text(result.execution)}",
        **({"note": result.execution_note} if result.execution_note else {}),
        "files": ", ".join(str(path) for path in files if path.is_file()) or "none",
    }
    if as_json:
        document = {
            "begin_ns": result.begin_ns,
            "changed": list(changed),
            "compiling_s": times.compiling_s,
            "contacts": [contact._asdict() for contact in result.contacts],
            "digest": result.digest,
            "duration_ns": result.duration_ns,
            "ended_by": result.ended_by,
            "execution": result.execution,
            "execution_note": result.execution_note,
            "folder": None if folder is None else str(folder),
            "level": result.level,
            "scenario": result.name,
            "seed": result.seed,
            "ticks": result.ticks,
        }
        put_document(document)
        return
    print_facts(facts)


def _start_facts(prepared: "PreparedRun", changed: tuple[str, ...]) -> dict[str, str]:
    """Return the checkpoint that a run started from, if any, and what was changed."""
    start = prepared.start
    if start is None:
        return {}
    kind = "unchanged" if not changed else "a fork"
    more = f" and {len(changed) - _LISTED_MAX} more" if changed[_LISTED_MAX:] else ""
    changes = {"changed": f"{', '.join(changed[:_LISTED_MAX])}{more}"} if changed else {}
    return {"from": f"{seconds_text(start.time_ns)}, {start.where}, {kind}", **changes}


def _ended_by(result: "RunResult") -> str:
    """Describe what ended a run."""
    from project_ghost.scenario.events import EndedBy

    return {
        EndedBy.DURATION: "its duration",
        EndedBy.FIRST_COLLISION: "a collision",
        EndedBy.ALL_ARRIVED: "the arrival of all",
        EndedBy.INTERRUPT: "Ctrl-C",
        EndedBy.STOP: "a signal that stops it",
        EndedBy.RECORDING: "its recording, which could not be written",
    }[result.ended_by]


_LISTED_MAX = 5


def _times(factor: float) -> str:
    """Format a factor: two digits below 10, an integer above."""
    return f"{factor:,.0f} x" if factor >= 10.0 else f"{factor:.2g} x"


def _contacts(result: "RunResult") -> str:
    lines = [
        f"{c.first} and {c.second} at {seconds_text(c.stamp_sim_ns)}"
        for c in result.contacts[:_LISTED_MAX]
    ]
    if len(result.contacts) > _LISTED_MAX:
        lines.append(f"and {len(result.contacts) - _LISTED_MAX} more")
    return "\n".join([str(len(result.contacts)), *lines]) if lines else "0"
