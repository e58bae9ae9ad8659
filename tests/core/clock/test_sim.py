"""Goal: callbacks have one order, independent of what they do."""

import gc
import sys
import weakref
from functools import partial
from itertools import count
from types import FrameType

import numpy as np
import pytest

from project_ghost.core.clock import AbstractClock, SimClock
from project_ghost.core.errors import GhostError, InputError, InputTypeError
from project_ghost.core.randomness import RandomSource

MS = 1_000_000
SOURCE = RandomSource(seed=0)


def make_clock(start_ns: int = 0) -> SimClock:
    return SimClock(step_ns=10, random_source=SOURCE, start_ns=start_ns)


def test_a_clock_starts_at_zero_and_advances_by_its_step_or_a_given_time():
    clock = make_clock()
    assert (clock.now_ns(), clock.step_ns()) == (0, 10)
    assert clock.advance() == 10
    assert clock.advance(25) == 35  # docs/time.md says why it may leave the steps
    assert clock.advance(0) == 35
    assert clock.now_ns() == 35


def test_integers_of_numpy_are_integers():
    clock = SimClock(np.int64(10), SOURCE)  # type: ignore[arg-type]  # accepted at run time
    assert type(clock.advance()) is int
    clock.schedule(np.int64(20), lambda: None)  # type: ignore[arg-type]  # accepted at run time
    assert type(clock.next_event_ns()) is int


def test_the_random_source_is_handed_on():
    assert SimClock(10, SOURCE).random_source() is SOURCE


def test_callbacks_run_by_time_and_then_first_in_first_out():
    clock = make_clock()
    seen: list[tuple[int, str]] = []

    def note(name: str) -> None:
        seen.append((clock.now_ns(), name))

    for at_ns, name in [(20, "c"), (10, "a"), (20, "d"), (10, "b"), (21, "e"), (0, "now")]:
        clock.schedule(at_ns, partial(note, name))
    clock.advance(20)
    assert seen == [(0, "now"), (10, "a"), (10, "b"), (20, "c"), (20, "d")]
    clock.advance(1)
    assert seen[-1] == (21, "e")


def test_a_periodic_event_keeps_its_place_at_every_occurrence():
    """Whatever their periods, A comes before B before the one-shot C whenever they meet."""
    clock = make_clock()
    seen: list[tuple[int, str]] = []

    def note(name: str) -> None:
        seen.append((clock.now_ns(), name))

    clock.schedule_periodic(30, partial(note, "A"))
    clock.schedule_periodic(20, partial(note, "B"))
    clock.schedule(60, partial(note, "C"))
    clock.advance(60)
    assert seen == [
        *((0, "A"), (0, "B"), (20, "B"), (30, "A"), (40, "B")),
        *((60, "A"), (60, "B"), (60, "C")),
    ]


def test_a_phase_delays_the_first_occurrence():
    clock = make_clock()
    seen: list[int] = []
    clock.schedule_periodic(10, lambda: seen.append(clock.now_ns()), phase_ns=25)
    clock.advance(50)
    assert seen == [25, 35, 45]


@pytest.mark.parametrize(
    ("now_ns", "first_ns"), [(0, 3), (3, 3), (4, 13), (12, 13), (13, 13), (14, 23), (1000, 1003)]
)
def test_a_late_registration_has_the_same_times(now_ns, first_ns):
    clock = make_clock(start_ns=now_ns)
    clock.schedule_periodic(10, lambda: None, phase_ns=3)
    assert clock.next_event_ns() == first_ns


def test_a_day_at_one_kilohertz_leaves_no_drift():
    """Occurrence 86,400,000 is at the day's last nanosecond; nobody loops to get there."""
    day_ns = 24 * 3600 * 10**9
    seen: list[int] = []
    clock = SimClock(MS, SOURCE, start_ns=day_ns - 3 * MS + 1)
    clock.schedule_periodic(MS, lambda: seen.append(clock.now_ns()))
    clock.advance(day_ns - clock.now_ns())
    assert seen == [day_ns - 2 * MS, day_ns - MS, day_ns]


def test_a_callback_scheduled_for_now_runs_in_the_same_pass_after_the_queue():
    clock = make_clock()
    seen: list[str] = []

    def first() -> None:
        seen.append("first")
        clock.schedule(clock.now_ns(), lambda: seen.append("added"))
        clock.schedule_periodic(10, lambda: seen.append("periodic"))

    clock.schedule(10, first)
    clock.schedule(10, lambda: seen.append("second"))
    clock.advance(10)
    assert seen == ["first", "second", "added", "periodic"]


