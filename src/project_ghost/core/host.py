"""Description of the machine and its libraries."""

import platform
import sys
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import numpy as np

__all__ = ["host"]


def host() -> dict[str, object]:
    """Return the versions and CPU features that may influence results."""
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
    """Return the name of the CPU, if the system knows it."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in text.splitlines() if "model name" in line]
    return names[0] if names else platform.processor()


def _numpy_cpu_features() -> list[str]:
    """Return the CPU features that numpy uses."""
    features = np._core._multiarray_umath.__cpu_features__  # type: ignore[attr-defined]
    return sorted(name for name, is_present in features.items() if is_present)


def _numba_version() -> str | None:
    """Return Numba's version without importing it; None if it is not installed."""
    return version("numba") if find_spec("numba") else None


def _numba_cpu() -> str | None:
    """Return the CPU that Numba compiles for; None if Numba is not imported."""
    if sys.modules.get("numba") is None:
        return None
    from llvmlite import binding
    from numba import config

    named = config.CPU_NAME  # type: ignore[attr-defined]
    return str(named or binding.get_host_cpu_name())
