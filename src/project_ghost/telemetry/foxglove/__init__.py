"""What viewers show without set-up: poses, transforms and a scene in Foxglove's schemas.

General layout: `_schemas` are the well-known schemas as JSON Schema; `_scene` makes the
messages of a list of actors; `_layout` is the file that arranges a viewer's panels.

The schemas' names and fields are those of https://docs.foxglove.dev/docs/visualization/message-schemas/introduction
"""

from ._layout import layout_text as layout_text
from ._scene import CHANNEL_POSES as CHANNEL_POSES
from ._scene import CHANNEL_SCENE as CHANNEL_SCENE
from ._scene import CHANNEL_TRANSFORMS as CHANNEL_TRANSFORMS
from ._scene import VIEW_CHANNELS as VIEW_CHANNELS
from ._scene import Actor as Actor
from ._scene import View as View
from ._scene import encode_poses as encode_poses
from ._scene import encode_scene as encode_scene
from ._scene import encode_transforms as encode_transforms
from ._scene import quaternion_of_yaw as quaternion_of_yaw
from ._schemas import FRAME_TRANSFORMS as FRAME_TRANSFORMS
from ._schemas import POSES_IN_FRAME as POSES_IN_FRAME
from ._schemas import SCENE_UPDATE as SCENE_UPDATE

__all__ = [
    "CHANNEL_POSES",
    "CHANNEL_SCENE",
    "CHANNEL_TRANSFORMS",
    "FRAME_TRANSFORMS",
    "POSES_IN_FRAME",
    "SCENE_UPDATE",
    "VIEW_CHANNELS",
    "Actor",
    "View",
    "encode_poses",
    "encode_scene",
    "encode_transforms",
    "layout_text",
    "quaternion_of_yaw",
]
