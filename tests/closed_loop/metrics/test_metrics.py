"""Metrics on maps and runs made by hand, whose answers follow from their geometry."""

from typing import Any

import numpy as np
import pytest

from project_ghost.closed_loop.metrics import (
    CLOSED_LOOP,
    OPEN_LOOP,
    Expert,
    GoalRegion,
    MetricResult,
    builtin_metrics,
    evaluate,
)
from project_ghost.core.errors import InputError
from project_ghost.world.objects import ObjectKind
from tests.closed_loop.metrics.scenes import GridOfLanes, drive

ROAD = (("east", -50.0, 300.0, 0.0, True, 14.0), ("north", -50.0, 300.0, 4.0, True, None))


def road(*lanes, junction=()):
    return GridOfLanes(*(lanes or ROAD), junction=junction)


def steady(count=60, speed=10.0, **options):
    """The ego at constant speed along the lane `east`."""
    return drive(0.1 * speed * np.arange(count), speeds=speed, map=road(), **options)


def found(run, name, **options):
    return evaluate(run, **options).results[name]


class TestCollisions:
    def test_driving_into_a_standing_car_is_at_fault_and_scores_zero(self):
        run = steady(others=[(40.0, 0.0, 0.0, 0.0)])
        result = found(run, "no_ego_at_fault_collisions")
        assert result.score == 0.0
        assert result.statistics["first_type"] == "STOPPED_TRACK_COLLISION"
        # The front bumper is 1.461 + 2.588 m ahead of the rear axle, the other's rear at 37.75 m.
        assert result.statistics["first_s"] == pytest.approx(3.4)
        assert evaluate(run).score == 0.0

    def test_a_car_that_drives_into_our_rear_is_not_our_fault(self):
        follower = 0.1 * 20.0 * np.arange(60) - 40.0
        run = steady(others=[(follower, 0.0, 0.0, 20.0)])
        result = found(run, "no_ego_at_fault_collisions")
        assert result.statistics["collisions"] == 1
        assert result.score == 1.0

    @pytest.mark.parametrize(
        ("kinds", "score"),
        [
            ([ObjectKind.TRAFFIC_CONE], 0.5),
            ([ObjectKind.TRAFFIC_CONE, ObjectKind.BARRIER], 0.0),
            ([ObjectKind.PEDESTRIAN], 0.0),
        ],
    )
    def test_one_object_is_half_forgiven_and_people_never(self, kinds, score):
        others = [(30.0 + 10.0 * i, 0.0, 0.0, 0.0) for i in range(len(kinds))]
        run = steady(others=others, kinds=np.array([0, *kinds]))
        assert found(run, "no_ego_at_fault_collisions").score == score

    @pytest.mark.parametrize(("y", "at_fault"), [(0.0, 0), (2.0, 1)])
    def test_a_hit_at_the_side_is_our_fault_only_between_lanes(self, y, at_fault):
        """The other car comes from the right at a right angle and meets the middle of our side."""
        ego_x = 0.1 * 10.0 * np.arange(60)
        other_y = np.linspace(-25.0, 34.0, 60)
        run = drive(
            ego_x, y, speeds=10.0, map=road(), others=[(ego_x + 1.0, other_y, np.pi / 2, 10.0)]
        )
        result = found(run, "no_ego_at_fault_collisions")
        assert result.statistics["collisions"] == 1
        assert result.statistics["at_fault"] == at_fault

    def test_a_row_used_again_is_another_track(self):
        run = steady(others=[(40.0, 0.0, 0.0, 0.0)])
        run.bodies[36:, 1, 1] = 7.0
        assert found(run, "no_ego_at_fault_collisions").statistics["collisions"] == 2


class TestTimeToCollision:
    def test_closing_in_on_a_leader_counts_the_gap_over_the_speed_difference(self):
        leader = 30.0 + 0.1 * 5.0 * np.arange(20)
        run = steady(20, others=[(leader, 0.0, 0.0, 5.0)])
        result = found(run, "time_to_collision_within_bound")
        gap = (30.0 - 2.25) - (1.461 + 2.588)
        first = result.series["time_to_collision_s"]
        # Not within 3 s at first; then in steps of 0.1 s, rounded up.
        assert np.isinf(first[0])
        assert first[-1] == pytest.approx(np.ceil((gap - 1.9 * 5.0) / 5.0 * 10.0) / 10.0)

    def test_a_score_of_zero_below_the_bound(self):
        assert found(steady(others=[(60.0, 0.0, 0.0, 0.0)]), "time_to_collision_within_bound").score == 0.0  # fmt: skip  # noqa: E501

    def test_cars_beside_us_count_only_between_lanes(self):
        crossing = [(15.0, 6.0, -np.pi / 2, 3.0)]
        safe = drive([10.0] * 5, speeds=10.0, map=road(), others=crossing)
        between = drive([10.0] * 5, 2.0, speeds=10.0, map=road(), others=crossing)
        name = "time_to_collision_within_bound"
        assert np.isinf(found(safe, name).series["time_to_collision_s"]).all()
        assert np.isfinite(found(between, name).series["time_to_collision_s"]).all()


