"""Import trajectories: read them, pair them by stamp, align them, write them as recordings.

General layout: `_trajectory` (poses by time), `_read`, `_text` and `_px4` (file formats),
`_association` and `_alignment` (the user chooses both; the recordings store the choice),
`_import` (writes the two recordings for `ghost analyze-belief`).
"""

from ._alignment import ALIGNMENTS as ALIGNMENTS
from ._alignment import Alignment as Alignment
from ._alignment import fit_alignment as fit_alignment
from ._association import Association as Association
from ._association import associate as associate
from ._import import METADATA_IMPORT as METADATA_IMPORT
from ._import import ImportedPair as ImportedPair
from ._import import pair_trajectories as pair_trajectories
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
    "pair_trajectories",
    "read_trajectory",
    "write_recordings",
]
