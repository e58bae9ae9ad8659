"""Rerun a recording from its own content, and record the rerun.

`ghost rerun run.mcap` gives the same run, bit for bit, or exit code 1 and the first difference.
With a change (--set) it shows the first difference too, but gives exit code 0, because a
difference is expected.

  ghost rerun runs/t-junction-4-1 --set actors.car2.speed_mps=6
"""

import argparse
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from project_ghost.telemetry import RECORDING_NAME

from ._exit_codes import INTERRUPTED
from ._run_flags import (
    add_execution,
    add_plans,
    add_replacements,
    add_run_folder,
    add_settings,
    plans_of,
    replacements_of,
    settings_of,
)
from ._trust import add_trust, is_trusted
from .terminal._output import put_document
from .terminal._progress import RunProgress
from .terminal._recordings import open_with_warning, recovered_note

if TYPE_CHECKING:
    from project_ghost.runs import RerunComparison, RunResult


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    add = parser.add_argument
    add("recording", metavar="RUN", help="a recording or a run's folder")
    add_settings(parser)
    add_replacements(parser)
    add_trust(parser)
    add_plans(parser)
    add_execution(parser)
    add_run_folder(parser)


def run(arguments: argparse.Namespace) -> int:
    """Rerun, record, compare, print the result."""
    from project_ghost.runs import (
        code_note,
        differing_components,
        discard_if_empty,
        new_run_folder,
        prepare,
        require_same_components,
        rerun,
        rerun_duration_ns,
        version_note,
        write_summary,
    )

    settings = settings_of(arguments)
    # ghost: allow[wall-clock] the timing is only reported
    start_s = time.perf_counter()
    with open_with_warning(arguments.recording, "rerun") as recording:
        prepared = prepare(
            recording,
            settings,
            components=replacements_of(arguments),
            execution=arguments.execution,
            trust=is_trusted(recording, arguments),
            plans=plans_of(arguments, recording, "rerun"),
        )
        is_changed = bool(settings)
        if arguments.replacements:
            is_changed |= bool(differing_components(recording, prepared.runnable))
        elif not settings:
            require_same_components(recording, prepared.runnable)
        notes = (
            recovered_note(recording),
            version_note(recording),
            code_note(recording, prepared.runnable),
        )
        for note in filter(None, notes):
            print(f"ghost rerun: warning: {note}", file=sys.stderr)
        folder = new_run_folder(arguments.output, prepared.runnable.name, force=arguments.force)
        # ghost: allow[wall-clock] the timing is only reported
        prepared_s = time.perf_counter()
        try:
            with RunProgress(prepared, paced=False) as progress:
                result, outcome = rerun(
                    recording,
                    prepared,
                    folder,
                    force=arguments.force,
                    duration_ns=rerun_duration_ns(recording, settings),
                    on_slice=progress.on_slice,
                    slice_ns=progress.slice_ns,
                )
        except BaseException:
            if not any(folder.glob(f"{RECORDING_NAME}*")):
                discard_if_empty(folder)
            raise
        # ghost: allow[wall-clock] the timing is only reported
        end_s = time.perf_counter()
        ready_s = end_s if progress.ready_s is None else progress.ready_s
        write_summary(
            folder,
            result,
            staging_s=prepared_s - start_s,
            compiling_s=ready_s - prepared_s,
            running_s=end_s - ready_s,
            recorded=True,
            code_folders=prepared.runnable.code_folders,
        )
        if outcome is None:
            print("ghost rerun: interrupted; the recording is complete up to here", file=sys.stderr)
            return INTERRUPTED
        _print_result(result, outcome, folder, changed=is_changed, as_json=arguments.json)
    return 0 if outcome.is_same or is_changed else 1


def _print_result(
    result: "RunResult", outcome: "RerunComparison", folder: Path, *, changed: bool, as_json: bool
) -> None:
    from .diff import comparison_document, show_comparison

    comparison = outcome.comparison
    if as_json:
        document: dict[str, Any] = {
            "changed": changed,
            "difference": None if comparison is None else comparison_document(comparison),
            "differing": asdict(outcome.difference),
            "digest": result.digest,
            "folder": str(folder),
            "partial": outcome.is_partial,
            "same": outcome.is_same,
            "scenario": result.name,
            "seed": result.seed,
        }
        put_document(document)
        return
    print(f"B, the new recording: {folder / RECORDING_NAME}")
    if comparison is not None and not comparison.is_same:
        show_comparison(comparison)
    elif not outcome.is_same:
        print(f"All messages are equal, but not {', '.join(outcome.difference.words())}.")
    elif changed:
        print("The same, bit for bit: the change had no effect.")
    elif outcome.is_partial:
        print("The same, bit for bit, as far as the recording goes: it was cut off.")
    else:
        print(f"The same, bit for bit: every channel, the order and the state, {result.digest}.")
