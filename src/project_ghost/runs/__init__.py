"""Running scenarios: once, often, in real time, recorded.

General layout: `_staged` (a scenario that stands ready, and runs), `_result` and `_listeners`
(what comes of it), `_recorded`, `_folder` and `_summary` (what lands in its folder),
`_from_recording` (the scenario of a recording), `_rerun` and `_fingerprint` (whether it is the
same again), `_level` (what a run must promise), `_interrupt` and `_pace` (Ctrl-C and the wall
clock), `_picture` (paths on a map).
"""

from ._fingerprint import Fingerprint as Fingerprint
from ._fingerprint import fingerprint_of as fingerprint_of
from ._fingerprint import stored_fingerprint as stored_fingerprint
from ._folder import RECORDING as RECORDING
from ._folder import SUMMARY as SUMMARY
from ._folder import discard as discard
from ._folder import new_run_folder as new_run_folder
from ._from_recording import scenario_in as scenario_in
from ._from_recording import scenario_of as scenario_of
from ._from_recording import staged_from as staged_from
from ._interrupt import Interrupt as Interrupt
from ._interrupt import listening as listening
from ._level import require_level as require_level
from ._pace import Pace as Pace
from ._picture import run_svg as run_svg
from ._recorded import RecordingFailedError as RecordingFailedError
from ._recorded import manifest_of as manifest_of
from ._recorded import recorded_run as recorded_run
from ._rerun import Agreement as Agreement
from ._rerun import agreement as agreement
from ._rerun import duration_of as duration_of
from ._rerun import rerun as rerun
from ._rerun import staged_again as staged_again
from ._rerun import version_note as version_note
from ._result import Contact as Contact
from ._result import Positions as Positions
from ._result import RunResult as RunResult
from ._staged import StagedRun as StagedRun
from ._staged import run as run
from ._staged import stage as stage
from ._summary import speed as speed
from ._summary import write_summary as write_summary

__all__ = [
    "RECORDING",
    "SUMMARY",
    "Agreement",
    "Contact",
    "Fingerprint",
    "Interrupt",
    "Pace",
    "Positions",
    "RecordingFailedError",
    "RunResult",
    "StagedRun",
    "agreement",
    "discard",
    "duration_of",
    "fingerprint_of",
    "listening",
    "manifest_of",
    "new_run_folder",
    "recorded_run",
    "require_level",
    "rerun",
    "run",
    "run_svg",
    "scenario_in",
    "scenario_of",
    "speed",
    "stage",
    "staged_again",
    "staged_from",
    "stored_fingerprint",
    "version_note",
    "write_summary",
]
