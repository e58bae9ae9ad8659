"""Read the definition of a recorded run; with the code it is all that a rerun needs."""

import hashlib
import json
import re
from collections.abc import Iterable
from pathlib import Path

from project_ghost.core.errors import InputError
from project_ghost.runs.execute._summary import summarized_code_folders
from project_ghost.runs.record._recorded import FILE_DIGESTS, MAP_DIGEST, digest_key
from project_ghost.runs.runnable._load import RunFile, stored_run_file
from project_ghost.runs.runnable._runnable import Definition, DefinitionKind, Runnable
from project_ghost.telemetry import CONTENT_KEY, RECORDING_FORMAT, Recording

from ._checkpoint_start import ATTACHED_START

__all__ = ["recorded_definition", "recorded_duration_ns", "recorded_file", "recorded_seed"]

_NANOSECONDS = re.compile(r"[0-9]{1,18}")
_SEED = re.compile(r"[0-9]{1,20}")


def recorded_file(
    recording: Recording, settings: Iterable[str] = (), *, trust: bool = False
) -> RunFile:
    """Return the file of a recorded run with its seed, and settings as in `--set`.

    The files that it names come from the recording too, unless they are built in; no other file
    is opened. With `trust` it may name classes of others than Ghost, which are looked for in
    installed modules, and in the folders that the run's summary lists.
    """
    definition = recorded_definition(recording)
    return stored_run_file(
        definition,
        [f"seed={recorded_seed(recording)}", *settings],
        name=f"{recording.path}: {definition.file_name}",
        folders=summarized_code_folders(Path(recording.path)) if trust else None,
    )


def recorded_definition(recording: Recording) -> Definition:
    """Return the text that a recorded run was made from, checked by its digest."""
    _require_known_format(recording)
    _require_content(recording)
    kinds = {Definition(kind, "").file_name: kind for kind in DefinitionKind}
    found: tuple[DefinitionKind, str] | None = None
    attached: dict[str, bytes] = {}
    for each in recording.file.attachments:
        data = recording.file.attachment(each).data
        if each.name in kinds and found is None:
            _require_unchanged(recording, kinds[each.name], data)
            found = kinds[each.name], data.decode("utf-8", "replace")
        else:
            attached[each.name] = data
    if found is None:
        raise InputError(
            "the recording has no scenario or schedule",
            str(recording.path),
            f"the attachment {' or '.join(kinds)}, which `ghost run` writes",
            "use a recording from `ghost run`",
        )
    _require_same_map(recording, attached)
    _require_same_files(recording, attached)
    return Definition(*found, attached)


def recorded_duration_ns(recording: Recording, file: RunFile | Runnable) -> int | None:
    """Return the duration of the run; None if the recording was cut off before its end."""
    text = recording.results.get("duration_ns")
    if text is None:
        return None
    # A run may be recorded for longer than its own duration.
    longest_ns = max(file.duration_ns, recording.stop_ns or 0)
    if not _NANOSECONDS.fullmatch(text) or int(text) > longest_ns or int(text) % file.step_ns:
        raise InputError(
            f"the recorded duration is {text[:40]!r} ns",
            str(recording.path),
            f"whole steps of {file.step_ns:_} ns, up to {longest_ns:_} ns",
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


def _require_content(recording: Recording) -> None:
    """Check manifest, results and attachments of a complete recording against their digest."""
    stored = recording.results.get(CONTENT_KEY)
    if recording.cut_off is None and recording.content_digest() != stored:
        raise InputError(
            "the manifest, results or attachments of this recording were changed: "
            "their digest differs",
            str(recording.path),
            f"content whose digest is {CONTENT_KEY} of the results",
            "use the unchanged recording",
        )


def _require_unchanged(recording: Recording, kind: DefinitionKind, data: bytes) -> None:
    if hashlib.sha256(data).hexdigest() != recording.manifest.get(digest_key(kind)):
        raise InputError(
            f"the {kind} in this recording was changed: its digest differs",
            str(recording.path),
            f"an attachment whose SHA-256 is {digest_key(kind)} of the manifest",
            "use the unchanged recording",
        )


def _require_same_map(recording: Recording, attached: dict[str, bytes]) -> None:
    """Check the attached map against its digest, which older recordings lack."""
    expected = recording.manifest.get(MAP_DIGEST)
    if expected is None:
        return
    maps = [data for name, data in attached.items() if name != ATTACHED_START]
    if expected not in [hashlib.sha256(data).hexdigest() for data in maps]:
        raise InputError(
            "the map in this recording was changed: its digest differs"
            if maps
            else "the recording does not contain its map",
            str(recording.path),
            f"an attachment whose SHA-256 is {MAP_DIGEST} of the manifest",
            "use the unchanged recording",
        )


def _require_same_files(recording: Recording, attached: dict[str, bytes]) -> None:
    """Check the attached files against their digests."""
    text = recording.manifest.get(FILE_DIGESTS)
    if text is None:
        return
    try:
        expected: object = json.loads(text)
    except ValueError:
        expected = None
    known = {name: hashlib.sha256(data).hexdigest() for name, data in attached.items()}
    if isinstance(expected, dict) and expected.items() <= known.items():
        return
    raise InputError(
        "a file in this recording was changed, or is missing: the digests differ",
        str(recording.path),
        f"attachments whose SHA-256 are in {FILE_DIGESTS} of the manifest",
        "use the unchanged recording",
    )


def recorded_seed(recording: Recording) -> int:
    """Return the seed of a recorded run."""
    text = recording.manifest.get("seed", "")
    if not _SEED.fullmatch(text):
        raise InputError(
            f"the seed in the manifest is {text[:40]!r}",
            str(recording.path),
            "an integer",
            "use the unchanged recording",
        )
    return int(text)
