"""Variance studies of any simulator: five stages, one file.

General layout: `_file`, `_plan`, `_conditions` and `_resolved` (study.yaml and its experiments),
`_simulator`, `_command`, `_ghost` and `_trace` (what is studied, and what it gives), `_machine`,
`_background`, `_gpu` and `_usage` (where it runs), `_runner` and `_repeat` (the repeats, and what
happens in their processes), `_store`, `_results` and `_json` (its folder), `_analyze`, `_cells`
and `_conclusions` (what was found).
"""

from ._analyze import analyze_study as analyze_study
from ._command import CommandScene as CommandScene
from ._conditions import FACTORS as FACTORS
from ._conditions import Conditions as Conditions
from ._conditions import ProcessMode as ProcessMode
from ._file import Scenario as Scenario
from ._file import Study as Study
from ._file import checked_stages as checked_stages
from ._file import load_study as load_study
from ._file import parse_study as parse_study
from ._json import read_study as read_study
from ._json import write_study as write_study
from ._plan import Experiment as Experiment
from ._plan import planned_experiments as planned_experiments
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
from ._runner import Progress as Progress
from ._runner import run_study as run_study
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
    "Experiment",
    "FactorResult",
    "Facts",
    "LevelResult",
    "NotRun",
    "ProcessMode",
    "Progress",
    "Scenario",
    "Scene",
    "Screening",
    "Settings",
    "SigmaOverTime",
    "Stage",
    "Study",
    "StudyResult",
    "Trace",
    "TraceRecorder",
    "Usage",
    "analyze_study",
    "checked_stages",
    "experiment_traces",
    "find_simulator",
    "load_study",
    "parse_study",
    "planned_experiments",
    "read_study",
    "run_study",
    "write_study",
]
