"""An object detector."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field

from project_ghost.engine import AbstractComponent
from project_ghost.models.sensors import OBJECT_FIELDS, ObjectDetector
from project_ghost.scenario.defaults import default_of
from project_ghost.scenario.draft import GraphDraft
from project_ghost.scenario.file.ranges import (
    RAD_PER_DEGREE,
    Angle,
    AngleSpread,
    Fraction01,
    Height,
    Objects,
    Opening,
    Sight,
    Spread,
)
from project_ghost.scenario.file.section import CheckContext, KeyPath

from ._abstract import AbstractSensor, ObjectList

__all__ = ["Detector"]

# The height of a detector on an actor, as a fraction of the actor's height.
_MOUNT_SHARE = 0.8


class Detector(AbstractSensor):
    """Other actors in sight, as a camera with an object detector reports them."""

    kind: Literal["detector"]
    range_m: Sight = Field(default=60.0, description="range")
    field_of_view_deg: Opening = Field(default=90.0, description="horizontal field of view")
    mount_z_m: Height | None = Field(
        default=None,
        description="height above z of its carrier; default: 0.8 of the height of an actor on "
        "the ground, the centre of one that flies",
    )
    max_objects: Objects = Field(
        default=16, description="how many objects it reports; the nearest count"
    )
    miss: Fraction01 = Field(default=0.0, description="probability that it misses an object")
    range_noise_m: Spread = Field(
        default=default_of(ObjectDetector, "range_noise_m"), description="along the line of sight"
    )
    bearing_noise_rad: AngleSpread = Field(
        default=default_of(ObjectDetector, "bearing_noise_rad"),
        description="across the line of sight",
    )
    velocity_noise_mps: Spread = Field(
        default=default_of(ObjectDetector, "velocity_noise_mps"), description="each axis"
    )
    bearing_bias_rad: Angle = Field(
        default=default_of(ObjectDetector, "bearing_bias_rad"),
        description="at the start, across the line of sight",
    )
    bearing_bias_spread_rad: AngleSpread = Field(
        default=default_of(ObjectDetector, "bearing_bias_spread_rad"),
        description="standard deviation at the start",
    )
    bearing_bias_walk: Spread = Field(
        default=default_of(ObjectDetector, "bearing_bias_walk"), description="rad per sqrt(s)"
    )

    def dependent_defaults(self, context: CheckContext, keys: KeyPath) -> Mapping[str, Any]:
        """Mount it high on its carrier."""
        carrier = context.spec.actors[str(keys[1])]
        mount = {"mount_z_m": _MOUNT_SHARE * (carrier.above_m - carrier.below_m)}
        return {**super().dependent_defaults(context, keys), **mount}

    def object_lists(self, draft: GraphDraft) -> Mapping[str, ObjectList]:
        """The objects in sight, by their names."""
        seen = draft.names.field("actor", "the seen actor's name")
        return {"objects": ObjectList((seen, *OBJECT_FIELDS), "count")}

    def make(self, draft: GraphDraft, actor: str, **values: Any) -> AbstractComponent:  # noqa: ANN401
        """The detector with the sizes of all that it may see, and of all that may hide it."""
        row = draft.row_of(actor)
        values["range_max_m"] = values.pop("range_m")
        values["field_of_view_rad"] = values.pop("field_of_view_deg") * RAD_PER_DEGREE
        return ObjectDetector(draft.rows, **draft.outlines(), own_row=row, **values)
