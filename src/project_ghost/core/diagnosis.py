"""Which determinism level this installation reaches, and why."""

import platform
import sys
from collections.abc import Iterator
from typing import NamedTuple

from project_ghost.core.compiled import is_available
from project_ghost.core.level import Level
from project_ghost.core.selfcheck import WORKLOADS, Mode, Outcome, run, stored_digests

__all__ = ["Check", "Diagnosis", "Reason", "checks_to_run", "diagnose", "perform"]

# Where `make proof-portable` has shown the stored digests.
PROVEN_MACHINES = ("x86_64", "aarch64")


class Check(NamedTuple):
    """One workload in one mode, and what came of it."""

    workload: str
    mode: Mode
    outcome: Outcome
    expected: str | None

    @property
    def passed(self) -> bool:
        """Whether the digest is the stored one."""
        return self.outcome.digest is not None and self.outcome.digest == self.expected


class Reason(NamedTuple):
    """One thing that speaks for or against a level."""

    holds: bool
    text: str


class Diagnosis(NamedTuple):
    """The level, and what it rests on."""

    level: Level
    reasons: tuple[Reason, ...]


def checks_to_run(*, compiled: bool = True) -> list[tuple[str, Mode]]:
    """The workloads and modes that can be checked here, quick ones first."""
    modes = [Mode.INTERPRETED, *([Mode.COMPILED] if compiled and is_available() else [])]
    return [(name, mode) for mode in modes for name in WORKLOADS if mode in WORKLOADS[name].modes]


def perform(workload: str, mode: Mode) -> Check:
    """Run one workload and hold it against its stored digest."""
    outcome = run({workload: WORKLOADS[workload]}, mode)[workload]
    return Check(workload, mode, outcome, stored_digests().get(workload))


def diagnose(checks: list[Check]) -> Diagnosis:
    """The level that this installation reaches, given its checks.

    Without the stored digests a machine can still agree with itself: `HOST`.
    """
    reasons = (*_platform_reasons(), *_check_reasons(checks))
    proven = all(reason.holds for reason in reasons)
    return Diagnosis(Level.PORTABLE if proven else Level.HOST, reasons)


def _platform_reasons() -> Iterator[Reason]:
    implementation = platform.python_implementation()
    yield Reason(implementation == "CPython", f"the interpreter is {implementation}")
    machine, system = platform.machine(), platform.system()
    yield Reason(
        machine in PROVEN_MACHINES and system == "Linux",
        f"the platform is {system} on {machine}; "
        f"portability is proven for Linux on {' and '.join(PROVEN_MACHINES)}",
    )
    info = sys.float_info
    is_binary64 = (info.mant_dig, info.max_exp, info.min_exp) == (53, 1024, -1021)
    yield Reason(
        is_binary64, "floats are IEEE binary64" if is_binary64 else "floats are not binary64"
    )
    # A library built with -ffast-math can switch subnormals off for the whole process.
    keeps_subnormals = sys.float_info.min / 2.0 > 0.0
    yield Reason(
        keeps_subnormals,
        "subnormal numbers are kept"
        if keeps_subnormals
        else "subnormal numbers are flushed to zero: a loaded library has changed the FPU's mode",
    )


def _check_reasons(checks: list[Check]) -> Iterator[Reason]:
    for mode in Mode:
        performed = [check for check in checks if check.mode is mode]
        failed = [check.workload for check in performed if not check.passed]
        if failed:
            yield Reason(False, f"{mode}: not the stored digests in {', '.join(failed)}")  # noqa: FBT003
        elif performed:
            yield Reason(True, f"{mode}: all {len(performed)} digests are the stored ones")  # noqa: FBT003
