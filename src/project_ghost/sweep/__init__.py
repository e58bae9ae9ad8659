"""Sweeps: many runs of scenarios, planners, parameters and seeds.

General layout: `file` (sweep.yaml), `_scene` (a scenario with its planner, for workers), `_plan`
(all runs and their ids), `_points` (their parameters), `_work` (one run), `_row` (its row),
`_shard` (parts of a plan), `_claim` (what a store says about its sweep), `_run` (run what is
missing), `_open` (read the results), `_audit` (some runs again, in other processes), `_rerun` (one
run again, here), `_compare` and `_divergence` (two sweeps, run by run), `_copy` (a sweep in another
store), `callbacks` (your code and ours at start, runs and end), `page` (a sweep as a page).
"""

from ._compare import Pair as Pair
from ._compare import PairKind as PairKind
from ._compare import SweepComparison as SweepComparison
from ._compare import compare_sweeps as compare_sweeps
from ._copy import Copied as Copied
from ._copy import copy_sweep as copy_sweep
from ._divergence import first_divergence as first_divergence
from ._divergence import recording_of as recording_of
from ._open import OpenSweep as OpenSweep
from ._open import open_sweep as open_sweep
from ._plan import Plan as Plan
from ._plan import PlannedRun as PlannedRun
from ._plan import plan_sweep as plan_sweep
from ._rerun import Rerun as Rerun
from ._rerun import rerun_of_sweep as rerun_of_sweep
from ._run import Chosen as Chosen
from ._run import SweepResult as SweepResult
from ._run import run_sweep as run_sweep
from ._shard import Shard as Shard
from .callbacks._aggregation import AggregationCallback as AggregationCallback
from .callbacks._callback import StartedSweep as StartedSweep
from .callbacks._callback import SweepCallback as SweepCallback
from .callbacks._callback import SweepEnd as SweepEnd
from .callbacks._callback import SweepStatus as SweepStatus
from .callbacks._calls import Messages as Messages
from .callbacks._load import load_callbacks as load_callbacks
from .callbacks._publication import PublicationCallback as PublicationCallback
from .callbacks._summary import SummaryCallback as SummaryCallback
from .callbacks._time import TimeCallback as TimeCallback
from .callbacks._validation import ValidationCallback as ValidationCallback
from .callbacks._validation import Verdict as Verdict
from .file._hypercube import Axis as Axis
from .file._hypercube import Hypercube as Hypercube
from .file._load import load_sweep as load_sweep
from .file._load import parse_sweep as parse_sweep
from .file._sweep import CallbackChoice as CallbackChoice
from .file._sweep import PlannerChoice as PlannerChoice
from .file._sweep import Sweep as Sweep
from .page._page import REPORT as REPORT
from .page._page import sweep_page as sweep_page

__all__ = [
    "REPORT",
    "AggregationCallback",
    "Axis",
    "CallbackChoice",
    "Chosen",
    "Copied",
    "Hypercube",
    "Messages",
    "OpenSweep",
    "Pair",
    "PairKind",
    "Plan",
    "PlannedRun",
    "PlannerChoice",
    "PublicationCallback",
    "Rerun",
    "Shard",
    "StartedSweep",
    "SummaryCallback",
    "Sweep",
    "SweepCallback",
    "SweepComparison",
    "SweepEnd",
    "SweepResult",
    "SweepStatus",
    "TimeCallback",
    "ValidationCallback",
    "Verdict",
    "compare_sweeps",
    "copy_sweep",
    "first_divergence",
    "load_callbacks",
    "load_sweep",
    "open_sweep",
    "parse_sweep",
    "plan_sweep",
    "recording_of",
    "rerun_of_sweep",
    "run_sweep",
    "sweep_page",
]
