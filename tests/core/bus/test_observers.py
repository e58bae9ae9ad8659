"""Goal: watching a run never changes it, and a failing subscriber affects no other."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from project_ghost.core.bus import OBSERVER_ERRORS, Bus, Message, SubscriberFailure, _bus
from project_ghost.core.clock import ReplayClock, SimClock
from project_ghost.core.errors import InputError, SubscriberError
from project_ghost.core.randomness import RandomSource


def make_bus() -> tuple[SimClock, Bus]:
    clock = SimClock(step_ns=10, random_source=RandomSource(seed=0))
    return clock, Bus(clock)


def fail(message: Message) -> None:
    raise ValueError(f"bad {message.payload}")


def test_publications_during_a_delivery_are_queued_until_it_ends():
    _, bus = make_bus()
    seen: list[tuple[str, str]] = []

    def answer(message: Message) -> None:
        seen.append(("a", message.channel))
        if message.channel == "/main":
            bus.publish("/observer/1", None)
            bus.publish("/observer/2", None)

    bus.subscribe("a", answer)
    bus.subscribe("b", lambda message: seen.append(("b", message.channel)))
    bus.publish("/main", None)
    assert seen == [(name, c) for c in ("/main", "/observer/1", "/observer/2") for name in "ab"]


def test_observers_have_a_counter_of_their_own_in_and_outside_of_a_delivery():
    _, bus = make_bus()
    seen: list[Message] = []
    bus.subscribe("recorder", seen.append)
    bus.subscribe("viewer", lambda _: bus.publish("/observer/v", None), "/main")
    bus.publish("/observer/driver", None)
    bus.publish("/main", None)
    bus.publish("/main", None)
    assert [(message.channel, message.sequence) for message in seen] == [
        ("/observer/driver", 0),
        *(("/main", 0), ("/observer/v", 1)),
        *(("/main", 1), ("/observer/v", 2)),
    ]


programs = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 9)), max_size=12)


def run(program: list[tuple[int, int]], watchers: dict[str, int]) -> list[Message]:
    """The messages of a run that are not observers', with each watcher answering so late."""
    clock, bus = make_bus()
    seen: list[Message] = []
    bus.subscribe("recorder", seen.append, "/main")
    for name, delay_ns in watchers.items():

        def answer(_: Message, name: str = name, delay_ns: int = delay_ns) -> None:
            bus.publish(f"/observer/{name}", None, clock.now_ns() + delay_ns)

        bus.subscribe(name, answer, "/main")
    for dt_ns, delay_ns in program:
        clock.advance(dt_ns)
        bus.publish("/main", len(seen), clock.now_ns() + delay_ns)
    clock.advance(20)
    return seen


@settings(derandomize=True, deadline=None)
@given(programs, st.dictionaries(st.sampled_from(["a", "s", "z"]), st.integers(0, 5)))
def test_watching_does_not_change_what_is_watched(program, watchers):
    assert run(program, watchers) == run(program, {})


@settings(derandomize=True, deadline=None)
@given(st.lists(st.lists(st.integers(0, 3), max_size=3), max_size=6))
def test_publishing_in_delivery_keeps_the_order(program):
    """Each message asks for answers at given delays; all come in the order of stamp and number."""
    clock, bus = make_bus()
    seen: list[Message] = []
    bus.subscribe("recorder", seen.append)

    def answer(message: Message) -> None:
        for delay_ns in message.payload:
            bus.publish("/observer/answer", [], clock.now_ns() + delay_ns)

    bus.subscribe("answerer", answer)
    for delays in program:
        bus.publish("/main", delays)
        clock.advance(1)
    clock.advance(10)
    answers = [(m.stamp_sim_ns, m.sequence) for m in seen if m.channel != "/main"]
    assert answers == sorted(answers)
    assert len(seen) == sum(1 + len(delays) for delays in program)
    stamps = [message.stamp_sim_ns for message in seen]
    assert stamps == sorted(stamps)


