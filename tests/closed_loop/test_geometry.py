"""Poses seen from each other, angles, paths, occupancy maps, and nuPlan's IDM policy."""

import json
from math import pi
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.closed_loop.geometry import (
    AngularInterpolator,
    absolute_to_relative_poses,
    lateral_distance,
    longitudinal_distance,
    numpy_array_to_absolute_pose,
    principal_value,
    relative_to_absolute_poses,
    signed_lateral_distance,
    transform,
    translate_laterally,
    translate_longitudinally,
)
from project_ghost.closed_loop.observation.idm import (
    IDMAgentState,
    IDMLeadAgentState,
    IDMPolicy,
    is_agent_ahead,
    is_agent_behind,
    is_track_stopped,
)
from project_ghost.closed_loop.occupancy import ConvexOccupancyMap, STRTreeOccupancyMapFactory
from project_ghost.closed_loop.path import (
    InterpolatedPath,
    calculate_progress,
    create_path_from_se2,
    trim_path,
    trim_path_up_to_progress,
)
from project_ghost.closed_loop.states import (
    OrientedBox,
    Point2D,
    SceneObject,
    SceneObjectMetadata,
    StateSE2,
    TrackedObjectType,
)

ORACLE = Path(__file__).parents[3] / "shared" / "data" / "planner_oracle"
poses = st.builds(StateSE2, st.floats(-1e3, 1e3), st.floats(-1e3, 1e3), st.floats(-3.0, 3.0))


class TestPoses:
    @given(st.lists(poses, min_size=1, max_size=5))
    def test_relative_poses_lead_back(self, absolute: list[StateSE2]) -> None:
        relative = absolute_to_relative_poses(absolute)
        assert relative[0] == StateSE2(0.0, 0.0, 0.0)
        for pose, again in zip(
            absolute, relative_to_absolute_poses(absolute[0], relative), strict=True
        ):
            assert abs(pose.x - again.x) + abs(pose.y - again.y) < 1e-9
            assert abs(principal_value(pose.heading - again.heading)) < 1e-9

    @given(poses, poses)
    def test_relative_poses_are_what_matrices_give(self, first: StateSE2, second: StateSE2) -> None:
        seen = absolute_to_relative_poses([first, second])[1].as_matrix()
        assert np.allclose(first.as_matrix() @ seen, second.as_matrix(), atol=1e-9)

    def test_distances_are_signed_ahead_and_to_the_left(self) -> None:
        north = StateSE2(1.0, 1.0, pi / 2)
        assert longitudinal_distance(north, Point2D(1.0, 4.0)) == pytest.approx(3.0)
        assert lateral_distance(north, Point2D(-1.0, 1.0)) == pytest.approx(2.0)
        assert translate_longitudinally(north, 2.0) == StateSE2(1.0, 3.0, pi / 2)
        assert translate_laterally(north, 2.0) == StateSE2(-1.0, 1.0, pi / 2)

    def test_a_box_beside_is_at_its_nearest_corner(self) -> None:
        pytest.importorskip("shapely")
        box = OrientedBox(StateSE2(0.0, 5.0, 0.0), 4.0, 2.0, 1.0)
        distance = signed_lateral_distance(StateSE2(0.0, 0.0, 0.0), box.geometry)
        assert distance == pytest.approx(4.0 - 1.1485)

    def test_transform_turns_the_heading_forward_and_the_position_back(self) -> None:
        """As nuPlan has it: the position is a row times the matrix."""
        turned = transform(StateSE2(1.0, 0.0, 0.2), StateSE2(5.0, 0.0, 0.3).as_matrix())
        assert turned.heading == pytest.approx(0.5)
        assert (turned.x, turned.y) == pytest.approx((5.0 + np.cos(0.3), -np.sin(0.3)))

    def test_arrays_of_poses(self) -> None:
        found = numpy_array_to_absolute_pose(StateSE2(1.0, 0.0, pi), np.array([[1.0, 0.0, 0.0]]))
        assert found[0].x == pytest.approx(0.0)
        with pytest.raises(AssertionError, match=r"Expected poses shape of \(\*, 3\)"):
            numpy_array_to_absolute_pose(StateSE2(0.0, 0.0, 0.0), np.zeros((1, 2)))


