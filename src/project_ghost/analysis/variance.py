"""The spread between repeats of one experiment; exactly zero for identical repeats.

The usual formula subtracts a rounded mean and reports about 1e-13 m for identical repeats. Here
all values are first taken relative to the first repeat, so that identical repeats give exactly
0.0, and any other result is a property of the simulator.

Two figures are judged: sigma, and the distance of a single repeat from the mean of all others.
More repeats make sigma smaller when one of them is wrong; they do not change that distance.
"""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.arrays import Floats, Integers

from .binomial import ShareInterval, clopper_pearson, share_bound
from .traces import AXES, Traces, Variable, VariableKind

__all__ = [
    "DEFAULT_TOLERANCE_M",
    "ActorVariance",
    "CategoryFlips",
    "CollisionTimes",
    "FarthestRepeat",
    "Gap",
    "Peak",
    "VariableVariance",
    "VarianceReport",
    "analyze_variance",
    "collision_times",
    "sigma_over_time",
]

DEFAULT_TOLERANCE_M = 0.01
_SMALLEST = 5e-324
_LARGEST = float(np.finfo(float).max)
# Differences of larger values may overflow, so these are computed from a quarter of each.
_HUGE = _LARGEST / 4.0
_QUARTER = 0.25


@dataclass(frozen=True)
class Peak:
    """The largest deviation, and its actor, time and variable."""

    sigma: float
    actor: str
    time_ns: int
    variable: str


@dataclass(frozen=True)
class FarthestRepeat:
    """The repeat that is farthest from the mean of all others, and where that is."""

    distance_m: float
    repeat: str
    actor: str
    time_ns: int
    variable: str


@dataclass(frozen=True)
class CollisionTimes:
    """The first collision of each repeat: how many have one, and the spread of its time.

    `sigma_ns` is the sample standard deviation over the repeats that have a collision.
    """

    repeats: int
    earliest_ns: int
    latest_ns: int
    sigma_ns: float


@dataclass(frozen=True)
class Gap:
    """Samples that some repeats have and others do not, or that are not finite."""

    samples: int
    first_actor: str
    first_time_ns: int
    repeats: tuple[str, ...]


@dataclass(frozen=True)
class ActorVariance:
    """The largest deviations of one actor, in metres.

    `parts_ns` is the first time at which its repeats differ, `breaks_ns` the first time at which
    one of them breaks the tolerance. `collided` is whether it took part in a collision in some
    repeat; an actor that did not may part from the others later.
    """

    actor: str
    identical: bool
    max_sigma_m: float
    max_sigma_norm_m: float
    max_deviation_m: float
    before_collision_m: float | None
    after_collision_m: float | None
    parts_ns: int | None
    breaks_ns: int | None
    collided: bool


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
    """The result of `analyze_variance`. The verdict uses maxima, never a mean.

    `max_deviation_m` is the largest distance of one repeat from the mean of the others, along an
    axis. `differing` counts the repeats that are not like the most frequent one, bit for bit;
    `differing_run_bound` is the upper 95 % bound on their share (one-sided). Lengths beyond the
    largest float are given as the largest float, and `max_variance_m2` is then None.
    """

    source: str
    repeats: int
    actors: int
    times: int
    tolerance_m: float
    identical: bool
    max_sigma_m: float
    max_variance_m2: float | None
    max_sigma_norm_m: float
    max_deviation_m: float
    naive_max_sigma_m: float | None
    peak: Peak | None
    farthest: FarthestRepeat | None
    permissible: bool
    first_collision_ns: int | None
    collisions: CollisionTimes | None
    before_collision_m: float | None
    after_collision_m: float | None
    before_collision_deviation_m: float | None
    after_collision_deviation_m: float | None
    missing: Gap | None
    not_finite: Gap | None
    differing: ShareInterval
    differing_run_bound: float
    by_actor: tuple[ActorVariance, ...]
    by_variable: tuple[VariableVariance, ...]
    by_category: tuple[CategoryFlips, ...]


