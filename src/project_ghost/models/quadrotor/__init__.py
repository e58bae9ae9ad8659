"""A quadrotor, its reference trajectories and its controllers.

General layout: `_airframe` (parameters), `_plant` (the vehicle), `_reference` (trajectories),
`_position_control`, `_attitude_control` and `_mixer` (the controllers), `_flight` (adds and
connects all of them).
"""

from ._airframe import HOVER_RPS as HOVER_RPS
from ._attitude_control import AttitudeControl as AttitudeControl
from ._attitude_control import RateControl as RateControl
from ._flight import add_flight as add_flight
from ._mixer import Mixer as Mixer
from ._plant import Quadrotor as Quadrotor
from ._position_control import PositionControl as PositionControl
from ._reference import FigureEight as FigureEight
from ._reference import Steps as Steps

__all__ = [
    "HOVER_RPS",
    "AttitudeControl",
    "FigureEight",
    "Mixer",
    "PositionControl",
    "Quadrotor",
    "RateControl",
    "Steps",
    "add_flight",
]
