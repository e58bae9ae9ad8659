"""The workloads by name, and how to load another one."""

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import NamedTuple

from project_ghost.core.errors import InputError

from ._arithmetic import arithmetic
from ._bus import bus
from ._clock import clock
from ._dmath import dmath_functions
from ._mode import BOTH, Mode
from ._random import random


class Workload(NamedTuple):
    """A workload and the modes in which it runs."""

    digest: Callable[[Mode], str]
    modes: tuple[Mode, ...] = BOTH


WORKLOADS: Mapping[str, Workload] = MappingProxyType(
    {
        "arithmetic": Workload(arithmetic),
        "dmath": Workload(dmath_functions),
        "random": Workload(random),
        "clock": Workload(clock, (Mode.INTERPRETED,)),
        "bus": Workload(bus, (Mode.INTERPRETED,)),
    }
)


def load_workload(text: str) -> tuple[str, Workload]:
    """Load a workload from `NAME=FILE.py:FUNCTION` or `NAME=package.module:FUNCTION`."""
    name, _, path = text.partition("=")
    place, _, function = path.rpartition(":")
    try:
        module = _from_file(Path(place)) if place.endswith(".py") else import_module(place)
        return name, Workload(getattr(module, function))
    except (ImportError, OSError, ValueError, AttributeError) as error:
        raise InputError(
            f"the workload {text!r} cannot be loaded: {error}",
            expected="NAME=FILE.py:FUNCTION, where the function maps a mode to a digest",
            fix="check the path; an importable module may stand in place of the file",
        ) from error


def _from_file(path: Path) -> ModuleType:
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None, "a .py file has a loader"
    assert spec.loader is not None, "a .py file has a loader"
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
