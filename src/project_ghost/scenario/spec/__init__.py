"""The parts of a scenario file, as typed values.

General layout: `_routes`, `_drivers`, `_sensors`,
`_estimators`, `_actors`, `_populations`, `_world`, `_faults`, and `_spec`, the whole.
"""

from ._actors import Actor as Actor
from ._actors import Car as Car
from ._actors import CarSize as CarSize
from ._actors import Controller as Controller
from ._actors import FigureEight as FigureEight
from ._actors import Pedestrian as Pedestrian
from ._actors import Quadrotor as Quadrotor
from ._drivers import CarDriver as CarDriver
from ._drivers import IDMDriver as IDMDriver
from ._drivers import LQRDriver as LQRDriver
from ._drivers import PIDDriver as PIDDriver
from ._drivers import PurePursuitDriver as PurePursuitDriver
from ._drivers import StanleyDriver as StanleyDriver
from ._drivers import YieldLine as YieldLine
from ._estimators import Declared as Declared
from ._estimators import ErrorStateFilter as ErrorStateFilter
from ._estimators import Estimator as Estimator
from ._estimators import NoisyTruth as NoisyTruth
from ._faults import Fault as Fault
from ._faults import Kill as Kill
from ._faults import Latency as Latency
from ._faults import SensorDropout as SensorDropout
from ._faults import StuckActuator as StuckActuator
from ._populations import Area as Area
from ._populations import Cars as Cars
from ._populations import Population as Population
from ._populations import Spawner as Spawner
from ._populations import Walkers as Walkers
from ._routes import PathPlan as PathPlan
from ._routes import Route as Route
from ._routes import Start as Start
from ._sensors import GNSS as GNSS
from ._sensors import IMU as IMU
from ._sensors import Compass as Compass
from ._sensors import Detector as Detector
from ._sensors import Odometry as Odometry
from ._sensors import Sensor as Sensor
from ._spec import End as End
from ._spec import Recording as Recording
from ._spec import ScenarioSpec as ScenarioSpec
from ._world import Box as Box
from ._world import Disturbances as Disturbances
from ._world import FrictionPatch as FrictionPatch
from ._world import Gust as Gust
from ._world import Light as Light
from ._world import Phase as Phase
from ._world import Scenery as Scenery
from ._world import Wind as Wind

__all__ = [
    "GNSS",
    "IMU",
    "Actor",
    "Area",
    "Box",
    "Car",
    "CarDriver",
    "CarSize",
    "Cars",
    "Compass",
    "Controller",
    "Declared",
    "Detector",
    "Disturbances",
    "End",
    "ErrorStateFilter",
    "Estimator",
    "Fault",
    "FigureEight",
    "FrictionPatch",
    "Gust",
    "IDMDriver",
    "Kill",
    "LQRDriver",
    "Latency",
    "Light",
    "NoisyTruth",
    "Odometry",
    "PIDDriver",
    "PathPlan",
    "Pedestrian",
    "Phase",
    "Population",
    "PurePursuitDriver",
    "Quadrotor",
    "Recording",
    "Route",
    "ScenarioSpec",
    "Scenery",
    "Sensor",
    "SensorDropout",
    "Spawner",
    "StanleyDriver",
    "Start",
    "StuckActuator",
    "Walkers",
    "Wind",
    "YieldLine",
]
