"""The Belief Traceability Report: true and believed states, and the errors between them.

The report only observes. It pairs two streams with equal stamps by index, and states the errors
and the covariance's trace and condition number. It does not interpolate, resample, sort or
evaluate; ADR 24 gives the reasons.
"""

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import BinaryIO

import numpy as np

from project_ghost.core import dmath
from project_ghost.core.arguments import checked_arguments
from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError
from project_ghost.core.files import whole_file
from project_ghost.hal.fields import require_array, require_unit_quaternion
from project_ghost.state import VehicleState

from .belief._samples import BLOCK, SampleBlock, block_of_states

__all__ = [
    "BELIEF_TRACEABILITY_ANALYSIS_VERSION",
    "BELIEF_TRACEABILITY_REPORT_SCHEMA_VERSION",
    "BeliefTraceRecord",
    "BeliefTraceabilityReport",
    "StreamsDifferError",
    "build_traceability_report",
    "compute_orientation_error",
    "compute_position_error",
    "encode_belief_report_to_bytes",
    "generate_belief_report",
    "report_of_blocks",
    "report_of_pairs",
    "write_belief_report",
]

BELIEF_TRACEABILITY_ANALYSIS_VERSION = 1
BELIEF_TRACEABILITY_REPORT_SCHEMA_VERSION = "1"


class StreamsDifferError(InputError):
    """The two streams have different lengths or stamps."""

    is_difference = True

    @classmethod
    def at_end(cls, truth: int, belief: int) -> "StreamsDifferError":
        """The error about streams with so many samples, which agree until one of them ends."""
        shorter = "belief" if belief < truth else "truth"
        return cls(
            f"truth has {truth} samples, belief has {belief}: "
            f"{shorter} has no stamp_sim_ns at index {min(truth, belief)}",
            "the two streams",
            "streams of the same length with the same stamp_sim_ns",
            "align the streams first; the report does not",
        )


@dataclass(frozen=True, slots=True)
class BeliefTraceRecord:
    """One sample of both streams; orientations in the order x, y, z, w."""

    timestamp_ns: int
    truth_position_xyz: tuple[float, float, float]
    belief_position_xyz: tuple[float, float, float]
    truth_orientation_xyzw: tuple[float, float, float, float]
    belief_orientation_xyzw: tuple[float, float, float, float]
    position_error_norm_m: float
    orientation_error_rad: float
    covariance_trace: float | None
    covariance_condition_number: float | None
    covariance_available: bool
    analysis_version: int = BELIEF_TRACEABILITY_ANALYSIS_VERSION


@dataclass(frozen=True, slots=True)
class BeliefTraceabilityReport:
    """All samples in input order, and their mean and maximum errors (0.0 without samples)."""

    total_samples: int
    samples_with_covariance: int
    samples_without_covariance: int
    mean_position_error_m: float
    max_position_error_m: float
    mean_orientation_error_rad: float
    max_orientation_error_rad: float
    records: tuple[BeliefTraceRecord, ...]
    analysis_version: int = BELIEF_TRACEABILITY_ANALYSIS_VERSION


def compute_position_error(truth_pos: Floats, belief_pos: Floats) -> float:
    """Return the distance between two positions in metres."""
    where = "compute_position_error"
    a = require_array(truth_pos, (3,), "truth_pos", where)
    b = require_array(belief_pos, (3,), "belief_pos", where)
    return _distance(a.tolist(), b.tolist())


def compute_orientation_error(truth_q_wxyz: Floats, belief_q_wxyz: Floats) -> float:
    """Return the angle between two orientations (unit quaternions w, x, y, z) in radians."""
    where = "compute_orientation_error"
    a = require_unit_quaternion(truth_q_wxyz, "truth_q_wxyz", where)
    b = require_unit_quaternion(belief_q_wxyz, "belief_q_wxyz", where)
    return _angle(a.tolist(), b.tolist())


def _distance(a: Sequence[float], b: Sequence[float]) -> float:
    dx, dy, dz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    return dmath.sqrt(dx * dx + dy * dy + dz * dz)


def _angle(a: Sequence[float], b: Sequence[float]) -> float:
    dot = abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3])
    return 2.0 * dmath.acos(dot if dot < 1.0 else 1.0)


@checked_arguments
def build_traceability_report(
    *, truth: Sequence[VehicleState], belief: Sequence[VehicleState]
) -> BeliefTraceabilityReport:
    """Pair the two streams in one forward pass."""
    if len(truth) != len(belief):
        raise StreamsDifferError.at_end(len(truth), len(belief))
    return report_of_pairs(zip(truth, belief, strict=True))


@checked_arguments
def report_of_pairs(
    pairs: Iterable[tuple[VehicleState, VehicleState]],
) -> BeliefTraceabilityReport:
    """Build the report from an iterator of pairs of truth and belief."""
    return report_of_blocks(_blocks(iter(pairs)))


def _blocks(
    pairs: Iterator[tuple[VehicleState, VehicleState]],
) -> Iterator[tuple[SampleBlock, SampleBlock]]:
    while chunk := list(islice(pairs, BLOCK)):
        yield block_of_states([true for true, _ in chunk]), block_of_states([b for _, b in chunk])


