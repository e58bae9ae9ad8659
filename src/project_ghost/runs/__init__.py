"""Running scenarios: once, often, in real time, recorded.

General layout: `_staged` (a scenario that stands ready, and runs), `_result` and `_listeners`
(what comes of it), `_recorded`, `_folder` and `_summary` (what lands in its folder),
`_from_recording` (the scenario of a recording), `_rerun` and `_fingerprint` (whether it is the
same again), `_level` (what a run must promise), `_interrupt` and `_pace` (Ctrl-C and the wall
clock). Recorded runs are reopened by `_reopened` and `_witness` (run
again, and checked), `_checkpoint` and `_checkpoint_file` (a moment as a file), `_start` and
`_continue` (on from there), `_replay`, `_samples` and `_replacement` (one component, given again
what it was given), `_debug` (one tick in the debugger).
"""

from .execute._folder import RECORDING as RECORDING
from .execute._folder import SUMMARY as SUMMARY
from .execute._folder import discard as discard
from .execute._folder import new_run_folder as new_run_folder
from .execute._interrupt import Interrupt as Interrupt
from .execute._interrupt import listening as listening
from .execute._level import require_level as require_level
from .execute._pace import Pace as Pace
from .execute._prepared import StagedRun as StagedRun
from .execute._prepared import run as run
from .execute._prepared import stage as stage
from .execute._result import Contact as Contact
from .execute._result import Positions as Positions
from .execute._result import RunResult as RunResult
from .execute._summary import speed as speed
from .execute._summary import write_summary as write_summary
from .record._recorded import RecordingFailedError as RecordingFailedError
from .record._recorded import manifest_of as manifest_of
from .record._recorded import recorded_run as recorded_run
from .reopen._checker import DifferentRunError as DifferentRunError
from .reopen._checkpoint import MadeCheckpoint as MadeCheckpoint
from .reopen._checkpoint import checkpoint as checkpoint
from .reopen._checkpoint_file import Checkpoint as Checkpoint
from .reopen._checkpoint_file import read_checkpoint as read_checkpoint
from .reopen._checkpoint_file import write_checkpoint as write_checkpoint
from .reopen._checkpoint_start import Start as Start
from .reopen._continue import continue_from as continue_from
from .reopen._continue import scenario_of_checkpoint as scenario_of_checkpoint
from .reopen._continue import staged_from_checkpoint as staged_from_checkpoint
from .reopen._debug import debug as debug
from .reopen._fingerprint import Fingerprint as Fingerprint
from .reopen._fingerprint import fingerprint_of as fingerprint_of
from .reopen._fingerprint import stored_fingerprint as stored_fingerprint
from .reopen._recording import scenario_in as scenario_in
from .reopen._recording import scenario_of as scenario_of
from .reopen._recording import staged_from as staged_from
from .reopen._replacement import load_replacement as load_replacement
from .reopen._replay import Replay as Replay
from .reopen._replay import ReplayDifference as ReplayDifference
from .reopen._replay import ReplayedSignal as ReplayedSignal
from .reopen._replay import replay as replay
from .reopen._rerun import Agreement as Agreement
from .reopen._rerun import agreement as agreement
from .reopen._rerun import duration_of as duration_of
from .reopen._rerun import rerun as rerun
from .reopen._rerun import staged_again as staged_again
from .reopen._rerun import version_note as version_note

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
