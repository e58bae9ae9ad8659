"""Goal: the detector sees what stands in its field of view and behind nothing else."""

import math
from typing import Any

import numpy as np
import pytest

from project_ghost.core.errors import InputError
from project_ghost.models.sensors import (
    OBJECT_ROW,
    OBJECT_SERIAL,
    OBJECT_VX,
    OBJECT_VY,
    OBJECT_X,
    OBJECT_Y,
    OBJECT_YAW,
    ObjectDetector,
)
from project_ghost.models.sensors._object_detector import keep_nearest
from project_ghost.testing import check_component
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, SERIAL, VX, VY, YAW, X, Y
from tests.models.sensors.rig import traced

EXACT: dict[str, Any] = dict.fromkeys(
    ("range_noise_m", "range_noise_share", "bearing_noise_rad", "yaw_noise_rad"), 0.0
) | {"velocity_noise_mps": 0.0}
HERE: dict[str, Any] = {"position": [(0.0, 0.0, 0.0)], "attitude": [(1.0, 0.0, 0.0, 0.0)]}
WALL = ((10.0, -1.0), (11.0, -1.0), (11.0, 1.0), (10.0, 1.0))


def bodies(*places: tuple[float, float]) -> np.ndarray[Any, Any]:
    """Actors at these places, alive, with serials from 100 on."""
    found = np.zeros((len(places), BODY_WIDTH))
    for row, (x, y) in enumerate(places):
        found[row, ALIVE], found[row, SERIAL] = 1.0, 100.0 + row
        found[row, X], found[row, Y] = x, y
    return found


def looked(detector: ObjectDetector, scene: Any, **truth: Any) -> list[list[float]]:
    """What is reported of one picture."""
    objects, count = traced(
        detector, 1, "objects", "count", **{**HERE, **truth}, bodies=[scene.tolist()]
    )
    return [list(each) for each in objects[0][: int(count[0])]]


def rows_seen(detector: ObjectDetector, scene: Any, **truth: Any) -> list[int]:
    return [int(each[OBJECT_ROW]) for each in looked(detector, scene, **truth)]


def test_it_reports_what_is_there_in_the_vehicles_axes() -> None:
    """The vehicle at (10, 20) looks north; the actor is 5 m ahead and 2 m to the left."""
    scene = bodies((8.0, 25.0))
    scene[0, YAW], scene[0, VX], scene[0, VY] = 2.0, 3.0, 4.0
    half = math.sqrt(0.5)
    (seen,) = looked(
        ObjectDetector(1, **EXACT),
        scene,
        position=[(10.0, 20.0, 1.0)],
        attitude=[(half, 0.0, 0.0, half)],
    )
    assert (seen[OBJECT_ROW], seen[OBJECT_SERIAL]) == (0.0, 100.0)
    assert (seen[OBJECT_X], seen[OBJECT_Y]) == pytest.approx((5.0, 2.0))
    assert seen[OBJECT_YAW] == pytest.approx(2.0 - math.pi / 2)
    assert (seen[OBJECT_VX], seen[OBJECT_VY]) == pytest.approx((4.0, -3.0))


def test_range_and_field_of_view_end_where_they_say() -> None:
    detector = ObjectDetector(6, **EXACT, range_max_m=20.0, range_min_m=2.0)
    scene = bodies((20.0, 0.0), (20.1, 0.0), (1.9, 0.0), (9.0, 8.9), (8.9, 9.0), (-5.0, 0.0))
    assert rows_seen(detector, scene) == [0, 3]


def test_the_mount_turns_and_moves_the_eye() -> None:
    """To the rear, from a metre behind the centre; places are still from the centre."""
    detector = ObjectDetector(2, **EXACT, mount_x_m=-1.0, mount_yaw_rad=math.pi, range_max_m=5.0)
    (seen,) = looked(detector, bodies((-6.0, 0.0), (5.0, 0.0)))
    assert (seen[OBJECT_X], seen[OBJECT_Y]) == pytest.approx((-6.0, 0.0))


def test_the_dead_and_its_own_row_are_not_seen() -> None:
    scene = bodies((5.0, 0.0), (6.0, 1.0), (7.0, -1.0))
    scene[1, ALIVE] = 0.0
    assert rows_seen(ObjectDetector(3, **EXACT, own_row=0), scene) == [2]


def test_who_stands_behind_another_is_hidden() -> None:
    sizes: dict[str, Any] = {"half_length": 2.0, "half_width": 1.0}
    scene = bodies((10.0, 0.0), (20.0, 0.0), (20.0, 8.0))
    assert rows_seen(ObjectDetector(3, **EXACT, **sizes), scene) == [0, 2]
    scene[0, ALIVE] = 0.0
    assert rows_seen(ObjectDetector(3, **EXACT, **sizes), scene) == [1, 2]


def test_its_own_vehicle_hides_nothing() -> None:
    scene = bodies((0.0, 0.0), (10.0, 0.0))
    detector = ObjectDetector(2, **EXACT, half_length=2.0, half_width=1.0, own_row=0)
    assert rows_seen(detector, scene) == [1]


@pytest.mark.parametrize("radius", [0.0, 0.5])
def test_scenery_hides_and_what_peeps_out_is_seen_by_its_share(radius) -> None:
    """A box or a pillar behind the wall's edge, more and more of it in sight."""
    sizes = {"radius": radius} if radius else {"half_length": 0.5, "half_width": 0.5}

    def seen(y: float, least: float) -> bool:
        detector = ObjectDetector(1, **EXACT, **sizes, scenery=[WALL], least_visible=least)
        return bool(rows_seen(detector, bodies((20.0, y))))

    assert not seen(0.0, 0.0)
    assert seen(1.7, 0.1)
    assert not seen(1.7, 0.9)
    assert seen(4.0, 1.0)


