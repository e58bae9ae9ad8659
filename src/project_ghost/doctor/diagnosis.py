"""The determinism level that this installation reaches, and why."""

import platform
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from project_ghost.core.compiled import is_available
from project_ghost.core.level import Level

from .selfcheck import WORKLOADS, Mode, Outcome, run, stored_digests

__all__ = [
    "Check",
    "Diagnosis",
    "LeftOut",
    "Plan",
    "Reason",
    "diagnose",
    "perform",
    "plan_checks",
]

# The machines on which `make proof-portable` gave the stored digests.
PROVEN_MACHINES = ("x86_64", "aarch64")


class Check(NamedTuple):
    """One workload in one mode, and its result."""

    workload: str
    mode: Mode
    outcome: Outcome
    expected: str | None

    @property
    def passed(self) -> bool:
        """Whether the digest equals the stored one."""
        return self.outcome.digest is not None and self.outcome.digest == self.expected


class Reason(NamedTuple):
    """One fact for or against a level."""

    holds: bool
    text: str


class LeftOut(NamedTuple):
    """A mode that was not checked and that a diagnosis does not cover."""

    mode: Mode
    why: str


class Plan(NamedTuple):
    """The checks to perform, the quick ones first, and the modes left out."""

    checks: tuple[tuple[str, Mode], ...]
    left_out: tuple[LeftOut, ...]


class Diagnosis(NamedTuple):
    """The level, the reasons for it, and the modes that it does not cover."""

    level: Level
    reasons: tuple[Reason, ...]
    left_out: tuple[LeftOut, ...]


def plan_checks(*, compiled: bool = True) -> Plan:
    """Return all workloads in every requested mode that can run here."""
    why = _why_not_compiled() if compiled else "it was not requested"
    modes = (Mode.INTERPRETED,) if why else (Mode.INTERPRETED, Mode.COMPILED)
    return Plan(
        tuple(
            (name, mode) for mode in modes for name in WORKLOADS if mode in WORKLOADS[name].modes
        ),
        (LeftOut(Mode.COMPILED, why),) if why else (),
    )


def perform(workload: str, mode: Mode) -> Check:
    """Run one workload and compare it with its stored digest."""
    outcome = run({workload: WORKLOADS[workload]}, mode)[workload]
    return Check(workload, mode, outcome, stored_digests().get(workload))


def diagnose(checks: Sequence[Check], left_out: Sequence[LeftOut] = ()) -> Diagnosis:
    """Return the level that this installation reaches in the checked modes.

    An installation that does not give the stored digests may still agree with itself: `HOST`.
    A mode without a check is listed as left out.
    """
    reasons = (*_platform_reasons(), *_check_reasons(checks))
    proven = all(reason.holds for reason in reasons)
    why = dict.fromkeys(Mode, "no workload of it was run") | dict(left_out)
    missing = set(Mode) - {check.mode for check in checks}
    return Diagnosis(
        Level.PORTABLE if proven else Level.HOST,
        reasons,
        tuple(LeftOut(mode, why[mode]) for mode in Mode if mode in missing),
    )


def _why_not_compiled() -> str | None:
    """Return why nothing is compiled here; None if code is compiled."""
    if not is_available():
        return "Numba is not installed, so everything runs interpreted"
    try:
        from numba import config
    except Exception:  # a broken installation: the checks will show it
        return None
    if config.DISABLE_JIT:  # type: ignore[attr-defined]
        return "NUMBA_DISABLE_JIT is set, so Numba compiles nothing"
    return None


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


def _check_reasons(checks: Sequence[Check]) -> Iterator[Reason]:
    if not checks:
        yield Reason(False, "no workload was run")  # noqa: FBT003
    for mode in Mode:
        performed = [check for check in checks if check.mode is mode]
        failed = [check.workload for check in performed if not check.passed]
        if failed:
            yield Reason(False, f"{mode}: wrong digests of {', '.join(failed)}")  # noqa: FBT003
        elif performed:
            yield Reason(True, f"{mode}: all {len(performed)} digests equal the stored ones")  # noqa: FBT003