@checked_arguments
def report_of_blocks(
    pairs: Iterable[tuple[SampleBlock, SampleBlock]],
) -> BeliefTraceabilityReport:
    """Build the report from pairs of blocks of equal length."""
    records: list[BeliefTraceRecord] = []
    for truth, belief in pairs:
        records += _records(truth, belief, len(records))
    position_errors = [record.position_error_norm_m for record in records]
    orientation_errors = [record.orientation_error_rad for record in records]
    with_covariance = sum(record.covariance_available for record in records)
    return BeliefTraceabilityReport(
        total_samples=len(records),
        samples_with_covariance=with_covariance,
        samples_without_covariance=len(records) - with_covariance,
        mean_position_error_m=_mean(position_errors),
        max_position_error_m=max(position_errors, default=0.0),
        mean_orientation_error_rad=_mean(orientation_errors),
        max_orientation_error_rad=max(orientation_errors, default=0.0),
        records=tuple(records),
    )


def _mean(values: list[float]) -> float:
    total = 0.0
    for value in values:
        total += value
    return total / len(values) if values else 0.0


def _records(truth: SampleBlock, belief: SampleBlock, start: int) -> Iterator[BeliefTraceRecord]:
    for i, (true_ns, believed_ns) in enumerate(
        zip(truth.stamps_ns, belief.stamps_ns, strict=True), start=start
    ):
        if true_ns != believed_ns:
            raise StreamsDifferError(
                f"stamp_sim_ns differs at index {i}: truth has {true_ns} ns, "
                f"belief has {believed_ns} ns",
                "the two streams",
                "the same stamp_sim_ns at every index",
                "align the streams first; the report does not",
            )
    measures = _measures(belief)
    for stamp_ns, (ax, ay, az), (bx, by, bz), (aw, ai, aj, ak), (bw, bi, bj, bk), available in zip(
        truth.stamps_ns,
        truth.positions.tolist(),
        belief.positions.tolist(),
        truth.orientations.tolist(),
        belief.orientations.tolist(),
        belief.has_covariance,
        strict=True,
    ):
        trace, condition = next(measures) if available else (None, None)
        yield BeliefTraceRecord(
            stamp_ns,
            (ax, ay, az),
            (bx, by, bz),
            (ai, aj, ak, aw),
            (bi, bj, bk, bw),
            _distance((ax, ay, az), (bx, by, bz)),
            _angle((aw, ai, aj, ak), (bw, bi, bj, bk)),
            trace,
            condition,
            available,
        )


def _measures(belief: SampleBlock) -> Iterator[tuple[float | None, float | None]]:
    """Yield trace and condition number of each covariance; None for a value that is not finite."""
    for diagonal, condition in zip(
        np.diagonal(belief.covariances, axis1=1, axis2=2).tolist(),
        belief.conditions.tolist(),
        strict=True,
    ):
        trace = 0.0
        for value in diagonal:
            trace += value
        yield _finite(trace), _finite(condition)


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None


# --------------------------------------------------------------------------- as text


@checked_arguments
def encode_belief_report_to_bytes(report: BeliefTraceabilityReport) -> bytes:
    """Encode the report as JSON: sorted keys, indent 2, UTF-8, trailing newline."""
    buffer = io.BytesIO()  # getvalue() does not copy
    write_belief_report(report, buffer)
    return buffer.getvalue()


@checked_arguments
def generate_belief_report(report: BeliefTraceabilityReport, output_path: Path | str) -> None:
    """Write the report to this path, completely or not at all."""
    with whole_file(Path(output_path), "the report") as file:
        write_belief_report(report, file)


@checked_arguments
def write_belief_report(report: BeliefTraceabilityReport, file: BinaryIO) -> None:
    """Write the report as JSON, piece by piece.

    The standard library's encoder would take a minute for a million samples.
    """
    head = {
        "analysis_version": report.analysis_version,
        "max_orientation_error_rad": report.max_orientation_error_rad,
        "max_position_error_m": report.max_position_error_m,
        "mean_orientation_error_rad": report.mean_orientation_error_rad,
        "mean_position_error_m": report.mean_position_error_m,
    }
    tail = {
        "samples_with_covariance": report.samples_with_covariance,
        "samples_without_covariance": report.samples_without_covariance,
        "total_samples": report.total_samples,
    }
    file.write(b'{\n  "report": {\n')
    file.writelines(f'    "{name}": {value!r},\n'.encode() for name, value in head.items())
    if report.records:
        file.write(b'    "records": [\n')
        for number, record in enumerate(report.records):
            file.write(b",\n" if number else b"")
            file.write(_record_text(record).encode())
        file.write(b"\n    ],\n")
    else:
        file.write(b'    "records": [],\n')
    file.write(",\n".join(f'    "{name}": {value}' for name, value in tail.items()).encode())
    version = BELIEF_TRACEABILITY_REPORT_SCHEMA_VERSION
    file.write(f'\n  }},\n  "schema_version": "{version}"\n}}\n'.encode())


def _record_text(r: BeliefTraceRecord) -> str:
    condition, trace = r.covariance_condition_number, r.covariance_trace
    return f"""\
      {{
        "analysis_version": {r.analysis_version},
        "belief_orientation_xyzw": {_list_text(r.belief_orientation_xyzw)},
        "belief_position_xyz": {_list_text(r.belief_position_xyz)},
        "covariance_available": {"true" if r.covariance_available else "false"},
        "covariance_condition_number": {"null" if condition is None else repr(condition)},
        "covariance_trace": {"null" if trace is None else repr(trace)},
        "orientation_error_rad": {r.orientation_error_rad!r},
        "position_error_norm_m": {r.position_error_norm_m!r},
        "timestamp_ns": {r.timestamp_ns},
        "truth_orientation_xyzw": {_list_text(r.truth_orientation_xyzw)},
        "truth_position_xyz": {_list_text(r.truth_position_xyz)}
      }}"""


def _list_text(values: Sequence[float]) -> str:
    return "[\n          " + ",\n          ".join(map(repr, values)) + "\n        ]"
