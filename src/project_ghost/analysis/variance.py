"""The spread between repeats of one experiment; exactly zero for identical repeats.

The usual formula subtracts a rounded mean and reports about 1e-13 m for identical repeats. Here
all values are first taken relative to the first repeat, so that identical repeats give exactly
0.0, and any other result is a property of the simulator.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.arrays import Floats, Integers

from .traces import AXES, Traces, Variable, VariableKind

__all__ = [
    "DEFAULT_TOLERANCE_M",
    "ActorVariance",
    "CategoryFlips",
    "Gap",
    "Peak",
    "VariableVariance",
    "VarianceReport",
    "analyze_variance",
    "differing_run_bound",
    "sigma_over_time",
]

DEFAULT_TOLERANCE_M = 0.01
_CONFIDENCE = 0.95
_SMALLEST = 5e-324


@dataclass(frozen=True)
class Peak:
    """The largest deviation, and its actor, time and variable."""

    sigma: float
    actor: str
    time_ns: int
    variable: str


@dataclass(frozen=True)
class Gap:
    """Samples that some repeats have and others do not, or that are not finite."""

    samples: int
    first_actor: str
    first_time_ns: int
    repeats: tuple[str, ...]


@dataclass(frozen=True)
class ActorVariance:
    """The largest deviations of one actor, in metres."""

    actor: str
    identical: bool
    max_sigma_m: float
    max_sigma_norm_m: float
    before_collision_m: float | None
    after_collision_m: float | None


@dataclass(frozen=True)
class VariableVariance:
    """The largest deviation of a variable other than position, in its SI unit."""

    variable: str
    unit: str
    identical: bool
    max_sigma: float
    peak: Peak | None


@dataclass(frozen=True)
class CategoryFlips:
    """The number of repeats whose categorical value differs from the first at some time."""

    variable: str
    repeats_flipped: int
    first_time_ns: int | None


@dataclass(frozen=True)
class VarianceReport:
    """The result of `analyze_variance`. The verdict uses the maximum, never a mean."""

    source: str
    repeats: int
    actors: int
    times: int
    tolerance_m: float
    identical: bool
    max_sigma_m: float
    max_variance_m2: float
    max_sigma_norm_m: float
    naive_max_sigma_m: float | None
    peak: Peak | None
    permissible: bool
    first_collision_ns: int | None
    before_collision_m: float | None
    after_collision_m: float | None
    missing: Gap | None
    not_finite: Gap | None
    differing_run_bound: float | None
    by_actor: tuple[ActorVariance, ...]
    by_variable: tuple[VariableVariance, ...]
    by_category: tuple[CategoryFlips, ...]


def differing_run_bound(repeats: int) -> float:
    """Return the upper 95 % bound on the rate of differing runs, given none in `repeats`.

    This is the exact binomial bound: the rate at which `repeats` equal runs in a row have the
    probability 0.05.
    """
    return float(-np.expm1(np.log1p(-_CONFIDENCE) / repeats))


def analyze_variance(traces: Traces, tolerance_m: float = DEFAULT_TOLERANCE_M) -> VarianceReport:
    """Compute the deviation over repeats per actor, time and axis, and its maximum."""
    axes = {axis: traces.variables[axis] for axis in AXES if axis in traces.variables}
    same = {name: _same_bits(v, traces.present) for name, v in traces.variables.items()}
    always = traces.present.all(axis=0) | ~traces.present.any(axis=0)
    same_all = np.logical_and.reduce([always, *same.values()])
    sigma = {axis: variable.scale * _deviation(variable, traces) for axis, variable in axes.items()}
    largest = _worst_axis(list(sigma.values()), traces)
    norm = np.sqrt(sum((s * s for s in sigma.values()), np.zeros(largest.shape)))
    # Squaring would underflow for values below the square root of the smallest float.
    norm = np.fmax(norm, largest)
    before, after = _around_collision(traces)
    peak = _peak(sigma, traces)
    missing, not_finite = _missing(traces), _not_finite(traces)
    max_sigma = _maximum(largest)
    identical = bool(same_all.all())
    return VarianceReport(
        source=traces.source,
        repeats=len(traces.repeats),
        actors=len(traces.actors),
        times=len(traces.times_ns),
        tolerance_m=tolerance_m,
        identical=identical,
        max_sigma_m=max_sigma,
        max_variance_m2=max_sigma * max_sigma,
        max_sigma_norm_m=_maximum(norm),
        naive_max_sigma_m=_naive_max_sigma(list(axes.values()), traces),
        peak=peak,
        permissible=max_sigma <= tolerance_m and missing is None and not_finite is None,
        first_collision_ns=traces.first_collision_ns,
        before_collision_m=_maximum(largest[:, before]) if before.any() else None,
        after_collision_m=_maximum(largest[:, after]) if after.any() else None,
        missing=missing,
        not_finite=not_finite,
        differing_run_bound=differing_run_bound(len(traces.repeats)) if identical else None,
        by_actor=tuple(
            ActorVariance(
                actor,
                bool(same_all[a].all()),
                _maximum(largest[a]),
                _maximum(norm[a]),
                _maximum(largest[a][before]) if before.any() else None,
                _maximum(largest[a][after]) if after.any() else None,
            )
            for a, actor in enumerate(traces.actors)
        ),
        by_variable=tuple(
            _variable_variance(name, variable, traces, identical=bool(same[name].all()))
            for name, variable in traces.variables.items()
            if variable.kind in (VariableKind.ANGLE, VariableKind.PLAIN)
        ),
        by_category=tuple(
            _category_flips(name, variable, traces)
            for name, variable in traces.variables.items()
            if variable.kind is VariableKind.CATEGORY
        ),
    )


def sigma_over_time(traces: Traces) -> Floats:
    """Return sigma_a(t) in metres of the worst axis, as (actors, times); NaN below two samples."""
    axes = [traces.variables[axis] for axis in AXES if axis in traces.variables]
    return _worst_axis([axis.scale * _deviation(axis, traces) for axis in axes], traces)


# ---------------------------------------------------------------------- one variable


def _same_bits(variable: Variable, present: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """For each actor and time, whether all present repeats have the same bits."""
    bits = np.ascontiguousarray(variable.values).view(np.uint64)
    reference = np.take_along_axis(bits, _first_present(present), axis=0)
    same: NDArray[np.bool_] = ((bits == reference) | ~present).all(axis=0)
    return same


def _first_present(present: NDArray[np.bool_]) -> Integers:
    first: Integers = np.argmax(present, axis=0)[np.newaxis]
    return first


def _deviation(variable: Variable, traces: Traces) -> Floats:
    """Return the sample standard deviation over repeats; NaN below two finite values."""
    present = traces.present
    reference = np.take_along_axis(variable.values, _first_present(present), axis=0)
    with np.errstate(over="ignore", invalid="ignore"):
        shifted = np.where(present, variable.values - reference, 0.0)
    if variable.kind is VariableKind.ANGLE:
        shifted = _about_mean_direction(shifted, present, variable)
    return _two_pass(shifted, present)


def _two_pass(shifted: Floats, present: NDArray[np.bool_]) -> Floats:
    """Return the sample standard deviation of small values; exactly 0 if all are equal.

    The values are divided by the largest before squaring, so that nothing underflows.
    """
    count = present.sum(axis=0)
    size = np.abs(shifted).max(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        scaled = np.where(present & (size > 0.0), shifted / size, 0.0)
        scaled = np.where(np.isnan(size), np.nan, scaled)
        mean = scaled.sum(axis=0) / count
        residual = np.where(present, scaled - mean, 0.0)
        total = residual.sum(axis=0)
        variance = ((residual * residual).sum(axis=0) - total * total / count) / (count - 1)
        sigma = size * np.sqrt(np.maximum(variance, 0.0))
    sigma = np.where(size > 0.0, np.maximum(sigma, _SMALLEST), sigma)
    sigma = np.where(np.isinf(size), np.nan, sigma)
    return np.where(count >= 2, sigma, np.nan)


def _about_mean_direction(
    shifted: Floats, present: NDArray[np.bool_], variable: Variable
) -> Floats:
    """Return angles relative to their mean direction, wrapped to half a turn."""
    turn = 2.0 * np.pi / variable.scale
    shifted = _wrap(shifted, turn)
    radians = shifted * variable.scale
    sine = np.where(present, np.sin(radians), 0.0).sum(axis=0)
    cosine = np.where(present, np.cos(radians), 0.0).sum(axis=0)
    mean = np.arctan2(sine, cosine) / variable.scale
    # Where all repeats are equal, keep the exact zeros relative to the first repeat.
    about = np.where(present, _wrap(shifted - mean, turn), 0.0)
    return np.where(np.any(shifted != 0.0, axis=0), about, shifted)


def _wrap(angle: Floats, turn: float) -> Floats:
    """Wrap angles to half a turn either way; keep the bits of angles already in range."""
    with np.errstate(invalid="ignore"):
        return np.where(np.abs(angle) > 0.5 * turn, angle - turn * np.rint(angle / turn), angle)


def _variable_variance(
    name: str, variable: Variable, traces: Traces, *, identical: bool
) -> VariableVariance:
    sigma = variable.scale * _deviation(variable, traces)
    peak = _peak({name: sigma}, traces)
    return VariableVariance(name, variable.unit, identical, _maximum(sigma), peak)


def _category_flips(name: str, variable: Variable, traces: Traces) -> CategoryFlips:
    first = np.take_along_axis(variable.values, _first_present(traces.present), axis=0)
    differs = traces.present & (variable.values != first)
    times = np.flatnonzero(differs.any(axis=(0, 1)))
    return CategoryFlips(
        name,
        int(differs.any(axis=(1, 2)).sum()),
        int(traces.times_ns[times[0]]) if len(times) else None,
    )


# ----------------------------------------------------------------------- all of them


def _worst_axis(sigmas: list[Floats], traces: Traces) -> Floats:
    worst = np.full(traces.present.shape[1:], np.nan)
    for sigma in sigmas:
        worst = np.fmax(worst, sigma)
    return worst


def _maximum(sigma: Floats) -> float:
    """Return the largest value that is not NaN; 0.0 if there is none."""
    return float(np.fmax.reduce(sigma, axis=None, initial=0.0))


def _peak(sigma: dict[str, Floats], traces: Traces) -> Peak | None:
    peak: Peak | None = None
    for name, values in sigma.items():
        if np.isnan(values).all():
            continue
        a, t = np.unravel_index(int(np.nanargmax(values)), values.shape)
        if peak is None or values[a, t] > peak.sigma:
            peak = Peak(float(values[a, t]), traces.actors[a], int(traces.times_ns[t]), name)
    return peak


def _around_collision(traces: Traces) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return masks of the times before and after the first collision of any repeat."""
    collision_ns = traces.first_collision_ns
    if collision_ns is None:
        none = np.zeros(len(traces.times_ns), dtype=bool)
        return none, none
    before = traces.times_ns < collision_ns
    return before, ~before


