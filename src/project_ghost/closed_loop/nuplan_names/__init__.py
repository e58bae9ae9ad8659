"""nuPlan's names: planners that were written for nuPlan run unchanged.

After `install()`, `from nuplan.planning.simulation.planner.abstract_planner import AbstractPlanner`
gives our class, and so on for all modules and names in `_names`. Planners that use shapely need the
extra `nuplan-planners`.

General layout: `_install` (makes the modules importable), `_names` (which they are);
`_abstract_idm_planner`, `_motion_model`, `_breadth_first_search`, `_geometry` (names that only such
planners need).
"""

from ._abstract_idm_planner import AbstractIDMPlanner as AbstractIDMPlanner
from ._breadth_first_search import BreadthFirstSearch as BreadthFirstSearch
from ._geometry import Geometry as Geometry
from ._install import install as install
from ._install import is_installed as is_installed
from ._motion_model import AbstractMotionModel as AbstractMotionModel
from ._motion_model import KinematicBicycleModel as KinematicBicycleModel

__all__ = [
    "AbstractIDMPlanner",
    "AbstractMotionModel",
    "BreadthFirstSearch",
    "Geometry",
    "KinematicBicycleModel",
    "install",
    "is_installed",
]