def test_a_subscriber_may_publish_only_under_observer():
    _, bus = make_bus()
    seen: list[Message] = []
    bus.subscribe("planner", lambda _: bus.publish("/plan", None), "/pose")
    bus.subscribe("recorder", seen.append)
    with pytest.raises(SubscriberError) as caught:
        bus.publish("/pose", None)
    error = caught.value.__cause__
    assert isinstance(error, InputError)
    assert error.what == "subscriber 'planner' published on '/plan'"
    assert error.where == "Bus.publish, during a delivery"
    assert "watching a run must not change it" in error.expected
    assert "publish on '/observer/plan'" in error.fix
    assert "a component or a clock callback" in error.fix
    assert bus.state().sequence == 1
    assert [message.channel for message in seen] == ["/pose"]


def test_a_failing_subscriber_does_not_starve_the_others():
    clock, bus = make_bus()
    seen: list[Message] = []
    bus.subscribe("a", fail)
    bus.subscribe("b", seen.append)
    bus.subscribe("c", fail)
    bus.subscribe("d", seen.append)
    clock.advance(30)
    with pytest.raises(SubscriberError) as caught:
        bus.publish("/pose", "x")
    error = caught.value
    assert error.what == "subscriber 'a' failed: ValueError: bad x"
    assert error.where == "stamp_sim_ns 30, sequence 0, channel /pose"
    assert error.expected == "a callback that returns"
    assert error.fix == "correct 'a', or subscribe it with on_error='isolate'"
    assert isinstance(error.__cause__, ValueError)
    assert error.__notes__ == ["subscriber 'c' also failed: ValueError: bad x"]
    assert len(seen) == 2


def test_a_bus_continues_after_a_failure():
    _, bus = make_bus()
    seen: list[Message] = []
    broken = bus.subscribe("a", fail)
    bus.subscribe("b", seen.append)
    with pytest.raises(SubscriberError):
        bus.publish("/pose", None)
    broken.unsubscribe()
    bus.publish("/pose", None)
    assert [message.sequence for message in seen] == [0, 1]


def test_messages_queued_behind_a_failure_are_delivered_by_a_flush():
    """A recorder that is closed then has everything that was published before the stop."""
    _, bus = make_bus()
    seen: list[Message] = []
    bus.subscribe("a", fail, "/1")
    bus.subscribe("b", lambda _: bus.publish("/observer/b", None), "/1")
    bus.subscribe("c", seen.append)
    with pytest.raises(SubscriberError):
        bus.publish("/1", None)
    assert [message.channel for message in seen] == ["/1"]
    bus.flush()
    bus.flush()
    assert [message.channel for message in seen] == ["/1", "/observer/b"]


def test_messages_queued_behind_a_failure_survive_a_later_restore():
    clock, bus = make_bus()
    bus.subscribe("a", fail, "/1")
    bus.subscribe("b", lambda _: bus.publish("/observer/b", None), "/1")
    with pytest.raises(SubscriberError):
        bus.publish("/1", None)
    clock.advance(10)
    restored_clock = SimClock(step_ns=10, random_source=RandomSource(seed=0), start_ns=10)
    restored = Bus(restored_clock, bus.state())
    seen: list[Message] = []
    restored.subscribe("recorder", seen.append)
    restored_clock.advance(0)
    assert seen == [Message("/observer/b", 0, 0, None)]


def test_a_failure_on_a_message_that_waited_stops_the_advance_and_loses_nothing():
    clock, bus = make_bus()
    seen: list[Message] = []
    bus.subscribe("a", fail, "/1")
    bus.subscribe("b", seen.append)
    bus.publish("/1", None, 10)
    bus.publish("/2", None, 10)
    with pytest.raises(SubscriberError):
        clock.advance(20)
    assert clock.now_ns() == 10
    assert [message.channel for message in seen] == ["/1"]
    clock.advance(10)
    assert [message.channel for message in seen] == ["/1", "/2"]


def test_a_message_behind_a_failing_one_keeps_its_number_and_its_turn():
    clock, bus = make_bus()
    seen: list[Message] = []
    bus.subscribe("a", fail, "/1")
    bus.subscribe("b", seen.append)
    clock.schedule(10, lambda: bus.publish("/2", None))
    bus.publish("/1", None, 10)
    with pytest.raises(SubscriberError, match="sequence 0, channel /1"):
        clock.advance(10)
    bus.publish("/3", None)
    assert [(message.channel, message.sequence) for message in seen] == [
        *(("/1", 0), ("/2", 1), ("/3", 2)),
    ]


