"""The scenario of a recording: all that it takes to run it again is inside the file."""

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from project_ghost.core.errors import InputError
from project_ghost.engine import Execution
from project_ghost.runs.execute._prepared import StagedRun, stage
from project_ghost.runs.record._recorded import ATTACHED_SCENARIO, MAP_DIGEST
from project_ghost.scenario import ScenarioFile, parse_canonical
from project_ghost.scenario.spec import ScenarioSpec
from project_ghost.telemetry import RECORDING_FORMAT, Recording, recording_path

from ._checkpoint_start import ATTACHED_START

__all__ = ["recorded_duration_ns", "scenario_in", "scenario_of", "staged_from"]

_NANOSECONDS = re.compile(r"[0-9]{1,18}")
_SEED = re.compile(r"[0-9]{1,20}")


def scenario_of(path: Path | str, settings: Iterable[str] = ()) -> ScenarioFile:
    """The scenario that a recording was made of, with its seed, and with settings put in.

    The path is a file, the folder of a run, or what a killed run has left (`.part`). A map
    that is not one of the package comes out of the recording too; nothing else is opened.
    """
    with Recording(recording_path(path)) as recording:
        return scenario_in(recording, settings)


def staged_from(
    path: Path | str,
    settings: Iterable[str] = (),
    *,
    execution: Execution | str = Execution.AUTO,
) -> StagedRun:
    """The scenario of a recording, ready to run; settings as in `--set`."""
    return stage(scenario_of(path, settings), execution=execution)


def scenario_in(recording: Recording, settings: Iterable[str] = ()) -> ScenarioFile:
    """`scenario_of` a recording that is open."""
    _require_known_format(recording)
    name = str(recording.path)
    text: str | None = None
    attached: dict[str, bytes] = {}
    for each in recording.file.attachments:
        data = recording.file.attachment(each).data
        if each.name == ATTACHED_SCENARIO and text is None:
            _require_unchanged(recording, data)
            text = data.decode("utf-8", "replace")
        else:
            attached[each.name] = data
    if text is None:
        raise InputError(
            "there is no scenario in this recording",
            name,
            f"the attachment {ATTACHED_SCENARIO}, which `ghost run` writes",
            "take a recording that `ghost run` has made",
        )
    _require_same_map(recording, attached)
    again = [f"seed={_seed_of(recording)}", *settings]
    return parse_canonical(text, again, name=f"{name}: {ATTACHED_SCENARIO}", attached=attached)


def recorded_duration_ns(recording: Recording, spec: ScenarioSpec) -> int | None:
    """For how long the run went on; None where the recording ends before it could say so."""
    text = recording.results.get("duration_ns")
    if text is None:
        return None
    # Somebody may have run it for longer than its scenario says, and recorded that.
    longest_ns = max(spec.duration, recording.stop_ns or 0)
    if not _NANOSECONDS.fullmatch(text) or int(text) > longest_ns or int(text) % spec.step:
        raise InputError(
            f"the recording says that it ended after {text[:40]!r} ns",
            str(recording.path),
            f"whole steps of {spec.step:_} ns, up to {longest_ns:_} ns",
            "take the recording as it was made",
        )
    return int(text)


def _require_known_format(recording: Recording) -> None:
    found = recording.manifest.get("format", "")
    if found == RECORDING_FORMAT:
        return
    if re.fullmatch(r"ghost-recording-[0-9]{1,9}", found):
        raise InputError(
            f"the recording is of the format {found}",
            str(recording.path),
            RECORDING_FORMAT,
            "use the version of Ghost that made it, or a later one",
        )
    raise InputError(
        "this is not a recording of Ghost: it does not say what was run",
        str(recording.path),
        "a recording that `ghost run` has made",
        "`ghost info` and `ghost diff` take any MCAP file",
    )


def _require_unchanged(recording: Recording, data: bytes) -> None:
    if hashlib.sha256(data).hexdigest() != recording.manifest.get("scenario_sha256"):
        raise InputError(
            "the scenario in this recording is not the one that was run: its digest differs",
            str(recording.path),
            "an attachment whose SHA-256 is scenario_sha256 of the manifest",
            "take the recording as it was made",
        )


def _require_same_map(recording: Recording, attached: dict[str, bytes]) -> None:
    """Hold the attached map against its digest, which recordings of older versions lack."""
    wanted = recording.manifest.get(MAP_DIGEST)
    if wanted is None:
        return
    maps = [data for name, data in attached.items() if name != ATTACHED_START]
    if [hashlib.sha256(data).hexdigest() for data in maps] != [wanted]:
        raise InputError(
            "the map in this recording is not the one that was run: its digest differs"
            if maps
            else "the map that was run is not in this recording",
            str(recording.path),
            f"an attachment whose SHA-256 is {MAP_DIGEST} of the manifest",
            "take the recording as it was made",
        )


def _seed_of(recording: Recording) -> int:
    text = recording.manifest.get("seed", "")
    if not _SEED.fullmatch(text):
        raise InputError(
            f"the seed in the manifest is {text[:40]!r}",
            str(recording.path),
            "a whole number",
            "take the recording as it was made",
        )
    return int(text)
