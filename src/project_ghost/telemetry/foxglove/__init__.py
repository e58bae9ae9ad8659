"""Poses, transforms and a scene in Foxglove's schemas, which viewers show without set-up.

General layout: `_scene` encodes actors and static surroundings as Foxglove messages, `_pose_rows`
the poses of many instants at once; `_layout` writes the file that arranges a viewer's panels. The
messages and their schemas are defined in `telemetry.encoding._foxglove_messages`.
"""

from ._layout import layout_text as layout_text
from ._pose_rows import PoseRows as PoseRows
from ._scene import CHANNEL_MAP as CHANNEL_MAP
from ._scene import CHANNEL_POSES as CHANNEL_POSES
from ._scene import CHANNEL_SCENE as CHANNEL_SCENE
from ._scene import CHANNEL_TRANSFORMS as CHANNEL_TRANSFORMS
from ._scene import VIEW_CHANNELS as VIEW_CHANNELS
from ._scene import Actor as Actor
from ._scene import Look as Look
from ._scene import Piece as Piece
from ._scene import Surroundings as Surroundings
from ._scene import View as View
from ._scene import encode_map as encode_map
from ._scene import encode_poses as encode_poses
from ._scene import encode_scene as encode_scene
from ._scene import encode_transforms as encode_transforms
from ._scene import quaternion_of_yaw as quaternion_of_yaw

__all__ = [
    "CHANNEL_MAP",
    "CHANNEL_POSES",
    "CHANNEL_SCENE",
    "CHANNEL_TRANSFORMS",
    "VIEW_CHANNELS",
    "Actor",
    "Look",
    "Piece",
    "PoseRows",
    "Surroundings",
    "View",
    "encode_map",
    "encode_poses",
    "encode_scene",
    "encode_transforms",
    "layout_text",
    "quaternion_of_yaw",
]
