"""Goal: blocks are delivered only where all subscribers take them, and are numbered as messages."""

import pytest

from project_ghost.core.bus import Bus, Message
from project_ghost.core.clock import SimClock
from project_ghost.core.errors import SubscriberError
from project_ghost.core.randomness import RandomSource


class Pair:
    """Two messages."""

    channels = ("/a", "/b")
    count = 2
    first = -1

    def number_from(self, sequence: int) -> None:
        self.first = sequence


@pytest.fixture
def bus() -> Bus:
    return Bus(SimClock(step_ns=10, random_source=RandomSource(seed=0)))


def test_a_block_goes_to_its_takers_in_the_order_of_their_names(bus) -> None:
    taken: list[tuple[str, int]] = []
    for name in ("two", "one"):
        bus.subscribe(
            name,
            lambda _: pytest.fail("one at a time"),
            take_block=lambda block, name=name: taken.append((name, block.first)),
        )
    bus.subscribe("elsewhere", print, "/c")
    bus.skip(3)
    assert bus.takes(Pair.channels)
    bus.publish_block(Pair())
    assert taken == [("one", 3), ("two", 3)]
    assert bus.state().sequence == 5


def test_one_subscriber_that_takes_no_blocks_is_enough_to_refuse_them(bus) -> None:
    bus.subscribe("recorder", print, take_block=print)
    assert bus.takes(Pair.channels)
    watching = bus.subscribe("watching", print, "/b")
    assert not bus.takes(Pair.channels)
    assert bus.takes(["/a"])
    watching.unsubscribe()
    assert bus.takes(Pair.channels)
    bus.subscribe("isolated", print, on_error="isolate", take_block=print)
    assert not bus.takes(Pair.channels)


def test_blocks_wait_for_messages_that_wait(bus) -> None:
    bus.subscribe("recorder", lambda _: None, take_block=print)
    bus.publish("/a", None, 20)
    assert not bus.takes(Pair.channels)


def test_a_taker_that_fails_is_named_and_may_not_publish(bus) -> None:
    def answer(_: Pair) -> None:
        bus.publish("/a", None)

    bus.subscribe("recorder", lambda _: None, take_block=answer)
    with pytest.raises(SubscriberError, match=r"subscriber 'recorder' failed: .*published on '/a'"):
        bus.publish_block(Pair())
    # The bus can be used on.
    seen: list[Message] = []
    bus.subscribe("other", seen.append, "/later")
    assert bus.publish("/later", 1) in seen
