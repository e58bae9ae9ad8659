"""Recorded actors: where they were is where they are.

General layout: `_recorded` (actors that repeat their tracks).
"""

from ._recorded import RecordedTracks as RecordedTracks

__all__ = ["RecordedTracks"]
