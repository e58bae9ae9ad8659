"""Actors as messages that viewers know."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from project_ghost.core.dmath import cos, sin
from project_ghost.core.duration import NS_PER_S
from project_ghost.telemetry._channels import VIEW_KEY, ChannelSpec
from project_ghost.telemetry._encoding import encode_to_bytes

from ._schemas import FRAME_TRANSFORMS, POSES_IN_FRAME, SCENE_UPDATE

CHANNEL_POSES: Final = "/foxglove/poses"
CHANNEL_TRANSFORMS: Final = "/foxglove/transforms"
CHANNEL_SCENE: Final = "/foxglove/scene"

FRAME = "world"
_NO_ROTATION = {"w": 1.0, "x": 0.0, "y": 0.0, "z": 0.0}


class Actor(NamedTuple):
    """An actor as it is shown: a box with its name above it."""

    name: str
    position_m: tuple[float, float, float]
    orientation_q: tuple[float, float, float, float]  # w, x, y, z
    size_m: tuple[float, float, float] = (4.5, 1.8, 1.5)  # length, width, height
    color: tuple[float, float, float, float] = (0.25, 0.55, 0.9, 1.0)


class View(NamedTuple):
    """The actors of one instant, in actor order, and the names of those that left."""

    stamp_ns: int
    actors: Sequence[Actor]
    gone: Sequence[str] = ()


def quaternion_of_yaw(yaw_rad: float) -> tuple[float, float, float, float]:
    """The rotation about the vertical axis, with the same bits everywhere."""
    return cos(0.5 * yaw_rad), 0.0, 0.0, sin(0.5 * yaw_rad)


def encode_poses(view: View) -> bytes:
    """A `foxglove.PosesInFrame`: all actors' poses."""
    return encode_to_bytes(
        {
            "timestamp": _time(view.stamp_ns),
            "frame_id": FRAME,
            "poses": [_pose(actor) for actor in view.actors],
        }
    )


def encode_transforms(view: View) -> bytes:
    """A `foxglove.FrameTransforms`: a frame for each actor, under the world's."""
    stamp = _time(view.stamp_ns)
    return encode_to_bytes(
        {
            "transforms": [
                {
                    "timestamp": stamp,
                    "parent_frame_id": FRAME,
                    "child_frame_id": actor.name,
                    "translation": _vector(actor.position_m),
                    "rotation": _rotation(actor.orientation_q),
                }
                for actor in view.actors
            ]
        }
    )


def encode_scene(view: View) -> bytes:
    """A `foxglove.SceneUpdate`: a box and a label for each actor."""
    stamp = _time(view.stamp_ns)
    return encode_to_bytes(
        {
            "deletions": [{"timestamp": stamp, "type": 0, "id": name} for name in view.gone],
            "entities": [_entity(actor, stamp) for actor in view.actors],
        }
    )


def _entity(actor: Actor, stamp: dict[str, int]) -> dict[str, Any]:
    length, width, height = actor.size_m
    x, y, z = actor.position_m
    color = dict(zip("rgba", actor.color, strict=True))
    label_pose = {
        "position": _vector((x, y, z + height)),
        "orientation": _NO_ROTATION,
    }
    return {
        "timestamp": stamp,
        "frame_id": FRAME,
        "id": actor.name,
        "lifetime": {"sec": 0, "nsec": 0},
        "frame_locked": False,
        "metadata": [],
        "arrows": [],
        "cubes": [{"pose": _pose(actor), "size": _vector((length, width, height)), "color": color}],
        "spheres": [],
        "cylinders": [],
        "lines": [],
        "triangles": [],
        "texts": [
            {
                "pose": label_pose,
                "billboard": True,
                "font_size": 0.8,
                "scale_invariant": False,
                "color": {"r": 1.0, "g": 1.0, "b": 1.0, "a": 1.0},
                "text": actor.name,
            }
        ],
        "models": [],
    }


def _time(stamp_ns: int) -> dict[str, int]:
    sec, nsec = divmod(stamp_ns, NS_PER_S)
    return {"sec": sec, "nsec": nsec}


def _vector(values: tuple[float, float, float]) -> dict[str, float]:
    return dict(zip("xyz", values, strict=True))


def _rotation(q: tuple[float, float, float, float]) -> dict[str, float]:
    return dict(zip("wxyz", q, strict=True))


def _pose(actor: Actor) -> dict[str, Any]:
    return {
        "position": _vector(actor.position_m),
        "orientation": _rotation(actor.orientation_q),
    }


_VIEW = {VIEW_KEY: "true"}
VIEW_CHANNELS: Final = (
    ChannelSpec(CHANNEL_POSES, "foxglove.PosesInFrame", POSES_IN_FRAME, encode_poses, _VIEW),
    ChannelSpec(
        CHANNEL_TRANSFORMS, "foxglove.FrameTransforms", FRAME_TRANSFORMS, encode_transforms, _VIEW
    ),
    ChannelSpec(CHANNEL_SCENE, "foxglove.SceneUpdate", SCENE_UPDATE, encode_scene, _VIEW),
)
