"""The built-in scenarios as workloads: one run to the end, one digest, which the golden file holds.

They are here because the core has no scenarios.
"""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from project_ghost.doctor.selfcheck import Mode
from project_ghost.scenario import builtin_names

_GOLDEN = Path(__file__).parents[2] / "tests" / "scenario" / "golden"


def scenario_paths() -> dict[str, str]:
    """By name, where the self-check finds the workload of each scenario; the small ones first."""
    return {name: f"{Path(__file__)}:{name}" for name in sorted(builtin_names(), key=_bytes)}


def golden_digests() -> dict[str, str]:
    """The expected digest of every scenario."""
    return {name: str(_golden(name)["digest"]) for name in builtin_names()}


def _golden(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((_GOLDEN / f"{name}.json").read_text("utf-8"))
    return document


def _bytes(name: str) -> int:
    """How much a scenario records, which tells roughly how long it takes."""
    return sum(channel["bytes"] for channel in _golden(name)["channels"].values())


def _digest(name: str, mode: Mode) -> str:
    from project_ghost.runs import prepare

    return prepare(name, execution=mode).run().digest


def __getattr__(name: str) -> Callable[[Mode], str]:
    """The function of a workload: the self-check asks for it by the scenario's name."""
    if name in builtin_names():
        return partial(_digest, name)
    raise AttributeError(name)
