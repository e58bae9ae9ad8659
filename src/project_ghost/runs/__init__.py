"""Run scenarios, schedules and graphs, record them, and reopen recorded runs.

General layout: `runnable` loads everything that can be run; `_prepare` prepares a run from a
file, recording or checkpoint, with `_settings`; `execute` runs it and writes its folder; `record`
writes every message of a run to a recording; `reopen` reruns and checks a recording, makes
checkpoints, replays one component, opens a tick in the debugger; `_precompile` and
`_precompile_worker` compile what the built-in scenarios, `_planned_samples` and `_action_samples`
need.
"""

from typing import TYPE_CHECKING

from project_ghost.core.lazy import lazy_names

from ._prepare import Source as Source
from ._prepare import is_recording as is_recording
from ._prepare import load as load
from ._prepare import modules_in as modules_in
from ._prepare import prepare as prepare
from ._prepare import run as run
from ._prepare import scenario_of as scenario_of
from ._settings import Settings as Settings
from ._settings import settings_from as settings_from
from .execute._folder import SUMMARY as SUMMARY
from .execute._folder import discard_if_empty as discard_if_empty
from .execute._folder import new_run_folder as new_run_folder
from .execute._interrupt import Interrupt as Interrupt
from .execute._interrupt import deferred_interrupt as deferred_interrupt
from .execute._level import require_level as require_level
from .execute._pace import Pace as Pace
from .execute._planners import source_digest as source_digest
from .execute._prepared import ActiveRun as ActiveRun
from .execute._prepared import PreparedRun as PreparedRun
from .execute._result import Contact as Contact
from .execute._result import Positions as Positions
from .execute._result import RunResult as RunResult
from .execute._summary import speed as speed
from .execute._summary import write_summary as write_summary
from .record._feed import MessageSink as MessageSink
from .record._feed import RunFeed as RunFeed
from .record._recorded import RecordingFailedError as RecordingFailedError
from .record._recorded import manifest_of as manifest_of
from .record._recorded import recorded_run as recorded_run
from .reopen._checkpoint_file import Checkpoint as Checkpoint
from .reopen._checkpoint_file import read_checkpoint as read_checkpoint
from .reopen._checkpoint_file import write_checkpoint as write_checkpoint
from .reopen._checkpoint_start import CheckpointStart as CheckpointStart
from .runnable._code import RecordedCode as RecordedCode
from .runnable._code import code_note as code_note
from .runnable._code import code_of as code_of
from .runnable._code import differing_components as differing_components
from .runnable._code import recorded_code as recorded_code
from .runnable._code import require_same_components as require_same_components
from .runnable._foreign import foreign_modules as foreign_modules
from .runnable._graph import graph_runnable as graph_runnable
from .runnable._load import RunFile as RunFile
from .runnable._load import graph_in as graph_in
from .runnable._load import runnable_of as runnable_of
from .runnable._load import stored_run_file as stored_run_file
from .runnable._replacement import Replacement as Replacement
from .runnable._replacement import load_replacement as load_replacement
from .runnable._runnable import Definition as Definition
from .runnable._runnable import DefinitionKind as DefinitionKind
from .runnable._runnable import Runnable as Runnable
from .runnable._schedule import ScheduleFile as ScheduleFile

if TYPE_CHECKING:
    from ._precompile import precompile as precompile
    from .record._recording_callback import RecordingCallback as RecordingCallback
    from .reopen._checker import DifferentRunError as DifferentRunError
    from .reopen._checkpoint import StoredCheckpoint as StoredCheckpoint
    from .reopen._checkpoint import checkpoint as checkpoint
    from .reopen._debug import debug as debug
    from .reopen._fingerprint import Difference as Difference
    from .reopen._fingerprint import Fingerprint as Fingerprint
    from .reopen._fingerprint import fingerprint_of as fingerprint_of
    from .reopen._fingerprint import stored_fingerprint as stored_fingerprint
    from .reopen._metric_runner import MetricRunner as MetricRunner
    from .reopen._metric_runner import recorded_arrays as recorded_arrays
    from .reopen._recorded_history import recorded_history as recorded_history
    from .reopen._recorded_plans import planners_of_programs as planners_of_programs
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
    "Definition",
    "DefinitionKind",
    "Difference",
    "DifferentRunError",
    "Fingerprint",
    "Interrupt",
    "MessageSink",
    "MetricRunner",
    "Pace",
    "Positions",
    "PreparedRun",
    "RecordedCode",
    "RecordingCallback",
    "RecordingFailedError",
    "Replacement",
    "Replay",
    "ReplayDifference",
    "ReplayedSignal",
    "RerunComparison",
    "RunFeed",
    "RunFile",
    "RunResult",
    "Runnable",
    "ScheduleFile",
    "Settings",
    "Source",
    "StoredCheckpoint",
    "checkpoint",
    "code_note",
    "code_of",
    "compare_rerun",
    "debug",
    "deferred_interrupt",
    "differing_components",
    "discard_if_empty",
    "fingerprint_of",
    "foreign_modules",
    "graph_in",
    "graph_runnable",
    "is_recording",
    "load",
    "load_replacement",
    "manifest_of",
    "modules_in",
    "new_run_folder",
    "planners_of_programs",
    "precompile",
    "prepare",
    "read_checkpoint",
    "recorded_arrays",
    "recorded_code",
    "recorded_history",
    "recorded_run",
    "replay",
    "require_level",
    "require_same_components",
    "rerun",
    "rerun_duration_ns",
    "run",
    "runnable_of",
    "scenario_of",
    "settings_from",
    "source_digest",
    "speed",
    "stored_fingerprint",
    "stored_run_file",
    "version_note",
    "write_checkpoint",
    "write_summary",
]

# Imported when they are first used: most runs need none of them.
__getattr__ = lazy_names(
    __name__,
    {
        "_precompile": ("precompile",),
        "record._recording_callback": ("RecordingCallback",),
        "reopen._checker": ("DifferentRunError",),
        "reopen._checkpoint": (
            "StoredCheckpoint",
            "checkpoint",
        ),
        "reopen._debug": ("debug",),
        "reopen._fingerprint": (
            "Difference",
            "Fingerprint",
            "fingerprint_of",
            "foreign_modules",
            "stored_fingerprint",
        ),
        "reopen._metric_runner": ("MetricRunner", "recorded_arrays"),
        "reopen._recorded_history": ("recorded_history",),
        "reopen._recorded_plans": ("planners_of_programs",),
        "reopen._replay": (
            "Replay",
            "ReplayDifference",
            "ReplayedSignal",
            "replay",
        ),
        "reopen._rerun": (
            "RerunComparison",
            "compare_rerun",
            "rerun",
            "rerun_duration_ns",
            "version_note",
        ),
    },
)
