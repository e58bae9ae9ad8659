"""The map as planners for nuPlan know it, and the same map for metrics.

Names, order of iteration and errors are nuPlan's; underneath is `world.maps`. Geometries of shapely
are made only when asked for.

General layout: `_types` (layers, kinds, states of lights), `_shapely` (its import), `_objects` (map
objects, polygons), `_polyline` (baselines and boundaries), `_lanes` (lanes and connectors),
`_roadblocks`, `_areas` (stop lines, intersections), `_map_api` (the map), `_lights` (which light is
for which lane).
"""

from ._areas import Intersection as Intersection
from ._areas import StopLine as StopLine
from ._lanes import GraphEdgeMapObject as GraphEdgeMapObject
from ._lanes import Lane as Lane
from ._lanes import LaneConnector as LaneConnector
from ._lanes import LaneGraphEdgeMapObject as LaneGraphEdgeMapObject
from ._lights import LightStatuses as LightStatuses
from ._map_api import AbstractMap as AbstractMap
from ._map_api import MapApi as MapApi
from ._map_api import MapObject as MapObject
from ._objects import AbstractMapObject as AbstractMapObject
from ._objects import PolygonMapObject as PolygonMapObject
from ._polyline import PolylineMapObject as PolylineMapObject
from ._roadblocks import RoadBlockGraphEdgeMapObject as RoadBlockGraphEdgeMapObject
from ._types import IntersectionType as IntersectionType
from ._types import LaneConnectorType as LaneConnectorType
from ._types import SemanticMapLayer as SemanticMapLayer
from ._types import StopLineType as StopLineType
from ._types import TrafficLightStatusData as TrafficLightStatusData
from ._types import TrafficLightStatuses as TrafficLightStatuses
from ._types import TrafficLightStatusType as TrafficLightStatusType

__all__ = [
    "AbstractMap",
    "AbstractMapObject",
    "GraphEdgeMapObject",
    "Intersection",
    "IntersectionType",
    "Lane",
    "LaneConnector",
    "LaneConnectorType",
    "LaneGraphEdgeMapObject",
    "LightStatuses",
    "MapApi",
    "MapObject",
    "PolygonMapObject",
    "PolylineMapObject",
    "RoadBlockGraphEdgeMapObject",
    "SemanticMapLayer",
    "StopLine",
    "StopLineType",
    "TrafficLightStatusData",
    "TrafficLightStatusType",
    "TrafficLightStatuses",
]
