"""Spaces of actions and observations."""

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError
from project_ghost.models.actions import (
    EGO_FIELDS,
    LIGHT_FIELDS,
    MANOEUVRES,
    NEIGHBOUR_FIELDS,
    POINT_FIELDS,
    STATE_WIDTH,
)
from project_ghost.scenario.controlled import ControlledActor

__all__ = ["OBSERVATIONS", "Observation", "View", "action_space", "checked_actions"]

OBSERVATIONS = ("array", "dict")

Single: TypeAlias = NDArray[np.float32]
# The numbers of all copies, or those of each part by name.
Observation: TypeAlias = Single | dict[str, Single]

# Bounds of what a car sees of itself; what exceeds them is cut.
_EGO_BOUNDS = {
    "speed_mps": (-60.0, 60.0),
    "acceleration_mps2": (-20.0, 20.0),
    "steering_rad": (-1.6, 1.6),
    "yaw_rate_rps": (-20.0, 20.0),
    "left_m": (-1000.0, 1000.0),
    "heading_rad": (-3.1416, 3.1416),
    "limit_mps": (0.0, 60.0),
    "remaining_m": (-1000.0, 1000.0),
}
_RELATIVE_MPS = 120.0
_ASIDE_M = 1000.0


def action_space(car: ControlledActor) -> spaces.Space[Any]:
    """The actions of a car."""
    if car.driver.action == "manoeuvre":
        return spaces.Discrete(len(MANOEUVRES))
    shape = (-1, STATE_WIDTH) if car.driver.action == "trajectory" else (-1,)
    low, high = (np.array(each, dtype=np.float32).reshape(shape) for each in (car.low, car.high))
    return spaces.Box(low, high, dtype=np.float32)


def checked_actions(given: object, car: ControlledActor, copies: int | None) -> Floats:
    """Actions of a car as numbers, (copies, width), cut to their bounds; refuse others.

    Without a number of copies there is one action alone.
    """
    try:
        numbers = np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        numbers = np.array(np.nan)
    size = car.width * (1 if copies is None else copies)
    lead = () if copies is None else (copies,)
    shape = {
        "manoeuvre": lead,
        "trajectory": (*lead, car.width // STATE_WIDTH, STATE_WIDTH),
        "control": (*lead, car.width),
    }[car.driver.action]
    if numbers.size != size or numbers.shape not in (shape, (*lead, car.width)):
        raise InputError(
            f"the action has the shape {numbers.shape}",
            f"step, {car.actor}",
            f"numbers of the shape {shape}",
            "give what the action space has: env.action_space.sample() is one",
        )
    if not np.isfinite(numbers).all():
        raise InputError(
            "a number of the action is not finite",
            f"step, {car.actor}",
            "numbers within the action space",
            "look at what the policy computes; the environment is unchanged and goes on",
        )
    flat = numbers.reshape(-1, car.width)
    if car.driver.action == "manoeuvre":
        if ((flat < car.low) | (flat > car.high) | (flat != np.floor(flat))).any():
            raise InputError(
                f"the action is {given!r}"[:120],
                f"step, {car.actor}",
                f"a whole number from 0 to {len(MANOEUVRES) - 1}: {', '.join(MANOEUVRES)}",
                "give one of them",
            )
        return flat
    cut: Floats = np.clip(flat, car.low, car.high)
    return cut


class View:
    """What a car sees as an observation: one array, or a dictionary of its parts."""

    def __init__(self, car: ControlledActor, observation: str) -> None:
        if observation not in OBSERVATIONS:
            raise InputError(
                f"there is no observation {observation!r}",
                "project_ghost.gym",
                f"one of {', '.join(OBSERVATIONS)}",
                "leave it out for an array",
            )
        self._is_dict = observation == "dict"
        view = car.driver.view
        far_m = view.spacing_m * view.points + _ASIDE_M
        neighbour = [(0.0, 1.0), *[(-view.sight_m, view.sight_m)] * 2]
        neighbour += [*[(-_RELATIVE_MPS, _RELATIVE_MPS)] * 2, *[(-1.0, 1.0)] * 2]
        light = [(0.0, view.sight_m), *[(0.0, 1.0)] * (len(LIGHT_FIELDS) - 1)]
        self._parts: dict[str, tuple[int, ...]] = {
            "ego": (len(EGO_FIELDS),),
            "neighbours": (view.neighbours, len(NEIGHBOUR_FIELDS)),
            "route": (view.points, len(POINT_FIELDS)),
            "light": (len(LIGHT_FIELDS),),
        }
        bounds = [_EGO_BOUNDS[name] for name in EGO_FIELDS]
        bounds += neighbour * view.neighbours
        bounds += [(-far_m, far_m)] * (len(POINT_FIELDS) * view.points) + light
        self._low, self._high = np.array(bounds, dtype=np.float32).T
        # The same bounds in the precision of the run, so that no cut number is rounded beyond them.
        self._least, self._most = self._low.astype(float), self._high.astype(float)
        whole = spaces.Box(self._low, self._high, dtype=np.float32)
        self.space: spaces.Space[Any] = whole
        if self._is_dict:
            parts = zip(self._split(self._low), self._split(self._high), strict=True)
            self.space = spaces.Dict(
                {
                    name: spaces.Box(low, high, dtype=np.float32)
                    for name, (low, high) in zip(self._parts, parts, strict=True)
                }
            )

    def _split(self, numbers: Single) -> list[Single]:
        """The parts of the last axis."""
        found, start = [], 0
        for shape in self._parts.values():
            stop = start + int(np.prod(shape))
            found.append(numbers[..., start:stop].reshape(*numbers.shape[:-1], *shape))
            start = stop
        return found

    def of(self, seen: Floats) -> Observation:
        """The observations of some copies, from what the car sees there."""
        numbers: Single = np.clip(seen, self._least, self._most).astype(np.float32)
        if not self._is_dict:
            return numbers
        return dict(zip(self._parts, self._split(numbers), strict=True))


def only(observation: Observation, copy: int = 0) -> Observation:
    """The observation of one copy."""
    if isinstance(observation, Mapping):
        return {name: part[copy] for name, part in observation.items()}
    own: Single = observation[copy]
    return own
