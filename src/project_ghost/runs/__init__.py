"""Running scenarios: once, often, in real time, recorded.

General layout: `_staged` (a scenario that stands ready, and runs), `_result` and `_listeners`
(what comes of it), `_recorded`, `_folder` and `_summary` (what lands in its folder),
`_from_recording` (the scenario of a recording), `_interrupt` and `_pace` (Ctrl-C and the wall
clock), `_picture` (paths on a map).
"""

from ._folder import RECORDING as RECORDING
from ._folder import SUMMARY as SUMMARY
from ._folder import discard as discard
from ._folder import new_run_folder as new_run_folder
from ._from_recording import scenario_in as scenario_in
from ._from_recording import scenario_of as scenario_of
from ._from_recording import staged_from as staged_from
from ._interrupt import Interrupt as Interrupt
from ._interrupt import listening as listening
from ._pace import Pace as Pace
from ._picture import run_svg as run_svg
from ._recorded import RecordingFailedError as RecordingFailedError
from ._recorded import manifest_of as manifest_of
from ._recorded import recorded_run as recorded_run
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
    "Contact",
    "Interrupt",
    "Pace",
    "Positions",
    "RecordingFailedError",
    "RunResult",
    "StagedRun",
    "discard",
    "listening",
    "manifest_of",
    "new_run_folder",
    "recorded_run",
    "run",
    "run_svg",
    "scenario_in",
    "scenario_of",
    "speed",
    "stage",
    "staged_from",
    "write_summary",
]
