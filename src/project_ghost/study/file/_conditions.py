"""The conditions under which repeats run: one value for each factor of a study."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import final

__all__ = ["FACTORS", "Conditions", "ProcessMode"]


class ProcessMode(StrEnum):
    """Which processes the repeats run in."""

    FRESH = "fresh"  # a new process for each
    REUSED = "reused"  # one process for all (for each instance)
    MIXED = "mixed"  # some fresh, the others reused


@final
@dataclass(frozen=True)
class Conditions:
    """The value of each factor. The defaults are the default baseline."""

    load_percent: int = 0  # of all CPUs, by other programs
    instances: int = 1  # of the simulator in parallel
    process: ProcessMode = ProcessMode.MIXED
    nice: int = 0
    cpus: str = "any"  # or the CPUs to pin the simulator to: "0", "0,1"
    controller: str = "default"  # a name of study.yaml's `controllers`
    gpu_load_percent: int = 0
    memory: str = "any"  # or the NUMA nodes that its memory comes from: "0", "0,1"

    def with_level(self, factor: str, level: str | int) -> "Conditions":
        """These conditions with another value of one factor, by its name in study.yaml."""
        return replace(self, **{FACTORS[factor]: level})  # type: ignore[arg-type]


# The name of each factor in study.yaml and in results, and its field of `Conditions`.
FACTORS: Mapping[str, str] = MappingProxyType(
    {
        "load": "load_percent",
        "instances": "instances",
        "process": "process",
        "nice": "nice",
        "cpus": "cpus",
        "controller": "controller",
        "gpu_load": "gpu_load_percent",
        "memory": "memory",
    }
)
