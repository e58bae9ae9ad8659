"""A run with its recording."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any, final

from project_ghost import __version__
from project_ghost.core.errors import InputError
from project_ghost.runs.execute._folder import RECORDING
from project_ghost.runs.execute._prepared import Between, StagedRun
from project_ghost.runs.execute._result import RunResult
from project_ghost.runs.reopen._checkpoint_start import ATTACHED_START
from project_ghost.scenario import canonical_json, scenario_digest
from project_ghost.scenario.assembly import Assembly
from project_ghost.scenario.events import EndedBy
from project_ghost.telemetry import Attachment

from ._run_recorder import RunRecorder

__all__ = ["RecordingFailedError", "manifest_of", "recorded_run"]

ATTACHED_SCENARIO = "scenario.json"
MAP_DIGEST = "map_sha256"


@final
class RecordingFailedError(InputError):
    """A recording that could not be written; `result` is what the run itself came to."""

    result: RunResult | None = None


def recorded_run(
    staged: StagedRun,
    folder: Path,
    seed: int | None = None,
    *,
    force: bool = False,
    between: Between | None = None,
    **options: Any,  # noqa: ANN401 - as StagedRun.run takes them
) -> RunResult:
    """Run, and write every message to run.mcap in the folder.

    The file is closed properly however the run ends; what failed says so inside. Where it
    cannot be written any more the run ends with its slice, and `RecordingFailedError` has
    its result.
    """
    assembly = staged.assembly
    recorder = RunRecorder(
        folder / RECORDING,
        assembly,
        attachments=[*attachments_of(assembly), *_start_of(staged)],
        manifest={
            **manifest_of(assembly, assembly.spec.seed if seed is None else seed, staged.level),
            **({} if staged.start is None else {"begin_ns": str(staged.start.time_ns)}),
        },
        first_tick=0 if staged.start is None else staged.start.checkpoint.tick + 1,
        force=force,
    )

    def is_to_go_on(now_ns: int) -> bool:
        wanted = between is None or between(now_ns)
        return wanted and recorder.failure is None

    with recorder:
        result = staged.run(seed, listeners=[recorder.listen], between=is_to_go_on, **options)
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


def attachments_of(assembly: Assembly) -> list[Attachment]:
    """What it takes to run it again: the resolved scenario, and its map if that is a file."""
    found = [
        Attachment(ATTACHED_SCENARIO, "application/json", canonical_json(assembly.spec).encode())
    ]
    if assembly.map_file is not None:
        found.append(
            Attachment(
                assembly.map_file.name, "application/octet-stream", assembly.map_file.read_bytes()
            )
        )
    return found


def _start_of(staged: StagedRun) -> list[Attachment]:
    """The checkpoint that a run began at, without which it could not be run again."""
    if staged.start is None:
        return []
    return [Attachment(ATTACHED_START, "application/octet-stream", staged.start.data)]


def manifest_of(assembly: Assembly, seed: int, level: str) -> dict[str, str]:
    """What the recording is of, and what its numbers mean. Nothing of the host."""
    spec, map_file = assembly.spec, assembly.map_file
    digest = None if map_file is None else hashlib.sha256(map_file.read_bytes()).hexdigest()
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
