"""Run a recording again, from what is inside it, and record that.

`ghost rerun run.mcap` gives the same run, bit for bit, or exit code 1 and the place where the
two part. With a change it tells how far the runs go together and where they part, which is
what was asked for: exit code 0.

  ghost rerun runs/t-junction-4-1 --set actors.car2.speed_mps=6
"""

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from project_ghost.telemetry import RECORDING_NAME

from ._document import put_document
from ._output import add_output
from ._recordings import opened, recovered_note
from ._watch import Watch
from .scenario import add_settings, settings_of

if TYPE_CHECKING:
    from project_ghost.runs import Agreement, RunResult

EXIT_INTERRUPTED = 130


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    add = parser.add_argument
    add("recording", metavar="run.mcap", help="a recording, or the folder of a run")
    add_settings(parser)
    add_output(parser)
    add("--exec", dest="execution", choices=["auto", "interpreted", "compiled"], default="auto",
        help="how to execute it; the results are the same")  # fmt: skip
    add("--json", action="store_true", help="print the result as JSON instead")


def run(arguments: argparse.Namespace) -> int:
    """Stage, run, record, compare, tell."""
    from project_ghost.runs import (
        discard_if_empty,
        duration_of,
        new_run_folder,
        rerun,
        staged_again,
        version_note,
        write_summary,
    )

    settings = settings_of(arguments)
    # ghost: allow[wall-clock] what it took is told, and decides nothing
    begun_s = time.perf_counter()
    with opened(arguments.recording, "rerun") as recording:
        staged = staged_again(recording, settings, execution=arguments.execution)
        for note in filter(None, (recovered_note(recording), version_note(recording))):
            print(f"ghost rerun: warning: {note}", file=sys.stderr)
        folder = new_run_folder(arguments.output, staged.assembly.spec.name, force=arguments.force)
        # ghost: allow[wall-clock] what it took is told, and decides nothing
        staged_s = time.perf_counter()
        try:
            with Watch(staged, paced=False) as watch:
                result, found = rerun(
                    recording,
                    staged,
                    folder,
                    force=arguments.force,
                    duration_ns=duration_of(recording, settings),
                    on_slice=watch.between,
                    slice_ns=watch.slice_ns,
                )
        except BaseException:
            if not any(folder.glob(f"{RECORDING_NAME}*")):
                discard_if_empty(folder)
            raise
        # ghost: allow[wall-clock] what it took is told, and decides nothing
        running_s = time.perf_counter() - staged_s
        write_summary(
            folder, result, staging_s=staged_s - begun_s, running_s=running_s, recorded=True
        )
        if found is None:
            print("ghost rerun: interrupted; the recording is closed", file=sys.stderr)
            return EXIT_INTERRUPTED
        _tell(result, found, folder, changed=bool(settings), as_json=arguments.json)
    return 0 if found.is_same or settings else 1


def _tell(
    result: "RunResult", found: "Agreement", folder: Path, *, changed: bool, as_json: bool
) -> None:
    from .diff import comparison_document, show_comparison

    parted = found.comparison
    if as_json:
        document: dict[str, Any] = {
            "changed": changed,
            "difference": None if parted is None else comparison_document(parted),
            "differing": list(found.differing),
            "digest": result.digest,
            "folder": str(folder),
            "partial": found.is_partial,
            "same": found.is_same,
            "scenario": result.name,
            "seed": result.seed,
        }
        put_document(document)
        return
    print(f"B, the new recording: {folder / RECORDING_NAME}")
    if parted is not None and not parted.is_same:
        show_comparison(parted)
    elif not found.is_same:
        print("All messages are the same, and the state behind them is not.")
    elif changed:
        print("The same, bit for bit: the change has changed nothing.")
    elif found.is_partial:
        print("The same, bit for bit, as far as the recording goes: it was cut off.")
    else:
        print(f"The same, bit for bit: every channel, the order and the state, {result.digest}.")
