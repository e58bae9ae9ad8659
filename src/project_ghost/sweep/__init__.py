"""Sweeps: many runs of scenarios, planners, parameters and seeds.

General layout: `file` (sweep.yaml), `_scene` (a scenario with its planner, for workers), `_plan`
(all runs and their ids), `_work` (one run), `_row` (its row), `_shard` (parts of a plan), `_claim`
(what a store says about its sweep), `_run` (run what is missing), `_open` (read the results),
`_rerun` (one run again), `_copy` (a sweep in another store).
"""

from ._copy import Copied as Copied
from ._copy import copy_sweep as copy_sweep
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
from .file._hypercube import Axis as Axis
from .file._hypercube import Hypercube as Hypercube
from .file._load import load_sweep as load_sweep
from .file._load import parse_sweep as parse_sweep
from .file._sweep import PlannerChoice as PlannerChoice
from .file._sweep import Sweep as Sweep

__all__ = [
    "Axis",
    "Chosen",
    "Copied",
    "Hypercube",
    "OpenSweep",
    "Plan",
    "PlannedRun",
    "PlannerChoice",
    "Rerun",
    "Shard",
    "Sweep",
    "SweepResult",
    "copy_sweep",
    "load_sweep",
    "open_sweep",
    "parse_sweep",
    "plan_sweep",
    "rerun_of_sweep",
    "run_sweep",
]
