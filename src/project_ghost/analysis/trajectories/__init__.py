"""Trajectories from outside: read, paired by their stamps, aligned, written as recordings.

General layout: `_trajectory` (poses by time), `_text` and `_px4` (files they come from),
`_association` and `_alignment` (each a decision of the user's, and written down), `_import`
(two recordings that `ghost analyze-belief` takes).
"""

from ._alignment import ALIGNMENTS as ALIGNMENTS
from ._alignment import Alignment as Alignment
from ._alignment import fit_alignment as fit_alignment
from ._association import Association as Association
from ._association import associate as associate
from ._import import METADATA_IMPORT as METADATA_IMPORT
from ._import import ImportedPair as ImportedPair
from ._import import paired as paired
from ._import import write_recordings as write_recordings
from ._read import FORMATS as TRAJECTORY_FORMATS
from ._read import read_trajectory as read_trajectory
from ._trajectory import Trajectory as Trajectory

__all__ = [
    "ALIGNMENTS",
    "METADATA_IMPORT",
    "TRAJECTORY_FORMATS",
    "Alignment",
    "Association",
    "ImportedPair",
    "Trajectory",
    "associate",
    "fit_alignment",
    "paired",
    "read_trajectory",
    "write_recordings",
]
