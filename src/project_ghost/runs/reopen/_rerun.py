"""Rerun a recording and compare the rerun with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, final

from project_ghost import __version__
from project_ghost.analysis.divergence import Comparison, compare_recordings
from project_ghost.core.arguments import checked_arguments
from project_ghost.runs.execute._prepared import PreparedRun
from project_ghost.runs.execute._result import RunResult
from project_ghost.runs.record._recorded import recorded_run
from project_ghost.scenario.events import EndedBy
from project_ghost.telemetry import RECORDING_NAME, Recording

from ._fingerprint import Difference, fingerprint_of, is_beginning, stored_fingerprint
from ._recording import recorded_duration_ns, recorded_file

__all__ = ["RerunComparison", "compare_rerun", "rerun", "rerun_duration_ns", "version_note"]


@final
@dataclass(frozen=True)
class RerunComparison:
    """The comparison of a rerun with its recording.

    `comparison` locates the first difference, and is None if there is none. With `is_partial` the
    recording was cut off, and only its beginning was compared.
    """

    difference: Difference
    comparison: Comparison | None
    is_partial: bool

    @property
    def is_same(self) -> bool:
        """Whether nothing differs, up to the end of the recording."""
        return not self.difference


@checked_arguments
def rerun_duration_ns(recording: Recording, settings: Sequence[str] = ()) -> int | None:
    """Return the duration of a rerun, or None for that of the file.

    A run that was interrupted, or recorded for another duration, is rerun for its recorded
    duration.
    """
    if any(setting.partition("=")[0].strip() == "duration" for setting in settings):
        return None
    file = recorded_file(recording)
    recorded_ns = recorded_duration_ns(recording, file)
    ended_by_itself = recording.results.get("ended_by") not in (EndedBy.INTERRUPT, EndedBy.DURATION)
    if recorded_ns is None or (ended_by_itself and recorded_ns <= file.duration_ns):
        return None
    return recorded_ns


@checked_arguments
def rerun(
    recording: Recording,
    prepared: PreparedRun,
    folder: Path | str,
    **options: Any,  # noqa: ANN401 - the options of PreparedRun.run
) -> tuple[RunResult, RerunComparison | None]:
    """Run and record a run prepared from a recording, and compare the two recordings.

    An interrupted run is not compared.
    """
    result = recorded_run(prepared, folder, **options)
    if result.ended_by is EndedBy.INTERRUPT:
        return result, None
    with Recording(Path(folder) / RECORDING_NAME) as again:
        return result, compare_rerun(recording, again)


@checked_arguments
def compare_rerun(recording: Recording, again: Recording) -> RerunComparison:
    """Compare a recording with the recording of its rerun."""
    if recording.is_partial:
        comparison = compare_recordings(recording, again)
        if is_beginning(comparison):
            return RerunComparison(Difference(), None, is_partial=True)
        return RerunComparison(Difference(beginning=True), comparison, is_partial=True)
    difference = fingerprint_of(recording).difference(stored_fingerprint(again))
    located = compare_recordings(recording, again) if difference else None
    return RerunComparison(difference, located, is_partial=False)


@checked_arguments
def version_note(recording: Recording) -> str:
    """Return a note if another version made the recording; usually empty."""
    made_by = recording.manifest.get("ghost", "")
    if made_by == __version__:
        return ""
    return (
        f"the recording was made by version {made_by[:40]!r} and this is {__version__!r}; "
        "results of a scenario may change between releases; the changelog lists such changes"
    )
