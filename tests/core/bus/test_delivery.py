"""Goal: delivery is in the order of (stamp, sequence), and by name within one message."""

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from project_ghost.core.bus import Bus, BusState, Message, _bus
from project_ghost.core.clock import ReplayClock, SimClock
from project_ghost.core.errors import InputError, InputTypeError
from project_ghost.core.randomness import RandomSource

exactly = settings(derandomize=True, deadline=None)


def make_bus(start_ns: int = 0) -> tuple[SimClock, Bus]:
    clock = SimClock(step_ns=10, random_source=RandomSource(seed=0), start_ns=start_ns)
    return clock, Bus(clock)


def key(message: Message) -> tuple[int, int]:
    return message.stamp_sim_ns, message.sequence


def test_a_message_is_stamped_numbered_and_delivered_at_once():
    clock, bus = make_bus()
    seen: list[Message] = []
    bus.subscribe("recorder", seen.append)
    clock.advance(30)
    first = bus.publish("/pose", {"x": 1})
    second = bus.publish("/speed", 2.0)
    assert seen == [Message("/pose", 30, 0, {"x": 1}), Message("/speed", 30, 1, 2.0)]
    assert seen == [first, second]


def test_a_message_is_immutable():
    _, bus = make_bus()
    message = bus.publish("/pose", None)
    with pytest.raises(AttributeError):
        message.channel = "/other"  # type: ignore[misc]  # on purpose


def test_the_bus_works_on_a_replay_too():
    clock = ReplayClock([5, 9])
    bus = Bus(clock)
    seen: list[Message] = []
    bus.subscribe("recorder", seen.append)
    bus.publish("/later", None, 7)
    clock.advance()
    assert seen == []
    clock.advance()
    assert [key(message) for message in seen] == [(7, 0)]


@exactly
@given(
    st.permutations(["a", "b", "B", "c", "recorder", "é"]),
    st.lists(st.sampled_from(["/pose", "/speed", "/crowd/pose"]), max_size=6),
)
def test_delivery_does_not_depend_on_the_order_of_subscription(names, channels):
    _, bus = make_bus()
    seen: list[tuple[str, int]] = []

    def note(name: str, message: Message) -> None:
        seen.append((name, message.sequence))

    for name in names:
        bus.subscribe(name, partial(note, name))
    for channel in channels:
        bus.publish(channel, None)
    assert seen == [(name, k) for k in range(len(channels)) for name in sorted(names)]


@pytest.mark.parametrize(
    ("channels", "expected"),
    [
        ("*", {"/a/pose", "/b/pose", "/b/speed", "/observer/x"}),
        ("/*/pose", {"/a/pose", "/b/pose"}),
        ("/b/*", {"/b/pose", "/b/speed"}),
        (["/a/*", "/observer/*"], {"/a/pose", "/observer/x"}),
        ("/[ab]/s????", {"/b/speed"}),
        ("/A/pose", set()),
    ],
)
def test_patterns_choose_the_channels(channels, expected):
    _, bus = make_bus()
    seen: list[Message] = []
    bus.subscribe("listener", seen.append, channels)
    for channel in ("/a/pose", "/b/pose", "/b/speed", "/observer/x"):
        bus.publish(channel, None)
    assert {message.channel for message in seen} == expected


def test_patterns_from_a_generator_are_kept():
    _, bus = make_bus()
    seen: list[Message] = []
    bus.subscribe("listener", seen.append, (pattern for pattern in ["/a", "/b"]))
    for channel in ("/a", "/b", "/a"):
        bus.publish(channel, None)
    assert len(seen) == 3


def test_a_later_stamp_waits_for_the_clock():
    clock, bus = make_bus()
    seen: list[tuple[int, Message]] = []
    bus.subscribe("listener", lambda message: seen.append((clock.now_ns(), message)))
    later = bus.publish("/later", "x", 25)
    now = bus.publish("/now", "y")
    assert [message for _, message in seen] == [now]
    assert clock.next_event_ns() == 25
    clock.advance(24)
    assert len(seen) == 1
    clock.advance(1)
    assert seen[1:] == [(25, later)]


def test_queued_messages_come_before_those_published_at_their_time():
    """A callback that was registered before the release still publishes after it."""
    clock, bus = make_bus()
    seen: list[Message] = []
    bus.subscribe("listener", seen.append)
    clock.schedule(20, lambda: bus.publish("/direct", None))
    bus.publish("/waited", None, 20)
    clock.advance(20)
    assert [message.channel for message in seen] == ["/waited", "/direct"]
    assert [key(message) for message in seen] == [(20, 0), (20, 1)]


publications = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 20)), max_size=30)


@exactly
@given(publications)
def test_delivery_is_in_the_order_of_stamp_and_sequence(program):
    """Any mixture of direct and later publications, made by the driver and by callbacks."""
    clock, bus = make_bus()
    seen: list[Message] = []
    bus.subscribe("listener", seen.append)
    for dt_ns, delay_ns in program:
        clock.advance(dt_ns)
        bus.publish("/channel", None, clock.now_ns() + delay_ns)
        clock.schedule(clock.now_ns() + delay_ns, lambda: bus.publish("/callback", None))
    clock.advance(100)
    assert [key(message) for message in seen] == sorted(key(message) for message in seen)
    assert sorted(message.sequence for message in seen) == list(range(2 * len(program)))


