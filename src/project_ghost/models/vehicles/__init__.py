"""Ground vehicles: kinematic bicycle and single-track, with actuators that have lags and limits.

General layout: `_actuators` (lags and limits between a command and the wheels), `_kinematic` and
`_single_track` (pure derivatives, and a Block each), `_tyres` (linear tyres and axle loads),
`_single_track_body` (the same in body axes), `_table` (a base for tables), `_kinematic_table`
and `_single_track_table` (the tables), `_columns` (columns of `motion`), `_presets` (parameters
of real vehicles), `_euler_bicycle` (nuPlan's bicycle, for what is compared with its own).
"""

from ._actuators import Limits as Limits
from ._columns import ACCELERATION as ACCELERATION
from ._columns import COMMAND_ACCELERATION as COMMAND_ACCELERATION
from ._columns import COMMAND_FIELDS as COMMAND_FIELDS
from ._columns import COMMAND_STEERING as COMMAND_STEERING
from ._columns import MOTION_WIDTH as MOTION_WIDTH
from ._columns import SLIP as SLIP
from ._columns import SPEED as SPEED
from ._columns import STEERING as STEERING
from ._euler_bicycle import euler_bicycle as euler_bicycle
from ._kinematic import KinematicBicycle as KinematicBicycle
from ._kinematic import RollingGeometry as RollingGeometry
from ._kinematic import bicycle_rates as bicycle_rates
from ._kinematic import bicycle_step as bicycle_step
from ._kinematic import kinematic_rates as kinematic_rates
from ._kinematic_table import KinematicBicycles as KinematicBicycles
from ._presets import BMW_320I as BMW_320I
from ._presets import FOOTPRINT_M as FOOTPRINT_M
from ._presets import FORD_ESCORT as FORD_ESCORT
from ._presets import HEIGHT_M as HEIGHT_M
from ._presets import VW_VANAGON as VW_VANAGON
from ._single_track import SingleTrack as SingleTrack
from ._single_track import SingleTrackBody as SingleTrackBody
from ._single_track import rolling_slip_rates as rolling_slip_rates
from ._single_track import single_track_rates as single_track_rates
from ._single_track_table import SingleTracks as SingleTracks

__all__ = [
    "ACCELERATION",
    "BMW_320I",
    "COMMAND_ACCELERATION",
    "COMMAND_FIELDS",
    "COMMAND_STEERING",
    "FOOTPRINT_M",
    "FORD_ESCORT",
    "HEIGHT_M",
    "MOTION_WIDTH",
    "SLIP",
    "SPEED",
    "STEERING",
    "VW_VANAGON",
    "KinematicBicycle",
    "KinematicBicycles",
    "Limits",
    "RollingGeometry",
    "SingleTrack",
    "SingleTrackBody",
    "SingleTracks",
    "bicycle_rates",
    "bicycle_step",
    "euler_bicycle",
    "kinematic_rates",
    "rolling_slip_rates",
    "single_track_rates",
]
