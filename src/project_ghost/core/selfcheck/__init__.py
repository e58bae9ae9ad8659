"""Fixed workloads whose digests are the same wherever Ghost runs, or something is wrong.

A workload is a function from a mode (interpreted or compiled) to a SHA-256 hex
digest. What it must give stands in `digests.json`, for both modes alike. `ghost
doctor` runs them on the machine at hand; `make proof-portable` runs them on other
CPUs, Pythons and architectures.

General layout: one private module per workload, `_registry` names them, `_run`
runs them and knows the stored digests, `_host` tells what they ran on, and
`python -m project_ghost.core.selfcheck` is the same from the command line.

Why: ADR 6.
"""

from ._host import host as host
from ._mode import BOTH as BOTH
from ._mode import Mode as Mode
from ._registry import WORKLOADS as WORKLOADS
from ._registry import Workload as Workload
from ._registry import load_workload as load_workload
from ._run import Outcome as Outcome
from ._run import run as run
from ._run import stored_digests as stored_digests

__all__ = [
    "BOTH",
    "WORKLOADS",
    "Mode",
    "Outcome",
    "Workload",
    "host",
    "load_workload",
    "run",
    "stored_digests",
]
