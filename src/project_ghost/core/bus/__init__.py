"""The bus: where the world outside a simulation listens.

General layout: `_message` is what is delivered; `_subscription` is who listens, and to
what; `_bus` numbers, orders and delivers.
"""

from ._bus import Bus as Bus
from ._bus import BusState as BusState
from ._message import OBSERVER_ERRORS as OBSERVER_ERRORS
from ._message import OBSERVER_PREFIX as OBSERVER_PREFIX
from ._message import Message as Message
from ._message import SubscriberFailure as SubscriberFailure
from ._subscription import Subscription as Subscription

__all__ = [
    "OBSERVER_ERRORS",
    "OBSERVER_PREFIX",
    "Bus",
    "BusState",
    "Message",
    "SubscriberFailure",
    "Subscription",
]
