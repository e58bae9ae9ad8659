"""The kinds of lanes, from the types of lanelets and from who may use them."""

from project_ghost.world.maps._xml import Element

__all__ = ["CROSSWALK", "lane_kind", "lanelet_types"]

CROSSWALK = "crosswalk"

# The first type that says more than that the lane is a road decides.
_BY_TYPE = {
    "sidewalk": "sidewalk",
    CROSSWALK: "sidewalk",
    "bicycleLane": "biking",
    "busLane": "bus",
    "busStop": "stop",
    "shoulder": "shoulder",
    "parking": "parking",
    "restricted": "restricted",
    "border": "border",
    "accessRamp": "onRamp",
    "exitRamp": "offRamp",
}
_CARS = ("vehicle", "car", "truck", "motorcycle")
# If cars may not use a lane, the first of these that may.
_BY_USER = {"bus": "bus", "taxi": "taxi", "bicycle": "biking", "pedestrian": "sidewalk"}


def lanelet_types(lanelet: Element) -> tuple[str, ...]:
    """The types of a lanelet."""
    return tuple(each.text.strip() for each in lanelet.children("laneletType"))


def lane_kind(lanelet: Element) -> str:
    """The kind of lane that a lanelet is."""
    one_way = [each.text.strip() for each in lanelet.children("userOneWay")]
    both_ways = [each.text.strip() for each in lanelet.children("userBidirectional")]
    for name in lanelet_types(lanelet):
        if name in _BY_TYPE:
            return _BY_TYPE[name]
    if any(user in _CARS for user in both_ways):
        return "bidirectional"
    users = one_way + both_ways
    if users and not any(user in _CARS for user in users):
        return next((kind for user, kind in _BY_USER.items() if user in users), "restricted")
    return "driving"