class TestAngles:
    @given(st.floats(-100.0, 100.0), st.floats(-4.0, 4.0))
    def test_a_principal_value_is_in_its_turn(self, angle: float, least: float) -> None:
        value = principal_value(angle, least)
        assert least <= value <= least + 2 * pi
        assert np.cos(value) == pytest.approx(np.cos(angle), abs=1e-9)

    def test_infinite_angles_are_refused(self) -> None:
        with pytest.raises(AssertionError, match="angle is not finite"):
            principal_value(np.array([1.0, np.inf]))

    def test_angles_in_between_turn_the_short_way(self) -> None:
        interpolator = AngularInterpolator([0.0, 1.0], [[3.0], [-3.0]])
        assert abs(float(interpolator.interpolate(0.5)[0])) == pytest.approx(pi)
        assert interpolator.interpolate([0.0, 1.0]).ravel().tolist() == [3.0, -3.0]


def _corner() -> InterpolatedPath:
    """Ten metres east, then ten north; a pose stands twice."""
    points = [(0.0, 0.0, 0.0), (10.0, 0.0, 0.0), (10.0, 0.0, pi / 2), (10.0, 10.0, pi / 2)]
    return create_path_from_se2([StateSE2(*point) for point in points])


class TestPaths:
    def test_progress_is_the_distance_along(self) -> None:
        path = _corner()
        assert calculate_progress([StateSE2(0, 0, 0), StateSE2(3, 4, 0), StateSE2(3, 5, 0)]) == [
            0.0,
            5.0,
            6.0,
        ]
        assert (path.get_start_progress(), path.get_end_progress()) == (0.0, 20.0)
        assert len(path.get_sampled_path()) == 3
        there = path.get_state_at_progress(15.0)
        assert (there.x, there.y, there.heading) == pytest.approx((10.0, 5.0, pi / 2))

    def test_nothing_lies_beyond_the_ends(self) -> None:
        with pytest.raises(AssertionError, match=r"Progress exceeds path! 0.0 <= 20.5 <= 20.0"):
            _corner().get_state_at_progress(20.5)
        with pytest.raises(AssertionError, match="Path has to has more than 1 element!"):
            InterpolatedPath([])

    def test_a_part_of_a_path_has_its_ends_and_what_lies_between(self) -> None:
        path = _corner()
        assert [point.progress for point in trim_path(path, 5.0, 15.0)] == [5.0, 10.0, 15.0]
        assert [point.progress for point in trim_path_up_to_progress(path, 12.0)] == [12.0, 20.0]
        assert [point.progress for point in trim_path_up_to_progress(path, 20.0)] == [10.0, 20.0]
        with pytest.raises(AssertionError, match="Start progress has to be less"):
            trim_path(path, 5.0, 4.0)
        with pytest.raises(AssertionError, match="End progress exceeds path!"):
            trim_path(path, 5.0, 40.0)


def _object(name: str, pose: StateSE2) -> SceneObject:
    return SceneObject(
        TrackedObjectType.GENERIC_OBJECT,
        OrientedBox(pose, 4.0, 2.0, 1.0),
        SceneObjectMetadata(0, name, 0, name),
    )


