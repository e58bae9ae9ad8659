"""Goal: a replay has the recorded times, reads no further than it must, and names bad stamps."""

from collections.abc import Iterator
from itertools import count

import pytest

from project_ghost.core.clock import ReplayClock
from project_ghost.core.errors import GhostError, InputError, InputTypeError


def test_a_replay_goes_from_stamp_to_stamp():
    clock = ReplayClock([5, 5, 20])
    assert clock.now_ns() == 0
    times = []
    while not clock.exhausted():
        times.append(clock.advance())
    assert times == [5, 5, 20]
    assert clock.now_ns() == 20


def test_callbacks_run_on_the_way_at_their_own_times():
    clock = ReplayClock([5, 25])
    seen: list[tuple[str, int]] = []
    clock.schedule_periodic(10, lambda: seen.append(("periodic", clock.now_ns())))
    clock.schedule(20, lambda: seen.append(("once", clock.now_ns())))
    clock.schedule(26, lambda: seen.append(("never", clock.now_ns())))
    clock.advance()
    assert seen == [("periodic", 0)]
    clock.advance()
    assert seen == [("periodic", 0), ("periodic", 10), ("periodic", 20), ("once", 20)]
    assert clock.next_event_ns() == 26


def test_an_endless_recording_is_read_one_stamp_ahead_at_most():
    read: list[int] = []

    def stamps() -> Iterator[int]:
        for stamp in count():
            read.append(stamp)
            yield stamp

    clock = ReplayClock(stamps())
    assert read == []
    clock.advance()
    assert read == [0]
    assert not clock.exhausted()
    assert not clock.exhausted()
    assert read == [0, 1]
    clock.advance()
    assert read == [0, 1]


def test_nothing_recorded_is_exhausted_at_once():
    assert ReplayClock([]).exhausted()


def test_advancing_past_the_end_says_how_to_ask_first():
    clock = ReplayClock([7])
    clock.advance()
    with pytest.raises(GhostError) as caught:
        clock.advance()
    error = caught.value
    assert error.what == "the recording has no further stamp"
    assert error.where == "ReplayClock.advance, at 7 ns"
    assert error.expected == "a further stamp"
    assert "while not clock.exhausted()" in error.fix


def test_a_decreasing_stamp_is_named_and_ends_the_replay():
    clock = ReplayClock([1, 2000, 1999, 3000])
    clock.advance()
    clock.advance()
    with pytest.raises(InputError) as caught:
        clock.advance()
    error = caught.value
    assert error.what == "stamps_ns[2] is 1_999, but stamps_ns[1] is 2_000"
    assert error.where == "ReplayClock"
    assert error.expected == "stamps that never decrease"
    assert "ReplayClock(sorted(stamps_ns))" in error.fix
    assert clock.now_ns() == 2000
    assert clock.exhausted()


def test_a_stamp_before_the_start_is_named():
    with pytest.raises(InputError, match=r"stamps_ns\[0\] is 9, but start_ns is 10") as caught:
        ReplayClock([9], start_ns=10).advance()
    assert "start at 9 or before" in caught.value.fix


@pytest.mark.parametrize("stamps", [None, 5, 1.5])
def test_an_argument_without_stamps_is_refused_at_once(stamps):
    with pytest.raises(InputTypeError) as caught:
        ReplayClock(stamps)
    error = caught.value
    assert error.what == f"stamps_ns is {stamps!r}, of type {type(stamps).__name__}"
    assert error.where == "ReplayClock"
    assert "stamps of a recording" in error.expected
    assert "ReplayClock([0, 5_000_000])" in error.fix


def test_errors_of_scheduling_name_the_clock_at_hand():
    with pytest.raises(InputTypeError) as caught:
        ReplayClock([]).schedule(0.5, print)  # type: ignore[arg-type]  # on purpose
    assert caught.value.where == "ReplayClock.schedule"


def test_a_float_stamp_is_named():
    clock = ReplayClock([1, 2.0])  # type: ignore[list-item]  # on purpose
    clock.advance()
    with pytest.raises(InputTypeError, match=r"stamps_ns\[1\] is 2\.0, of type float"):
        clock.advance()


def test_after_a_callback_raised_the_same_stamp_is_still_ahead():
    def fail() -> None:
        raise ZeroDivisionError

    clock = ReplayClock([10, 20])
    clock.schedule(4, fail)
    with pytest.raises(ZeroDivisionError):
        clock.advance()
    assert clock.now_ns() == 4
    assert clock.advance() == 10
    assert clock.advance() == 20


def test_advancing_inside_a_callback_is_refused():
    clock = ReplayClock([10, 20])
    clock.schedule(5, clock.advance)
    with pytest.raises(GhostError, match="by a callback of the same clock"):
        clock.advance()
    assert clock.now_ns() == 5
    assert clock.advance() == 10
