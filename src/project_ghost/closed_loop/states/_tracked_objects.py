"""The objects around the ego vehicle, sorted by kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Protocol, TypeAlias

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, SERIAL, VX, VY, YAW, YAW_RATE, X, Y
from project_ghost.world.objects import ObjectKind

from ._agent import Agent
from ._box import OrientedBox
from ._kinds import AGENT_TYPES, STATIC_OBJECT_TYPES, TrackedObjectType
from ._pose import StateSE2
from ._scene_object import SceneObject, SceneObjectMetadata, StaticObject
from ._vector import StateVector2D

__all__ = ["ObjectOfRow", "TrackedObject", "TrackedObjects"]

TrackedObject: TypeAlias = Agent | StaticObject | SceneObject


class ObjectOfRow(Protocol):
    """What is known of the object in a row of `bodies` besides where it is."""

    @property
    def kind(self) -> ObjectKind:
        """What it is."""

    @property
    def length_m(self) -> float:
        """The size along its heading."""

    @property
    def width_m(self) -> float:
        """The size across its heading."""

    @property
    def name(self) -> str:
        """Its name in the scenario."""


class TrackedObjects:
    """Objects sorted by kind, in the order in which they were given within a kind.

    Those made by `from_rows` are built when they are first asked for; `array` is their rows.
    """

    def __init__(self, tracked_objects: Iterable[TrackedObject] | None = None) -> None:
        self.tracked_objects = sorted(
            tracked_objects or (), key=lambda thing: int(thing.tracked_object_type.value)
        )

    @classmethod
    def from_rows(
        cls,
        rows: Floats,
        objects: Sequence[ObjectOfRow],
        time_ns: int,
        ego_row: int | None = None,
    ) -> TrackedObjects:
        """The living rows of `bodies`, without the ego's own row.

        `objects` are by row, and rows beyond them are never alive. Neither may change.
        """
        result = cls.__new__(cls)
        result._rows, result._objects = rows, objects
        result._time_ns, result._ego_row = time_ns, ego_row
        return result

    @classmethod
    def from_oriented_boxes(cls, boxes: Sequence[OrientedBox]) -> TrackedObjects:
        """Boxes as objects of no particular kind."""
        return cls(
            SceneObject(
                TrackedObjectType.GENERIC_OBJECT, box, SceneObjectMetadata(i, str(i), None, None)
            )
            for i, box in enumerate(boxes)
        )

    @cached_property
    def tracked_objects(self) -> list[TrackedObject]:
        """The objects."""
        found = [
            _object_of_row(row, self._objects[index], self._time_ns)
            for index, row in enumerate(self._rows[: len(self._objects)].tolist())
            if row[ALIVE] != 0.0 and index != self._ego_row
        ]
        found.sort(key=lambda thing: int(thing.tracked_object_type.value))
        return found

    @cached_property
    def array(self) -> Floats:
        """The rows of `bodies`; of objects that were not made from rows, a row for each."""
        if "_rows" in vars(self):
            return self._rows
        rows = np.zeros((len(self.tracked_objects), BODY_WIDTH))
        for serial, (row, thing) in enumerate(zip(rows, self.tracked_objects, strict=True)):
            row[[ALIVE, SERIAL]] = 1.0, serial
            row[[X, Y, YAW]] = thing.center.serialize()
            velocity = getattr(thing, "velocity", None)
            if velocity is not None:
                row[[VX, VY]] = velocity.x, velocity.y
            row[YAW_RATE] = getattr(thing, "angular_velocity", None) or 0.0
        return rows

    def __iter__(self) -> Iterator[TrackedObject]:
        return iter(self.tracked_objects)

    def __len__(self) -> int:
        return len(self.tracked_objects)

    def get_tracked_objects_of_type(
        self, tracked_object_type: TrackedObjectType
    ) -> list[TrackedObject]:
        """The objects of one kind."""
        return [
            thing
            for thing in self.tracked_objects
            if thing.tracked_object_type is tracked_object_type
        ]

    def get_tracked_objects_of_types(
        self, tracked_object_types: Iterable[TrackedObjectType]
    ) -> list[TrackedObject]:
        """The objects of several kinds, in the order of the kinds given."""
        return [
            thing
            for kind in tracked_object_types
            for thing in self.get_tracked_objects_of_type(kind)
        ]

    def get_agents(self) -> list[Agent]:
        """Vehicles, pedestrians and bicycles."""
        return self.get_tracked_objects_of_types(AGENT_TYPES)  # type: ignore[return-value]

    def get_static_objects(self) -> list[StaticObject]:
        """Cones, barriers, signs and other objects that do not move."""
        return self.get_tracked_objects_of_types(STATIC_OBJECT_TYPES)  # type: ignore[return-value]

    _rows: Floats
    _objects: Sequence[ObjectOfRow]
    _time_ns: int
    _ego_row: int | None


def _object_of_row(row: list[float], thing: ObjectOfRow, time_ns: int) -> TrackedObject:
    """The object of a living row. Who comes into the same row later has another serial."""
    serial = int(row[SERIAL])
    track = f"{thing.name}#{serial}"
    time_us = time_ns // 1000
    metadata = SceneObjectMetadata(
        time_us, f"{track}@{time_us}", serial, track, TrackedObjectType.of_kind(thing.kind).fullname
    )
    kind = TrackedObjectType.of_kind(thing.kind)
    box = OrientedBox(StateSE2(row[X], row[Y], row[YAW]), thing.length_m, thing.width_m)
    if kind in AGENT_TYPES:
        return Agent(kind, box, StateVector2D(row[VX], row[VY]), metadata, row[YAW_RATE])
    return StaticObject(kind, box, metadata)
