"""The reader of OpenDRIVE files.

General layout: `_effort` (the work that a file may take), `_polynomial`, `_quadrature`,
`_geometry` (the reference line's pieces), `_speed`, `_road` (a road's exact shape), `_lanes`
(sampled centre lines), `_links` (which lane leads where), `_signals`, `_objects`, `_read`.
"""

from ._geometry import AbstractGeometry as AbstractGeometry
from ._geometry import Arc as Arc
from ._geometry import Line as Line
from ._geometry import ParamPoly3 as ParamPoly3
from ._geometry import Poly3 as Poly3
from ._geometry import Pose as Pose
from ._geometry import Spiral as Spiral
from ._read import read_opendrive as read_opendrive
from ._road import RoadShape as RoadShape

__all__ = [
    "AbstractGeometry",
    "Arc",
    "Line",
    "ParamPoly3",
    "Poly3",
    "Pose",
    "RoadShape",
    "Spiral",
    "read_opendrive",
]
