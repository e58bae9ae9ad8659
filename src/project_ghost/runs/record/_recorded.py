"""Run something and record it."""

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import final

from project_ghost import __version__
from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import InputError
from project_ghost.engine import Engine
from project_ghost.runs.execute._prepared import OnSlice, PreparedRun
from project_ghost.runs.execute._result import RunResult
from project_ghost.runs.reopen._checkpoint_start import ATTACHED_START
from project_ghost.runs.runnable._code import code_of
from project_ghost.runs.runnable._runnable import DefinitionKind, Runnable
from project_ghost.scenario.assembly import Assembly
from project_ghost.scenario.events import EndedBy
from project_ghost.telemetry import RECORDING_NAME, Attachment

from ._run_recorder import RunRecorder

__all__ = ["RecordingFailedError", "manifest_of", "recorded_run"]

MAP_DIGEST = "map_sha256"
# All files that the scenario names, by name, where there are others than the map.
FILE_DIGESTS = "files_sha256"


@final
class RecordingFailedError(InputError):
    """The recording could not be written; `result` is the result of the run."""

    result: RunResult | None = None


@checked_arguments
def recorded_run(
    prepared: PreparedRun,
    folder: Path | str,
    seed: int | None = None,
    *,
    force: bool = False,
    duration_ns: int | None = None,
    keep_positions: bool = False,
    listeners: Iterable[Callable[[Engine], object]] = (),
    on_slice: OnSlice | None = None,
    slice_ns: int | None = None,
    paranoid: bool = False,
) -> RunResult:
    """Run and write every message to run.mcap in the folder.

    The file is completed even if the run fails, and then marked as failed. If the file cannot be
    written any more, the run ends after its slice, and `RecordingFailedError` holds its result.
    `listeners` and `on_slice` are those of `PreparedRun.run`.
    """
    active = prepared.begin(seed, duration_ns=duration_ns, keep_positions=keep_positions)
    with _open_recorder(prepared, Path(folder), force=force) as recorder:
        recorder.attach(prepared.engine)
        for listener in listeners:
            listener(prepared.engine)

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
                    **_scene_results(prepared.runnable, result),
                },
            )
        except InputError as error:
            failed = RecordingFailedError(error.what, error.where, error.expected, error.fix)
            failed.result = result
            raise failed from None
    return result


def _scene_results(runnable: Runnable, result: RunResult) -> dict[str, str]:
    return {} if runnable.scene is None else {"contacts": str(len(result.contacts))}


def _open_recorder(prepared: PreparedRun, folder: Path, *, force: bool) -> RunRecorder:
    runnable, start = prepared.runnable, prepared.start
    attachments = attachments_of(runnable)
    planners = prepared.planners
    level = planners.recorded_level or prepared.level
    manifest = manifest_of(runnable, prepared.engine.random.seed, level) | planners.manifest()
    first_tick = 0
    if start is not None:  # a rerun needs its checkpoint
        attachments.append(Attachment(ATTACHED_START, "application/octet-stream", start.data))
        manifest["begin_ns"] = str(start.time_ns)
        first_tick = start.checkpoint.tick + 1
    return RunRecorder(
        folder / RECORDING_NAME,
        runnable,
        attachments=attachments,
        manifest=manifest,
        first_tick=first_tick,
        force=force,
    )


def attachments_of(runnable: Runnable) -> list[Attachment]:
    """Return what a rerun needs: the definition, and the files that it names."""
    definition = runnable.definition
    return [
        Attachment(definition.file_name, "application/json", definition.text.encode()),
        *(
            Attachment(name, "application/octet-stream", data)
            for name, data in definition.attached.items()
        ),
    ]


@checked_arguments
def manifest_of(runnable: Runnable, seed: int, level: str) -> dict[str, str]:
    """Describe the run and the meaning of its numbers; nothing about the host."""
    kind = runnable.definition.kind
    return {
        "ghost": __version__,
        kind: runnable.name,
        digest_key(kind): runnable.definition.sha256,
        "seed": str(seed),
        "step_ns": str(runnable.step_ns),
        "level": level,
        **code_of(runnable.graph).manifest(),
        **({} if runnable.scene is None else _scene_manifest(runnable.scene)),
    }


def digest_key(kind: DefinitionKind) -> str:
    """The key of a definition's digest in a manifest."""
    return f"{kind}_sha256"


def _scene_manifest(scene: Assembly) -> dict[str, str]:
    actors = [
        {"first_row": table.first_row, "names": list(table.names), "table": table.name}
        for table in scene.tables
    ]
    map_file = scene.map_file
    digest = {} if map_file is None else {MAP_DIGEST: hashlib.sha256(map_file.data).hexdigest()}
    files = {name: hashlib.sha256(data).hexdigest() for name, data in scene.files.items()}
    if set(files) - ({map_file.name} if map_file is not None else set()):
        digest[FILE_DIGESTS] = _json(files)
    return {
        "actors": _json(actors),
        "lights": _json(list(scene.lights)),
        "scenery": _json(list(scene.obstacles)),
        **digest,
    }


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