def test_a_bus_continues_from_its_state():
    clock, bus = make_bus()
    bus.publish("/a", None)
    bus.publish("/observer/a", None)
    bus.publish("/later", "second", 30)
    bus.publish("/observer/later", "first", 20)
    clock.advance(10)
    state = bus.state()
    assert (state.sequence, state.observer_sequence) == (2, 2)
    assert [message.payload for message in state.waiting] == ["first", "second"]

    for each_clock, each_bus in [
        (clock, bus),
        (fresh := SimClock(10, RandomSource(seed=0), 10), Bus(fresh, state)),
    ]:
        seen: list[Message] = []
        each_bus.subscribe("listener", seen.append)
        each_bus.publish("/b", None)
        each_clock.advance(30)
        assert [(message.channel, *key(message)) for message in seen] == [
            *(("/b", 10, 2), ("/observer/later", 20, 1), ("/later", 30, 1)),
        ]


def test_equal_stamps_keep_their_order_through_a_state():
    """Both kinds of messages, interleaved, at stamps that meet: none overtakes another."""
    clock, bus = make_bus()
    for k in range(40):
        channel = "/observer/x" if k % 3 == 0 else "/main"
        bus.publish(channel, k, 10 + k * 7 % 3 * 10)
    expected = sorted(range(40), key=lambda k: k * 7 % 3)

    clock_now, bus_now = clock, bus
    for _ in range(3):
        state = bus_now.state()
        assert [message.payload for message in state.waiting] == expected
        clock_now = SimClock(10, RandomSource(seed=0))
        bus_now = Bus(clock_now, state)
    seen: list[object] = []
    bus_now.subscribe("listener", lambda message: seen.append(message.payload))
    bus_now.publish("/main", "published after the restore", 20)
    clock_now.advance(100)
    assert [k for k in seen if isinstance(k, int)] == expected
    at_20 = sum(k * 7 % 3 < 2 for k in range(40))
    assert seen.index("published after the restore") == at_20


def test_channels_created_during_a_run_do_not_accumulate(monkeypatch):
    monkeypatch.setattr(_bus, "_ROUTES_MAX", 10)
    _, bus = make_bus()
    seen: list[str] = []
    bus.subscribe("listener", lambda message: seen.append(message.channel), "/pose/*")
    channels = [f"/pose/{k % 17}" for k in range(100)]
    for channel in channels:
        bus.publish(channel, None)
        assert len(bus._routes) <= 10
    assert seen == channels


@pytest.mark.parametrize("clock", [None, 10, RandomSource(seed=0)])
def test_a_bus_needs_a_clock(clock):
    with pytest.raises(InputTypeError) as caught:
        Bus(clock)
    error = caught.value
    assert error.what == f"clock is {clock!r}, of type {type(clock).__name__}"
    assert error.where == "Bus"
    assert "stamps the messages" in error.expected
    assert "Bus(SimClock(" in error.fix


@pytest.mark.parametrize("state", [0, (0, 0), []])
def test_a_bus_continues_only_from_a_state(state):
    with pytest.raises(InputTypeError) as caught:
        Bus(make_bus()[0], state)
    error = caught.value
    assert error.what == f"state is {state!r}, of type {type(state).__name__}"
    assert error.where == "Bus"
    assert "BusState(...)" in error.fix


def test_a_new_bus_has_the_empty_state():
    assert make_bus()[1].state() == BusState()


@pytest.mark.parametrize(
    ("channel", "fix"),
    [
        ("pose", "write '/pose'"),
        (" /pose", "write '/pose'"),
        ("", "give it a name, such as '/vehicle/pose'"),
    ],
)
def test_a_channel_begins_with_a_slash(channel, fix):
    _, bus = make_bus()
    with pytest.raises(InputError) as caught:
        bus.publish(channel, None)
    error = caught.value
    assert error.what == f"channel is {channel!r}"
    assert error.where == "Bus.publish"
    assert error.expected == "a text that begins with '/'"
    assert error.fix == fix
    assert bus.state() == BusState()


@pytest.mark.parametrize("channel", [None, 5, ["/pose"], b"/pose"])
def test_a_channel_is_a_text(channel):
    _, bus = make_bus()
    with pytest.raises(InputTypeError) as caught:
        bus.publish(channel, None)
    error = caught.value
    assert error.what == f"channel is {channel!r}, of type {type(channel).__name__}"
    assert error.where == "Bus.publish"
    assert "begins with '/'" in error.expected
    assert "publish('/vehicle/pose', pose)" in error.fix


def test_a_past_stamp_is_refused_and_uses_no_number():
    _, bus = make_bus(start_ns=1000)
    with pytest.raises(InputError) as caught:
        bus.publish("/pose", None, 999)
    error = caught.value
    assert error.what == "stamp_sim_ns is 999, before the present time, 1_000 ns"
    assert error.where == "Bus.publish, on '/pose'"
    assert error.expected.startswith("now or a later time")
    assert "leave the stamp out" in error.fix
    assert bus.state() == BusState()


@pytest.mark.parametrize("stamp", [0.0, 5.0, True])
def test_a_stamp_is_an_integer(stamp):
    _, bus = make_bus()
    with pytest.raises(InputTypeError, match=f"^stamp_sim_ns is {stamp}"):
        bus.publish("/pose", None, stamp)
    assert bus.state() == BusState()
