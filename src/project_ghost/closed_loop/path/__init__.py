"""Paths: poses by the distance along them.

General layout: `_abstract` (what a path is), `_interpolated` (poses, linear in between), `_utils`
(distances along poses, parts of paths).
"""

from ._abstract import AbstractPath as AbstractPath
from ._interpolated import InterpolatedPath as InterpolatedPath
from ._utils import calculate_progress as calculate_progress
from ._utils import convert_se2_path_to_progress_path as convert_se2_path_to_progress_path
from ._utils import create_path_from_se2 as create_path_from_se2
from ._utils import trim_path as trim_path
from ._utils import trim_path_up_to_progress as trim_path_up_to_progress

__all__ = [
    "AbstractPath",
    "InterpolatedPath",
    "calculate_progress",
    "convert_se2_path_to_progress_path",
    "create_path_from_se2",
    "trim_path",
    "trim_path_up_to_progress",
]
