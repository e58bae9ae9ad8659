"""A planner as people write them for nuPlan: proposals in its own axes, simulated and scored.

It imports nothing of Ghost.
"""


import numpy as np
import numpy.typing as npt
from nuplan.common.actor_state.dynamic_car_state import DynamicCarState
from nuplan.common.actor_state.ego_state import EgoState
from nuplan.common.actor_state.oriented_box import OrientedBox, in_collision
from nuplan.common.actor_state.state_representation import StateSE2, StateVector2D, TimePoint
from nuplan.common.actor_state.tracked_objects import TrackedObjects
from nuplan.common.actor_state.tracked_objects_types import AGENT_TYPES, TrackedObjectType
from nuplan.common.actor_state.vehicle_parameters import get_pacifica_parameters
from nuplan.common.geometry.compute import principal_value
from nuplan.common.geometry.convert import (
    absolute_to_relative_poses,
    relative_to_absolute_poses,
)
from nuplan.common.maps.maps_datatypes import SemanticMapLayer
from nuplan.planning.metrics.utils.collision_utils import CollisionType
from nuplan.planning.simulation.controller.motion_model.kinematic_bicycle import (
    KinematicBicycleModel,
)
from nuplan.planning.simulation.observation.idm.utils import (
    is_agent_ahead,
    is_agent_behind,
    is_track_stopped,
)
from nuplan.planning.simulation.observation.observation_type import DetectionsTracks, Observation
from nuplan.planning.simulation.planner.abstract_planner import (
    AbstractPlanner,
    PlannerInitialization,
    PlannerInput,
)
from nuplan.planning.simulation.planner.planner_report import PlannerReport
from nuplan.planning.simulation.trajectory.abstract_trajectory import AbstractTrajectory
from nuplan.planning.simulation.trajectory.interpolated_trajectory import InterpolatedTrajectory
from nuplan.planning.simulation.trajectory.trajectory_sampling import TrajectorySampling
from shapely.geometry import Point

AT_FAULT = (CollisionType.ACTIVE_FRONT_COLLISION, CollisionType.STOPPED_TRACK_COLLISION)


class TrajectorySampler(AbstractPlanner):
    """Tries steering angles and accelerations with the bicycle, and takes the best."""

    def __init__(self, num_poses: int = 20, time_horizon: float = 4.0) -> None:
        self._sampling = TrajectorySampling(num_poses=num_poses, time_horizon=time_horizon)
        self._model = KinematicBicycleModel(get_pacifica_parameters())
        self.chosen: list[int] = []

    def name(self) -> str:
        return "trajectory_sampler"

    def observation_type(self) -> type[Observation]:
        return DetectionsTracks

    def initialize(self, initialization: PlannerInitialization) -> None:
        self._map_api = initialization.map_api

    def generate_planner_report(self, clear_stats: bool = True) -> PlannerReport:
        return super().generate_planner_report(clear_stats)

    def compute_planner_trajectory(self, current_input: PlannerInput) -> AbstractTrajectory:
        ego_state = current_input.history.ego_states[-1]
        objects: TrackedObjects = current_input.history.observations[-1].tracked_objects
        proposals = [
            self._proposal(ego_state, acceleration, rate)
            for acceleration in (-3.0, -1.0, 0.0, 1.0)
            for rate in (-0.1, -0.02, 0.0, 0.02, 0.1)
        ]
        scores = [self._score(proposal, objects) for proposal in proposals]
        best = int(np.argmax(scores))
        self.chosen.append(best)
        return InterpolatedTrajectory(proposals[best])

    def _proposal(self, ego_state: EgoState, acceleration: float, rate: float) -> list[EgoState]:
        state = ego_state
        states = [state]
        step = TimePoint(int(self._sampling.step_time * 1e6))
        for index in range(self._sampling.num_poses):
            speed = state.dynamic_car_state.rear_axle_velocity_2d.x
            wanted = DynamicCarState.build_from_rear_axle(
                rear_axle_to_center_dist=state.car_footprint.rear_axle_to_center_dist,
                rear_axle_velocity_2d=state.dynamic_car_state.rear_axle_velocity_2d,
                rear_axle_acceleration_2d=StateVector2D(
                    max(acceleration, -speed / self._sampling.step_time), 0
                ),
                tire_steering_rate=rate if index < 4 else 0.0,
            )
            state = self._model.propagate_state(state, wanted, step)
            states.append(state)
        # There and back again, as networks that plan in the ego's axes do.
        poses = [state.rear_axle for state in states]
        relative = absolute_to_relative_poses(poses)
        again = relative_to_absolute_poses(poses[0], relative)
        assert all(a == b for a, b in zip(poses, again)), "poses differ"
        return states

    def _score(self, states: list[EgoState], objects: TrackedObjects) -> float:
        progress = states[0].center.distance_to(states[-1].center)
        score = min(progress, 40.0)
        for state in states[1::4]:
            layers = self._map_api.is_in_layer(
                state.center.point, SemanticMapLayer.DRIVABLE_AREA
            )
            if not layers:
                score -= 50.0
                break
        ahead_s = np.array([(s.time_us - states[0].time_us) * 1e-6 for s in states])
        for thing in objects:
            if is_agent_behind(states[0].rear_axle, thing.center):
                continue
            if self._meets(states, ahead_s, thing):
                stands = is_track_stopped(thing)
                score -= (
                    200.0 if stands or is_agent_ahead(states[0].rear_axle, thing.center) else 100.0
                )
        turn = principal_value(states[-1].rear_axle.heading - states[0].rear_axle.heading)
        return float(score - 5.0 * abs(turn))

    @staticmethod
    def _meets(states: list[EgoState], ahead_s: npt.NDArray[np.float64], thing) -> bool:
        moves = thing.tracked_object_type in AGENT_TYPES
        velocity = thing.velocity if moves else StateVector2D(0.0, 0.0)
        for state, seconds in zip(states[::2], ahead_s[::2]):
            pose = StateSE2(
                thing.center.x + seconds * velocity.x,
                thing.center.y + seconds * velocity.y,
                thing.center.heading,
            )
            box = OrientedBox.from_new_pose(thing.box, pose)
            near = Point(state.center.x, state.center.y).distance(Point(pose.x, pose.y)) < 15.0
            if near and in_collision(state.car_footprint.oriented_box, box):
                return thing.tracked_object_type != TrackedObjectType.EGO
        return False
