"""Many runs: executors that return the outcomes of tasks.

General layout: `_task` (a task and its outcome), `_executors` (the interface, and the executor in
this process), `_pool` and `_worker` (worker processes), `_futures` (executors of
`concurrent.futures`), `chunks` (how tasks are sent to processes, and tried again), `cluster` (Ray),
`_ready` (what a process keeps between tasks), `_limit` (a time limit from within), `_progress`
(progress), `_load` and `_burner` (background load), `_cpu_time` (the load of the machine),
`_verify` (many runs of one scenario, compared), `_simulate` (planners in many scenarios), `_judged`
(the metrics of such a run).
"""

from ._cpu_time import CPUTime as CPUTime
from ._cpu_time import busy_fraction as busy_fraction
from ._cpu_time import cpu_time as cpu_time
from ._executors import AbstractExecutor as AbstractExecutor
from ._executors import InProcess as InProcess
from ._futures import Futures as Futures
from ._judged import judged as judged
from ._judged import watched_session as watched_session
from ._judged import without_series as without_series
from ._limit import limited as limited
from ._load import BackgroundLoad as BackgroundLoad
from ._load import background_load as background_load
from ._load import usable_cores as usable_cores
from ._pool import ProcessPool as ProcessPool
from ._progress import Progress as Progress
from ._progress import SilentProgress as SilentProgress
from ._ready import close_ready as close_ready
from ._ready import forget_ready as forget_ready
from ._ready import ready as ready
from ._simulate import Simulated as Simulated
from ._simulate import SimulationTask as SimulationTask
from ._simulate import simulate as simulate
from ._task import Outcome as Outcome
from ._task import Task as Task
from ._task import TaskError as TaskError
from ._task import TimeLimitError as TimeLimitError
from ._verify import Verification as Verification
from ._verify import VerifiedRun as VerifiedRun
from ._verify import verify as verify
from .cluster._ray_cluster import RayCluster as RayCluster

__all__ = [
    "AbstractExecutor",
    "BackgroundLoad",
    "CPUTime",
    "Futures",
    "InProcess",
    "Outcome",
    "ProcessPool",
    "Progress",
    "RayCluster",
    "SilentProgress",
    "Simulated",
    "SimulationTask",
    "Task",
    "TaskError",
    "TimeLimitError",
    "Verification",
    "VerifiedRun",
    "background_load",
    "busy_fraction",
    "close_ready",
    "cpu_time",
    "forget_ready",
    "judged",
    "limited",
    "ready",
    "simulate",
    "usable_cores",
    "verify",
    "watched_session",
    "without_series",
]
