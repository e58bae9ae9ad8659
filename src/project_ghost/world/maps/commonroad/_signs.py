"""Traffic signs, and the speed limits among them."""

from collections.abc import Mapping, Sequence

from project_ghost.world.maps._xml import Element
from project_ghost.world.maps.model._furniture import Sign
from project_ghost.world.maps.model._lane import Lane

from ._document import point

__all__ = ["read_signs", "sign_limits"]

# Speed limits in the catalogues of Germany (also 274.1, a zone), the USA, Spain, Russia, France
# and Belgium; their values are in m/s.
_LIMIT_CODES = ("274", "274.1", "R2-1", "R301", "3.24", "B14", "C43")


def sign_limits(root: Element) -> dict[str, float]:
    """The speed limits that signs declare, by the signs' ids."""
    limits: dict[str, float] = {}
    for sign in root.children("trafficSign"):
        for part in sign.children("trafficSignElement"):
            if part.text_of("trafficSignID") in _LIMIT_CODES:
                for value in part.children("additionalValue"):
                    limit = value.as_number()
                    if not limit > 0.0:
                        raise value.refused(f"the limit is {limit!r}", "more than 0 m/s")
                    name = sign.required("id").strip()
                    limits[name] = min(limit, limits.get(name, limit))
    return limits


def read_signs(root: Element, owners: Mapping[str, Sequence[Lane]]) -> tuple[Sign, ...]:
    """The signs; `owners` are the lanes that refer to each.

    A sign without a place stands at the right edge of the start of its first lane.
    """
    result = []
    for sign in root.children("trafficSign"):
        name = sign.required("id").strip()
        lanes = owners.get(name, ())
        place = next((point(each) for each in sign.below("position", "point")), None)
        if place is None:
            place = lanes[0].right_edge[0] if lanes else (0.0, 0.0, 0.0)
        sign.text_of("virtual")  # whether it stands there or only holds
        parts = list(sign.children("trafficSignElement"))
        names = tuple(lane.id for lane in lanes)
        for i, part in enumerate(parts):
            values = [each.text.strip() for each in part.children("additionalValue")]
            result.append(
                Sign(
                    id=name if len(parts) == 1 else f"{name}#{i}",
                    name="",
                    code=part.text_of("trafficSignID"),
                    position=place,
                    heading_rad=lanes[0].heading_at(0.0) if lanes else 0.0,
                    value=" ".join(values),
                    lanes=names,
                )
            )
    return tuple(result)
