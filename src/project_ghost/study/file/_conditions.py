"""Under what circumstances repeats run: the external settings, which are a study's factors."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import final

__all__ = ["FACTORS", "Conditions", "ProcessMode"]


class ProcessMode(StrEnum):
    """In which processes the repeats run."""

    FRESH = "fresh"  # each in a process of its own
    REUSED = "reused"  # all in one process (one for each instance)
    MIXED = "mixed"  # some of each, compared with each other


@final
@dataclass(frozen=True)
class Conditions:
    """The value of each factor. The defaults are the baseline of a study that states none."""

    load_percent: int = 0  # of all CPUs, kept busy by others
    instances: int = 1  # of the simulator at the same time
    process: ProcessMode = ProcessMode.MIXED
    nice: int = 0
    cpus: str = "any"  # or the CPUs that the simulator is pinned to: "0", "0,1"
    controller: str = "default"  # a name of study.yaml's `controllers`
    gpu_load_percent: int = 0

    def with_level(self, factor: str, level: str | int) -> "Conditions":
        """The same with another value of one factor, by its name in study.yaml."""
        return replace(self, **{FACTORS[factor]: level})  # type: ignore[arg-type]


# The factors by their names in study.yaml and in results, and the field of each.
FACTORS: Mapping[str, str] = MappingProxyType(
    {
        "load": "load_percent",
        "instances": "instances",
        "process": "process",
        "nice": "nice",
        "cpus": "cpus",
        "controller": "controller",
        "gpu_load": "gpu_load_percent",
    }
)
