"""Numbering, ordering and delivering messages.

Why: ADR 4.
"""

from collections.abc import Iterable
from heapq import heappop, heappush
from typing import NamedTuple, final

from project_ghost.core.clock import AbstractClock
from project_ghost.core.duration import require_ns
from project_ghost.core.errors import InputError, InputTypeError, SubscriberError

from ._block import Block
from ._message import OBSERVER_ERRORS, OBSERVER_PREFIX, Message, SubscriberFailure
from ._subscription import (
    OnError,
    Subscriber,
    Subscription,
    TakeBlock,
    require_callback,
    require_name,
    require_on_error,
    require_patterns,
    with_slash,
)

# More publications by observers in one delivery mean observers that answer each other.
_ANSWERS_MAX = 1_000_000
# Enough for any fixed set of channels; channels named during a run must not accumulate.
_ROUTES_MAX = 4096


class BusState(NamedTuple):
    """The state of a bus in a snapshot, without its subscribers."""

    sequence: int = 0
    observer_sequence: int = 0
    waiting: tuple[Message, ...] = ()


@final
class Bus:
    """Delivers messages to subscribers in the order of `(stamp_sim_ns, sequence)`.

    A message is delivered when the clock is at its stamp, to its subscribers in the order of
    their names. Messages published during a delivery, or for a later stamp, wait in a queue.

    If a subscriber raises, the others still get the message. Then the call that caused the
    delivery (`publish`, `flush` or the clock's `advance`) raises `SubscriberError`. The next of
    these calls delivers the messages that still wait.
    """

    def __init__(self, clock: AbstractClock, state: BusState | None = None) -> None:
        _require_clock(clock)
        _require_state(state)
        start = BusState() if state is None else state
        self._clock = clock
        # A delivery marks the clock as observed, so that no subscriber can move it.
        self._agenda = clock._agenda
        self._sequence = start.sequence
        self._observer_sequence = start.observer_sequence
        self._subscriptions: dict[str, Subscription] = {}
        # The subscriptions to each channel seen so far, in the order of their names.
        self._routes: dict[str, tuple[Subscription, ...]] = {}
        # By stamp and arrival; the arrival counts both kinds of messages, so that the
        # queue has one order in which each kind keeps its own.
        self._waiting: list[tuple[int, int, Message]] = []
        self._arrivals = 0
        self._delivering = False
        self._answers = 0
        for message in start.waiting:
            self._enqueue(message)
            self._agenda.add(max(message.stamp_sim_ns, clock.now_ns()), self.flush)

    def state(self) -> BusState:
        """Return the state from which a new bus, with a clock at the same time, can continue."""
        waiting = tuple(message for _, _, message in sorted(self._waiting))
        return BusState(self._sequence, self._observer_sequence, waiting)

    def subscribe(
        self,
        name: str,
        callback: Subscriber,
        channels: str | Iterable[str] = "*",
        on_error: OnError = "stop",
        *,
        take_block: TakeBlock | None = None,
    ) -> Subscription:
        """Call `callback` with every message whose channel matches, from the next one on.

        `channels` is one or several shell-style patterns, in which `*` matches any text,
        slashes too. With `on_error="isolate"` an exception of the callback becomes an entry
        on `/observer/errors` instead of stopping the run. `take_block` is called with the blocks
        of a publisher that offers some, where all subscribers of their messages take blocks.
        """
        require_name(name)
        require_callback(callback, name)
        require_on_error(on_error, name)
        patterns = require_patterns(channels, name)
        if name in self._subscriptions:
            raise InputError(
                f"there is a subscriber {name!r} already",
                "Bus.subscribe",
                "a different name for every subscriber, because it decides the order of delivery",
                "choose another name, or unsubscribe the first",
            )
        subscription = Subscription(name, callback, patterns, on_error, self._end, take_block)
        self._subscriptions[name] = subscription
        self._routes.clear()
        return subscription

    def publish(self, channel: str, payload: object, stamp_sim_ns: int | None = None) -> Message:
        """Number a message, and deliver it now or when the clock reaches its stamp.

        The default stamp is now; an earlier one is refused. In its callback a subscriber may
        publish under `/observer/` only.
        """
        if type(channel) is not str or channel not in self._routes:
            _require_channel(channel)
        now_ns = self._clock.now_ns()
        if stamp_sim_ns is None:
            stamp_sim_ns = now_ns
        else:
            stamp_sim_ns = _require_stamp(stamp_sim_ns, now_ns, channel)
        is_observer = channel.startswith(OBSERVER_PREFIX)
        observer = self._agenda.observer
        if observer is not None:
            self._require_answer(observer, channel, is_observer=is_observer)
        if is_observer:
            sequence = self._observer_sequence
            self._observer_sequence = sequence + 1
        else:
            sequence = self._sequence
            self._sequence = sequence + 1
        message = Message(channel, stamp_sim_ns, sequence, payload)
        if stamp_sim_ns > now_ns:
            self._enqueue(message)
            # Not with `schedule`, which subscribers may not call: this callback only delivers.
            self._agenda.add(stamp_sim_ns, self.flush)
        elif self._waiting or self._delivering:
            self._enqueue(message)
            self.flush()
        else:
            self._deliver(message)
            if self._waiting:
                self.flush()
        return message

    def has_subscribers(self, channel: str) -> bool:
        """Tell whether a message on this channel would have a subscriber."""
        return bool(self._route(channel))

    def _route(self, channel: str) -> tuple[Subscription, ...]:
        route = self._routes.get(channel)
        return self._add_route(channel) if route is None else route

    def skip(self, count: int) -> None:
        """Count messages that have no subscribers, without creating them."""
        self._sequence += count

    def takes(self, channels: Iterable[str]) -> bool:
        """Tell whether all subscribers of some channels take blocks, and no message waits."""
        return (
            not self._waiting
            and not self._delivering
            and all(
                subscription._take_block is not None and subscription.on_error == "stop"
                for channel in channels
                for subscription in self._route(channel)
            )
        )

    def publish_block(self, block: Block) -> None:
        """Number a block of messages and deliver it, at the time of its last message.

        Its subscribers must take blocks (`takes`).
        """
        block.number_from(self._sequence)
        self._sequence += block.count
        takers = {each.name: each for name in block.channels for each in self._route(name)}
        agenda = self._agenda
        outer = agenda.observer
        self._delivering = True
        try:
            for name in sorted(takers):
                take = takers[name]._take_block
                assert take is not None
                agenda.observer = name
                try:
                    take(block)
                except Exception as error:
                    at = Message(", ".join(block.channels), self._clock.now_ns(), 0, None)
                    raise _subscriber_error(at, [(takers[name], error)]) from error
        finally:
            agenda.observer = outer
            self._delivering = False

    def flush(self) -> None:
        """Deliver the waiting messages that are due.

        The bus calls this itself when time advances and before any other delivery. Call it to
        close a run that a `SubscriberError` stopped.
        """
        if self._delivering:
            return  # The current delivery will get to them.
        self._answers = 0
        while self._waiting and self._waiting[0][0] <= self._clock.now_ns():
            self._deliver(heappop(self._waiting)[-1])

    def _enqueue(self, message: Message) -> None:
        self._arrivals += 1
        heappush(self._waiting, (message.stamp_sim_ns, self._arrivals, message))

    def _deliver(self, message: Message) -> None:
        """Call all subscribers of the message, then raise what they raised."""
        route = self._route(message.channel)
        failures = []
        agenda = self._agenda
        outer = agenda.observer  # set by another bus on the same clock that is delivering
        self._delivering = True
        try:
            for subscription in route:
                callback = subscription._callback
                if callback is None:
                    continue  # unsubscribed during this delivery
                agenda.observer = subscription.name
                try:
                    callback(message)
                except Exception as error:
                    if subscription.on_error == "stop" or message.channel == OBSERVER_ERRORS:
                        failures.append((subscription, error))
                    else:
                        self._publish_failure(subscription, message, error)
        finally:
            agenda.observer = outer
            self._delivering = False
        if failures:
            raise _subscriber_error(message, failures) from failures[0][1]

    def _publish_failure(
        self, subscription: Subscription, message: Message, error: Exception
    ) -> None:
        """Publish an isolated failure; it is queued behind the current delivery."""
        channel, stamp_sim_ns, sequence, _ = message
        failure = SubscriberFailure(
            subscription.name, channel, stamp_sim_ns, sequence, _describe(error)
        )
        self.publish(OBSERVER_ERRORS, failure)

    def _require_answer(self, observer: str, channel: str, *, is_observer: bool) -> None:
        """Refuse publications that a subscriber may not make during a delivery."""
        if not is_observer:
            raise InputError(
                f"subscriber {observer!r} published on {channel!r}",
                "Bus.publish, during a delivery",
                f"a channel under {OBSERVER_PREFIX}: watching a run must not change it",
                f"publish on '{OBSERVER_PREFIX}{channel.lstrip('/')}', "
                "or do it in a component or a clock callback instead of a subscriber",
            )
        if not self._delivering:
            return  # a subscriber of another bus, which answers nothing here
        self._answers += 1
        if self._answers > _ANSWERS_MAX:
            raise InputError(
                f"subscribers published {_ANSWERS_MAX:_} messages in one delivery, "
                f"the last of them {observer!r} on {channel!r}",
                "Bus.publish, during a delivery",
                "subscribers that do not answer their own or each other's messages endlessly",
                f"subscribe {observer!r} to the channels it needs instead of all",
            )

    def _add_route(self, channel: str) -> tuple[Subscription, ...]:
        by_name = (self._subscriptions[name] for name in sorted(self._subscriptions))
        route = tuple(subscription for subscription in by_name if subscription.matches(channel))
        if len(self._routes) >= _ROUTES_MAX:
            self._routes.clear()
        self._routes[channel] = route
        return route

    def _end(self, subscription: Subscription) -> None:
        del self._subscriptions[subscription.name]
        self._routes.clear()


