"""The kinds of tracked objects."""

from __future__ import annotations

from enum import Enum

from project_ghost.world.objects import ObjectKind

__all__ = ["AGENT_TYPES", "STATIC_OBJECT_TYPES", "TrackedObjectType"]


class TrackedObjectType(Enum):
    """The kind of a tracked object: nuPlan's numbers, which are those of `ObjectKind`."""

    VEHICLE = 0, "vehicle"
    PEDESTRIAN = 1, "pedestrian"
    BICYCLE = 2, "bicycle"
    TRAFFIC_CONE = 3, "traffic_cone"
    BARRIER = 4, "barrier"
    CZONE_SIGN = 5, "czone_sign"
    GENERIC_OBJECT = 6, "generic_object"
    EGO = 7, "ego"

    fullname: str

    def __new__(cls, value: int, fullname: str) -> TrackedObjectType:
        """A member by its number; `TrackedObjectType(number)` finds it."""
        member = object.__new__(cls)
        member._value_ = value
        member.fullname = fullname
        return member

    def __int__(self) -> int:
        return int(self.value)

    # By number, so that a set of kinds has one order: the hash of a name differs by process.
    def __hash__(self) -> int:
        return hash(self._value_)

    @staticmethod
    def of_kind(kind: ObjectKind) -> TrackedObjectType:
        """The member with the number of an `ObjectKind`."""
        return _OF_KIND[kind]


_OF_KIND = {kind: TrackedObjectType(int(kind)) for kind in ObjectKind}  # type: ignore[call-arg]

AGENT_TYPES = frozenset(
    {
        TrackedObjectType.VEHICLE,
        TrackedObjectType.PEDESTRIAN,
        TrackedObjectType.BICYCLE,
        TrackedObjectType.EGO,
    }
)

STATIC_OBJECT_TYPES = frozenset(
    {
        TrackedObjectType.CZONE_SIGN,
        TrackedObjectType.BARRIER,
        TrackedObjectType.TRAFFIC_CONE,
        TrackedObjectType.GENERIC_OBJECT,
    }
)
