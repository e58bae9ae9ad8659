"""The built-in scenarios as workloads: one run, one digest, which the golden file holds.

They are here because the core has no scenarios. Where a CPU is emulated, a part of them runs:
what takes up to ten minutes there.
"""

import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from project_ghost.doctor.selfcheck import Mode
from project_ghost.scenario import builtin_names

_GOLDEN = Path(__file__).parents[2] / "tests" / "scenario" / "golden"
_BEGINNING = ", beginning"

# Interpreted under emulation, these would take minutes each; their first seconds run.
_LONG = ("crowd", "quadrotor-figure-eight")
# Compiling takes a minute for others than these: they share their machine code.
_COMPILED_EMULATED = "t-junction"


def scenario_workloads(mode: Mode, *, emulated: bool) -> tuple[str, ...]:
    """The names of the workloads; one that ends in `beginning` runs for the first seconds."""
    names = builtin_names()
    if not emulated:
        return tuple(names)
    if mode is Mode.COMPILED:
        return tuple(name for name in names if name.startswith(_COMPILED_EMULATED))
    return tuple(f"{name}{_BEGINNING}" if name in _LONG else name for name in names)


def workload_path(workload: str) -> str:
    """Where the self-check finds the workload."""
    return f"{Path(__file__)}:{workload}"


def golden_digests() -> dict[str, str]:
    """The expected digest of every workload."""
    found: dict[str, str] = {}
    for name in builtin_names():
        golden = json.loads((_GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
        found |= {name: golden["digest"], f"{name}{_BEGINNING}": golden["prefix"]["digest"]}
    return found


def is_beginning(workload: str) -> bool:
    """Whether a workload is only a part of its scenario."""
    return workload.endswith(_BEGINNING)


def _digest(workload: str, mode: Mode) -> str:
    from project_ghost.runs import prepare

    name = workload.removesuffix(_BEGINNING)
    duration_ns = _prefix_ns(name) if is_beginning(workload) else None
    return prepare(name, execution=mode).run(duration_ns=duration_ns).digest


def _prefix_ns(name: str) -> int:
    golden: Mapping[str, Mapping[str, int]] = json.loads(
        (_GOLDEN / f"{name}.json").read_text(encoding="utf-8")
    )
    return golden["prefix"]["duration_ns"]


def __getattr__(name: str) -> Callable[[Mode], str]:
    """The function of a workload: the self-check asks for it by the workload's name."""
    if name.removesuffix(_BEGINNING) in builtin_names():
        return partial(_digest, name)
    raise AttributeError(name)
