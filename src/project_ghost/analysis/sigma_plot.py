"""Errors beside three sigma over time, as an SVG picture: a panel for each of the nine."""

from html import escape

import numpy as np

from .estimator_evaluation import PARTS, EstimatorEvaluation, Floats

__all__ = ["sigma_svg"]

_WIDTH, _HEIGHT, _LEFT, _GAP = 320, 150, 64, 34
_BINS = 300


def sigma_svg(evaluation: EstimatorEvaluation, title: str) -> str:
    """The picture. Long series are drawn by the extremes of each of 300 stretches."""
    axes = [(part, axis, unit) for part, unit, _, _ in PARTS for axis in "xyz"]
    times = (evaluation.stamps_ns - evaluation.stamps_ns[0]) * 1e-9
    width = 3 * (_WIDTH + _LEFT) + 20
    height = 3 * (_HEIGHT + _GAP) + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="12" y="20" font-size="14">{escape(title)}</text>',
    ]
    for i, (part, axis, unit) in enumerate(axes):
        left = (i % 3) * (_WIDTH + _LEFT) + _LEFT
        top = (i // 3) * (_HEIGHT + _GAP) + 44
        label = f"{part} {axis} [{unit}]"
        parts += _panel(
            times, evaluation.errors[:, i], 3.0 * evaluation.sigmas[:, i], left, top, label
        )
    parts.append("</svg>\n")
    return "\n".join(parts)


def _panel(
    times: Floats, errors: Floats, bounds: Floats, left: int, top: int, label: str
) -> list[str]:
    finite = bounds[np.isfinite(bounds)]
    reach = max(float(np.max(np.abs(errors))), float(np.max(finite, initial=0.0))) * 1.05 or 1.0
    duration = float(times[-1]) or 1.0
    stretches = np.array_split(np.arange(len(times)), min(_BINS, len(times)))

    def place(time: float, value: float) -> str:
        x = left + _WIDTH * time / duration
        return f"{x:.1f},{top + 0.5 * _HEIGHT * (1.0 - value / reach):.1f}"

    drawn = [
        f'<rect x="{left}" y="{top}" width="{_WIDTH}" height="{_HEIGHT}" '
        'fill="none" stroke="#bbb"/>',
        f'<text x="{left}" y="{top - 4}">{escape(label)}</text>',
        f'<text x="{left - 4}" y="{top + 10}" text-anchor="end">{reach:.3g}</text>',
        f'<text x="{left - 4}" y="{top + _HEIGHT}" text-anchor="end">{-reach:.3g}</text>',
        f'<text x="{left + _WIDTH}" y="{top + _HEIGHT + 12}" text-anchor="end">'
        f"{duration:.3g} s</text>",
    ]
    if len(finite):
        upper = [
            (times[s[0]], np.nanmax(bounds[s])) for s in stretches if np.isfinite(bounds[s]).any()
        ]
        ring = [place(t, v) for t, v in upper] + [place(t, -v) for t, v in reversed(upper)]
        drawn.append(f'<polygon points="{" ".join(ring)}" fill="#cfe3f7" stroke="#4a90d9"/>')
    line = [
        place(times[s[0]], value)
        for s in stretches
        for value in dict.fromkeys((float(np.min(errors[s])), float(np.max(errors[s]))))
    ]
    drawn.append(f'<polyline points="{" ".join(line)}" fill="none" stroke="#c0392b"/>')
    return drawn
