"""The modules and names of nuPlan that planners import, and where ours are."""

from __future__ import annotations

__all__ = ["ANYWHERE", "NAMES"]

_OURS = "project_ghost.closed_loop"

# By module of nuPlan: pairs of a module of ours and the names that it gives, `theirs=ours` where
# they differ.
_TABLE: dict[str, tuple[tuple[str, str], ...]] = {
    # States and objects.
    "common.actor_state.agent": (("states", "Agent"),),
    "common.actor_state.agent_state": (("states", "AgentState"),),
    "common.actor_state.agent_temporal_state": (("states", "AgentTemporalState"),),
    "common.actor_state.car_footprint": (("states", "CarFootprint"),),
    "common.actor_state.dynamic_car_state": (
        ("states", "DynamicCarState get_acceleration_shifted get_velocity_shifted"),
    ),
    "common.actor_state.ego_state": (("states", "EgoState EgoStateDot"),),
    "common.actor_state.oriented_box": (
        (
            "states",
            "Dimension OrientedBox OrientedBoxPointType collision_by_radius_check in_collision",
        ),
    ),
    "common.actor_state.scene_object": (("states", "SceneObject SceneObjectMetadata"),),
    "common.actor_state.state_representation": (
        (
            "states",
            "Point2D ProgressStateSE2 StateSE2 StateVector2D TemporalStateSE2 TimeDuration "
            "TimePoint",
        ),
    ),
    "common.actor_state.static_object": (("states", "StaticObject"),),
    "common.actor_state.tracked_objects": (("states", "TrackedObject TrackedObjects"),),
    "common.actor_state.tracked_objects_types": (
        ("states", "AGENT_TYPES STATIC_OBJECT_TYPES TrackedObjectType"),
    ),
    "common.actor_state.vehicle_parameters": (
        ("states", "VehicleParameters get_pacifica_parameters"),
    ),
    "common.actor_state.waypoint": (("states", "Waypoint"),),
    "common.utils.interpolatable_state": (("states", "InterpolatableState"),),
    "common.utils.split_state": (("states", "SplitState"),),
    # Geometry.
    "common.geometry.compute": (
        (
            "geometry",
            "AngularInterpolator compute_distance compute_lateral_displacements "
            "l2_euclidean_corners_distance lateral_distance longitudinal_distance principal_value "
            "se2_box_distances signed_lateral_distance signed_longitudinal_distance",
        ),
    ),
    "common.geometry.convert": (
        (
            "geometry",
            "absolute_to_relative_poses matrix_from_pose numpy_array_to_absolute_pose "
            "numpy_array_to_absolute_velocity pose_from_matrix relative_to_absolute_poses "
            "vector_2d_from_magnitude_angle",
        ),
    ),
    "common.geometry.transform": (
        (
            "geometry",
            "rotate rotate_2d rotate_angle transform translate translate_laterally "
            "translate_longitudinally translate_longitudinally_and_laterally",
        ),
    ),
    # Maps.
    "common.maps.abstract_map": (("map", "AbstractMap MapObject"),),
    "common.maps.abstract_map_objects": (
        (
            "map",
            "AbstractMapObject GraphEdgeMapObject Intersection Lane LaneConnector "
            "LaneGraphEdgeMapObject PolygonMapObject PolylineMapObject "
            "RoadBlockGraphEdgeMapObject StopLine",
        ),
    ),
    "common.maps.maps_datatypes": (
        (
            "map",
            "IntersectionType LaneConnectorType SemanticMapLayer StopLineType "
            "TrafficLightStatusData TrafficLightStatusType TrafficLightStatuses",
        ),
    ),
    # Metrics.
    "planning.metrics.utils.collision_utils": (("metrics.common.collisions", "CollisionType"),),
    "planning.metrics.utils.expert_comparisons": (("geometry", "principal_value"),),
    # Scenarios and the simulation.
    "planning.scenario_builder.abstract_scenario": (("scenario", "AbstractScenario"),),
    "planning.scenario_builder.scenario_filter": (("scenario", "ScenarioFilter"),),
    "planning.simulation.controller.motion_model.abstract_motion_model": (
        ("nuplan_names", "AbstractMotionModel"),
    ),
    "planning.simulation.controller.motion_model.kinematic_bicycle": (
        ("nuplan_names", "KinematicBicycleModel"),
    ),
    "planning.simulation.history.simulation_history_buffer": (
        ("history", "SimulationHistoryBuffer"),
    ),
    "planning.simulation.observation.observation_type": (
        ("observation", "CameraChannel DetectionsTracks LidarChannel Observation Sensors"),
    ),
    "planning.simulation.observation.idm.idm_policy": (("observation.idm", "IDMPolicy"),),
    "planning.simulation.observation.idm.idm_states": (
        ("observation.idm", "IDMAgentState IDMLeadAgentState"),
    ),
    "planning.simulation.observation.idm.utils": (
        (
            "observation.idm",
            "create_path_from_ego_state ego_path_to_linestring ego_path_to_se2 "
            "get_agent_relative_angle get_closest_agent_in_position is_agent_ahead "
            "is_agent_behind is_track_stopped path_to_linestring",
        ),
        ("path", "create_path_from_se2"),
    ),
    "planning.simulation.occupancy_map.abstract_occupancy_map": (
        ("occupancy", "OccupancyMap"),
        ("nuplan_names", "Geometry"),
    ),
    "planning.simulation.occupancy_map.strtree_occupancy_map": (
        ("occupancy", "STRTreeOccupancyMap STRTreeOccupancyMapFactory"),
    ),
    "planning.simulation.path.path": (("path", "AbstractPath"),),
    "planning.simulation.path.interpolated_path": (("path", "InterpolatedPath"),),
    "planning.simulation.path.utils": (
        (
            "path",
            "calculate_progress convert_se2_path_to_progress_path trim_path "
            "trim_path_up_to_progress",
        ),
    ),
    "planning.simulation.planner.abstract_planner": (
        ("planner", "AbstractPlanner PlannerInitialization PlannerInput"),
    ),
    "planning.simulation.planner.abstract_idm_planner": (("nuplan_names", "AbstractIDMPlanner"),),
    "planning.simulation.planner.idm_planner": (("planner", "IDMPlanner"),),
    "planning.simulation.planner.log_future_planner": (("planner", "LogFuturePlanner"),),
    "planning.simulation.planner.planner_report": (("planner", "PlannerReport"),),
    "planning.simulation.planner.simple_planner": (("planner", "SimplePlanner"),),
    "planning.simulation.planner.utils.breadth_first_search": (
        ("nuplan_names", "BreadthFirstSearch"),
    ),
    "planning.simulation.predictor.abstract_predictor": (
        ("predictor", "AbstractPredictor PredictorInitialization PredictorInput"),
    ),
    "planning.simulation.predictor.log_future_predictor": (("predictor", "LogFuturePredictor"),),
    "planning.simulation.predictor.predictor_report": (("predictor", "PredictorReport"),),
    "planning.simulation.simulation_time_controller.simulation_iteration": (
        ("simulation", "SimulationIteration"),
    ),
    "planning.simulation.trajectory.abstract_trajectory": (("trajectory", "AbstractTrajectory"),),
    "planning.simulation.trajectory.interpolated_trajectory": (
        ("trajectory", "InterpolatedTrajectory"),
    ),
    "planning.simulation.trajectory.predicted_trajectory": (("trajectory", "PredictedTrajectory"),),
    "planning.simulation.trajectory.trajectory_sampling": (("trajectory", "TrajectorySampling"),),
}


def _resolved(entries: tuple[tuple[str, str], ...]) -> dict[str, tuple[str, str]]:
    found = {}
    for home, names in entries:
        for name in names.split():
            theirs, _, ours = name.partition("=")
            found[theirs] = (f"{_OURS}.{home}", ours or theirs)
    return found


# By module of nuPlan and by name: the module of ours, and the name there.
NAMES = {f"nuplan.{module}": _resolved(entries) for module, entries in _TABLE.items()}

# nuPlan's modules also have the names that they import themselves, and planners take them from
# there: each name is found in every module.
ANYWHERE = {name: place for names in NAMES.values() for name, place in names.items()}
