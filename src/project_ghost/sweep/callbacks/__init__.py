"""Callbacks of a sweep: your code and ours at its start, after each run and at its end.

General layout: `_callback` (the interface), `_calls` (calls all, and survives their errors),
`_load` (callbacks by name), `_time`, `_aggregation`, `_validation`, `_summary` and `_publication`
(those that are built in).
"""

from ._aggregation import AggregationCallback as AggregationCallback
from ._callback import StartedSweep as StartedSweep
from ._callback import SweepCallback as SweepCallback
from ._callback import SweepEnd as SweepEnd
from ._callback import SweepStatus as SweepStatus
from ._calls import Calls as Calls
from ._calls import Messages as Messages
from ._load import load_callbacks as load_callbacks
from ._publication import PublicationCallback as PublicationCallback
from ._summary import SummaryCallback as SummaryCallback
from ._time import TimeCallback as TimeCallback
from ._validation import ValidationCallback as ValidationCallback
from ._validation import Verdict as Verdict

__all__ = [
    "AggregationCallback",
    "Calls",
    "Messages",
    "PublicationCallback",
    "StartedSweep",
    "SummaryCallback",
    "SweepCallback",
    "SweepEnd",
    "SweepStatus",
    "TimeCallback",
    "ValidationCallback",
    "Verdict",
    "load_callbacks",
]