class TestLanes:
    def test_a_corner_outside_by_0_3_m_ends_compliance(self):
        edge = 2.0 - 0.5 * 2.297  # the right corner on the edge of the lane
        for beyond, score in ((0.29, 1.0), (0.31, 0.0)):
            run = drive(np.arange(20.0), -(edge + beyond), speeds=10.0, map=road())
            assert found(run, "drivable_area_compliance").score == score

    @pytest.mark.parametrize(("speed", "score"), [(-1.5, 1.0), (-4.0, 0.5), (-8.0, 0.0)])
    def test_driving_backwards_in_a_lane(self, speed, score):
        run = drive(200.0 + 0.1 * speed * np.arange(30), speeds=speed, map=road())
        result = found(run, "driving_direction_compliance")
        assert result.score == score
        # 1 s has 10 steps; nuPlan's window has one more.
        assert result.statistics["against_m_max"] == pytest.approx(-1.1 * speed)

    def test_speeding_costs_by_how_much_and_how_long(self):
        run = drive(1.5 * np.arange(101), speeds=15.0, map=road())
        result = found(run, "speed_limit_compliance")
        assert result.score == pytest.approx(1.0 - 101 * 1.0 * 0.1 / (2.23 * 10.0))
        assert result.statistics["share_with_known_limit"] == 1.0

    def test_where_no_limit_is_known_there_is_no_violation(self):
        run = drive(5.0 * np.arange(40), 4.0, speeds=50.0, map=road())
        result = found(run, "speed_limit_compliance")
        assert result.score == 1.0
        assert result.statistics["share_with_known_limit"] == 0.0

    def test_in_a_junction_the_largest_limit_around_it_counts(self):
        lanes = (
            ("in", -50.0, 20.0, 0.0, True, 8.0),
            ("through", 20.0, 60.0, 0.0, True, 1.0),
            ("out", 60.0, 300.0, 0.0, True, 14.0),
        )
        run = drive(20.0 + np.arange(30.0), speeds=10.0, map=road(*lanes, junction=["through"]))
        assert found(run, "speed_limit_compliance").score == 1.0

    def test_a_lane_change_and_one_that_is_given_up(self):
        over = np.concatenate([np.zeros(10), np.linspace(0.0, 4.0, 20), np.full(10, 4.0)])
        back = np.concatenate([np.zeros(10), np.linspace(0, 2, 10), np.linspace(2, 0, 10)])
        changed = drive(np.arange(40.0), over, speeds=10.0, map=road())
        given_up = drive(np.arange(30.0), back, speeds=10.0, map=road())
        name = "ego_lane_change"
        assert found(changed, name).statistics["lane_changes"] == 1
        assert found(changed, name).statistics["failed"] == 0
        assert found(given_up, name).statistics["failed"] == 1

    def test_between_two_lanes_that_follow_each_other_the_ego_is_in_one_way(self):
        lanes = (("a", -50.0, 20.0, 0.0, True, None), ("b", 20.0, 300.0, 0.0, True, None))
        run = drive(10.0 + np.arange(20.0), speeds=10.0, map=road(*lanes))
        assert found(run, "ego_lane_change").statistics["lane_changes"] == 0


