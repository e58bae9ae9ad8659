"""Checks of a simulator's settings: a fixed step, and a client that controls the steps.

A simulator states both as facts. Its traces show whether the step is what it states.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import final

import numpy as np

from project_ghost.core.duration import duration_text
from project_ghost.study.execute._simulator import Fact

from ._results import NotRun, Screening
from ._trace import Trace

__all__ = ["CheckedSettings", "check_settings", "settings_checks"]

FIXED_STEP, SYNCHRONOUS = "fixed step", "synchronous mode"
# Stamps are rounded when they are written: to a microsecond, or to a digit of a second.
_ROUNDING = 1e-3


@final
@dataclass(frozen=True)
class CheckedSettings:
    """What one experiment shows: True, False, or None where it cannot be told, and why."""

    experiment: str
    step: bool | None
    step_detail: str
    synchronous: bool | None


def check_settings(
    experiment: str, facts: Mapping[str, Fact], traces: Iterable[Trace]
) -> CheckedSettings:
    """Check the facts of an experiment, and the times of its distinct traces."""
    stated = facts.get("step_ns")
    step_ns = stated if isinstance(stated, int) and stated > 0 else None
    is_fixed, detail = _step(step_ns, stated, traces)
    synchronous = facts.get("synchronous")
    return CheckedSettings(
        experiment,
        is_fixed,
        detail,
        synchronous if isinstance(synchronous, bool) else None,
    )


def _step(step_ns: int | None, stated: Fact, traces: Iterable[Trace]) -> tuple[bool | None, str]:
    if isinstance(stated, str):  # "2 different"
        return False, f"the simulator states {stated} steps"
    gaps = [gap for trace in traces if len(gap := np.diff(np.unique(trace.times_ns)))]
    if not gaps:
        return None, "the traces have one time only"
    every = np.concatenate(gaps)
    shortest, longest = int(every.min()), int(every.max())
    apart = f"samples are {duration_text(shortest)}"
    if longest > shortest:
        apart += f" to {duration_text(longest)}"
    apart += " apart"
    if step_ns is None:
        if longest - shortest <= _ROUNDING * shortest + 1:
            return True, f"{apart}; the simulator states no step_ns"
        return False, f"{apart}, and the simulator states no step_ns"
    steps = np.rint(every / step_ns)
    off = np.abs(every - steps * step_ns) > _ROUNDING * every + 1
    detail = f"{apart}, at steps of {duration_text(step_ns)}"
    return not bool(off.any() or (steps < 1).any()), detail


def settings_checks(checked: Iterable[CheckedSettings]) -> tuple[list[Screening], list[NotRun]]:
    """Return both checks over all experiments; one that cannot be made is not run, with why."""
    experiments = list(checked)
    done: list[Screening] = []
    not_run: list[NotRun] = []
    if not experiments:
        return done, not_run
    wrong = [each for each in experiments if each.step is False]
    known = [each for each in experiments if each.step is not None]
    if wrong:
        done.append(Screening(FIXED_STEP, passed=False, detail=_located(wrong[0])))
    elif known:
        details = dict.fromkeys(each.step_detail for each in known)
        done.append(Screening(FIXED_STEP, passed=True, detail="; ".join(details)))
    else:
        not_run.append(NotRun(FIXED_STEP, experiments[0].step_detail))
    loose = [each.experiment for each in experiments if each.synchronous is False]
    silent = [each.experiment for each in experiments if each.synchronous is None]
    if loose:
        detail = f"the simulator states that it does not wait for its client: {loose[0]}"
        done.append(Screening(SYNCHRONOUS, passed=False, detail=detail))
    elif not silent:
        done.append(Screening(SYNCHRONOUS, passed=True, detail="stated by the simulator"))
    if silent:
        not_run.append(NotRun(SYNCHRONOUS, _silence(silent, len(experiments))))
    return done, not_run


def _silence(silent: list[str], experiments: int) -> str:
    reason = "the simulator does not state `synchronous`"
    if len(silent) == experiments:
        return reason
    return f"{reason} in {len(silent)} of {experiments} experiments, such as {silent[0]}"


def _located(checked: CheckedSettings) -> str:
    return f"{checked.experiment}: {checked.step_detail}"
