"""Run a scenario and record it."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import final

from project_ghost import __version__
from project_ghost.core.errors import InputError
from project_ghost.runs.execute._prepared import OnSlice, PreparedRun
from project_ghost.runs.execute._result import RunResult
from project_ghost.runs.reopen._checkpoint_start import ATTACHED_START
from project_ghost.scenario import canonical_json, scenario_digest
from project_ghost.scenario.assembly import Assembly
from project_ghost.scenario.events import EndedBy
from project_ghost.telemetry import RECORDING_NAME, Attachment

from ._run_recorder import RunRecorder

__all__ = ["RecordingFailedError", "manifest_of", "recorded_run"]

ATTACHED_SCENARIO = "scenario.json"
MAP_DIGEST = "map_sha256"


@final
class RecordingFailedError(InputError):
    """The recording could not be written; `result` is the result of the run."""

    result: RunResult | None = None


def recorded_run(
    prepared: PreparedRun,
    folder: Path,
    seed: int | None = None,
    *,
    force: bool = False,
    duration_ns: int | None = None,
    keep_positions: bool = False,
    on_slice: OnSlice | None = None,
    slice_ns: int | None = None,
    paranoid: bool = False,
) -> RunResult:
    """Run and write every message to run.mcap in the folder.

    The file is completed even if the run fails, and then marked as failed. If the file cannot be
    written any more, the run ends after its slice, and `RecordingFailedError` holds its result.
    """
    active = prepared.begin(seed, duration_ns=duration_ns, keep_positions=keep_positions)
    with _open_recorder(prepared, folder, force=force) as recorder:
        recorder.attach(prepared.engine)

        def may_continue(now_ns: int) -> bool:
            return (on_slice is None or on_slice(now_ns)) and recorder.failure is None

        active.advance(may_continue, slice_ns, paranoid=paranoid)
        result = active.result()
        if recorder.failure is not None and result.ended_by is EndedBy.INTERRUPT:
            result = replace(result, ended_by=EndedBy.RECORDING)
        try:
            recorder.close(
                state_digest=result.digest,
                results={
                    "ended_by": result.ended_by,
                    "duration_ns": str(result.duration_ns),
                    "contacts": str(len(result.contacts)),
                },
            )
        except InputError as error:
            failed = RecordingFailedError(error.what, error.where, error.expected, error.fix)
            failed.result = result
            raise failed from None
    return result


def _open_recorder(prepared: PreparedRun, folder: Path, *, force: bool) -> RunRecorder:
    assembly, start = prepared.assembly, prepared.start
    attachments = attachments_of(assembly)
    manifest = manifest_of(assembly, prepared.engine.random.seed, prepared.level)
    first_tick = 0
    if start is not None:  # a rerun needs its checkpoint
        attachments.append(Attachment(ATTACHED_START, "application/octet-stream", start.data))
        manifest["begin_ns"] = str(start.time_ns)
        first_tick = start.checkpoint.tick + 1
    return RunRecorder(
        folder / RECORDING_NAME,
        assembly,
        attachments=attachments,
        manifest=manifest,
        first_tick=first_tick,
        force=force,
    )


def attachments_of(assembly: Assembly) -> list[Attachment]:
    """Return what a rerun needs: the resolved scenario, and its map if that is a file."""
    attachments = [
        Attachment(ATTACHED_SCENARIO, "application/json", canonical_json(assembly.spec).encode())
    ]
    if assembly.map_file is not None:
        attachments.append(
            Attachment(assembly.map_file.name, "application/octet-stream", assembly.map_file.data)
        )
    return attachments


def manifest_of(assembly: Assembly, seed: int, level: str) -> dict[str, str]:
    """Describe the run and the meaning of its numbers; nothing about the host."""
    spec, map_file = assembly.spec, assembly.map_file
    digest = None if map_file is None else hashlib.sha256(map_file.data).hexdigest()
    return {
        "ghost": __version__,
        "scenario": spec.name,
        "scenario_sha256": scenario_digest(spec),
        "seed": str(seed),
        "step_ns": str(spec.step),
        "level": level,
        "actors": _json(
            [
                {"first_row": table.first_row, "names": list(table.names), "table": table.name}
                for table in assembly.tables
            ]
        ),
        "lights": _json(list(assembly.lights)),
        "scenery": _json(list(assembly.obstacles)),
        **({} if digest is None else {MAP_DIGEST: digest}),
    }


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
