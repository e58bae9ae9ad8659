"""Variance studies of any simulator: five stages, one file.

General layout: `_simulator`, `_command`, `_ghost` and `_trace` (what is studied, and what it
gives), `_conditions` and `_results` (under what circumstances, and what was found), `_store` and
`_json` (its folder), `_cells` and `_conclusions` (the analysis).
"""

from ._command import CommandScene as CommandScene
from ._conditions import FACTORS as FACTORS
from ._conditions import Conditions as Conditions
from ._conditions import ProcessMode as ProcessMode
from ._json import read_study as read_study
from ._json import write_study as write_study
from ._results import BASELINE as BASELINE
from ._results import Cell as Cell
from ._results import Columns as Columns
from ._results import Domain as Domain
from ._results import FactorResult as FactorResult
from ._results import LevelResult as LevelResult
from ._results import NotRun as NotRun
from ._results import Screening as Screening
from ._results import SigmaOverTime as SigmaOverTime
from ._results import Stage as Stage
from ._results import StudyResult as StudyResult
from ._results import Usage as Usage
from ._simulator import BUILTIN_SIMULATORS as BUILTIN_SIMULATORS
from ._simulator import Facts as Facts
from ._simulator import Scene as Scene
from ._simulator import Settings as Settings
from ._simulator import find_simulator as find_simulator
from ._store import experiment_traces as experiment_traces
from ._trace import Trace as Trace
from ._trace import TraceRecorder as TraceRecorder

__all__ = [
    "BASELINE",
    "BUILTIN_SIMULATORS",
    "FACTORS",
    "Cell",
    "Columns",
    "CommandScene",
    "Conditions",
    "Domain",
    "FactorResult",
    "Facts",
    "LevelResult",
    "NotRun",
    "ProcessMode",
    "Scene",
    "Screening",
    "Settings",
    "SigmaOverTime",
    "Stage",
    "StudyResult",
    "Trace",
    "TraceRecorder",
    "Usage",
    "experiment_traces",
    "find_simulator",
    "read_study",
    "write_study",
]