def test_cancelling_twice_or_too_late_is_fine():
    clock = make_clock()
    seen: list[str] = []
    cancelled = clock.schedule(10, lambda: seen.append("cancelled"))
    done = clock.schedule(10, lambda: seen.append("done"))
    assert cancelled.is_pending()
    cancelled.cancel()
    cancelled.cancel()
    assert not cancelled.is_pending()
    clock.advance()
    assert not done.is_pending()
    done.cancel()
    assert seen == ["done"]
    assert clock.next_event_ns() is None


def test_a_periodic_event_can_cancel_itself_and_others():
    clock = make_clock()
    seen: list[str] = []

    def cancel_both() -> None:
        seen.append("itself")
        itself.cancel()
        other.cancel()

    itself = clock.schedule_periodic(10, cancel_both, phase_ns=10)
    other = clock.schedule_periodic(10, lambda: seen.append("other"), phase_ns=10)
    assert itself.is_pending()
    clock.advance(100)
    assert seen == ["itself"]
    assert not itself.is_pending()
    assert not other.is_pending()


def test_a_periodic_event_is_cancelled_after_any_number_of_occurrences():
    clock = make_clock()
    seen: list[int] = []
    event = clock.schedule_periodic(10, lambda: seen.append(clock.now_ns()))
    clock.advance(25)
    assert event.is_pending()
    event.cancel()
    clock.advance(25)
    assert seen == [0, 10, 20]


def test_a_one_shot_that_cancels_itself_disturbs_nothing():
    clock = make_clock()
    seen: list[str] = []
    event = clock.schedule(10, lambda: event.cancel())
    clock.schedule(10, lambda: seen.append("next"))
    clock.advance()
    assert seen == ["next"]


def test_cancelled_events_do_not_pile_up():
    """A watchdog re-armed for ever: the heap stays small, and what is kept runs in order."""
    clock = make_clock()
    seen: list[int] = []
    for at_ns in (40, 20, 50, 10, 30):
        clock.schedule(at_ns, lambda: seen.append(clock.now_ns()))
    for k in range(10_000):
        clock.schedule(1000 + k, lambda: seen.append(-1)).cancel()
    assert len(clock._agenda.heap) < 100
    clock.advance(20_000)
    assert seen == [10, 20, 30, 40, 50]


def test_a_clean_up_in_the_midst_of_an_advance_loses_nothing():
    """Enough is cancelled by a callback to rebuild the heap that the clock is going through."""
    clock = make_clock()
    seen: list[tuple[int, str]] = []
    doomed = [clock.schedule(40, lambda: seen.append((-1, "doomed"))) for _ in range(500)]

    def cancel_all() -> None:
        for event in doomed:
            event.cancel()
        clock.schedule(30, lambda: seen.append((clock.now_ns(), "added")))

    clock.schedule(10, cancel_all)
    clock.schedule_periodic(20, lambda: seen.append((clock.now_ns(), "periodic")), phase_ns=5)
    clock.schedule(35, lambda: seen.append((clock.now_ns(), "kept")))
    clock.advance(50)
    assert len(clock._agenda.heap) < 100
    assert seen == [
        (5, "periodic"),
        (25, "periodic"),
        (30, "added"),
        (35, "kept"),
        (45, "periodic"),
    ]


def test_an_occurrence_costs_no_call_but_the_callback():
    """Goal: periodic events stay as quick as one-shot ones. Method: count calls, not seconds."""
    clock = make_clock()
    calls: list[str] = []

    def tick() -> None: ...

    def count_calls(frame: FrameType, kind: str, _: object) -> None:
        if kind == "call":
            calls.append(frame.f_code.co_name)

    clock.schedule_periodic(10, tick)
    clock.schedule_periodic(20, tick)
    sys.setprofile(count_calls)
    try:
        clock.advance(10_000)
    finally:
        sys.setprofile(None)
    assert calls.count("tick") == 1001 + 501
    assert len(calls) < calls.count("tick") + 10


@pytest.mark.slow
def test_a_cancelled_callback_is_let_go_at_once():
    class Watched:
        def __call__(self) -> None: ...

    clock = make_clock()
    callback = Watched()
    gone = weakref.ref(callback)
    event = clock.schedule(10, callback)
    del callback
    assert gone() is not None
    event.cancel()
    gc.collect()
    assert gone() is None


def test_the_next_event_is_the_first_that_is_not_cancelled():
    clock = make_clock()
    assert clock.next_event_ns() is None
    clock.schedule(30, lambda: None)
    first = clock.schedule(20, lambda: None)
    assert clock.next_event_ns() == 20
    first.cancel()
    assert clock.next_event_ns() == 30
    assert clock.now_ns() == 0


