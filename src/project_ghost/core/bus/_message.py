"""What the bus delivers."""

from typing import Any, NamedTuple

OBSERVER_PREFIX = "/observer/"
OBSERVER_ERRORS = "/observer/errors"


class Message(NamedTuple):
    """One message. Messages are ordered by `(stamp_sim_ns, sequence)`.

    Those under `/observer/` count their `sequence` apart from all others.
    """

    channel: str
    stamp_sim_ns: int
    sequence: int
    payload: Any


class SubscriberFailure(NamedTuple):
    """The payload of `/observer/errors`: an isolated subscriber raised on a message."""

    subscriber: str
    channel: str
    stamp_sim_ns: int
    sequence: int
    error: str
