"""Many runs: executors that take tasks and give results in the tasks' order.

General layout: `_task` (what is to be done, and what came of it), `_executors` (the interface,
and one task after the other), `_pool` (worker processes) with `_worker` (what happens in
them), `_load` with `_burner` (a machine that is busy with something else).
"""

from ._executors import AbstractExecutor as AbstractExecutor
from ._executors import InProcess as InProcess
from ._load import BackgroundLoad as BackgroundLoad
from ._load import background_load as background_load
from ._load import usable_cores as usable_cores
from ._pool import ProcessPool as ProcessPool
from ._task import Outcome as Outcome
from ._task import Task as Task
from ._task import TaskError as TaskError
from ._task import TimeLimitError as TimeLimitError

__all__ = [
    "AbstractExecutor",
    "BackgroundLoad",
    "InProcess",
    "Outcome",
    "ProcessPool",
    "Task",
    "TaskError",
    "TimeLimitError",
    "background_load",
    "usable_cores",
]
