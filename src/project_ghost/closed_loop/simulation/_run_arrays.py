"""The samples of a simulation as arrays, for metrics."""

from collections.abc import Sequence

import numpy as np

from project_ghost.closed_loop.history import SimulationHistorySample
from project_ghost.closed_loop.metrics import EgoShape, Expert, GoalRegion, RunArrays
from project_ghost.closed_loop.observation import DetectionsTracks
from project_ghost.closed_loop.scenario import AbstractScenario
from project_ghost.closed_loop.trajectory import plan_table
from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError
from project_ghost.scenario.drivers.planner import GoalState
from project_ghost.world.maps import RoadMap

from ._seat import PlannerSeat

__all__ = ["run_arrays"]


def run_arrays(
    samples: Sequence[SimulationHistorySample], scenario: AbstractScenario, seat: PlannerSeat
) -> RunArrays:
    """The samples of a run with what is known of its scenario."""
    if not samples:
        raise InputError(
            "the run has no samples",
            scenario.scenario_name,
            "at least one iteration",
            "see its report for what ended it",
        )
    planned, objects = seat.planned, seat.objects
    ego = scenario.ego
    return RunArrays(
        times_ns=np.array([each.iteration.time_point.time_ns for each in samples], dtype=np.int64),
        ego=np.array([e.ego_state.array if e.ego is None else e.ego for e in samples]),
        bodies=np.array([_rows(each) for each in samples]),
        kinds=np.array([int(each.kind) for each in objects], dtype=np.int64),
        lengths_m=np.array([each.length_m for each in objects]),
        widths_m=np.array([each.width_m for each in objects]),
        ego_row=planned.row,
        shape=EgoShape(planned.length_m, planned.width_m, planned.rear_axle_to_center_m),
        map=scenario.map_api,
        plans=[_used(each) for each in samples],
        expert=Expert(ego.stamps_ns, ego.rows) if ego.has_expert else None,
        goals=tuple(_goal(each, scenario.road_map) for each in planned.goal),
        route=scenario.route_lanes,
        end_ns=seat.end_ns,
    )


def _rows(sample: SimulationHistorySample) -> Floats:
    if sample.bodies is not None:
        return sample.bodies
    assert isinstance(sample.observation, DetectionsTracks), "the rows of the scene"
    return sample.observation.tracked_objects.array


def _used(sample: SimulationHistorySample) -> Floats:
    table, count = plan_table(sample.trajectory)
    return table[:count]


def _goal(goal: GoalState, road_map: RoadMap | None) -> GoalRegion:
    regions = [np.array(polygon, dtype=float) for polygon in goal.region]
    if road_map is not None:
        regions += [np.array(road_map.lane(lane).outline, dtype=float) for lane in goal.lanes]
    return GoalRegion(goal.time, tuple(regions), goal.yaw_rad, goal.speed_mps)
