"""Objects of a scene: a kind, a box, and who they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from ._box import OrientedBox
from ._kinds import TrackedObjectType
from ._pose import StateSE2
from ._vector import StateVector2D

__all__ = ["SceneObject", "SceneObjectMetadata", "StaticObject"]


@final
@dataclass(frozen=True)
class SceneObjectMetadata:
    """Who an object is: `token` differs at each time, `track_token` and `track_id` stay."""

    timestamp_us: int
    token: str
    track_id: int | None
    track_token: str | None
    category_name: str | None = None

    @property
    def timestamp_s(self) -> float:
        """The time in seconds."""
        return self.timestamp_us * 1e-6


class SceneObject:
    """An object of a scene."""

    def __init__(
        self,
        tracked_object_type: TrackedObjectType,
        oriented_box: OrientedBox,
        metadata: SceneObjectMetadata,
    ) -> None:
        self._tracked_object_type = tracked_object_type
        self._box = oriented_box
        self._metadata = metadata
        self.instance_token: str | None = None

    @property
    def metadata(self) -> SceneObjectMetadata:
        """Who the object is."""
        return self._metadata

    @property
    def token(self) -> str:
        """A text of this object at this time."""
        return self._metadata.token

    @property
    def track_token(self) -> str | None:
        """A text of this object at all times."""
        return self._metadata.track_token

    @property
    def tracked_object_type(self) -> TrackedObjectType:
        """The kind of the object."""
        return self._tracked_object_type

    @property
    def box(self) -> OrientedBox:
        """The box that the object covers."""
        return self._box

    @property
    def center(self) -> StateSE2:
        """The pose of the box's centre."""
        return self._box.center

    @classmethod
    def from_raw_params(
        cls,
        token: str,
        track_token: str,
        timestamp_us: int,
        track_id: int,
        center: StateSE2,
        size: tuple[float, float, float],
    ) -> SceneObject:
        """An object of no particular kind; `size` is width, length, height."""
        width, length, height = size
        return SceneObject(
            TrackedObjectType.GENERIC_OBJECT,
            OrientedBox(center, length, width, height),
            SceneObjectMetadata(timestamp_us, token, track_id, track_token),
        )


class StaticObject(SceneObject):
    """An object that does not move."""

    def __init__(
        self,
        tracked_object_type: TrackedObjectType,
        oriented_box: OrientedBox,
        metadata: SceneObjectMetadata,
    ) -> None:
        super().__init__(tracked_object_type, oriented_box, metadata)
        self.predictions = None
        self.past_trajectory = None
        self.velocity = StateVector2D(0.0, 0.0)
