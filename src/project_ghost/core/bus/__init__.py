"""The bus: messages in total order, for recorders, viewers and callbacks.

General layout: `_message` (a message), `_block` (many messages at once), `_form` (where a
payload's values are in a row of numbers), `_subscription` (a subscriber and its channels), `_bus`
(numbers, orders and delivers).
"""

from ._block import Block as Block
from ._bus import Bus as Bus
from ._bus import BusState as BusState
from ._form import Constant as Constant
from ._form import Form as Form
from ._form import Number as Number
from ._form import Numbers as Numbers
from ._form import Part as Part
from ._form import Records as Records
from ._form import Text as Text
from ._form import Whole as Whole
from ._message import OBSERVER_ERRORS as OBSERVER_ERRORS
from ._message import OBSERVER_PREFIX as OBSERVER_PREFIX
from ._message import Message as Message
from ._message import SubscriberFailure as SubscriberFailure
from ._subscription import Subscription as Subscription

__all__ = [
    "OBSERVER_ERRORS",
    "OBSERVER_PREFIX",
    "Block",
    "Bus",
    "BusState",
    "Constant",
    "Form",
    "Message",
    "Number",
    "Numbers",
    "Part",
    "Records",
    "SubscriberFailure",
    "Subscription",
    "Text",
    "Whole",
]
