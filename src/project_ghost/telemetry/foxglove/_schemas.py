"""Foxglove's well-known schemas, as JSON Schema."""

from typing import Any

from project_ghost.telemetry._schemas import JsonSchema

_NUMBER: JsonSchema = {"type": "number"}
_TEXT: JsonSchema = {"type": "string"}
_FLAG: JsonSchema = {"type": "boolean"}
_INDEX: JsonSchema = {"type": "integer", "minimum": 0}
_BYTES: JsonSchema = {"type": "string", "contentEncoding": "base64"}
_NANOSECONDS: JsonSchema = {"type": "integer", "minimum": 0, "maximum": 999_999_999}


def _object(title: str, **properties: JsonSchema) -> JsonSchema:
    return {"type": "object", "title": title, "properties": properties}


def _list(items: JsonSchema) -> JsonSchema:
    return {"type": "array", "items": items}


def _one_of(title: str, *names: str) -> JsonSchema:
    cases: list[dict[str, Any]] = [{"title": name, "const": i} for i, name in enumerate(names)]
    return {"title": title, "oneOf": cases}


_TIME = _object("time", sec=_INDEX, nsec=_NANOSECONDS)
_DURATION = _object("duration", sec={"type": "integer"}, nsec=_NANOSECONDS)
_VECTOR = _object("foxglove.Vector3", x=_NUMBER, y=_NUMBER, z=_NUMBER)
_POINT = _object("foxglove.Point3", x=_NUMBER, y=_NUMBER, z=_NUMBER)
_QUATERNION = _object("foxglove.Quaternion", x=_NUMBER, y=_NUMBER, z=_NUMBER, w=_NUMBER)
_POSE = _object("foxglove.Pose", position=_VECTOR, orientation=_QUATERNION)
_COLOR = _object("foxglove.Color", r=_NUMBER, g=_NUMBER, b=_NUMBER, a=_NUMBER)

POSES_IN_FRAME = _object(
    "foxglove.PosesInFrame", timestamp=_TIME, frame_id=_TEXT, poses=_list(_POSE)
)

FRAME_TRANSFORMS = _object(
    "foxglove.FrameTransforms",
    transforms=_list(
        _object(
            "foxglove.FrameTransform",
            timestamp=_TIME,
            parent_frame_id=_TEXT,
            child_frame_id=_TEXT,
            translation=_VECTOR,
            rotation=_QUATERNION,
        )
    ),
)

_DELETION = _object(
    "foxglove.SceneEntityDeletion",
    timestamp=_TIME,
    type=_one_of("foxglove.SceneEntityDeletionType", "MATCHING_ID", "ALL"),
    id=_TEXT,
)
_ARROW = _object(
    "foxglove.ArrowPrimitive",
    pose=_POSE,
    shaft_length=_NUMBER,
    shaft_diameter=_NUMBER,
    head_length=_NUMBER,
    head_diameter=_NUMBER,
    color=_COLOR,
)
_CUBE = _object("foxglove.CubePrimitive", pose=_POSE, size=_VECTOR, color=_COLOR)
_SPHERE = _object("foxglove.SpherePrimitive", pose=_POSE, size=_VECTOR, color=_COLOR)
_CYLINDER = _object(
    "foxglove.CylinderPrimitive",
    pose=_POSE,
    size=_VECTOR,
    bottom_scale=_NUMBER,
    top_scale=_NUMBER,
    color=_COLOR,
)
_LINE = _object(
    "foxglove.LinePrimitive",
    type=_one_of("foxglove.LineType", "LINE_STRIP", "LINE_LOOP", "LINE_LIST"),
    pose=_POSE,
    thickness=_NUMBER,
    scale_invariant=_FLAG,
    points=_list(_POINT),
    color=_COLOR,
    colors=_list(_COLOR),
    indices=_list(_INDEX),
)
_TRIANGLES = _object(
    "foxglove.TriangleListPrimitive",
    pose=_POSE,
    points=_list(_POINT),
    color=_COLOR,
    colors=_list(_COLOR),
    indices=_list(_INDEX),
)
_LABEL = _object(
    "foxglove.TextPrimitive",
    pose=_POSE,
    billboard=_FLAG,
    font_size=_NUMBER,
    scale_invariant=_FLAG,
    color=_COLOR,
    text=_TEXT,
)
_MODEL = _object(
    "foxglove.ModelPrimitive",
    pose=_POSE,
    scale=_VECTOR,
    color=_COLOR,
    override_color=_FLAG,
    url=_TEXT,
    media_type=_TEXT,
    data=_BYTES,
)
_ENTITY = _object(
    "foxglove.SceneEntity",
    timestamp=_TIME,
    frame_id=_TEXT,
    id=_TEXT,
    lifetime=_DURATION,
    frame_locked=_FLAG,
    metadata=_list(_object("foxglove.KeyValuePair", key=_TEXT, value=_TEXT)),
    arrows=_list(_ARROW),
    cubes=_list(_CUBE),
    spheres=_list(_SPHERE),
    cylinders=_list(_CYLINDER),
    lines=_list(_LINE),
    triangles=_list(_TRIANGLES),
    texts=_list(_LABEL),
    models=_list(_MODEL),
)

SCENE_UPDATE = _object("foxglove.SceneUpdate", deletions=_list(_DELETION), entities=_list(_ENTITY))
