"""Steps after the outputs of a tick: keep its messages, and make its link of the hash chain."""

from project_ghost.core.bits import wrapping_sum
from project_ghost.core.compiled import floats_at, integers_at
from project_ghost.engine.codegen._hash_chain import chain_sums, linked
from project_ghost.engine.codegen._helpers import event_count
from project_ghost.engine.plan._layout import LINK, MESSAGES, ROW, TICK

from . import _frame as f
from ._frame import opened


def publish(frame_address: int, first: int, stop: int) -> None:
    """Keep the messages of all publications that are due."""
    here = opened(frame_address)
    frame, values, counters, places = here.frame, here.values, here.counters, here.places
    messages = floats_at(frame[f.MESSAGES], frame[f.MESSAGES + 1])
    heads = integers_at(frame[f.HEADS], frame[f.HEADS + 1])
    for at in range(first, stop, f.PUBLICATION_WIDTH):
        if counters[places[at] + 1] != counters[TICK]:
            continue
        width, ranges, is_event = places[at + 2], places[at + 5], places[at + 3] >= 0
        count = 1
        if is_event:
            counters[ROW] = places[at + 4]
            count = event_count(values[places[at + 3]], places[ranges + 1])
        for flag in range(places[at + 7], places[at + 8]):
            if values[places[flag]] == 0.0:
                count = 0
        for i in range(count):
            message, column = counters[MESSAGES], frame[f.USED]
            heads[2 * message] = counters[TICK]
            heads[2 * message + 1] = places[at + 1]
            if is_event:
                for e in range(width):
                    messages[column + e] = values[places[ranges] + i * width + e]
            else:
                for each in range(ranges, places[at + 6], f.RANGE_WIDTH):
                    for e in range(places[each + 1]):
                        messages[column] = values[places[each] + e]
                        column += 1
            frame[f.USED] += width
            # Counted at once: should a component fail later, what was published is delivered.
            counters[MESSAGES] = message + 1


def link(frame_address: int, first: int, stop: int) -> None:
    """Make the link over all values that the groups which are due have written."""
    here = opened(frame_address)
    frame, values, counters, places = here.frame, here.values, here.counters, here.places
    links = integers_at(frame[f.LINKS], frame[f.LINKS + 1])
    keys = floats_at(frame[f.KEYS], frame[f.KEYS + 1])
    one, two = 0, 0
    for at in range(first, stop, f.CHAINED_WIDTH):
        if counters[places[at] + 1] == counters[TICK]:
            for each in range(places[at + 1], places[at + 2], f.RANGE_WIDTH):
                start = places[each]
                sums = chain_sums(values, keys, start, start + places[each + 1])
                one, two = wrapping_sum(one, sums[0]), wrapping_sum(two, sums[1])
    counters[LINK] = linked(counters[LINK], one, two)
    links[counters[TICK] - frame[f.FIRST_TICK]] = counters[LINK]
