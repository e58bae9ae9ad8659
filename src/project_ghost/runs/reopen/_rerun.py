"""A recording, run again."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, final

from project_ghost import __version__
from project_ghost.analysis.divergence import Comparison, compare_recordings
from project_ghost.runs.execute._prepared import PreparedRun
from project_ghost.runs.execute._result import RunResult
from project_ghost.runs.record._recorded import recorded_run
from project_ghost.scenario.events import EndedBy
from project_ghost.telemetry import RECORDING_NAME, Recording

from ._fingerprint import Difference, fingerprint_of, is_beginning, stored_fingerprint
from ._recording import recorded_duration_ns, recorded_scenario

__all__ = ["Agreement", "agreement", "duration_of", "rerun", "version_note"]


@final
@dataclass(frozen=True)
class Agreement:
    """How a run compares with the recording that it was made from.

    `comparison` locates the first difference, and is None where there is none. Of a truncated
    recording only the beginning can be compared; `is_partial` tells so.
    """

    difference: Difference
    comparison: Comparison | None
    is_partial: bool

    @property
    def is_same(self) -> bool:
        """Whether nothing differs, as far as the recording goes."""
        return not self.difference


def duration_of(recording: Recording, settings: Sequence[str] = ()) -> int | None:
    """How long to run it again: as long as it went on, where its scenario does not say so.

    That is so where Ctrl-C had ended it, or somebody had run it for another time. None stands
    for what the scenario says.
    """
    if any(setting.partition("=")[0].strip() == "duration" for setting in settings):
        return None
    spec = recorded_scenario(recording).spec
    told_ns = recorded_duration_ns(recording, spec)
    ended_by_itself = recording.results.get("ended_by") not in (EndedBy.INTERRUPT, EndedBy.DURATION)
    if told_ns is None or (ended_by_itself and told_ns <= spec.duration):
        return None
    return told_ns


def rerun(
    recording: Recording,
    prepared: PreparedRun,
    folder: Path,
    **options: Any,  # noqa: ANN401 - the options of PreparedRun.run
) -> tuple[RunResult, Agreement | None]:
    """Run and record a run prepared from a recording, and compare the two recordings.

    An interrupted run is not compared.
    """
    result = recorded_run(prepared, folder, **options)
    if result.ended_by is EndedBy.INTERRUPT:
        return result, None
    with Recording(folder / RECORDING_NAME) as again:
        return result, agreement(recording, again)


def agreement(recording: Recording, again: Recording) -> Agreement:
    """How two recordings compare, the second of which was just made from the first."""
    if recording.is_partial:
        found = compare_recordings(recording, again)
        if is_beginning(found):
            return Agreement(Difference(), None, is_partial=True)
        return Agreement(Difference(beginning=True), found, is_partial=True)
    difference = fingerprint_of(recording).difference(stored_fingerprint(again))
    comparison = compare_recordings(recording, again) if difference else None
    return Agreement(difference, comparison, is_partial=False)


def version_note(recording: Recording) -> str:
    """What there is to say where another version has made the recording; usually nothing."""
    made_by = recording.manifest.get("ghost", "")
    if made_by == __version__:
        return ""
    return (
        f"the recording was made by version {made_by[:40]!r} and this is {__version__!r}; "
        "what a scenario gives may change between releases, and the changelog says where"
    )
