"""A planner that tries several ways of driving on, and takes the best."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import final

import numpy as np

from project_ghost.closed_loop.errors import ClosedLoopValueError
from project_ghost.closed_loop.metrics import EgoShape
from project_ghost.closed_loop.observation import DetectionsTracks, Observation
from project_ghost.closed_loop.planner._abstract import (
    AbstractPlanner,
    PlannerInitialization,
    PlannerInput,
)
from project_ghost.closed_loop.planner._route_line import route_line
from project_ghost.closed_loop.planner._stops import stop_places_m
from project_ghost.closed_loop.states import EgoState, StateSE2, VehicleParameters
from project_ghost.closed_loop.trajectory import InterpolatedTrajectory
from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sincos
from project_ghost.core.errors import InputError
from project_ghost.core.level import Level
from project_ghost.models.plans import EGO_WIDTH

from ._judge import best_of, judged
from ._objects import STRIDE, nearest_objects, on_line
from ._plans import Start, plans_of, steered
from ._speeds import Driving, Way
from ._track import RouteTrack, route_track
from ._tracked import BOX_WIDTH, leaves, lqr_law

__all__ = ["ProposalPlanner"]

_FREE_MPS = 50.0 / 3.6
_BRAKING = 3.0
_HARD_BRAKING = 6.0
_SLOPE_MOST = 0.5
# A share of the speed that limits and bends allow, and a headway in seconds.
_MANNERS = ((0.25, 1.5), (0.5, 1.5), (0.75, 1.0), (1.0, 1.2), (1.0, 0.8), (1.0, 0.5))
# The nearest objects count, at most so many.
_OBJECTS_MOST = 32


@final
class ProposalPlanner(AbstractPlanner):
    """Drives along its route, after the best of several proposals.

    A proposal follows the route at a lateral offset, behind whoever is on its way (IDM) at a
    headway, and at a share of the speed that limits and bends allow; one more brakes hard. Each is
    simulated as the vehicle would track it, and judged by what the metrics look at: collisions,
    the drivable area, progress, time to collision, comfort. Others are taken to go on at constant
    velocity.
    """

    level = Level.PORTABLE

    def __init__(
        self,
        manners: Sequence[Sequence[float]] = _MANNERS,
        offsets_m: Sequence[float] = (-1.0, 0.0, 1.0),
        horizon_s: float = 4.0,
        interval_s: float = 0.1,
        min_gap_m: float = 1.5,
        acceleration: float = 1.5,
        deceleration: float = 3.0,
        jerk: float = 2.5,
        radius_m: float = 80.0,
        compiled: bool = True,  # noqa: FBT001, FBT002 - an option of a scenario file
    ) -> None:
        self._step_ns = round(interval_s * 1e9)
        self._steps = round(horizon_s / interval_s) + 1
        if not manners or not offsets_m or not 2 < self._steps <= 128:
            raise InputError(
                f"there are {len(manners)} manners, {len(offsets_m)} offsets, {self._steps} steps",
                "ProposalPlanner",
                "at least one manner and offset, and 3 to 128 steps",
            )
        pairs = [(manner, offset) for offset in offsets_m for manner in manners]
        middle = min(offsets_m, key=abs)
        self._manners = np.array([*(manner for manner, _ in pairs), (0.0, 0.0)], dtype=np.float64)
        self._offsets = np.array([*(offset for _, offset in pairs), middle])
        self._idm = (min_gap_m, acceleration, deceleration, _HARD_BRAKING, jerk)
        self._radius_m = radius_m
        self._compiled = compiled
        self._law = lqr_law()
        self._initialization: PlannerInitialization | None = None
        self._begun: list[float] = []
        self._track: RouteTrack | None = None

    def name(self) -> str:
        """The name of the class."""
        return type(self).__name__

    def initialize(self, initialization: PlannerInitialization) -> None:
        """Take the route."""
        self._initialization = initialization
        self._track = None

    def observation_type(self) -> type[Observation]:
        """Tracked objects."""
        return DetectionsTracks

    def save(self) -> bytes:
        """Where the planner began, which the line depends on."""
        return json.dumps(self._begun).encode()

    def load(self, data: bytes) -> None:
        """Find the same line again."""
        begun = json.loads(data)
        if begun:
            self._begin(begun)

    def compute_planner_trajectory(self, current_input: PlannerInput) -> InterpolatedTrajectory:
        """The best proposal from now on."""
        ego, observation = current_input.history.current_state
        if not isinstance(observation, DetectionsTracks):
            raise ClosedLoopValueError(
                f"ProposalPlanner only supports DetectionsTracks. "
                f"Got {observation.detection_type()}"
            )
        if self._track is None:
            self._begin([*ego.center, ego.dynamic_car_state.speed])
        assert self._track is not None
        vehicle = ego.car_footprint.vehicle_parameters
        plan = self._best(self._track, ego, observation, current_input, vehicle)
        return InterpolatedTrajectory(steered(plan, vehicle.wheel_base), vehicle)

    def _begin(self, begun: list[float]) -> None:
        known = self._initialization
        if known is None:
            raise ClosedLoopValueError("the planner was not initialized", "ProposalPlanner")
        self._begun = begun
        x, y, heading, speed = begun
        road_map = None if known.map_api is None else known.map_api.road_map
        line = route_line(
            road_map, known.route_roadblock_ids, StateSE2(x, y, heading), known.mission_goal
        )
        # Where no limit is known, a vehicle that is faster already goes on so.
        self._track = route_track(line, max(_FREE_MPS, speed))

    def _best(
        self,
        track: RouteTrack,
        ego: EgoState,
        observation: DetectionsTracks,
        current_input: PlannerInput,
        vehicle: VehicleParameters,
    ) -> Floats:
        start = _start_on(track, ego)
        objects = nearest_objects(
            observation.tracked_objects, ego.center, self._radius_m, _OBJECTS_MOST
        )
        reach_m = self._radius_m + vehicle.length
        step_s = self._step_ns / 1e9
        seen_s: Floats = step_s * STRIDE * np.arange(float(-(-self._steps // STRIDE)))
        part = track.around(start.progress_m, 10.0, reach_m)
        seen = on_line(track, part, objects, seen_s)
        count = len(self._manners)
        progress, speeds = np.empty((count, self._steps)), np.empty((count, self._steps))
        advance, follow = leaves(compiled=self._compiled)
        advance(
            np.array(start[:4]),
            self._manners,
            self._offsets,
            Way(
                track.line.progress_m,
                track.speeds_mps,
                np.array(self._stops_m(track, start, current_input)),
            ),
            seen,
            Driving(*self._idm, vehicle.half_length, vehicle.half_width, step_s),
            progress,
            speeds,
        )
        times_ns: Floats = ego.time_point.time_ns + self._step_ns * np.arange(float(self._steps))
        rear_m = vehicle.rear_axle_to_center
        plans = plans_of(track, start, self._offsets, progress, speeds, times_ns, rear_m)
        rows = np.empty((count, self._steps, EGO_WIDTH))
        boxes = np.empty((count, self._steps, BOX_WIDTH))
        follow(plans, ego.array, self._law, vehicle.wheel_base, rear_m, self._step_ns, rows, boxes)
        shape = EgoShape(vehicle.length, vehicle.width, rear_m)
        assert self._initialization is not None
        area = self._initialization.map_api
        found = judged(rows, boxes, progress, self._offsets, objects, shape, step_s, area)
        best: Floats = plans[best_of(found, rows, self._offsets, shape, self._step_ns)]
        return best

    def _stops_m(self, track: RouteTrack, start: Start, current_input: PlannerInput) -> list[float]:
        """Where red lights stop the vehicle; amber ones too if it can stop in time."""
        assert self._initialization is not None
        map_api = self._initialization.map_api
        road_map = None if map_api is None else map_api.road_map
        lights = current_input.traffic_light_data
        red = stop_places_m(road_map, track.line, lights)
        amber = stop_places_m(road_map, track.line, lights, ("YELLOW",))
        braking_m = start.speed_mps * start.speed_mps / (2.0 * _BRAKING)
        return sorted([*red, *(at for at in amber if at - start.progress_m > braking_m + 5.0)])


def _start_on(track: RouteTrack, ego: EgoState) -> Start:
    """Where the vehicle is on its line."""
    center = ego.center
    progress, offset = track.line.project(center.x, center.y)
    _, directions = track.places_at(np.array([progress]))
    along_x, along_y = directions[0].tolist()
    sine, cosine = sincos(center.heading)
    ahead = cosine * along_x + sine * along_y
    across = sine * along_x - cosine * along_y
    slope = across / ahead if ahead > 0.5 else 0.0
    speed = max(0.0, ego.dynamic_car_state.rear_axle_velocity_2d.x)
    acceleration = ego.dynamic_car_state.rear_axle_acceleration_2d.x
    slope = min(max(slope, -_SLOPE_MOST), _SLOPE_MOST)
    return Start(progress, speed, offset, acceleration, slope)
