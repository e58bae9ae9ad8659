"""The maximum number of messages in a tick, and of values in them."""

from project_ghost.engine.wiring._publications import (
    AnyPublication,
    EventPublication,
    width_of,
)

from ._layout import Layout
from ._schedule import Schedule


def message_width(layout: Layout, publication: AnyPublication) -> int:
    """The number of values in each message of a publication."""
    if isinstance(publication, EventPublication):
        return width_of(publication.fields)
    # ghost: allow[float-sum] sizes are whole numbers
    return sum(layout.signals[signal].size for signal in publication.signals)


def most_per_tick(plan: Schedule, layout: Layout) -> tuple[int, int]:
    """The maximum number of messages, and of their values, in one tick."""
    counts = [_most_messages(layout, each) for each in plan.publications]
    widths = [message_width(layout, each) for each in plan.publications]
    return sum(counts), sum(n * width for n, width in zip(counts, widths, strict=True))


def _most_messages(layout: Layout, publication: AnyPublication) -> int:
    """The maximum number of messages of a publication in one tick."""
    if isinstance(publication, EventPublication):
        return layout.signals[publication.records].shape[0]
    return 1
