"""Run scenarios, record them, and reopen recorded runs.

General layout: `_prepare` prepares a run from a scenario, recording or checkpoint; `execute` runs
it and writes its folder; `record` writes every message of a run to a recording; `reopen` reruns
and checks a recording, makes checkpoints, replays one component, opens a tick in the debugger.
"""

from ._prepare import Source as Source
from ._prepare import is_recording as is_recording
from ._prepare import prepare as prepare
from ._prepare import run as run
from ._prepare import scenario_of as scenario_of
from .execute._folder import SUMMARY as SUMMARY
from .execute._folder import discard_if_empty as discard_if_empty
from .execute._folder import new_run_folder as new_run_folder
from .execute._interrupt import Interrupt as Interrupt
from .execute._interrupt import deferred_interrupt as deferred_interrupt
from .execute._level import require_level as require_level
from .execute._pace import Pace as Pace
from .execute._prepared import ActiveRun as ActiveRun
from .execute._prepared import PreparedRun as PreparedRun
from .execute._result import Contact as Contact
from .execute._result import Positions as Positions
from .execute._result import RunResult as RunResult
from .execute._summary import speed as speed
from .execute._summary import write_summary as write_summary
from .record._recorded import RecordingFailedError as RecordingFailedError
from .record._recorded import manifest_of as manifest_of
from .record._recorded import recorded_run as recorded_run
from .reopen._checker import DifferentRunError as DifferentRunError
from .reopen._checkpoint import StoredCheckpoint as StoredCheckpoint
from .reopen._checkpoint import checkpoint as checkpoint
from .reopen._checkpoint_file import Checkpoint as Checkpoint
from .reopen._checkpoint_file import read_checkpoint as read_checkpoint
from .reopen._checkpoint_file import write_checkpoint as write_checkpoint
from .reopen._checkpoint_start import CheckpointStart as CheckpointStart
from .reopen._debug import debug as debug
from .reopen._fingerprint import Difference as Difference
from .reopen._fingerprint import Fingerprint as Fingerprint
from .reopen._fingerprint import fingerprint_of as fingerprint_of
from .reopen._fingerprint import stored_fingerprint as stored_fingerprint
from .reopen._replacement import load_replacement as load_replacement
from .reopen._replay import Replay as Replay
from .reopen._replay import ReplayDifference as ReplayDifference
from .reopen._replay import ReplayedSignal as ReplayedSignal
from .reopen._replay import replay as replay
from .reopen._rerun import RerunComparison as RerunComparison
from .reopen._rerun import compare_rerun as compare_rerun
from .reopen._rerun import rerun as rerun
from .reopen._rerun import rerun_duration_ns as rerun_duration_ns
from .reopen._rerun import version_note as version_note

__all__ = [
    "SUMMARY",
    "ActiveRun",
    "Checkpoint",
    "CheckpointStart",
    "Contact",
    "Difference",
    "DifferentRunError",
    "Fingerprint",
    "Interrupt",
    "Pace",
    "Positions",
    "PreparedRun",
    "RecordingFailedError",
    "Replay",
    "ReplayDifference",
    "ReplayedSignal",
    "RerunComparison",
    "RunResult",
    "Source",
    "StoredCheckpoint",
    "checkpoint",
    "compare_rerun",
    "debug",
    "deferred_interrupt",
    "discard_if_empty",
    "fingerprint_of",
    "is_recording",
    "load_replacement",
    "manifest_of",
    "new_run_folder",
    "prepare",
    "read_checkpoint",
    "recorded_run",
    "replay",
    "require_level",
    "rerun",
    "rerun_duration_ns",
    "run",
    "scenario_of",
    "speed",
    "stored_fingerprint",
    "version_note",
    "write_checkpoint",
    "write_summary",
]