def _missing(traces: Traces) -> Gap | None:
    """Return the samples that some repeats have and others lack."""
    expected = traces.present.any(axis=0)
    return _gap(expected & ~traces.present, traces)


def _not_finite(traces: Traces) -> Gap | None:
    bad = np.zeros(traces.present.shape, dtype=bool)
    for variable in traces.variables.values():
        bad |= ~np.isfinite(variable.values)
    return _gap(bad & traces.present, traces)


def _gap(bad: NDArray[np.bool_], traces: Traces) -> Gap | None:
    if not bad.any():
        return None
    t = int(np.flatnonzero(bad.any(axis=(0, 1)))[0])
    a = int(np.flatnonzero(bad[:, :, t].any(axis=0))[0])
    repeats = tuple(traces.repeats[r] for r in np.flatnonzero(bad[:, a, t]))
    return Gap(int(bad.sum()), traces.actors[a], int(traces.times_ns[t]), repeats)


def _naive_max_sigma(axes: list[Variable], traces: Traces) -> float | None:
    """Return the result of the usual formula, with its rounding, where all repeats are present."""
    if len(traces.repeats) < 2 or not axes:
        return None
    complete = traces.present.all(axis=0)
    with np.errstate(invalid="ignore", over="ignore"):
        spread = [v.scale * np.std(v.values, axis=0, ddof=1)[complete] for v in axes]
    return max((_maximum(each) for each in spread), default=0.0)
