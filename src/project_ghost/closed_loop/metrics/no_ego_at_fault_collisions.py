"""Collisions for which the ego is to blame."""

from project_ghost.world.objects import ObjectKind

from ._evaluation import Evaluation
from ._result import MetricResult
from .common.collisions import Collision, CollisionType

__all__ = ["at_fault", "measure"]

_PEOPLE = (ObjectKind.PEDESTRIAN, ObjectKind.BICYCLE)
# How many collisions with each group are forgiven before the score is 0.
_FORGIVEN = {"people": 0, "vehicles": 0, "objects": 1}
_ALWAYS = (CollisionType.ACTIVE_FRONT_COLLISION, CollisionType.STOPPED_TRACK_COLLISION)


def at_fault(evaluation: Evaluation) -> tuple[Collision, ...]:
    """The collisions that the ego caused.

    It drove into something with its front or into something that stood; or it was hit at the side
    while it was between lanes.
    """
    lanes = evaluation.lanes
    return tuple(
        collision
        for collision in evaluation.collisions
        if collision.type in _ALWAYS
        or (
            collision.type is CollisionType.ACTIVE_LATERAL_COLLISION
            and lanes is not None
            and not lanes.in_common_or_connected[collision.sample]
        )
    )


def measure(evaluation: Evaluation) -> MetricResult:
    """1 without such collisions; 0 with one of a person or a vehicle, or two of objects."""
    counts = dict.fromkeys(_FORGIVEN, 0)
    blamed = at_fault(evaluation)
    for collision in blamed:
        counts[_group(collision.kind)] += 1
    score = 1.0
    for group, forgiven in _FORGIVEN.items():
        score *= max(0.0, 1.0 - counts[group] / (forgiven + 1))
    fastest = max((each.delta_speed_mps for each in blamed), default=0.0)
    return MetricResult(
        score,
        {
            "collisions": len(evaluation.collisions),
            "at_fault": len(blamed),
            **{f"at_fault_{group}": count for group, count in counts.items()},
            "delta_speed_mps_max": fastest,
            **_first(evaluation, blamed),
        },
    )


def _group(kind: ObjectKind) -> str:
    if kind in _PEOPLE:
        return "people"
    return "vehicles" if kind is ObjectKind.VEHICLE else "objects"


def _first(evaluation: Evaluation, blamed: tuple[Collision, ...]) -> dict[str, float | str]:
    if not blamed:
        return {}
    first = blamed[0]
    return {"first_s": float(evaluation.run.seconds[first.sample]), "first_type": first.type.name}
