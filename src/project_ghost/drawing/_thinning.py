"""Series with fewer samples that look the same."""

from collections.abc import Sequence

__all__ = ["thinned"]


def thinned(values: Sequence[float | None], stretches: int = 300) -> list[int]:
    """The indexes of the samples of a long series to draw: the extremes of each stretch.

    One missing sample of each stretch is kept too, so that a gap stays a gap.
    """
    count = len(values)
    if count <= 2 * stretches:
        return list(range(count))
    kept: set[int] = {0, count - 1}
    for i in range(stretches):
        span = range(i * count // stretches, (i + 1) * count // stretches)
        known = [(value, k) for k in span if (value := values[k]) is not None]
        if known:
            kept |= {min(known)[1], max(known)[1]}
        if len(known) < len(span):
            kept.add(next(k for k in span if values[k] is None))
    return sorted(kept)
