"""Fixed workloads whose digests must be the same wherever Ghost runs.

A workload is a function from a mode (interpreted or compiled) to a SHA-256 hex
digest. `digests.json` has the expected digests, the same for both modes. `ghost
doctor` runs them on the present machine; `make proof-portable` runs them on other
CPUs, Pythons and architectures.

General layout: one module per workload (`_arithmetic`, `_dmath`, `_random`, `_clock`, `_bus`),
named in `_registry`; `_mode` (interpreted or compiled), `_compile` (calls from compiled code),
`_digest` (numbers to a digest), `_run` (run workloads and compare).
`python -m project_ghost.doctor.selfcheck` runs them from the command line.

Why: ADR 6.
"""

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
    "load_workload",
    "run",
    "stored_digests",
]
