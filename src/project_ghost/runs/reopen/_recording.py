"""Read the scenario of a recording; the file contains everything that a rerun needs."""

import hashlib
import re
from collections.abc import Iterable

from project_ghost.core.errors import InputError
from project_ghost.runs.record._recorded import ATTACHED_SCENARIO, MAP_DIGEST
from project_ghost.scenario import ScenarioFile, parse_canonical
from project_ghost.scenario.spec import ScenarioSpec
from project_ghost.telemetry import RECORDING_FORMAT, Recording

from ._checkpoint_start import ATTACHED_START

__all__ = ["recorded_duration_ns", "recorded_scenario"]

_NANOSECONDS = re.compile(r"[0-9]{1,18}")
_SEED = re.compile(r"[0-9]{1,20}")


def recorded_scenario(recording: Recording, settings: Iterable[str] = ()) -> ScenarioFile:
    """Return the scenario of a recording with its seed, and settings as in `--set`.

    A map that is not built in comes from the recording too; no other file is opened.
    """
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
            "the recording has no scenario",
            name,
            f"the attachment {ATTACHED_SCENARIO}, which `ghost run` writes",
            "use a recording from `ghost run`",
        )
    _require_same_map(recording, attached)
    all_settings = [f"seed={_seed_of(recording)}", *settings]
    return parse_canonical(
        text, all_settings, name=f"{name}: {ATTACHED_SCENARIO}", attached=attached
    )


def recorded_duration_ns(recording: Recording, spec: ScenarioSpec) -> int | None:
    """Return the duration of the run; None if the recording was cut off before its end."""
    text = recording.results.get("duration_ns")
    if text is None:
        return None
    # A run may be recorded for longer than its scenario's duration.
    longest_ns = max(spec.duration, recording.stop_ns or 0)
    if not _NANOSECONDS.fullmatch(text) or int(text) > longest_ns or int(text) % spec.step:
        raise InputError(
            f"the recorded duration is {text[:40]!r} ns",
            str(recording.path),
            f"whole steps of {spec.step:_} ns, up to {longest_ns:_} ns",
            "use the unchanged recording",
        )
    return int(text)


def _require_known_format(recording: Recording) -> None:
    version = recording.manifest.get("format", "")
    if version == RECORDING_FORMAT:
        return
    if re.fullmatch(r"ghost-recording-[0-9]{1,9}", version):
        raise InputError(
            f"the recording has the format {version}",
            str(recording.path),
            RECORDING_FORMAT,
            "use the version of Ghost that made it, or a later one",
        )
    raise InputError(
        "this is not a recording of a Ghost run: it has no manifest",
        str(recording.path),
        "a recording from `ghost run`",
        "`ghost info` and `ghost diff` accept any MCAP file",
    )


def _require_unchanged(recording: Recording, data: bytes) -> None:
    if hashlib.sha256(data).hexdigest() != recording.manifest.get("scenario_sha256"):
        raise InputError(
            "the scenario in this recording was changed: its digest differs",
            str(recording.path),
            "an attachment whose SHA-256 is scenario_sha256 of the manifest",
            "use the unchanged recording",
        )


def _require_same_map(recording: Recording, attached: dict[str, bytes]) -> None:
    """Check the attached map against its digest, which older recordings lack."""
    expected = recording.manifest.get(MAP_DIGEST)
    if expected is None:
        return
    maps = [data for name, data in attached.items() if name != ATTACHED_START]
    if [hashlib.sha256(data).hexdigest() for data in maps] != [expected]:
        raise InputError(
            "the map in this recording was changed: its digest differs"
            if maps
            else "the recording does not contain its map",
            str(recording.path),
            f"an attachment whose SHA-256 is {MAP_DIGEST} of the manifest",
            "use the unchanged recording",
        )


def _seed_of(recording: Recording) -> int:
    text = recording.manifest.get("seed", "")
    if not _SEED.fullmatch(text):
        raise InputError(
            f"the seed in the manifest is {text[:40]!r}",
            str(recording.path),
            "an integer",
            "use the unchanged recording",
        )
    return int(text)