def test_scenery_of_any_shape_hides_by_its_pieces() -> None:
    """An L that is open towards the sensor: behind its arm hidden, in its corner seen."""
    corner = ((10, -5), (16, -5), (16, 5), (15, 5), (15, -4), (10, -4))
    detector = ObjectDetector(3, **EXACT, scenery=[corner])
    assert rows_seen(detector, bodies((13.0, 2.0), (20.0, 0.0), (13.0, -4.7))) == [0]


def test_a_circle_hides_as_well() -> None:
    scene = bodies((10.0, 0.0), (20.0, 0.2), (20.0, 5.0))
    assert rows_seen(ObjectDetector(3, **EXACT, radius=(1.0, 0.1, 0.1)), scene) == [0, 2]


def test_the_nearest_are_kept_in_the_order_of_rows() -> None:
    scene = bodies((30.0, 1.0), (10.0, 2.0), (40.0, 3.0), (20.0, 4.0))
    detector = ObjectDetector(4, **EXACT, max_objects=2)
    assert rows_seen(detector, scene) == [1, 3]


def test_of_equals_the_first_rows_are_kept() -> None:
    ranges = np.array([2.0, 2.0, 1.0, 2.0, 2.0])
    keep_nearest(ranges, 3)
    assert ranges.tolist() == [2.0, 2.0, 1.0, 0.0, 0.0]


@pytest.mark.slow
def test_noise_is_along_and_across_the_line_of_sight() -> None:
    scene = bodies((30.0, 0.0))
    detector = ObjectDetector(
        1,
        range_noise_m=0.1,
        range_noise_share=0.01,
        bearing_noise_rad=0.002,
        yaw_noise_rad=0.05,
        velocity_noise_mps=0.3,
    )
    (objects,) = traced(detector, 3000, "objects", bodies=[scene.tolist()], **HERE)
    found = objects[:, 0, :]
    spread = found.std(axis=0)
    assert spread[OBJECT_X] == pytest.approx(0.4, rel=0.06)
    assert spread[OBJECT_Y] == pytest.approx(0.06, rel=0.06)
    assert spread[OBJECT_YAW] == pytest.approx(0.05, rel=0.06)
    assert spread[OBJECT_VX] == pytest.approx(0.3, rel=0.06)
    assert spread[OBJECT_VY] == pytest.approx(0.3, rel=0.06)
    assert found[:, OBJECT_X].mean() == pytest.approx(30.0, abs=4 * 0.4 / math.sqrt(3000))


def test_a_bearing_bias_turns_all_of_it() -> None:
    detector = ObjectDetector(1, **EXACT, bearing_bias_rad=(0.1,))
    (seen,) = looked(detector, bodies((10.0, 0.0)))
    assert math.atan2(seen[OBJECT_Y], seen[OBJECT_X]) == pytest.approx(0.1)


@pytest.mark.slow
def test_misses_are_each_actors_own() -> None:
    scene = bodies((10.0, 0.0), (12.0, 3.0))
    detector = ObjectDetector(2, **EXACT, miss=0.3)
    objects, count, valid = traced(
        detector, 3000, "objects", "count", "valid", bodies=[scene.tolist()], **HERE
    )
    assert valid.min() == 1.0
    shares = [(count == n).mean() for n in range(3)]
    assert shares == pytest.approx([0.09, 0.42, 0.49], abs=0.04)
    alone = objects[count == 1][:, 0, OBJECT_ROW]
    assert alone.mean() == pytest.approx(0.5, abs=0.06)


def test_dropout_loses_whole_pictures_and_latency_delays_them() -> None:
    scenes = []
    for k in range(20):
        scene = bodies((10.0 + k, 0.0))
        scene[0, ALIVE] = 0.0 if k == 7 else 1.0
        scenes.append(scene.tolist())
    detector = ObjectDetector(1, **EXACT, latency=2)
    objects, count, valid = traced(
        detector,
        20,
        "objects",
        "count",
        "valid",
        bodies=scenes,
        dropped=[1.0 if k == 15 else 0.0 for k in range(20)],
        **HERE,
    )
    assert valid.tolist() == [0.0, 0.0] + [0.0 if k == 15 else 1.0 for k in range(2, 20)]
    assert count.tolist() == [0.0, 0.0] + [0.0 if k == 9 else 1.0 for k in range(2, 20)]
    ahead = objects[:, 0, OBJECT_X].tolist()
    wanted = [0.0, 0.0] + [0.0 if k == 9 else 8.0 + k for k in range(2, 20)]
    wanted[15] = wanted[14]
    assert ahead == pytest.approx(wanted)


def test_what_does_not_fit_the_scene_is_refused() -> None:
    with pytest.raises(InputError, match="half_length"):
        ObjectDetector(3, half_length=(1.0, 2.0))
    with pytest.raises(InputError, match="own_row"):
        ObjectDetector(3, own_row=3)
    with pytest.raises(InputError, match="miss"):
        ObjectDetector(3, miss=2.0)


@pytest.mark.slow
def test_interpreted_and_compiled_alike() -> None:
    detector = ObjectDetector(
        6,
        max_objects=3,
        half_length=0.4,
        half_width=0.3,
        radius=(0.0, 0.2, 0.0, 0.2, 0.0, 0.0),
        scenery=[((1.0, 0.0), (1.2, 0.0), (1.1, 0.3))],
        field_of_view_rad=5.0,
        range_min_m=0.0,
        dropout=0.1,
        miss=0.1,
        latency=1,
    )
    ranges = {"extra_latency": (0.0, 3.0), "dropped": (0.0, 0.0), "attitude": (0.1, 1.0)}
    check_component(detector, ranges=ranges, samples=100)
