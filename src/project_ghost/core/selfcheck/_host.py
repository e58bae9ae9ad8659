"""What the workloads ran on."""

import platform
import sys
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import numpy as np


def host() -> dict[str, object]:
    """Python, libraries and CPU, as far as they could make a difference."""
    return {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "machine": platform.machine(),
        "cpu": _cpu_model(),
        "libc": " ".join(platform.libc_ver()),
        "numpy": np.__version__,
        "numpy_cpu_features": _numpy_cpu_features(),
        "numba": _numba_version(),
        "numba_cpu": _numba_cpu(),
    }


def _cpu_model() -> str:
    """The CPU's name, as far as the system tells it."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in text.splitlines() if "model name" in line]
    return names[0] if names else platform.processor()


def _numpy_cpu_features() -> list[str]:
    """The CPU features that numpy found and was not told to leave alone."""
    features = np._core._multiarray_umath.__cpu_features__  # type: ignore[attr-defined]
    return sorted(name for name, found in features.items() if found)


def _numba_version() -> str | None:
    """Numba's version, without the cost of its import; None where it cannot be imported."""
    return version("numba") if find_spec("numba") else None


def _numba_cpu() -> str | None:
    """The CPU that Numba compiles for, if it was imported."""
    if sys.modules.get("numba") is None:
        return None
    from llvmlite import binding
    from numba import config

    named = config.CPU_NAME  # type: ignore[attr-defined]
    return str(named or binding.get_host_cpu_name())
