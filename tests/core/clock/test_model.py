"""Goal: the clock's order is the obvious one. Method: random programs against a naive model.

The model keeps every event in a list and looks for the earliest each time.
"""

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from project_ghost.core.clock import ScheduledEvent, SimClock
from project_ghost.core.randomness import RandomSource


@dataclass
class ModelEvent:
    at_ns: int
    place: int
    period_ns: int
    alive: bool = True


class ModelClock:
    """A sorted list, absolute times, and nothing clever."""

    def __init__(self) -> None:
        self.now_ns = 0
        self.events: list[ModelEvent] = []

    def schedule(self, at_ns: int, period_ns: int) -> None:
        self.events.append(ModelEvent(at_ns, len(self.events), period_ns))

    def next_event(self) -> ModelEvent | None:
        alive = [event for event in self.events if event.alive]
        return min(alive, key=lambda event: (event.at_ns, event.place), default=None)

    def advance(self, dt_ns: int) -> list[tuple[int, int]]:
        end_ns = self.now_ns + dt_ns
        seen = []
        while (event := self.next_event()) is not None and event.at_ns <= end_ns:
            seen.append((event.at_ns, event.place))
            event.at_ns += event.period_ns
            event.alive = event.period_ns > 0
        self.now_ns = end_ns
        return seen


actions = st.one_of(
    st.tuples(st.just("once"), st.integers(0, 12), st.just(0)),
    st.tuples(st.just("periodic"), st.integers(0, 30), st.integers(1, 9)),
    st.tuples(st.just("cancel"), st.integers(0, 30), st.just(0)),
    st.tuples(st.just("advance"), st.integers(0, 15), st.just(0)),
)


@pytest.mark.slow
@settings(derandomize=True, deadline=None, max_examples=400)
@given(st.lists(actions, max_size=40))
def test_the_clock_agrees_with_a_sorted_list(program):
    clock, model = SimClock(1, RandomSource(seed=0)), ModelClock()
    handles: list[ScheduledEvent] = []
    seen: list[tuple[int, int]] = []
    for action, a, b in program:
        place = len(handles)

        def note(place: int = place) -> None:
            seen.append((clock.now_ns(), place))

        if action == "once":
            handles.append(clock.schedule(clock.now_ns() + a, note))
            model.schedule(model.now_ns + a, 0)
        elif action == "periodic":
            handles.append(clock.schedule_periodic(b, note, phase_ns=a))
            model.schedule(next(t for t in range(a, 10**6, b) if t >= model.now_ns), b)
        elif action == "cancel" and handles:
            handles[a % len(handles)].cancel()
            model.events[a % len(handles)].alive = False
        elif action == "advance":
            seen.clear()
            clock.advance(a)
            assert seen == model.advance(a)
        upcoming = model.next_event()
        assert clock.now_ns() == model.now_ns
        assert clock.next_event_ns() == (upcoming and upcoming.at_ns)
        assert [handle.is_pending() for handle in handles] == [
            event.alive for event in model.events
        ]