def test_an_isolated_failure_is_reported_and_the_run_continues():
    clock, bus = make_bus()
    seen: list[Message] = []
    bus.subscribe("plot", fail, "/pose", on_error="isolate")
    bus.subscribe("recorder", seen.append)
    clock.advance(30)
    bus.publish("/pose", "x")
    bus.publish("/pose", "y")
    failure = SubscriberFailure("plot", "/pose", 30, 0, "ValueError: bad x")
    again = SubscriberFailure("plot", "/pose", 30, 1, "ValueError: bad y")
    assert seen == [
        Message("/pose", 30, 0, "x"),
        Message(OBSERVER_ERRORS, 30, 0, failure),
        Message("/pose", 30, 1, "y"),
        Message(OBSERVER_ERRORS, 30, 1, again),
    ]


def test_an_isolated_subscriber_that_fails_on_the_errors_too_stops_the_run():
    _, bus = make_bus()
    bus.subscribe("plot", fail, on_error="isolate")
    with pytest.raises(SubscriberError) as caught:
        bus.publish("/pose", "x")
    error = caught.value
    assert error.what.startswith("subscriber 'plot' failed: ValueError: bad ")
    assert error.where == "stamp_sim_ns 0, sequence 0, channel /observer/errors"
    assert error.fix == "correct 'plot': a failure on /observer/errors cannot be reported there"


def test_an_isolated_and_a_stopping_failure_each_go_their_way():
    _, bus = make_bus()
    seen: list[Message] = []
    bus.subscribe("a", fail, "/pose", on_error="isolate")
    bus.subscribe("b", fail, "/pose")
    bus.subscribe("recorder", seen.append)
    with pytest.raises(SubscriberError, match="subscriber 'b' failed"):
        bus.publish("/pose", None)
    bus.flush()
    assert [message.channel for message in seen] == ["/pose", OBSERVER_ERRORS]


def test_an_interrupt_is_not_a_subscribers_failure():
    _, bus = make_bus()

    def interrupt(_: Message) -> None:
        raise KeyboardInterrupt

    subscription = bus.subscribe("a", interrupt, on_error="isolate")
    with pytest.raises(KeyboardInterrupt):
        bus.publish("/pose", None)
    subscription.unsubscribe()
    bus.publish("/pose", None)  # the bus does not believe that it is still delivering


def test_a_flush_in_delivery_leaves_the_delivery_alone():
    _, bus = make_bus()
    seen: list[tuple[str, str]] = []

    def answer_and_flush(message: Message) -> None:
        seen.append(("a", message.channel))
        if message.channel == "/main":
            bus.publish("/observer/a", None)
            bus.flush()

    bus.subscribe("a", answer_and_flush)
    bus.subscribe("b", lambda message: seen.append(("b", message.channel)))
    bus.publish("/main", None)
    assert seen == [(name, c) for c in ("/main", "/observer/a") for name in "ab"]


@pytest.mark.parametrize(
    ("touch", "what", "where"),
    [
        (lambda clock, _: clock.advance(10), "advance the clock", "SimClock.advance"),
        (
            lambda clock, _: clock.schedule(50, print),
            *("schedule a clock callback", "SimClock.schedule"),
        ),
        (
            lambda clock, _: clock.schedule_periodic(50, print),
            *("schedule a clock callback", "SimClock.schedule_periodic"),
        ),
        (lambda _, event: event.cancel(), "cancel a clock callback", "ScheduledEvent.cancel"),
    ],
)
@pytest.mark.parametrize("in_callback", [False, True])
def test_a_subscriber_cannot_touch_the_clock(touch, what, where, in_callback):
    clock, bus = make_bus()
    event = clock.schedule(40, lambda: None)
    bus.subscribe("hasty", lambda _: touch(clock, event), "/pose")
    if in_callback:
        clock.schedule(0, lambda: bus.publish("/pose", None))
    with pytest.raises(SubscriberError) as caught:
        clock.advance(20) if in_callback else bus.publish("/pose", None)
    error = caught.value.__cause__
    assert isinstance(error, InputError)
    assert error.what == f"subscriber 'hasty' tried to {what}"
    assert error.where == f"{where}, during a delivery"
    assert "watching a run must not change it" in error.expected
    assert "let 'hasty' set a flag" in error.fix
    assert (clock.now_ns(), clock.next_event_ns(), event.is_pending()) == (0, 40, True)
    # After the delivery the clock is its driver's again.
    event.cancel()
    clock.schedule(50, lambda: None)
    assert clock.advance(20) == 20
    assert clock.next_event_ns() == 50


