"""Source that keeps what is published, until the segment is complete.

A message has a head, the tick and the number of its publication, and its values. Both are
appended in the order of tick, publication and row.
"""

from project_ghost.engine.codegen._helpers import HelperCalls
from project_ghost.engine.plan._layout import MESSAGES, ROW, Layout
from project_ghost.engine.plan._schedule import Schedule
from project_ghost.engine.wiring._names import component_of
from project_ghost.engine.wiring._publications import EventPublication, width_of

from ._fragments import assigned, indented, place


def publication_source(
    plan: Schedule, layout: Layout, number: int, helpers: HelperCalls
) -> list[str]:
    """The source that keeps what one publication publishes."""
    each = plan.publications[number]
    if not isinstance(each, EventPublication):
        lines, column = [], 0
        for signal in each.signals:
            slot = layout.signals[signal]
            target = place("messages", column, "values_used")
            lines += assigned(slot.size, target, place("values", slot.start))
            column += slot.size
        kept = _kept(lines, number, column)
        absent = [f"values[{layout.signals[name].start}] == 0.0" for name in each.present]
        return [f"if not ({' or '.join(absent)}):", *indented(kept, 1)] if absent else kept
    row = plan.row_number(component_of(each.count))
    count, records = layout.signals[each.count], layout.signals[each.records]
    width = width_of(each.fields)
    source = place("values", records.start, f"i * {width}")
    kept = _kept(assigned(width, place("messages", 0, "values_used"), source), number, width)
    events = helpers.call("event_count", f"values[{count.start}]", records.shape[0])
    return [f"counters[{ROW}] = {row}", f"for i in range({events}):", *indented(kept, 1)]


def _kept(values: list[str], number: int, width: int) -> list[str]:
    # Counted at once: should a component fail later, what was published before is delivered.
    return [
        "heads[message_count, 0] = tick",
        f"heads[message_count, 1] = {number}",
        *values,
        f"values_used += {width}",
        "message_count += 1",
        f"counters[{MESSAGES}] = message_count",
    ]
