"""Accelerations, jerks and yaw rates of the ego, smoothed and rounded as nuPlan's metrics do."""

import numpy as np

from project_ghost.closed_loop.metrics._run_arrays import RunArrays
from project_ghost.core.arrays import Floats
from project_ghost.models.plans import EGO_AX, EGO_AY, EGO_YAW_ACCELERATION, EGO_YAW_RATE

from .smoothing import savitzky_golay

__all__ = [
    "acceleration",
    "jerk",
    "lateral_acceleration",
    "longitudinal_acceleration",
    "longitudinal_jerk",
    "unwrapped",
    "yaw_acceleration",
    "yaw_rate",
]

_ACCELERATION_WINDOW = 8
_JERK_WINDOW = 15
_YAW_WINDOW = 5
_TURN = 6.283185307179586


def longitudinal_acceleration(run: RunArrays) -> Floats:
    """The acceleration of the centre along the vehicle."""
    ego, ahead = run.ego, run.shape.rear_axle_to_center_m
    turning = ego[:, EGO_YAW_RATE] * ego[:, EGO_YAW_RATE] + ego[:, EGO_YAW_ACCELERATION]
    return _smooth(ego[:, EGO_AX] + ahead * turning)


def lateral_acceleration(run: RunArrays) -> Floats:
    """The acceleration of the centre across the vehicle."""
    return _smooth(run.ego[:, EGO_AY])


def acceleration(run: RunArrays) -> Floats:
    """The magnitude of the acceleration of the rear axle."""
    ax, ay = run.ego[:, EGO_AX], run.ego[:, EGO_AY]
    return _smooth(np.sqrt(ax * ax + ay * ay))


def longitudinal_jerk(run: RunArrays) -> Floats:
    """The derivative of the longitudinal acceleration."""
    return _derivative(run, longitudinal_acceleration(run), _JERK_WINDOW, 2, 1)


def jerk(run: RunArrays) -> Floats:
    """The derivative of the magnitude of the acceleration."""
    return _derivative(run, acceleration(run), _JERK_WINDOW, 2, 1)


def yaw_rate(run: RunArrays) -> Floats:
    """The derivative of the heading."""
    return _derivative(run, unwrapped(run.yaw_rad), _YAW_WINDOW, 2, 1)


def yaw_acceleration(run: RunArrays) -> Floats:
    """The second derivative of the heading."""
    return _derivative(run, unwrapped(run.yaw_rad), _YAW_WINDOW, 3, 2)


def unwrapped(angles: Floats) -> Floats:
    """Angles without jumps of whole turns."""
    turns = np.zeros(len(angles))
    if len(angles) > 1:
        turns[1:] = np.cumsum(np.rint((angles[1:] - angles[:-1]) / _TURN))
    return angles - _TURN * turns


def _smooth(values: Floats) -> Floats:
    return _rounded(savitzky_golay(values, _ACCELERATION_WINDOW, 2))


def _derivative(run: RunArrays, values: Floats, window: int, order: int, number: int) -> Floats:
    return _rounded(savitzky_golay(values, window, order, number, run.mean_step_s))


def _rounded(values: Floats) -> Floats:
    """Round to 8 decimals, by steps that IEEE 754 fixes."""
    return np.rint(values * 1e8) / 1e8
