"""Where two recordings part: the first difference, exactly, and how much differs after it.

General layout: `_values` compares two messages field by field; `_streams` pairs the messages
of two files with bounded memory; `_tally` counts them; `_chain` bisects the state chain;
`_compare` puts the answer together, which `_answer` describes.
"""

from ._answer import ChannelComparison as ChannelComparison
from ._answer import Comparison as Comparison
from ._answer import Divergence as Divergence
from ._answer import LaterBeginning as LaterBeginning
from ._answer import OneSided as OneSided
from ._chain import ChainDifference as ChainDifference
from ._chain import first_different_tick as first_different_tick
from ._compare import compare_recordings as compare_recordings
from ._values import FieldDifference as FieldDifference
from ._values import ulp_between as ulp_between

__all__ = [
    "ChainDifference",
    "ChannelComparison",
    "Comparison",
    "Divergence",
    "FieldDifference",
    "LaterBeginning",
    "OneSided",
    "compare_recordings",
    "first_different_tick",
    "ulp_between",
]