def test_a_callback_that_raises_leaves_the_clock_at_its_time_and_ready():
    clock = make_clock()
    seen: list[int] = []
    numbers = count()

    def fail_once() -> None:
        if next(numbers) == 0:
            raise ZeroDivisionError

    periodic = clock.schedule_periodic(10, fail_once, phase_ns=10)
    clock.schedule(10, lambda: seen.append(clock.now_ns()))
    clock.schedule(15, lambda: seen.append(clock.now_ns()))
    with pytest.raises(ZeroDivisionError):
        clock.advance(20)
    assert clock.now_ns() == 10
    assert seen == []
    assert periodic.is_pending()
    clock.advance(0)
    assert seen == [10]
    assert clock.advance(10) == 20
    assert seen == [10, 15]
    assert next(numbers) == 2


def test_advancing_inside_a_callback_is_refused():
    clock = make_clock()
    errors: list[GhostError] = []

    def advance() -> None:
        try:
            clock.advance()
        except GhostError as error:
            errors.append(error)

    clock.schedule(10, advance)
    clock.advance(20)
    (error,) = errors
    assert error.what == "advance was called by a callback of the same clock"
    assert error.where == "SimClock.advance, at 10 ns"
    assert "one advance at a time" in error.expected
    assert "schedule later work" in error.fix
    assert clock.now_ns() == 20


def test_the_past_is_refused():
    clock = make_clock(start_ns=1000)
    with pytest.raises(InputError) as caught:
        clock.schedule(999, lambda: None)
    error = caught.value
    assert error.what == "at_ns is 999, before the present time, 1_000 ns"
    assert error.where == "SimClock.schedule"
    assert error.expected == "now or a later time"
    assert "clock.now_ns() + delay_ns" in error.fix
    assert clock.next_event_ns() is None


@pytest.mark.parametrize(
    ("call", "what", "where", "minimum"),
    [
        (lambda: make_clock().advance(-1), "dt_ns is -1 ns", "SimClock.advance", 0),
        (lambda: SimClock(0, SOURCE), "step_ns is 0 ns", "SimClock", 1),
        (lambda: SimClock(1, SOURCE, -1), "start_ns is -1 ns", "SimClock", 0),
        (
            lambda: make_clock().schedule_periodic(0, print),
            *("period_ns is 0 ns", "SimClock.schedule_periodic", 1),
        ),
        (
            lambda: make_clock().schedule_periodic(1, print, -1),
            *("phase_ns is -1 ns", "SimClock.schedule_periodic", 0),
        ),
    ],
)
def test_what_is_out_of_range_is_refused(call, what, where, minimum):
    with pytest.raises(InputError) as caught:
        call()
    error = caught.value
    assert error.what == what
    assert error.where == where
    assert error.expected == f"an integer number of nanoseconds, {minimum} or more"
    assert error.fix


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: make_clock().advance(1.0), "dt_ns"),  # type: ignore[arg-type]  # on purpose
        (lambda: make_clock().schedule(1.0, print), "at_ns"),  # type: ignore[arg-type]  # same
        (lambda: make_clock().schedule_periodic(1.0, print), "period_ns"),  # type: ignore[arg-type]  # same
        (lambda: make_clock().schedule_periodic(1, print, 1.0), "phase_ns"),  # type: ignore[arg-type]  # same
        (lambda: SimClock(1.0, None), "step_ns"),  # type: ignore[arg-type]  # same
        (lambda: SimClock(1, None, 1.0), "start_ns"),  # type: ignore[arg-type]  # same
        (lambda: make_clock().advance(True), "dt_ns"),
    ],
)
def test_a_non_integer_is_refused_by_name(call, name):
    with pytest.raises(InputTypeError, match=f"^{name} is "):
        call()


@pytest.mark.parametrize("method", ["schedule", "schedule_periodic"])
def test_an_uncallable_callback_is_refused_at_once(method):
    with pytest.raises(InputTypeError) as caught:
        getattr(make_clock(), method)(10, None)
    error = caught.value
    assert error.what == "callback is None, of type NoneType"
    assert error.where == f"SimClock.{method}"
    assert error.expected == "a function without arguments"
    assert "`tick` and not `tick()`" in error.fix


@pytest.mark.parametrize("source", [None, 42, "seed"])
def test_a_wrong_random_source_is_refused_at_once(source):
    with pytest.raises(InputTypeError) as caught:
        SimClock(10, source)
    error = caught.value
    assert error.what == f"random_source is {source!r}, of type {type(source).__name__}"
    assert error.where == "SimClock"
    assert "a RandomSource" in error.expected
    assert "RandomSource(seed=42)" in error.fix


def test_the_base_is_abstract():
    with pytest.raises(TypeError, match="abstract"):
        AbstractClock(0)  # type: ignore[abstract]  # on purpose
