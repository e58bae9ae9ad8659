"""Goal: subscribers may come and go at any moment, and no message is lost or served twice."""

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from project_ghost.core.bus import Bus, Message
from project_ghost.core.clock import SimClock
from project_ghost.core.errors import InputError, InputTypeError
from project_ghost.core.randomness import RandomSource


def make_bus() -> Bus:
    return Bus(SimClock(step_ns=10, random_source=RandomSource(seed=0)))


def nothing(message: Message) -> None: ...


def test_unsubscribing_ends_it_and_twice_is_fine():
    bus = make_bus()
    seen: list[Message] = []
    subscription = bus.subscribe("listener", seen.append)
    assert subscription.is_active()
    assert subscription.name == "listener"
    bus.publish("/a", None)
    subscription.unsubscribe()
    subscription.unsubscribe()
    bus.publish("/a", None)
    assert len(seen) == 1
    assert not subscription.is_active()


def test_a_late_subscriber_gets_messages_of_a_known_channel():
    bus = make_bus()
    seen: list[Message] = []
    bus.publish("/a", None)
    bus.subscribe("listener", seen.append)
    bus.publish("/a", None)
    assert [message.sequence for message in seen] == [1]


def test_a_name_is_free_again_after_unsubscribing():
    bus = make_bus()
    first = bus.subscribe("listener", nothing)
    first.unsubscribe()
    second = bus.subscribe("listener", nothing)
    first.unsubscribe()
    assert second.is_active()


def test_unsubscribing_another_in_delivery_takes_effect_at_once():
    bus = make_bus()
    seen: list[str] = []

    def end_the_last(_: Message) -> None:
        seen.append("first")
        last.unsubscribe()

    bus.subscribe("1", end_the_last)
    bus.subscribe("2", lambda _: seen.append("middle"))
    last = bus.subscribe("3", lambda _: seen.append("last"))
    bus.publish("/a", None)
    bus.publish("/a", None)
    assert seen == ["first", "middle", "first", "middle"]


def test_unsubscribing_itself_in_delivery_skips_no_other_subscriber():
    bus = make_bus()
    seen: list[str] = []

    def once(_: Message) -> None:
        seen.append("once")
        itself.unsubscribe()

    itself = bus.subscribe("1", once)
    bus.subscribe("2", lambda _: seen.append("other"))
    bus.publish("/a", None)
    bus.publish("/a", None)
    assert seen == ["once", "other", "other"]


def test_subscribing_in_delivery_takes_effect_from_the_next_message():
    """The newcomer's name comes last, and still it does not get the message under way."""
    bus = make_bus()
    seen: list[tuple[str, str]] = []

    def invite(message: Message) -> None:
        if message.channel == "/a":
            bus.subscribe("z", lambda message: seen.append(("z", message.channel)))
            bus.publish("/observer/invited", None)

    bus.subscribe("a", invite)
    bus.publish("/a", None)
    bus.publish("/b", None)
    assert seen == [("z", "/observer/invited"), ("z", "/b")]


@settings(derandomize=True, deadline=None)
@given(st.lists(st.sets(st.integers(0, 4)), min_size=1, max_size=8))
def test_any_unsubscribing_in_delivery_is_safe(program):
    """Subscriber 2 ends a set of the others at each message: the rest get all that is theirs."""
    bus = make_bus()
    seen: list[tuple[int, int]] = []

    def listen(place: int, message: Message) -> None:
        seen.append((message.sequence, place))
        if place == 2:
            for other in sorted(message.payload):
                subscriptions[other].unsubscribe()

    subscriptions = [bus.subscribe(str(place), partial(listen, place)) for place in range(5)]
    expected = []
    alive = set(range(5))
    for sequence, ended in enumerate(program):
        for place in range(5):
            if place in alive:
                expected.append((sequence, place))
                if place == 2:
                    alive -= ended
        bus.publish("/a", ended)
    assert seen == expected


def test_names_are_unique():
    bus = make_bus()
    bus.subscribe("plot", nothing)
    with pytest.raises(InputError) as caught:
        bus.subscribe("plot", nothing)
    error = caught.value
    assert error.what == "there is a subscriber 'plot' already"
    assert error.where == "Bus.subscribe"
    assert "a different name" in error.expected
    assert "choose another name" in error.fix


@pytest.mark.parametrize("name", ["", None, 5])
def test_a_name_is_a_text(name):
    with pytest.raises(InputTypeError) as caught:
        make_bus().subscribe(name, nothing)
    error = caught.value
    assert error.what == f"name is {name!r}"
    assert error.where == "Bus.subscribe"
    assert "the subscriber's name" in error.expected
    assert "'recorder'" in error.fix


@pytest.mark.parametrize(
    ("arguments", "what", "expected", "fix"),
    [
        (
            {"callback": None},
            "callback is None, of type NoneType",
            "a function of one argument, the message",
            "`show` and not `show()`",
        ),
        (
            {"on_error": "ignore"},
            "on_error is 'ignore'",
            "'stop', which ends the run, or 'isolate', which reports on /observer/errors",
            "leave it out for 'stop'",
        ),
        (
            {"channels": []},
            "channels is empty",
            "one pattern or more",
            "leave it out for all channels, '*'",
        ),
        (
            {"channels": ["/a", "pose"]},
            "channels has 'pose', which matches no channel",
            "a pattern that matches a leading '/'",
            "write '/pose'",
        ),
        (
            {"channels": [b"/a"]},
            "channels has b'/a', of type bytes",
            "texts, such as '/vehicle/*'",
            "give one pattern, or a list of them",
        ),
        (
            {"channels": 5},
            "channels is 5, of type int",
            "texts, such as '/vehicle/*'",
            "give one pattern, or a list of them",
        ),
    ],
)
def test_an_invalid_subscription_is_refused(arguments, what, expected, fix):
    bus = make_bus()
    with pytest.raises((InputError, InputTypeError)) as caught:
        bus.subscribe("plot", **({"callback": nothing} | arguments))
    error = caught.value
    assert error.what == what
    assert error.where == "Bus.subscribe('plot')"
    assert expected in error.expected
    assert fix in error.fix
    bus.subscribe("plot", nothing)  # the name was not taken
