"""Evaluate an estimator: errors, NEES with chi-square bounds, fraction of errors within 3 sigma.

Unlike the belief traceability report, this gives a judgement; ADR 24 defines its rules.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from typing import Any, Literal, final

import numpy as np

from project_ghost.analysis.belief_traceability import StreamsDifferError
from project_ghost.core.arrays import Floats
from project_ghost.core.errors import GhostError, InputError
from project_ghost.state import VehicleState
from project_ghost.telemetry import RecordedChannel, from_json_dict

from ._chi_square import chi_square_quantile

__all__ = [
    "ESTIMATOR_EVALUATION_SCHEMA_VERSION",
    "PARTS",
    "AttitudeError",
    "EstimatorEvaluation",
    "PartEvaluation",
    "Verdict",
    "evaluate_channels",
    "evaluate_estimator",
]

ESTIMATOR_EVALUATION_SCHEMA_VERSION = "2"

AttitudeError = Literal["world", "body"]

# Name, unit, and range in the error and covariance. The truth has no biases.
PARTS = (("position", "m", 0, 3), ("velocity", "m/s", 3, 6), ("attitude", "rad", 6, 9))
_SIZE = 9


class Verdict(StrEnum):
    """How the errors of an estimator compare with the covariance that it declares."""

    CONSISTENT = "consistent"
    OVERCONFIDENT = "overconfident"  # larger errors than declared
    CAUTIOUS = "too cautious"  # smaller errors than declared


@final
@dataclass(frozen=True, slots=True)
class PartEvaluation:
    """One part of the state; NEES is None without an invertible covariance.

    The nine components together have no RMS and largest error: metres and radians do not add.

    `nees_bounds` contain the mean of consistent, independent samples with the given confidence;
    `inside_3_sigma` is the fraction of errors within three of their standard deviations.
    """

    name: str
    unit: str
    rmse: float | None
    max_error: float | None
    nees_mean: float | None
    nees_bounds: tuple[float, float] | None
    nees_samples: int
    inside_3_sigma: float | None

    @property
    def verdict(self) -> Verdict | None:
        """How the errors compare with the declared covariance; None without NEES."""
        if self.nees_mean is None or self.nees_bounds is None:
            return None
        low, high = self.nees_bounds
        if self.nees_mean > high:
            return Verdict.OVERCONFIDENT
        return Verdict.CAUTIOUS if self.nees_mean < low else Verdict.CONSISTENT


@final
@dataclass(frozen=True, slots=True)
class EstimatorEvaluation:
    """The parts, all nine components together, and the series for plots."""

    samples: int
    confidence: float
    attitude_error: AttitudeError
    parts: tuple[PartEvaluation, ...]
    stamps_ns: Floats
    errors: Floats
    sigmas: Floats

    def document(self) -> dict[str, Any]:
        """Return the results without the series, as a JSON document."""
        return {
            "evaluation": {
                "attitude_error": self.attitude_error,
                "confidence": self.confidence,
                "parts": {
                    part.name: {
                        "inside_3_sigma": part.inside_3_sigma,
                        "max_error": part.max_error,
                        "nees_bounds": None if part.nees_bounds is None else list(part.nees_bounds),
                        "nees_mean": part.nees_mean,
                        "nees_samples": part.nees_samples,
                        "rmse": part.rmse,
                        "unit": part.unit,
                        "verdict": part.verdict,
                    }
                    for part in self.parts
                },
                "samples": self.samples,
            },
            "schema_version": ESTIMATOR_EVALUATION_SCHEMA_VERSION,
        }


def evaluate_channels(
    truth: RecordedChannel,
    belief: RecordedChannel,
    confidence: float = 0.95,
    attitude_error: AttitudeError = "world",
) -> EstimatorEvaluation:
    """Evaluate an estimator from two recorded channels.

    The belief of an actor begins with its first measurement; the truth before is left out.
    """
    first = next(belief.stored(), None) if belief.actor is not None else None
    begin_ns = 0 if first is None else first.log_time
    return evaluate_estimator(_states(truth, begin_ns), _states(belief), confidence, attitude_error)


def _states(channel: RecordedChannel, begin_ns: int = 0) -> Iterator[VehicleState]:
    for message in channel.stored():
        if message.log_time < begin_ns:
            continue
        try:
            yield from_json_dict(VehicleState, channel.decode_stored(message))
        except GhostError as error:
            place = f"{channel.where}, time {message.log_time:_} ns"
            raise InputError(error.what, place, error.expected, error.fix) from None


def evaluate_estimator(
    truth: Iterable[VehicleState],
    belief: Iterable[VehicleState],
    confidence: float = 0.95,
    attitude_error: AttitudeError = "world",
) -> EstimatorEvaluation:
    """Compare a belief with the truth, sample by sample; the stamps must be equal."""
    if not 0.0 < confidence < 1.0:
        raise InputError(f"the confidence is {confidence!r}", "evaluate", "between 0 and 1")
    stamps, errors, covariances, indices = [], [], [], []
    beliefs = iter(belief)
    for i, true in enumerate(truth):
        believed = next(beliefs, None)
        if believed is None or believed.stamp_sim_ns != true.stamp_sim_ns:
            raise _misaligned(i)
        stamps.append(true.stamp_sim_ns)
        errors.append(_error(true, believed, attitude_error))
        if believed.nav.covariance_15x15 is not None:
            covariances.append(believed.nav.covariance_15x15[:_SIZE, :_SIZE])
            indices.append(i)
    if next(beliefs, None) is not None:
        raise _misaligned(len(stamps))
    if not stamps:
        raise InputError("there are no samples", "evaluate", "at least one pair")
    table = np.array(errors).reshape(-1, _SIZE)
    stacked = np.array(covariances).reshape(-1, _SIZE, _SIZE)
    sigmas = np.full((len(stamps), _SIZE), np.nan)
    sigmas[indices] = np.sqrt(np.maximum(np.diagonal(stacked, axis1=1, axis2=2), 0.0))
    named = [*PARTS, ("all", "", 0, _SIZE)]
    return EstimatorEvaluation(
        len(stamps),
        confidence,
        attitude_error,
        tuple(
            _part(name, unit, table[:, a:b], sigmas[:, a:b], table[indices, a:b],
                  stacked[:, a:b, a:b], confidence)
            for name, unit, a, b in named
        ),
        np.array(stamps, dtype=np.float64),
        table,
        sigmas,
    )  # fmt: skip


def _misaligned(index: int) -> StreamsDifferError:
    return StreamsDifferError(
        f"stamp_sim_ns differs at index {index}, or one stream ends there",
        "the two streams",
        "the same stamp_sim_ns in both, to the end",
        "align the streams first, for example with `ghost import-trajectory`",
    )


def _part(
    name: str, unit: str, errors: Floats, sigmas: Floats, with_covariance: Floats,
    covariances: Floats, confidence: float,
) -> PartEvaluation:  # fmt: skip
    squares = np.sum(errors * errors, axis=1)
    nees = _nees(with_covariance, covariances)
    bounds = None
    if len(nees):
        degrees = len(nees) * errors.shape[1]
        tail = 0.5 * (1.0 - confidence)
        low, high = (chi_square_quantile(p, degrees) for p in (tail, 1.0 - tail))
        bounds = low / len(nees), high / len(nees)
    known = np.isfinite(sigmas)
    inside = np.abs(errors[known]) <= 3.0 * sigmas[known]
    return PartEvaluation(
        name,
        unit,
        sqrt(float(np.mean(squares))) if unit else None,
        sqrt(float(np.max(squares))) if unit else None,
        float(np.mean(nees)) if len(nees) else None,
        bounds,
        len(nees),
        float(np.mean(inside)) if len(inside) else None,
    )


def _nees(errors: Floats, covariances: Floats) -> Floats:
    """Return the normalised estimation error squared of each sample with a regular covariance."""
    if not len(errors):
        return np.empty(0)
    regular = np.linalg.eigvalsh(covariances)[:, 0] > 0.0
    chosen = errors[regular]
    solved = np.linalg.solve(covariances[regular], chosen[:, :, np.newaxis])[:, :, 0]
    nees: Floats = np.sum(chosen * solved, axis=1)
    return nees


def _error(true: VehicleState, believed: VehicleState, attitude: AttitudeError) -> Floats:
    a, b = true.nav, believed.nav
    return np.concatenate(
        [
            b.pose.position_enu_m - a.pose.position_enu_m,
            b.twist_world.linear_mps - a.twist_world.linear_mps,
            _rotation_vector(a.pose.orientation_q, b.pose.orientation_q, attitude),
        ]
    )


def _rotation_vector(truth: Floats, belief: Floats, axes: AttitudeError) -> Floats:
    """Return the rotation vector from truth to belief, in world or body axes."""
    aw, ax, ay, az = truth.tolist()
    bw, bx, by, bz = belief.tolist()
    w = bw * aw + bx * ax + by * ay + bz * az
    sign = 1.0 if axes == "world" else -1.0
    x = -bw * ax + bx * aw - sign * (by * az - bz * ay)
    y = -bw * ay + by * aw - sign * (bz * ax - bx * az)
    z = -bw * az + bz * aw - sign * (bx * ay - by * ax)
    if w < 0.0:
        w, x, y, z = -w, -x, -y, -z
    length = sqrt(x * x + y * y + z * z)
    angle = 2.0 * float(np.arctan2(length, w))
    factor = angle / length if length > 0.0 else 2.0
    return np.array([factor * x, factor * y, factor * z])
