"""Poses and boxes in the plane: distances, angles, transformations, values between knots.

General layout: `_transform` (move and turn poses), `_convert` (matrices, relative poses),
`_compute` (distances, angles), `_between` (values and angles between knots).
"""

from ._between import angles_between as angles_between
from ._between import values_between as values_between
from ._compute import AngularInterpolator as AngularInterpolator
from ._compute import compute_distance as compute_distance
from ._compute import compute_lateral_displacements as compute_lateral_displacements
from ._compute import l2_euclidean_corners_distance as l2_euclidean_corners_distance
from ._compute import lateral_distance as lateral_distance
from ._compute import longitudinal_distance as longitudinal_distance
from ._compute import principal_value as principal_value
from ._compute import se2_box_distances as se2_box_distances
from ._compute import signed_lateral_distance as signed_lateral_distance
from ._compute import signed_longitudinal_distance as signed_longitudinal_distance
from ._convert import absolute_to_relative_poses as absolute_to_relative_poses
from ._convert import matrix_from_pose as matrix_from_pose
from ._convert import numpy_array_to_absolute_pose as numpy_array_to_absolute_pose
from ._convert import numpy_array_to_absolute_velocity as numpy_array_to_absolute_velocity
from ._convert import pose_from_matrix as pose_from_matrix
from ._convert import relative_to_absolute_poses as relative_to_absolute_poses
from ._convert import vector_2d_from_magnitude_angle as vector_2d_from_magnitude_angle
from ._transform import rotate as rotate
from ._transform import rotate_2d as rotate_2d
from ._transform import rotate_angle as rotate_angle
from ._transform import transform as transform
from ._transform import translate as translate
from ._transform import translate_laterally as translate_laterally
from ._transform import translate_longitudinally as translate_longitudinally
from ._transform import (
    translate_longitudinally_and_laterally as translate_longitudinally_and_laterally,
)

__all__ = [
    "AngularInterpolator",
    "absolute_to_relative_poses",
    "angles_between",
    "compute_distance",
    "compute_lateral_displacements",
    "l2_euclidean_corners_distance",
    "lateral_distance",
    "longitudinal_distance",
    "matrix_from_pose",
    "numpy_array_to_absolute_pose",
    "numpy_array_to_absolute_velocity",
    "pose_from_matrix",
    "principal_value",
    "relative_to_absolute_poses",
    "rotate",
    "rotate_2d",
    "rotate_angle",
    "se2_box_distances",
    "signed_lateral_distance",
    "signed_longitudinal_distance",
    "transform",
    "translate",
    "translate_laterally",
    "translate_longitudinally",
    "translate_longitudinally_and_laterally",
    "values_between",
    "vector_2d_from_magnitude_angle",
]
