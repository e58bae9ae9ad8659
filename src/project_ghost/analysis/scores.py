"""The scores of a planner beside the recording of its run, with what the metrics saw over time."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any, final

import numpy as np

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.files import write_whole
from project_ghost.telemetry import Recording

__all__ = [
    "SCORES_NAME",
    "ScoresSoFar",
    "StoredMetric",
    "StoredScores",
    "read_scores",
    "write_scores",
]

SCORES_NAME = "scores.json"
# The digits of a number in a series: for a plot, not for another computation.
_DIGITS = 7
_FILE_BYTES_MAX = 64 << 20


@final
@dataclass(frozen=True, eq=False)
class StoredMetric:
    """The score of one metric, None where it has none, and its series: a value for each stamp."""

    score: float | None
    note: str = ""
    series: Mapping[str, Floats] = field(default_factory=dict)


@final
@dataclass(frozen=True, eq=False)
class ScoresSoFar:
    """The score of a run as if it had ended at some moments, and those of its metrics by name.

    A NaN is a metric without a score.
    """

    stamps_ns: Integers
    score: Floats
    metrics: Mapping[str, Floats]


@final
@dataclass(frozen=True, eq=False)
class StoredScores:
    """The score of a run, from 0 to 1, and those of its metrics by name; `digest` is the run's."""

    digest: str
    challenge: str
    score: float
    stamps_ns: Integers
    metrics: Mapping[str, StoredMetric]
    so_far: ScoresSoFar


def write_scores(folder: Path, scores: StoredScores) -> Path:
    """Write scores.json into the folder of a recording."""
    document = {
        "challenge": scores.challenge,
        "digest": scores.digest,
        "metrics": {
            name: {
                "note": metric.note,
                "score": metric.score,
                "series": {key: _numbers(values) for key, values in metric.series.items()},
            }
            for name, metric in scores.metrics.items()
        },
        "score": scores.score,
        "so_far": {
            "metrics": {name: _numbers(each) for name, each in scores.so_far.metrics.items()},
            "score": _numbers(scores.so_far.score),
            "stamps_ns": scores.so_far.stamps_ns.tolist(),
        },
        "stamps_ns": scores.stamps_ns.tolist(),
    }
    text = json.dumps(document, sort_keys=True, ensure_ascii=False, allow_nan=False)
    path = folder / SCORES_NAME
    write_whole(path, f"{text}\n", "the scores")
    return path


def read_scores(recording: Recording) -> StoredScores | None:
    """The scores beside a recording; None if there are none, or those of another run."""
    path = Path(recording.path).with_name(SCORES_NAME)
    try:
        if path.stat().st_size > _FILE_BYTES_MAX:
            return None
        scores = _scores(json.loads(path.read_bytes()))
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None  # none, or a file of something else
    digest = recording.results.get("state_sha256")
    return scores if scores.digest == digest else None


def _scores(document: Mapping[str, Any]) -> StoredScores:
    stamps_ns = np.array(document["stamps_ns"], dtype=np.int64)
    return StoredScores(
        str(document["digest"]),
        str(document["challenge"]),
        float(document["score"]),
        stamps_ns,
        {
            str(name): StoredMetric(
                None if metric["score"] is None else float(metric["score"]),
                str(metric["note"]),
                {
                    str(key): np.array(values, dtype=float)
                    for key, values in metric["series"].items()
                    if stamps_ns.shape == (len(values),)
                },
            )
            for name, metric in document["metrics"].items()
        },
        _so_far(document["so_far"]),
    )


def _so_far(document: Mapping[str, Any]) -> ScoresSoFar:
    stamps_ns = np.array(document["stamps_ns"], dtype=np.int64)
    values = {name: np.array(each, dtype=float) for name, each in document["metrics"].items()}
    score = np.array(document["score"], dtype=float)
    if any(each.shape != stamps_ns.shape for each in (score, *values.values())):
        raise ValueError("a score for each moment")
    return ScoresSoFar(stamps_ns, score, values)


def _numbers(values: Floats) -> list[float | None]:
    """The values in few digits; None where there is no finite number."""
    return [
        float(f"{value:.{_DIGITS}g}") if isfinite(value) else None
        for value in np.asarray(values, dtype=float).tolist()
    ]
