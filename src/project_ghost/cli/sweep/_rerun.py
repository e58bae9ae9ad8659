"""Run one run of a sweep again, here, and record it.

It says whether the result is the one in the store, bit for bit; exit code 1 if not. If the sweep
kept recordings, it shows the first difference. The first digits of an id are enough.

  ghost sweep rerun results 3f07a1
  ghost sweep rerun results 3f07a1 -o again --code planners
"""

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from project_ghost.cli._exit_codes import DIFFERENT, OK
from project_ghost.cli._run_flags import add_code, add_execution, add_run_folder
from project_ghost.cli._trust import add_trust, may_import
from project_ghost.cli.terminal._output import put_document

if TYPE_CHECKING:
    from project_ghost.sweep import OpenSweep, Rerun


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    add = parser.add_argument
    add("store", metavar="STORE", help="a folder or s3://bucket/path")
    add("id", metavar="ID", help="the id of a run, or its first digits")
    add_code(parser)
    add_trust(parser)
    add_execution(parser)
    add_run_folder(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run it again."""
    from project_ghost.runs import discard_if_empty, new_run_folder
    from project_ghost.sweep import open_sweep, rerun_of_sweep

    opened = open_sweep(arguments.store)
    planned = opened.planned(arguments.id)
    may_import(opened.modules(planned), opened.store.url, is_trusted=arguments.trust)
    folder = new_run_folder(
        arguments.output, f"{planned['scenario']}-{planned['id'][:8]}", force=arguments.force
    )
    try:
        again = rerun_of_sweep(
            opened,
            planned["id"],
            folder,
            execution=arguments.execution,
            code_folders=arguments.code_folders,
        )
    finally:
        discard_if_empty(folder)
    if again.note:
        print(f"ghost sweep rerun: warning: {again.note}", file=sys.stderr)
    if arguments.json:
        put_document(_document(again, folder))
    else:
        _show(opened, again, folder)
    return OK if again.is_same or again.stored is None else DIFFERENT


def _document(again: "Rerun", folder: Path) -> dict[str, Any]:
    return {
        "differing": list(again.differing),
        "folder": str(folder),
        "id": again.row["id"],
        "note": again.note,
        "row": dict(again.row),
        "same": again.is_same,
        "stored": None if again.stored is None else dict(again.stored),
    }


def _show(opened: "OpenSweep", again: "Rerun", folder: Path) -> None:
    from project_ghost.telemetry import RECORDING_NAME

    row = again.row
    planner = f" with {row['planner']}" if row["planner"] else ""
    print(f"run {row['id']}: {row['scenario']}{planner}, seed {row['seed']}")
    if again.error is not None:
        print(f"it failed: {again.error.what}")
    if (folder / RECORDING_NAME).exists():
        print(f"recording: {folder / RECORDING_NAME}")
    if again.stored is None:
        print(f"the sweep has no result of this run yet; digest {row['digest']}")
    elif again.is_same:
        print(f"the same as in the sweep, bit for bit: {row['digest'] or row['error_kind']}")
    else:
        for name in again.differing:
            print(f"  {name}: {again.stored[name]} in the sweep, {row[name]} here")
        print("NOT the same as in the sweep")
        _show_first_difference(opened, again, folder / RECORDING_NAME)


def _show_first_difference(opened: "OpenSweep", again: "Rerun", path: Path) -> None:
    """Compare with the recording of the sweep, if it was kept."""
    if again.stored is None or again.stored["recording_sha256"] is None or not path.exists():
        return
    from project_ghost.analysis.divergence import compare_recordings
    from project_ghost.cli.diff import show_comparison
    from project_ghost.sweep import recording_of
    from project_ghost.telemetry import Recording

    print("A is the recording in the sweep, B the one made now:")
    with tempfile.TemporaryDirectory(prefix="ghost-") as place:
        stored = recording_of(opened, again.row["id"], Path(place), "auto")
        with Recording(stored) as a, Recording(path) as b:
            show_comparison(compare_recordings(a, b))
