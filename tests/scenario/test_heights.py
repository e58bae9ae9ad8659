"""Goal: an actor above another one passes it, and is seen over low obstacles.

Method: a quadrotor flies an eight whose ends lie over a person and over a low wall, high and
low; a car looks over a wall, and does not.
"""

import pytest

from project_ghost.core.errors import InputError
from project_ghost.runs import prepare
from project_ghost.scenario import parse_scenario
from project_ghost.scenario.assembly import assemble

FLIGHT = """\
version: 1
name: over
step: 5ms
duration: 14s
actors:
  person:
    kind: pedestrian
    speed_mps: 0.01
    route: {{waypoints: [[5, 0], [5, 1]]}}
    {person}
  drone:
    kind: quadrotor
    trajectory: {{centre_m: [0, 0, {z}], length_m: 10, width_m: 4, period_s: 8}}
    controller: {{rate_hz: 100}}
scenery:
  wall: {{box: {{x_m: -5, y_m: 0, length_m: 0.5, width_m: 4}}{wall}}}
recording: {{pose: 100ms}}
"""


def touched(z: float, wall: str = ", height_m: 1", person: str = "mass_kg: 75") -> set[str]:
    """With whom or what the drone has a contact."""
    text = FLIGHT.format(z=z, wall=wall, person=person)
    result = prepare(parse_scenario(text), execution="interpreted").run()
    pairs = [{contact.first, contact.second} for contact in result.contacts]
    return {name for pair in pairs if "drone" in pair for name in pair - {"drone"}}


@pytest.mark.slow
def test_a_drone_touches_nothing_high_above_and_both_low_down() -> None:
    assert touched(2.5) == set()
    assert touched(0.8) == {"person", "wall"}


@pytest.mark.slow
def test_between_the_heights_only_the_higher_is_hit() -> None:
    assert touched(1.5) == {"person"}
    assert touched(1.5, person="height_m: 1.2") == set()
    assert touched(2.5, wall="") == {"wall"}  # without limit, unless it says otherwise


def test_a_start_above_something_is_not_an_overlap() -> None:
    above = FLIGHT.replace("x_m: -5", "x_m: 0")
    assemble(parse_scenario(above.format(z=2.5, wall=", height_m: 1", person="mass_kg: 75")))
    with pytest.raises(InputError, match="drone overlaps wall at the start"):
        assemble(parse_scenario(above.format(z=2.5, wall="", person="mass_kg: 75")))


SIGHT = """\
version: 1
name: looking
step: 50ms
duration: 1s
actors:
  car:
    kind: car
    speed_mps: 1
    route: {{waypoints: [[0, 0], [8, 0]]}}
    sensors: {{eyes: {{kind: detector, period: 50ms, range_m: 40{eyes}}}}}
  person:
    kind: pedestrian
    speed_mps: 0.1
    route: {{waypoints: [[25, 0], [25, 1]]}}
scenery:
  wall: {{box: {{x_m: 15, y_m: 0, length_m: 0.5, width_m: 10}}, height_m: {height}}}
"""


@pytest.mark.parametrize(
    ("height", "eyes", "seen"),
    [(0.5, "", 1.0), (1.4, "", 0.0), (1.4, ", mount_z_m: 3", 1.0), (0.7, ", mount_z_m: 0.1", 0.0)],
)
def test_a_car_looks_over_a_low_wall(height: float, eyes: str, seen: float) -> None:
    text = SIGHT.format(height=height, eyes=eyes)
    prepared = prepare(parse_scenario(text), execution="interpreted")
    counts: list[float] = []

    def listen(engine):
        engine.bus.subscribe(
            "test", lambda m: counts.append(len(m.payload["objects"])), "/sensors/car/eyes"
        )

    prepared.run(listeners=[listen])
    assert set(counts) == {seen}


@pytest.mark.slow
def test_a_drone_above_the_road_is_not_a_leader() -> None:
    road = """\
version: 1
name: road
step: 20ms
duration: 22s
actors:
  car:
    kind: car
    speed_mps: 10
    driver: {{kind: idm}}
    route: {{waypoints: [[0, 0], [80, 0]]}}
  drone: {{kind: quadrotor, hover_m: [40, 0, {z}], controller: {{rate_hz: 50}}}}
recording: {{pose: 100ms}}
"""
    places = {}
    for z in (8.0, 1.0):
        prepared = prepare(parse_scenario(road.format(z=z)), execution="interpreted")
        positions = prepared.run(keep_positions=True).positions
        assert positions is not None
        places[z] = positions.values[-1, 0, 0]
    assert places[8.0] == pytest.approx(80.0, abs=0.5)
    assert places[1.0] < 40.0
