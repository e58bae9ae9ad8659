"""Recorded actors: where they were is where they are.

General layout: `_recorded` (actors that repeat their tracks), `_arrivals` (those that come later
to a table of actors that react), `_policies` (what drives these in Python).
"""

from ._arrivals import RecordedArrivals as RecordedArrivals
from ._policies import POSE_WIDTH as POSE_WIDTH
from ._policies import AbstractAgentPolicies as AbstractAgentPolicies
from ._policies import AbstractAgentPolicy as AbstractAgentPolicy
from ._policies import AbstractAgentPoses as AbstractAgentPoses
from ._policies import PosedActors as PosedActors
from ._recorded import RecordedTracks as RecordedTracks
from ._recorded import Recording as Recording
from ._recorded import packed_tracks as packed_tracks
from ._recorded import sample_at as sample_at
from ._recorded import write_track as write_track

__all__ = [
    "POSE_WIDTH",
    "AbstractAgentPolicies",
    "AbstractAgentPolicy",
    "AbstractAgentPoses",
    "PosedActors",
    "RecordedArrivals",
    "RecordedTracks",
    "Recording",
    "packed_tracks",
    "sample_at",
    "write_track",
]
