"""Compare two recordings: the exact first difference, and counts of all differences.

General layout: `_values` compares two messages field by field; `_streams` pairs the messages
of two files with bounded memory; `_counter` counts differences; `_chain`
bisects the state chain; `_window` limits the times; `_compare` builds the result, which `_result`
defines.
"""

from ._chain import ChainDifference as ChainDifference
from ._chain import first_different_tick as first_different_tick
from ._compare import compare_recordings as compare_recordings
from ._result import ChannelComparison as ChannelComparison
from ._result import Comparison as Comparison
from ._result import Divergence as Divergence
from ._result import LaterStart as LaterStart
from ._result import OneSided as OneSided
from ._values import FieldDifference as FieldDifference
from ._values import ulp_between as ulp_between
from ._window import TimeWindow as TimeWindow

__all__ = [
    "ChainDifference",
    "ChannelComparison",
    "Comparison",
    "Divergence",
    "FieldDifference",
    "LaterStart",
    "OneSided",
    "TimeWindow",
    "compare_recordings",
    "first_different_tick",
    "ulp_between",
]