class TestProgress:
    def expert(self, speed, count=61):
        ego = np.zeros((count, 11))
        ego[:, 0] = 0.1 * speed * np.arange(count)
        ego[:, 3] = speed
        return Expert(100_000_000 * np.arange(count), ego)

    @pytest.mark.parametrize(("speed", "score"), [(10.0, 1.0), (5.0, 0.5), (20.0, 1.0)])
    def test_the_ratio_to_the_recorded_driver(self, speed, score):
        run = drive(0.1 * speed * np.arange(60), speeds=speed, map=road(), expert=self.expert(10.0))
        result = found(run, "ego_progress_along_expert_route")
        assert result.score == pytest.approx(score)
        assert result.statistics["reference"] == "expert"

    def test_slow_runs_make_no_progress_and_score_zero(self):
        run = drive(0.1 * np.arange(60), speeds=1.0, map=road(), expert=self.expert(10.0))
        assert found(run, "ego_is_making_progress").score == 0.0
        assert evaluate(run).score == 0.0

    def test_without_a_recorded_driver_the_route_to_the_goal_counts(self):
        goal = GoalRegion(polygons=(np.array([[99.0, -1], [101, -1], [101, 1], [99, 1]]),))
        run = steady(route=("east",), goals=(goal,))
        result = found(run, "ego_progress_along_expert_route")
        assert result.statistics["reference"] == "route"
        # To the goal it is 98.5 m; 14 m/s for 5.9 s would be 82.6 m.
        assert result.statistics["expected_m"] == pytest.approx(14.0 * 5.9)

    def test_where_no_limit_is_known_the_first_speed_bounds_the_way(self):
        goal = GoalRegion(polygons=(np.array([[299.0, 3], [301, 3], [301, 5], [299, 5]]),))
        run = drive(
            1.0 * np.arange(60), 4.0, speeds=10.0, map=road(), route=("north",), goals=(goal,)
        )
        result = found(run, "ego_progress_along_expert_route")
        assert result.statistics["expected_m"] == pytest.approx(10.0 * 5.9)
        assert result.score == pytest.approx(1.0)

    def test_a_goal_without_a_route_is_measured_as_the_crow_flies(self):
        goal = GoalRegion(polygons=(np.array([[99.0, -1], [101, -1], [101, 1], [99, 1]]),))
        run = steady(goals=(goal,))
        result = found(run, "ego_progress_along_expert_route")
        assert result.statistics["reference"] == "straight line"
        assert result.statistics["expected_m"] == pytest.approx(100.0 - 1.461)

    def test_a_goal_in_time_only_is_measured_by_the_first_speed(self):
        run = steady(goals=(GoalRegion(time_ns=(0, 10**9)),))
        result = found(run, "ego_progress_along_expert_route")
        assert result.statistics["reference"] == "speed"
        assert result.score == pytest.approx(1.0)


class TestGoal:
    def test_all_parts_of_a_goal_must_hold_at_once(self):
        square = np.array([[20.0, -2.0], [30.0, -2.0], [30.0, 2.0], [20.0, 2.0]])
        parts: dict[str, Any] = {
            "polygons": (square,),
            "speed_mps": (9.0, 11.0),
            "yaw_rad": (-0.1, 0.1),
            "time_ns": (0, 10**10),
        }
        run = steady(goals=(GoalRegion(**parts),))
        result = found(run, "goal_reached")
        assert result.statistics == {"reached": True, "first_s": pytest.approx(1.9)}
        wrong = {"speed_mps": (0.0, 5.0), "yaw_rad": (1.0, 2.0), "time_ns": (0, 10**9)}
        for key, value in wrong.items():
            run = steady(goals=(GoalRegion(**{**parts, key: value}),))
            assert found(run, "goal_reached").statistics["reached"] is False

    def test_headings_are_compared_on_the_circle(self):
        run = steady(goals=(GoalRegion(yaw_rad=(6.2, 6.4)),))
        assert found(run, "goal_reached").statistics["reached"] is True


class TestOpenLoop:
    def plans(self, offset_m, count=60):
        """Plans 8 s ahead at 10 m/s, beside what the expert does."""
        result = []
        for sample in range(count):
            plan = np.zeros((81, 9))
            plan[:, 0] = 1e8 * (sample + np.arange(81))
            plan[:, 1] = 1.0 * (sample + np.arange(81))
            plan[:, 2] = offset_m
            result.append(plan)
        return result

    def run(self, offset_m):
        expert = TestProgress().expert(10.0, 200)
        return steady(expert=expert, plans=self.plans(offset_m))

    @pytest.mark.parametrize(("offset_m", "score"), [(0.0, 1.0), (4.0, 0.5), (9.0, 0.0)])
    def test_the_mean_distance_in_units_of_8_m(self, offset_m, score):
        name = "planner_expert_average_l2_error_within_bound"
        assert found(self.run(offset_m), name).score == pytest.approx(score)

    def test_the_score_weighs_headings_twice(self):
        score = evaluate(self.run(4.0), challenge=OPEN_LOOP).score
        assert score == pytest.approx((0.5 + 0.5 + 2.0 + 2.0) / 6.0)

    def test_misses_at_any_horizon_cost_everything(self):
        name = "planner_miss_rate_within_bound"
        assert found(self.run(5.9), name).score == 1.0
        assert found(self.run(6.1), name).score == 0.0

    def test_without_a_recorded_driver_there_is_no_score_and_a_reason(self):
        result = found(steady(), "planner_expert_final_l2_error_within_bound")
        assert result.score is None
        assert result.note == "there is no recorded driver"
        assert "planner_miss_rate_within_bound" in OPEN_LOOP.metrics


