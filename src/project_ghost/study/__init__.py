"""Variance studies of any simulator, described by one file.

General layout: `file` (study.yaml and its experiments), `machine` (the host, background load,
utilisation), `execute` (simulators and repeats), `results` (traces, statistics, conclusions),
`page` (the report), `simulators` (adapters for other simulators).
"""

from .execute._command import CommandSimulator as CommandSimulator
from .execute._ghost import simulator_of as simulator_of
from .execute._runner import run_study as run_study
from .execute._simulator import BUILTIN_SIMULATORS as BUILTIN_SIMULATORS
from .execute._simulator import Facts as Facts
from .execute._simulator import PreparedSimulator as PreparedSimulator
from .execute._simulator import Settings as Settings
from .execute._simulator import find_simulator as find_simulator
from .file._conditions import FACTORS as FACTORS
from .file._conditions import Conditions as Conditions
from .file._conditions import ProcessMode as ProcessMode
from .file._confidence import Confidence as Confidence
from .file._file import Scenario as Scenario
from .file._file import Study as Study
from .file._file import checked_stages as checked_stages
from .file._file import load_study as load_study
from .file._file import parse_study as parse_study
from .file._plan import Experiment as Experiment
from .file._plan import planned_experiments as planned_experiments
from .results._analyze import analyze_study as analyze_study
from .results._certainty import Certainty as Certainty
from .results._json import read_study as read_study
from .results._json import write_study as write_study
from .results._process_parts import Blame as Blame
from .results._process_parts import ProcessPart as ProcessPart
from .results._process_parts import ProcessParts as ProcessParts
from .results._results import BASELINE as BASELINE
from .results._results import Cell as Cell
from .results._results import Domain as Domain
from .results._results import Effect as Effect
from .results._results import FactorResult as FactorResult
from .results._results import LevelResult as LevelResult
from .results._results import NotRun as NotRun
from .results._results import ScenarioMaxima as ScenarioMaxima
from .results._results import Screening as Screening
from .results._results import SigmaOverTime as SigmaOverTime
from .results._results import Stage as Stage
from .results._results import StopReason as StopReason
from .results._results import StudyResult as StudyResult
from .results._results import Usage as Usage
from .results._store import experiment_traces as experiment_traces
from .results._trace import Trace as Trace
from .results._trace import TraceRecorder as TraceRecorder

__all__ = [
    "BASELINE",
    "BUILTIN_SIMULATORS",
    "FACTORS",
    "Blame",
    "Cell",
    "Certainty",
    "CommandSimulator",
    "Conditions",
    "Confidence",
    "Domain",
    "Effect",
    "Experiment",
    "FactorResult",
    "Facts",
    "LevelResult",
    "NotRun",
    "PreparedSimulator",
    "ProcessMode",
    "ProcessPart",
    "ProcessParts",
    "Scenario",
    "ScenarioMaxima",
    "Screening",
    "Settings",
    "SigmaOverTime",
    "Stage",
    "StopReason",
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
    "simulator_of",
    "write_study",
]