class TestOccupancy:
    @given(st.lists(poses, min_size=2, max_size=6), poses)
    def test_both_maps_agree(self, around: list[StateSE2], at: StateSE2) -> None:
        pytest.importorskip("shapely")
        near = [StateSE2(pose.x / 50.0, pose.y / 50.0, pose.heading) for pose in around]
        objects = [_object(f"o{i}", pose) for i, pose in enumerate(near)]
        probe = OrientedBox(StateSE2(at.x / 50.0, at.y / 50.0, at.heading), 5.0, 2.0, 1.0)
        ours = ConvexOccupancyMap.from_objects(objects)
        theirs = STRTreeOccupancyMapFactory.get_from_boxes(objects)
        gaps = {
            thing.token: probe.geometry.distance(thing.box.geometry)
            for thing in objects
            if 0.0 < probe.geometry.distance(thing.box.geometry) < 1e-9
        }
        if not gaps:  # touching is decided by rounding
            assert (
                ours.intersects(probe.corners_array).get_all_ids()
                == theirs.intersects(probe.geometry).get_all_ids()
            )
        _, _, apart = ours.get_nearest_entry_to("o0")
        _, _, shapely_apart = theirs.get_nearest_entry_to("o0")
        assert apart == pytest.approx(shapely_apart, abs=1e-9)

    def test_names_can_be_added_and_removed(self) -> None:
        shapes = ConvexOccupancyMap()
        assert shapes.is_empty()
        box = OrientedBox(StateSE2(0.0, 0.0, 0.0), 4.0, 2.0, 1.0).corners_array
        shapes.insert("a", box)
        shapes.insert("b", box + 10.0)
        assert (len(shapes), shapes.get_all_ids(), shapes.contains("b")) == (2, ["a", "b"], True)
        assert shapes.get_nearest_entry_to("a")[0] == "b"
        shapes.remove(["b"])
        with pytest.raises(AssertionError, match="Geometry does not exist"):
            shapes.remove(["b"])
        with pytest.raises(AssertionError, match="does not contain given geometry id"):
            shapes.get_nearest_entry_to("c")


class TestIdm:
    @pytest.mark.skipif(not ORACLE.is_dir(), reason="needs ../shared/data/planner_oracle")
    def test_steps_are_nuplans(self) -> None:
        for case in json.loads((ORACLE / "idm_policy.json").read_text())["cases"]:
            policy = IDMPolicy(
                case["target_velocity"],
                case["min_gap"],
                case["headway"],
                case["accel_max"],
                case["decel_max"],
            )
            state = policy.solve_forward_euler_idm_policy(
                IDMAgentState(0.0, case["velocity"]), IDMLeadAgentState(*case["lead"]), case["dt"]
            )
            assert state.progress == pytest.approx(case["progress"], abs=1e-9)
            assert state.velocity == pytest.approx(case["next_velocity"], abs=1e-9)

    def test_fine_integration_agrees_with_many_small_steps(self) -> None:
        policy = IDMPolicy(15.0, 2.0, 1.5, 1.0, 2.0)
        lead = IDMLeadAgentState(40.0, 10.0, 2.0)
        state = IDMAgentState(0.0, 12.0)
        for _ in range(10_000):
            state = policy.solve_forward_euler_idm_policy(state, lead, 1e-4)
        for solved in (
            policy.solve_odeint_idm_policy(IDMAgentState(0.0, 12.0), lead, 1.0),
            policy.solve_ivp_idm_policy(IDMAgentState(0.0, 12.0), lead, 1.0),
        ):
            assert solved.progress == pytest.approx(state.progress, abs=1e-3)
            assert solved.velocity == pytest.approx(state.velocity, abs=1e-3)

    def test_a_target_must_be_positive(self) -> None:
        policy = IDMPolicy(15.0, 2.0, 1.5, 1.0, 2.0)
        policy.target_velocity = 7.0
        assert policy.target_velocity == 7.0
        with pytest.raises(AssertionError, match="The target velocity must be greater than 0!"):
            policy.target_velocity = 0.0

    def test_ahead_and_behind_are_angles_from_the_heading(self) -> None:
        ego = StateSE2(0.0, 0.0, pi / 2)
        assert is_agent_ahead(ego, StateSE2(1.0, 10.0, 0.0))
        assert not is_agent_ahead(ego, StateSE2(10.0, 10.0, 0.0))
        assert is_agent_behind(ego, StateSE2(1.0, -10.0, 0.0))
        assert is_track_stopped(_object("box", ego))