class TestScore:
    def test_a_clean_run_scores_one(self):
        assert evaluate(steady(60, expert=TestProgress().expert(10.0))).score == pytest.approx(1.0)

    def test_weights_and_multipliers(self):
        results = {name: MetricResult(0.5) for name in CLOSED_LOOP.multipliers}
        results |= {name: MetricResult(1.0) for name in CLOSED_LOOP.weights}
        results["ego_is_comfortable"] = MetricResult(0.0)
        assert CLOSED_LOOP.score(results) == pytest.approx(0.5**4 * 14.0 / 16.0)

    def test_metrics_without_a_score_do_not_count(self):
        results = {
            "ego_is_comfortable": MetricResult(0.25),
            "speed_limit_compliance": MetricResult(),
        }
        assert CLOSED_LOOP.score(results) == 0.25

    def test_a_metric_of_ones_own_is_one_function(self):
        def far_enough(evaluation):
            return MetricResult(float(evaluation.run.center[-1, 0] > 1000.0))

        run = steady(60, expert=TestProgress().expert(10.0))
        scored = evaluate(run, [far_enough])
        assert scored.results["far_enough"].score == 0.0
        assert scored.score == pytest.approx(16.0 / 17.0)

    def test_two_metrics_of_one_name_are_refused(self):
        def ego_is_comfortable(_):
            return MetricResult()

        with pytest.raises(InputError, match="two metrics called 'ego_is_comfortable'"):
            evaluate(steady(), [ego_is_comfortable])

    def test_without_a_map_only_metrics_without_lanes_have_a_score(self):
        scored = evaluate(drive(np.arange(60.0), speeds=10.0))
        without = {name for name in CLOSED_LOOP.metrics if scored.results[name].score is None}
        assert without == {
            "drivable_area_compliance",
            "driving_direction_compliance",
            "speed_limit_compliance",
        }
        for name in without:
            assert scored.results[name].note == "the scenario has no map"

    def test_every_module_of_a_metric_is_found(self):
        assert set(CLOSED_LOOP.metrics) | set(OPEN_LOOP.metrics) < set(builtin_metrics())
        assert len(builtin_metrics()) == 18


class TestWorld:
    """Turning, mirroring and moving the world, and the order of tracks, change no score."""

    def scene(self, turn=0.0, mirror=1.0, shift=(0.0, 0.0), order=(0, 1, 2)):
        ego_x, ego_y = np.arange(40.0), 0.002 * np.arange(40.0) ** 2
        heading = np.arctan2(0.004 * np.arange(40.0), 1.0)
        others = [
            (60.0 + 0.0 * ego_x, 3.0, 0.3, 0.0),
            (ego_x - 12.0, -0.3, 0.0, 11.0),
            (25.0, 8.0 - 0.4 * ego_x, -np.pi / 2, 4.0),
        ]

        def placed(x, y):
            y = mirror * y
            return (
                np.cos(turn) * x - np.sin(turn) * y + shift[0],
                np.sin(turn) * x + np.cos(turn) * y + shift[1],
            )

        moved = [
            (*placed(x, y + 0.0 * ego_x), mirror * yaw + turn, speed)
            for x, y, yaw, speed in (others[i] for i in order)
        ]
        xs, ys = placed(ego_x, ego_y)
        return drive(xs, ys, mirror * heading + turn, 10.0, others=moved)

    @pytest.mark.parametrize(
        "change",
        [
            {"turn": 1.0},
            {"mirror": -1.0},
            {"shift": (1000.0, -400.0)},
            {"turn": -2.5, "mirror": -1.0, "shift": (3.0, 4.0)},
            {"order": (2, 0, 1)},
        ],
    )
    def test_scores_stay(self, change):
        plain, moved = evaluate(self.scene()), evaluate(self.scene(**change))
        assert moved.score == pytest.approx(plain.score, abs=1e-12)
        for name in ("no_ego_at_fault_collisions", "time_to_collision_within_bound"):
            assert moved.results[name].score == plain.results[name].score
        name = "no_ego_at_fault_collisions"
        assert moved.results[name].statistics == pytest.approx(plain.results[name].statistics)