def _require_clock(clock: object) -> None:
    if not isinstance(clock, AbstractClock):
        raise InputTypeError(
            f"clock is {clock!r}, of type {type(clock).__name__}",
            "Bus",
            "the clock of the simulation or of the replay, which stamps the messages",
            "give it the clock, as in Bus(SimClock(step_ns, RandomSource(seed=42)))",
        )


def _require_state(state: object) -> None:
    if state is not None and not isinstance(state, BusState):
        raise InputTypeError(
            f"state is {state!r}, of type {type(state).__name__}",
            "Bus",
            "the result of another bus's `state()`",
            "leave it out for a new bus, or create one with BusState(...)",
        )


def _require_channel(channel: object) -> None:
    if not isinstance(channel, str):
        raise InputTypeError(
            f"channel is {channel!r}, of type {type(channel).__name__}",
            "Bus.publish",
            "a text that begins with '/'",
            "give the channel first, then the payload: publish('/vehicle/pose', pose)",
        )
    if not channel.startswith("/"):
        raise InputError(
            f"channel is {channel!r}",
            "Bus.publish",
            "a text that begins with '/'",
            with_slash(channel),
        )


def _require_stamp(stamp_sim_ns: object, now_ns: int, channel: str) -> int:
    where = f"Bus.publish, on {channel!r}"
    checked_ns = require_ns(stamp_sim_ns, "stamp_sim_ns", where)
    if checked_ns < now_ns:
        raise InputError(
            f"stamp_sim_ns is {checked_ns:_}, before the present time, {now_ns:_} ns",
            where,
            "now or a later time, because messages are delivered in the order of their stamps",
            "leave the stamp out for now, and put the time of a measurement into the payload",
        )
    return checked_ns


def _subscriber_error(
    message: Message, failures: list[tuple[Subscription, Exception]]
) -> SubscriberError:
    """Return the first failure as an error, with the others as notes."""
    (subscription, error), *others = failures
    if subscription.on_error == "stop":
        fix = f"correct {subscription.name!r}, or subscribe it with on_error='isolate'"
    else:
        fix = (
            f"correct {subscription.name!r}: "
            f"a failure on {OBSERVER_ERRORS} cannot be reported there"
        )
    result = SubscriberError(
        f"subscriber {subscription.name!r} failed: {_describe(error)}",
        f"stamp_sim_ns {message.stamp_sim_ns}, sequence {message.sequence}, "
        f"channel {message.channel}",
        "a callback that returns",
        fix,
    )
    for other, its_error in others:
        result.add_note(f"subscriber {other.name!r} also failed: {_describe(its_error)}")
    return result


def _describe(error: Exception) -> str:
    name = type(error).__name__
    try:
        return f"{name}: {error}"
    except Exception as another:  # an error whose own text cannot be made is still reported
        return f"{name}, whose own message failed with {type(another).__name__}"
