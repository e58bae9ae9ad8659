"""Runners: a whole simulation with its planner, its report, and callbacks for a set of them.

General layout: `_runner` (the interface, and a simulation from start to end), `_report` (how it
went), `_main_callback` (callbacks before and after a set of simulations), `_tables` (their
metrics, scores and reports).
"""

from ._main_callback import AbstractMainCallback as AbstractMainCallback
from ._main_callback import AggregationCallback as AggregationCallback
from ._main_callback import MultiMainCallback as MultiMainCallback
from ._main_callback import SummaryCallback as SummaryCallback
from ._main_callback import TimeCallback as TimeCallback
from ._main_callback import ValidationCallback as ValidationCallback
from ._report import RunnerReport as RunnerReport
from ._runner import AbstractRunner as AbstractRunner
from ._runner import SimulationRunner as SimulationRunner
from ._runner import run_simulation as run_simulation
from ._tables import MetricNumber as MetricNumber
from ._tables import metric_numbers as metric_numbers

__all__ = [
    "AbstractMainCallback",
    "AbstractRunner",
    "AggregationCallback",
    "MetricNumber",
    "MultiMainCallback",
    "RunnerReport",
    "SimulationRunner",
    "SummaryCallback",
    "TimeCallback",
    "ValidationCallback",
    "metric_numbers",
    "run_simulation",
]
