"""The cores and CPU features of this machine."""

import os
import platform
from functools import cache
from pathlib import Path

import numpy as np

from .environment import NotRunnableError

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "portable"


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0))


# ghost: allow[cached-state] the CPU does not change
@cache
def cpu_flags() -> frozenset[str]:
    """The CPU's features as Linux names them; empty where they cannot be read."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return frozenset()
    lines = [line for line in text.splitlines() if line.startswith(("flags", "Features"))]
    return frozenset(lines[0].partition(":")[2].split()) if lines else frozenset()


def require_cpu(*flags: str) -> None:
    """Refuse, by name, what this machine's CPU does not have."""
    if platform.machine() != "x86_64":
        raise NotRunnableError(f"for x86-64 only, and this machine is {platform.machine()}")
    missing = [flag for flag in flags if flag not in cpu_flags()]
    if missing:
        raise NotRunnableError(f"this CPU has no {', '.join(missing)}")


def numpy_features_to_mask() -> tuple[str, ...]:
    """The CPU features beyond numpy's baseline, by the names that numpy can disable."""
    umath = np._core._multiarray_umath  # type: ignore[attr-defined]
    return tuple(name for name in umath.__cpu_dispatch__ if umath.__cpu_features__[name])
