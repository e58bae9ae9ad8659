"""The loop over ticks, compiled once for all schedules: it executes the steps of a program.

It does what the source of `codegen._tick` does, in the same order, and stops where that stops.
"""

from project_ghost.core.arrays import Integers
from project_ghost.core.compiled import call_at, floats_at, inlined, integers_at
from project_ghost.engine.plan._layout import (
    FIRST_TICK,
    MESSAGE_VALUES,
    MESSAGES,
    PAUSE,
    PHASE,
    ROW,
    STOPPED,
    TICK,
)

from . import _frame as f
from ._frame import opened
from ._operations import due


def run(frame_address: int, last_tick: int, with_outputs: bool) -> None:  # noqa: FBT001
    """Continue to `last_tick`; with its outputs, or to just before them."""
    here = opened(frame_address)
    frame, values, counters, places = here.frame, here.values, here.counters, here.places
    tick, phase = counters[TICK], counters[PHASE]
    frame[f.FIRST_TICK], frame[f.USED] = counters[FIRST_TICK], counters[MESSAGE_VALUES]
    for at in range(frame[f.GROUPS], frame[f.GROUPS + 1], f.GROUP_WIDTH):
        _set_period(frame, counters, places, at)
    links = frame[f.LINKS + 1]
    if last_tick >= counters[FIRST_TICK] + links:
        last_tick, with_outputs = counters[FIRST_TICK] + links, False
    while tick < last_tick or (tick == last_tick and phase == 0 and with_outputs):
        if phase == 0:
            if counters[PAUSE] == 0:
                if not _has_room(frame, counters, places, tick):
                    break
                counters[TICK], counters[PHASE] = tick, 0
                _sample_groups(frame, counters, places)
            if _pauses(frame_address, frame, counters, places, f.OUTPUTS):
                break
            _execute(frame_address, frame, places, frame[f.AFTERWARDS], frame[f.AFTERWARDS + 1])
            phase = 1
            counters[PHASE] = phase
            for at in range(frame[f.STOPS], frame[f.STOPS + 1]):
                if values[places[at]] != 0.0:
                    counters[STOPPED] = 1
            if tick == last_tick or counters[STOPPED]:
                break
        if _pauses(frame_address, frame, counters, places, f.UPDATES):
            break
        phase = 0
        tick += 1
    counters[TICK], counters[PHASE] = tick, phase
    counters[MESSAGE_VALUES] = frame[f.USED]


@inlined
def _has_room(frame: Integers, counters: Integers, places: Integers, tick: int) -> bool:
    """Whether the messages of the tick are certain to fit."""
    is_full = (
        counters[MESSAGES] + frame[f.MOST_MESSAGES] > frame[f.HEADS + 1] // 2
        or frame[f.USED] + frame[f.MOST_VALUES] > frame[f.MESSAGES + 1]
    )
    if is_full:
        for at in range(frame[f.PUBLISHING], frame[f.PUBLISHING + 1]):
            if counters[places[at]] == tick:
                return False
    return True


@inlined
def _sample_groups(frame: Integers, counters: Integers, places: Integers) -> None:
    """Count a sample of each group that is due, and note when the next one is."""
    tick = counters[TICK]
    for at in range(frame[f.GROUPS], frame[f.GROUPS + 1], f.GROUP_WIDTH):
        group = places[at]
        if counters[group] == tick:
            interval, denominator = places[at + 2], places[at + 3]
            sample = counters[group + 2] + 1
            counters[group + 2] = sample
            if denominator == 1:
                counters[group] = tick + interval
                counters[group + 3] = places[at + 4]
                counters[group + 1] = tick
            else:
                counters[group] = due(places[at + 1], interval, denominator, sample + 1)
                counters[group + 3] = tick - counters[group + 1] if sample > 0 else places[at + 4]
                counters[group + 1] = tick
                _set_period(frame, counters, places, at)


@inlined
def _set_period(frame: Integers, counters: Integers, places: Integers, at: int) -> None:
    """Set the seconds to the next sample of a group."""
    constants = floats_at(frame[f.CONSTANTS], frame[f.CONSTANTS + 1])
    gap = counters[places[at]] - counters[places[at] + 1]
    chosen = places[at + 7] if gap == places[at + 5] else places[at + 8]
    constants[places[at + 6]] = constants[chosen]


@inlined
def _pauses(
    frame_address: int, frame: Integers, counters: Integers, places: Integers, table: int
) -> bool:
    """Execute the sections whose group is due, from the last pause to the next, if there is one."""
    passed = counters[PAUSE]
    for section in range(frame[table], frame[table + 1], f.SECTION_WIDTH):
        pause = places[section + 3]
        if passed > 0:
            if pause == passed:
                passed = 0
        elif counters[places[section] + 1] == counters[TICK]:
            _execute(frame_address, frame, places, places[section + 1], places[section + 2])
            if pause > 0:
                counters[ROW], counters[PAUSE] = places[section + 4], -pause
                return True
    counters[PAUSE] = 0
    return False


@inlined
def _execute(frame_address: int, frame: Integers, places: Integers, first: int, stop: int) -> None:
    """Execute a range of steps."""
    addresses = integers_at(frame[f.ADDRESSES], frame[f.ADDRESSES + 1])
    for at in range(first, stop, f.STEP_WIDTH):
        call_at(addresses[places[at]], frame_address, places[at + 1], places[at + 2])
