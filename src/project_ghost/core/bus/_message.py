"""Messages of the bus."""

from typing import Any, NamedTuple

OBSERVER_PREFIX = "/observer/"
OBSERVER_ERRORS = "/observer/errors"


class Message(NamedTuple):
    """One message. Messages are ordered by `(stamp_sim_ns, sequence)`.

    Messages under `/observer/` have a `sequence` counter of their own.
    """

    channel: str
    stamp_sim_ns: int
    sequence: int
    payload: Any


class SubscriberFailure(NamedTuple):
    """The payload of `/observer/errors`: the failure of an isolated subscriber."""

    subscriber: str
    channel: str
    stamp_sim_ns: int
    sequence: int
    error: str
