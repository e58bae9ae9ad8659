"""A run with its recording."""

import json
from pathlib import Path
from typing import Any

from project_ghost import __version__
from project_ghost.scenario import canonical_json, scenario_digest
from project_ghost.scenario.assembly import Assembly
from project_ghost.telemetry import Attachment, Recorder

from ._folder import RECORDING
from ._result import RunResult
from ._staged import StagedRun
from ._start import ATTACHED_START

__all__ = ["manifest_of", "recorded_run"]

ATTACHED_SCENARIO = "scenario.json"


def recorded_run(
    staged: StagedRun,
    folder: Path,
    seed: int | None = None,
    **options: Any,  # noqa: ANN401 - as StagedRun.run takes them
) -> RunResult:
    """Run, and write every message to run.mcap in the folder.

    The file is closed properly however the run ends; what failed says so inside.
    """
    assembly = staged.assembly
    recorder = Recorder(
        folder / RECORDING,
        attachments=[*attachments_of(assembly), *_start_of(staged)],
        manifest={
            **manifest_of(assembly, assembly.spec.seed if seed is None else seed, staged.level),
            **({} if staged.start is None else {"begin_ns": str(staged.start.time_ns)}),
        },
    )
    with recorder:
        result = staged.run(
            seed,
            listeners=[lambda engine: engine.bus.subscribe("recorder", recorder.record)],
            **options,
        )
        recorder.close(
            state_digest=result.digest,
            results={
                "ended_by": result.ended_by,
                "duration_ns": str(result.duration_ns),
                "contacts": str(len(result.contacts)),
            },
        )
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
    spec = assembly.spec
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
        "scenery": _json(list(assembly.obstacles)),
    }


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
