"""From the traces of an experiment to what is said about it."""

from dataclasses import dataclass, replace
from typing import final

import numpy as np

from project_ghost.analysis.traces import AXES
from project_ghost.analysis.variance import (
    VarianceReport,
    analyze_variance,
    differing_run_bound,
    sigma_over_time,
)

from ._results import SigmaOverTime
from ._store import DistinctTraces
from ._trace import Trace

__all__ = ["Spread", "shift_of", "spread_of"]

# Values that are looked at together by the usual formula: 64 MB of them.
_BLOCK = 8_000_000


@final
@dataclass(frozen=True)
class Spread:
    """How far the repeats of one experiment are apart."""

    report: VarianceReport
    sigma: SigmaOverTime


def spread_of(traces: DistinctTraces, tolerance_m: float) -> Spread:
    """Analyze an experiment. Where all repeats are the same, only two copies are looked at."""
    repeats = len(traces.repeats)
    if len(traces.traces) == 1:
        side_by_side = traces.expanded([0] * min(repeats, 2))
        report = analyze_variance(side_by_side, tolerance_m)
        report = replace(
            report,
            repeats=repeats,
            differing_run_bound=differing_run_bound(repeats) if report.identical else None,
            naive_max_sigma_m=_naive_of_copies(traces.traces[0], repeats),
        )
    else:
        side_by_side = traces.expanded()
        report = analyze_variance(side_by_side, tolerance_m)
    sigma = sigma_over_time(side_by_side)
    return Spread(
        report,
        SigmaOverTime(
            tuple(int(time) for time in side_by_side.times_ns),
            {
                actor: tuple(None if np.isnan(s) else float(s) for s in sigma[a])
                for a, actor in enumerate(side_by_side.actors)
            },
        ),
    )


def shift_of(trace: Trace, baseline: Trace) -> tuple[bool, float | None]:
    """Whether two traces are the same, and the largest distance along an axis between them.

    None where one has samples that the other has not.
    """
    if trace.digest() == baseline.digest():
        return True, 0.0
    pair = DistinctTraces("", ("1", "2"), (baseline, trace), np.array([0, 1])).each_once()
    if (pair.present[0] != pair.present[1]).any():
        return False, None
    shifts = [
        float(np.abs(v.scale * (v.values[1] - v.values[0])).max(initial=0.0))
        for name, v in pair.variables.items()
        if name in AXES
    ]
    found = max(shifts, default=0.0)
    return False, found if np.isfinite(found) else None


def _naive_of_copies(trace: Trace, repeats: int) -> float | None:
    """What the usual formula gives for so many copies, in blocks that fit into memory."""
    if repeats < 2:
        return None
    largest = 0.0
    step = max(1, _BLOCK // repeats)
    for axis in AXES:
        variable = trace.columns.get(axis)
        if variable is None:
            continue
        for begin in range(0, len(variable.values), step):
            block = np.tile(variable.values[begin : begin + step], (repeats, 1))
            with np.errstate(invalid="ignore", over="ignore"):
                spread = variable.scale * np.std(block, axis=0, ddof=1)
            largest = float(np.fmax.reduce(spread, initial=largest))
    return largest if np.isfinite(largest) else None
