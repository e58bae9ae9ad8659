"""The errors of an estimator beside three sigma over time, in nine panels."""

import numpy as np

from project_ghost.analysis.belief.evaluation import PARTS, EstimatorEvaluation
from project_ghost.drawing import Band, Figure, Line, LinearScale, Panel, linear_scale, thinned

__all__ = ["errors_figure"]

_ERROR, _BOUND = 1, 0


def errors_figure(evaluation: EstimatorEvaluation, title: str) -> Figure:
    """A figure with a panel for each axis of position, velocity and attitude."""
    times = ((evaluation.stamps_ns - evaluation.stamps_ns[0]) * 1e-9).tolist()
    axes = [(part, axis, unit) for part, unit, _, _ in PARTS for axis in "xyz"]
    return Figure(
        "errors",
        title,
        "The line is the error, the band three sigma of the estimate.",
        "Nine panels: errors of position, velocity and attitude in a band of three sigma.",
        tuple(
            _panel(f"{part} {axis}", unit, times, evaluation, i)
            for i, (part, axis, unit) in enumerate(axes)
        ),
        columns=3,
    )


def _panel(
    title: str, unit: str, times: list[float], evaluation: EstimatorEvaluation, column: int
) -> Panel:
    errors = evaluation.errors[:, column].tolist()
    bounds = 3.0 * evaluation.sigmas[:, column]
    known = np.isfinite(bounds)
    reach = max(max(map(abs, errors)), float(bounds[known].max(initial=0.0))) * 1.05 or 1.0
    kept = thinned(errors)
    marks: list[Band | Line] = []
    if known.any():
        # Thinned apart from the errors, so that the band keeps its own widest samples.
        edges = [float(b) if k else None for b, k in zip(bounds.tolist(), known, strict=True)]
        drawn = [k for k in thinned(edges) if edges[k] is not None]
        highs = [edge for k in drawn if (edge := edges[k]) is not None]
        marks.append(Band([times[k] for k in drawn], [-h for h in highs], highs, _BOUND))
    marks.append(Line([times[k] for k in kept], [errors[k] for k in kept], _ERROR))
    return Panel(
        title,
        linear_scale(times, room=0.0),
        LinearScale(-reach, reach),
        "time [s]",
        f"[{unit}]",
        tuple(marks),
    )
