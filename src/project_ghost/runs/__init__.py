"""Running scenarios: once, often, in real time, recorded.

General layout: `_staged` (a scenario that stands ready, and runs), `_result` and `_listeners`
(what comes of it), `_recorded`, `_folder` and `_summary` (what lands in its folder),
`_from_recording` (the scenario of a recording), `_rerun` and `_fingerprint` (whether it is the
same again), `_level` (what a run must promise), `_interrupt` and `_pace` (Ctrl-C and the wall
clock), `_picture` (paths on a map). Recorded runs are reopened by `_reopened` and `_witness` (run
again, and checked), `_checkpoint` and `_checkpoint_file` (a moment as a file), `_start` and
`_continue` (on from there), `_replay`, `_samples` and `_replacement` (one component, given again
what it was given), `_debug` (one tick in the debugger).
"""

from ._checkpoint import MadeCheckpoint as MadeCheckpoint
from ._checkpoint import checkpoint as checkpoint
from ._checkpoint_file import Checkpoint as Checkpoint
from ._checkpoint_file import read_checkpoint as read_checkpoint
from ._checkpoint_file import write_checkpoint as write_checkpoint
from ._continue import continue_from as continue_from
from ._continue import scenario_of_checkpoint as scenario_of_checkpoint
from ._continue import staged_from_checkpoint as staged_from_checkpoint
from ._debug import debug as debug
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
from ._replacement import load_replacement as load_replacement
from ._replay import Replay as Replay
from ._replay import ReplayDifference as ReplayDifference
from ._replay import ReplayedSignal as ReplayedSignal
from ._replay import replay as replay
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
from ._start import Start as Start
from ._summary import speed as speed
from ._summary import write_summary as write_summary
from ._witness import DifferentRunError as DifferentRunError

__all__ = [
    "RECORDING",
    "SUMMARY",
    "Agreement",
    "Checkpoint",
    "Contact",
    "DifferentRunError",
    "Fingerprint",
    "Interrupt",
    "MadeCheckpoint",
    "Pace",
    "Positions",
    "RecordingFailedError",
    "Replay",
    "ReplayDifference",
    "ReplayedSignal",
    "RunResult",
    "StagedRun",
    "Start",
    "agreement",
    "checkpoint",
    "continue_from",
    "debug",
    "discard",
    "duration_of",
    "fingerprint_of",
    "listening",
    "load_replacement",
    "manifest_of",
    "new_run_folder",
    "read_checkpoint",
    "recorded_run",
    "replay",
    "require_level",
    "rerun",
    "run",
    "run_svg",
    "scenario_in",
    "scenario_of",
    "scenario_of_checkpoint",
    "speed",
    "stage",
    "staged_again",
    "staged_from",
    "staged_from_checkpoint",
    "stored_fingerprint",
    "version_note",
    "write_checkpoint",
    "write_summary",
]
