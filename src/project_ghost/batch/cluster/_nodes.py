"""The machines of a cluster, and how many workers fit on each."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, final

__all__ = ["Needs", "Node", "described_rooms", "nodes_of"]

_ROOMS_SHOWN = 3


class Needs(NamedTuple):
    """What one worker needs. Ray counts it; `memory_bytes` and `gpus` may be 0."""

    cpus: float = 1.0
    memory_bytes: int = 0
    gpus: float = 0.0

    def options(self) -> dict[str, Any]:
        """As options of an actor."""
        options: dict[str, Any] = {"num_cpus": self.cpus}
        if self.memory_bytes:
            options["memory"] = self.memory_bytes
        if self.gpus:
            options["num_gpus"] = self.gpus
        return options

    def described(self) -> str:
        """As words of an error."""
        return _described(self.cpus, self.memory_bytes, self.gpus)

    def fitting(self, resources: Mapping[str, float]) -> int:
        """How many workers fit into these resources of a machine."""
        counts = [resources.get("CPU", 0.0) / self.cpus]
        if self.memory_bytes:
            counts.append(resources.get("memory", 0.0) / self.memory_bytes)
        if self.gpus:
            counts.append(resources.get("GPU", 0.0) / self.gpus)
        return int(min(counts) + 1e-9)


@final
@dataclass
class Node:
    """A machine: how many workers it may have, and whether they may begin.

    `is_warm` says that it has the machine code: a worker was sent it, or has compiled its own.
    Others wait for that. `codes` counts what was sent so far, and `is_foreign` says that it is for
    other processors. `is_silent` is a machine that does not answer, for now or for good.
    """

    id: str
    slots: int
    memory_bytes: float
    peak_bytes: int = 0
    codes: int = 0
    is_foreign: bool = False
    is_warm: bool = False
    is_silent: bool = False
    failures: list[str] = field(default_factory=list)  # of workers that did not begin

    def used(self, peak_bytes: int) -> None:
        """Bound the workers by memory: one of them has used so much."""
        if peak_bytes > self.peak_bytes and self.memory_bytes:
            self.peak_bytes = peak_bytes
            self.slots = max(1, min(self.slots, int(self.memory_bytes / peak_bytes)))


def nodes_of(rows: list[dict[str, Any]], needs: Needs) -> dict[str, Node]:
    """Return the machines that are alive and have room for a worker, by id."""
    found = {}
    for row in rows:
        slots = needs.fitting(row["Resources"]) if row["Alive"] else 0
        if slots:
            memory = row["Resources"].get("memory", 0.0)
            found[row["NodeID"]] = Node(row["NodeID"], slots, memory)
    return found


def described_rooms(rows: list[dict[str, Any]]) -> str:
    """Return what the machines that are alive have, for an error; each kind once."""
    rooms = {
        _described(*(row["Resources"].get(name, 0.0) for name in ("CPU", "memory", "GPU")))
        for row in rows
        if row["Alive"]
    }
    return "; ".join(sorted(rooms)[:_ROOMS_SHOWN]) or "there is none"


def _described(cpus: float, memory_bytes: float, gpus: float) -> str:
    return f"{cpus:g} cores, {memory_bytes / (1 << 30):.3g} GiB of memory, {gpus:g} GPUs"
