"""Statistics of one experiment: how far its repeats are apart."""

from dataclasses import dataclass, replace
from typing import final

import numpy as np

from project_ghost.analysis.binomial import clopper_pearson, share_bound
from project_ghost.analysis.traces import AXES
from project_ghost.analysis.variance import (
    VarianceReport,
    analyze_variance,
    collision_times,
    sigma_over_time,
)

from ._results import SigmaOverTime
from ._store import DistinctTraces
from ._trace import Trace

__all__ = ["ExperimentStats", "experiment_stats", "shift_of"]

# The usual formula is computed over blocks of this many values: 64 MB.
_BLOCK_VALUES = 8_000_000


@final
@dataclass(frozen=True)
class ExperimentStats:
    """The variance of an experiment's repeats, as a report and over time."""

    report: VarianceReport
    sigma: SigmaOverTime


def experiment_stats(traces: DistinctTraces, tolerance_m: float) -> ExperimentStats:
    """Analyze the repeats of an experiment; of identical repeats two copies are enough."""
    repeats = len(traces.repeats)
    if len(traces.traces) == 1:
        side_by_side = traces.expanded([0] * min(repeats, 2))
        report = analyze_variance(side_by_side, tolerance_m)
        report = replace(
            report,
            repeats=repeats,
            differing=clopper_pearson(0, repeats),
            differing_run_bound=share_bound(0, repeats),
            collisions=collision_times([traces.traces[0].first_collision_ns] * repeats),
            naive_max_sigma_m=_naive_of_copies(traces.traces[0], repeats),
        )
    else:
        side_by_side = traces.expanded()
        report = analyze_variance(side_by_side, tolerance_m)
    sigma = sigma_over_time(side_by_side)
    return ExperimentStats(
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
    """Whether two traces are the same, and the largest distance between them along an axis.

    The distance is None if one trace has samples that the other has not.
    """
    if trace.digest() == baseline.digest():
        return True, 0.0
    pair = DistinctTraces("", ("1", "2"), (baseline, trace), np.array([0, 1])).each_once()
    if (pair.present[0] != pair.present[1]).any():
        return False, None
    if analyze_variance(pair).identical:  # digests of older versions may differ
        return True, 0.0
    with np.errstate(over="ignore", invalid="ignore"):
        shifts = [
            float(np.abs(v.scale * (v.values[1] - v.values[0])).max(initial=0.0))
            for name, v in pair.variables.items()
            if name in AXES
        ]
    largest = max(shifts, default=0.0)
    return False, None if np.isnan(largest) else min(largest, float(np.finfo(float).max))


def _naive_of_copies(trace: Trace, repeats: int) -> float | None:
    """The result of the usual formula for this many copies, in blocks that fit into memory."""
    if repeats < 2:
        return None
    largest = 0.0
    step = max(1, _BLOCK_VALUES // repeats)
    for axis in AXES:
        variable = trace.columns.get(axis)
        if variable is None:
            continue
        for begin in range(0, len(variable.values), step):
            block = np.tile(variable.values[begin : begin + step], (repeats, 1))
            with np.errstate(invalid="ignore", over="ignore"):
                sigmas = variable.scale * np.std(block, axis=0, ddof=1)
            largest = float(np.fmax.reduce(sigmas, initial=largest))
    return largest if np.isfinite(largest) else None