def test_a_subscriber_cannot_advance_a_replay_not_even_at_its_end():
    clock = ReplayClock([])
    bus = Bus(clock)
    bus.subscribe("hasty", lambda _: clock.advance())
    with pytest.raises(SubscriberError, match="'hasty' tried to advance the clock"):
        bus.publish("/pose", None)


def test_publications_of_a_clock_callback_are_not_blamed_on_a_subscriber():
    """A subscriber that would have run the callback in its own name cannot."""
    clock, bus = make_bus()
    seen: list[Message] = []
    clock.schedule(10, lambda: bus.publish("/main", "by the callback"))
    bus.subscribe("hasty", lambda _: clock.advance(10), "/pose", on_error="isolate")
    bus.subscribe("recorder", seen.append)
    bus.publish("/pose", None)
    assert [message.channel for message in seen] == ["/pose", OBSERVER_ERRORS]
    assert "'hasty' tried to advance the clock" in seen[1].payload.error
    clock.advance(10)
    assert seen[2] == Message("/main", 10, 1, "by the callback")


def test_a_subscriber_is_an_observer_for_every_bus_of_its_clock():
    clock, bus = make_bus()
    other = Bus(clock)
    seen: list[Message] = []
    other.subscribe("viewer", seen.append)

    def answer(_: Message) -> None:
        other.publish("/observer/fine", None)
        other.publish("/main", None)

    bus.subscribe("planner", answer, "/pose")
    with pytest.raises(SubscriberError) as caught:
        bus.publish("/pose", None)
    assert "subscriber 'planner' published on '/main'" in str(caught.value.__cause__)
    assert [message.channel for message in seen] == ["/observer/fine"]
    other.publish("/main", None)
    assert [message.sequence for message in seen] == [0, 0]


@pytest.mark.parametrize("on_error", ["isolate", "stop"])
def test_an_exception_that_cannot_be_shown_is_reported_all_the_same(on_error):
    class MuteError(Exception):
        def __str__(self) -> str:
            raise ZeroDivisionError

    def stumble(_: Message) -> None:
        raise MuteError

    _, bus = make_bus()
    seen: list[Message] = []
    bus.subscribe("plot", stumble, "/pose", on_error=on_error)
    bus.subscribe("recorder", seen.append, OBSERVER_ERRORS)
    description = "MuteError, whose own message failed with ZeroDivisionError"
    if on_error == "isolate":
        bus.publish("/pose", None)
        assert [message.payload.error for message in seen] == [description]
    else:
        with pytest.raises(SubscriberError, match=f"subscriber 'plot' failed: {description}"):
            bus.publish("/pose", None)


def test_a_subscriber_that_answers_itself_for_ever_is_stopped(monkeypatch):
    monkeypatch.setattr(_bus, "_ANSWERS_MAX", 100)
    _, bus = make_bus()
    bus.subscribe("echo", lambda _: bus.publish("/observer/echo", None))
    with pytest.raises(SubscriberError) as caught:
        bus.publish("/main", None)
    error = caught.value.__cause__
    assert isinstance(error, InputError)
    assert "in one delivery, the last of them 'echo' on '/observer/echo'" in error.what
    assert error.where == "Bus.publish, during a delivery"
    assert "do not answer their own or each other" in error.expected
    assert "subscribe 'echo' to the channels it needs" in error.fix


@pytest.mark.parametrize("on_another_bus", [False, True])
def test_many_answers_over_a_long_run_are_not_a_loop(on_another_bus, monkeypatch):
    monkeypatch.setattr(_bus, "_ANSWERS_MAX", 100)
    clock, bus = make_bus()
    answered = Bus(clock) if on_another_bus else bus
    bus.subscribe("viewer", lambda _: answered.publish("/observer/v", None), "/main")
    for _ in range(1000):
        bus.publish("/main", None)
    assert answered.state().observer_sequence == 1000
