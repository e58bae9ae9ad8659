"""Source that keeps what is published, until the segment is complete.

A message has a head, the tick and the number of its publication, and its values. Both are
appended in the order of tick, publication and row.
"""

from project_ghost.engine.plan._layout import MESSAGES, ROW, Layout
from project_ghost.engine.plan._schedule import Schedule
from project_ghost.engine.wiring._names import component_of
from project_ghost.engine.wiring._publications import EventPublication

from ._fragments import assigned, indented, place


def publication_source(plan: Schedule, layout: Layout, number: int) -> list[str]:
    """The source that keeps what one publication publishes."""
    each = plan.publications[number]
    if not isinstance(each, EventPublication):
        lines, column = [], 0
        for signal in each.signals:
            slot = layout.signals[signal]
            at = f"used + {column}" if column else "used"
            lines += assigned(slot.size, place("M[", at), place("S[", slot.start))
            column += slot.size
        return _kept(lines, number, column)
    writer = component_of(each.count)
    row = next(i for i, row in enumerate(plan.rows) if row.name == writer)
    count, records = layout.signals[each.count], layout.signals[each.records]
    width = len(each.fields)
    source = place("S[", f"{records.start} + i * {width}")
    return [
        f"C[{ROW}] = {row}",
        f"for i in range(event_count(S[{count.start}], {records.shape[0]})):",
        *indented(_kept(assigned(width, place("M[", "used"), source), number, width), 1),
    ]


def _kept(values: list[str], number: int, width: int) -> list[str]:
    # Counted at once: should a component fail later, what was published before is delivered.
    return [
        "MI[messages, 0] = n",
        f"MI[messages, 1] = {number}",
        *values,
        f"used += {width}",
        "messages += 1",
        f"C[{MESSAGES}] = messages",
    ]