def analyze_variance(traces: Traces, tolerance_m: float = DEFAULT_TOLERANCE_M) -> VarianceReport:
    """Compute the deviation over repeats per actor, time and axis, and its maximum."""
    axes = {axis: traces.variables[axis] for axis in AXES if axis in traces.variables}
    same = {name: _same_bits(v, traces.present) for name, v in traces.variables.items()}
    always = traces.present.all(axis=0) | ~traces.present.any(axis=0)
    same_all = np.logical_and.reduce([always, *same.values()])
    spreads = {axis: _spread(variable, traces) for axis, variable in axes.items()}
    sigma = {axis: spread.sigma for axis, spread in spreads.items()}
    largest = _worst_axis(list(sigma.values()), traces)
    deviation = _worst_axis([spread.deviation for spread in spreads.values()], traces)
    norm = _norm(list(sigma.values()), largest)
    before, after = _around_collision(traces)
    missing, not_finite = _missing(traces), _not_finite(traces)
    max_sigma, max_deviation = _maximum(largest), _maximum(deviation)
    differing = _differing(traces)
    return VarianceReport(
        source=traces.source,
        repeats=len(traces.repeats),
        actors=len(traces.actors),
        times=len(traces.times_ns),
        tolerance_m=tolerance_m,
        identical=not differing,
        max_sigma_m=max_sigma,
        max_variance_m2=_finite(max_sigma * max_sigma),
        max_sigma_norm_m=_maximum(norm),
        max_deviation_m=max_deviation,
        naive_max_sigma_m=_naive_max_sigma(list(axes.values()), traces),
        peak=_peak(sigma, traces),
        farthest=_farthest(spreads, traces),
        permissible=(
            max(max_sigma, max_deviation) <= tolerance_m and missing is None and not_finite is None
        ),
        first_collision_ns=traces.first_collision_ns,
        collisions=collision_times(traces.collisions_ns),
        before_collision_m=_maximum(largest[:, before]) if before.any() else None,
        after_collision_m=_maximum(largest[:, after]) if after.any() else None,
        before_collision_deviation_m=_maximum(deviation[:, before]) if before.any() else None,
        after_collision_deviation_m=_maximum(deviation[:, after]) if after.any() else None,
        missing=missing,
        not_finite=not_finite,
        differing=clopper_pearson(differing, len(traces.repeats)),
        differing_run_bound=share_bound(differing, len(traces.repeats)),
        by_actor=tuple(
            ActorVariance(
                actor,
                bool(same_all[a].all()),
                _maximum(largest[a]),
                _maximum(norm[a]),
                _maximum(deviation[a]),
                _maximum(largest[a][before]) if before.any() else None,
                _maximum(largest[a][after]) if after.any() else None,
                _first_time(~same_all[a], traces),
                _first_time(deviation[a] > tolerance_m, traces),
                actor in traces.touching,
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
    return _worst_axis([_spread(axis, traces).sigma for axis in axes], traces)


def collision_times(collisions_ns: Sequence[int | None]) -> CollisionTimes | None:
    """Return the spread of the first collisions of all repeats; None if none has one."""
    hits = [each for each in collisions_ns if each is not None]
    if not hits:
        return None
    since = np.array([hit - min(hits) for hit in hits], dtype=float)
    sigma_ns = float(np.std(since, ddof=1)) if len(hits) > 1 else 0.0
    return CollisionTimes(len(hits), min(hits), max(hits), sigma_ns)


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


class _Spread(NamedTuple):
    """The spread of one variable over repeats, in SI units; NaN below two finite values."""

    sigma: Floats  # (actors, times)
    deviation: Floats  # of the repeat that is farthest from the mean of the others
    farthest: Integers  # its index


def _spread(variable: Variable, traces: Traces) -> _Spread:
    """Return the spread over repeats; lengths beyond the largest float are the largest float."""
    present = traces.present
    values = np.where(present, variable.values, 0.0)
    if variable.kind is VariableKind.ANGLE:
        quarter: Floats = np.ones(present.shape[1:])
    else:
        quarter = np.where(np.abs(values).max(axis=0) > _HUGE, _QUARTER, 1.0)
        values = values * quarter
    reference = np.take_along_axis(values, _first_present(present), axis=0)
    with np.errstate(over="ignore", invalid="ignore"):
        shifted = np.where(present, values - reference, 0.0)
    if variable.kind is VariableKind.ANGLE:
        shifted = _about_mean_direction(shifted, present, variable)
    size, sigma, deviation, farthest = _two_pass(shifted, present)
    with np.errstate(over="ignore"):
        sigma, deviation = (
            np.minimum(variable.scale * (size * each / quarter), _LARGEST)
            for each in (sigma, deviation)
        )
    # What is not zero must not become zero by rounding.
    sigma = np.where(size > 0.0, np.maximum(sigma, _SMALLEST), sigma)
    return _Spread(sigma, np.maximum(deviation, sigma), farthest)


def _two_pass(
    shifted: Floats, present: NDArray[np.bool_]
) -> tuple[Floats, Floats, Floats, Integers]:
    """Return the largest value, and relative to it sigma and the farthest repeat's deviation.

    Both are exactly 0 if all values are equal. The values are divided by the largest before
    squaring, so that nothing underflows or overflows.
    """
    count = present.sum(axis=0)
    size = np.abs(shifted).max(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        scaled = np.where(present & (size > 0.0), shifted / size, 0.0)
        scaled = np.where(np.isnan(size), np.nan, scaled)
        added = scaled.sum(axis=0)
        residual = np.where(present, scaled - added / count, 0.0)
        total = residual.sum(axis=0)
        variance = ((residual * residual).sum(axis=0) - total * total / count) / (count - 1)
        sigma = np.sqrt(np.maximum(variance, 0.0))
        # From the sum of the others, which is exact where only one repeat is not 0.
        alone = np.where(present, np.abs(scaled - (added - scaled) / (count - 1)), -1.0)
    usable = (count >= 2) & ~np.isinf(size)
    return (
        size,
        np.where(usable, sigma, np.nan),
        np.where(usable, alone.max(axis=0), np.nan),
        np.argmax(alone, axis=0),
    )


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
    sigma = _spread(variable, traces).sigma
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


def _norm(sigmas: list[Floats], largest: Floats) -> Floats:
    """Return the norm over the axes, scaled by the largest: squares may under- or overflow."""
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        squares = [np.where(largest > 0.0, sigma / largest, 0.0) ** 2 for sigma in sigmas]
        norm = largest * np.sqrt(sum(squares, np.zeros(largest.shape)))
    return np.fmax(np.minimum(norm, _LARGEST), largest)


def _differing(traces: Traces) -> int:
    """Return how many repeats are not like the most frequent one, bit for bit."""
    seen: Counter[bytes] = Counter()
    for r, collision_ns in enumerate(traces.collisions_ns):
        present = traces.present[r]
        key = hashlib.sha256(present.tobytes() + repr(collision_ns).encode())
        for variable in traces.variables.values():
            key.update(np.where(present, variable.values[r], 0.0).tobytes())
        seen[key.digest()] += 1
    return len(traces.repeats) - max(seen.values())


def _farthest(spreads: dict[str, _Spread], traces: Traces) -> FarthestRepeat | None:
    found: FarthestRepeat | None = None
    for name, spread in spreads.items():
        if np.isnan(spread.deviation).all():
            continue
        a, t = np.unravel_index(int(np.nanargmax(spread.deviation)), spread.deviation.shape)
        distance_m = float(spread.deviation[a, t])
        if distance_m > (0.0 if found is None else found.distance_m):
            repeat = traces.repeats[int(spread.farthest[a, t])]
            found = FarthestRepeat(
                distance_m, repeat, traces.actors[a], int(traces.times_ns[t]), name
            )
    return found


def _first_time(which: NDArray[np.bool_], traces: Traces) -> int | None:
    times = np.flatnonzero(which)
    return int(traces.times_ns[times[0]]) if len(times) else None


def _finite(value: float) -> float | None:
    return value if np.isfinite(value) else None


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
    return _finite(max((_maximum(each) for each in spread), default=0.0))
