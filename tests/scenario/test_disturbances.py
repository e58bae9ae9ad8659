"""Goal: disturbances of a scenario have an effect: ice, wind, faults, sensors.

Method: small scenes, interpreted, each beside the same scene without the trouble.
"""

from typing import Any

import numpy as np
import pytest

from project_ghost.core.bus import Message
from project_ghost.runs import prepare
from project_ghost.scenario import parse_scenario

CAR = """\
version: 1
name: one-car
step: 20ms
duration: 6s
actors:
  car:
    kind: car
    speed_mps: 10
    start: {x_m: 0, y_m: 0, speed_mps: 10}
    route: {waypoints: [[0, 0], [40, 0]]}
    sensors:
      gnss: {kind: gnss, rate_hz: 10}
      eyes: {kind: detector, rate_hz: 5, range_m: 30}
  walker:
    kind: pedestrian
    speed_mps: 1
    route: {waypoints: [[45, 4], [45, -40]]}
"""


def ran(text: str, channel: str = "/none") -> tuple[Any, list[Message]]:
    heard: list[Message] = []
    prepared = prepare(parse_scenario(text), execution="interpreted")
    result = prepared.run(
        keep_positions=True,
        listeners=[lambda engine: engine.bus.subscribe("test", heard.append, channel)],
    )
    return result, heard


def end_x(text: str) -> float:
    result, _ = ran(text)
    assert result.positions is not None
    return float(result.positions.values[-1, 0, 0])


@pytest.mark.slow
def test_on_ice_a_car_slides_past_the_end_of_its_route() -> None:
    ice = CAR + (
        "disturbances: {friction: {ice: "
        "{friction: 0.05, polygon: [[10, -5], [90, -5], [90, 5], [10, 5]]}}}\n"
    )
    assert abs(end_x(CAR) - 40.0) < 1.0
    assert end_x(ice) > 45.0


@pytest.mark.slow
def test_a_stuck_accelerator_drives_on() -> None:
    stuck = CAR + ("faults: [{kind: stuck_actuator, at: 1s, actor: car, actuator: accelerator}]\n")
    assert end_x(stuck) > 44.0
    mended = stuck.replace("actuator: accelerator", "actuator: accelerator, lasting: 20ms")
    assert abs(end_x(mended) - 40.0) < 1.0


def test_a_killed_actor_is_gone_and_that_is_an_event() -> None:
    result, heard = ran(CAR + "faults: [{kind: kill, at: 2s, actor: walker}]\n", "/events/*")
    assert result.positions is not None
    alive = ~np.isnan(result.positions.values[:, 1, 0])
    # It is there up to its last tick, and from the next one on it is not.
    assert alive.tolist() == [True] * 21 + [False] * 40
    output = [(m.channel, m.stamp_sim_ns) for m in heard]
    assert ("/events/fault", 2_000_000_000) in output
    assert ("/events/despawned", 2_020_000_000) in output


def test_a_silenced_sensor_publishes_nothing_meanwhile() -> None:
    fault = "faults: [{kind: sensor_dropout, at: 2s, actor: car, sensor: gnss, lasting: 1s}]\n"
    _, heard = ran(CAR + fault, "/sensors/car/gnss")
    silent = {*range(0, 6_000_000_001, 100_000_000)} - {m.stamp_sim_ns for m in heard}
    assert silent == {*range(2_000_000_000, 3_000_000_000, 100_000_000)}


@pytest.mark.slow
def test_two_delays_of_a_sensor_add_up() -> None:
    fault = (
        "faults:\n"
        "  - {kind: latency, at: 1s, actor: car, sensor: gnss, extra: 200ms}\n"
        "  - {kind: latency, at: 2s, actor: car, sensor: gnss, extra: 100ms}\n"
    )
    quiet = CAR.replace("rate_hz: 10}", "rate_hz: 10, position_noise_m: 0}")
    _, on_time = ran(quiet, "/sensors/car/gnss")
    _, late = ran(quiet + fault, "/sensors/car/gnss")
    fixes = [_payload(m)["fix_m"] for m in on_time]
    delayed = {m.stamp_sim_ns // 100_000_000: _payload(m)["fix_m"] for m in late}
    assert delayed[5] == fixes[5]
    assert 11 not in delayed  # the newer measurement has arrived already
    assert delayed[15] == fixes[13]
    assert delayed[25] == fixes[22]


def test_a_detector_sees_near_actors_and_not_itself() -> None:
    _, heard = ran(CAR, "/sensors/car/eyes")
    seen = [[each["actor"] for each in _payload(m)["objects"]] for m in heard]
    assert seen[0] == []  # 45 m away
    assert ["walker"] in seen
    assert all(names in ([], ["walker"]) for names in seen)


@pytest.mark.slow
def test_wind_pushes_flying_actors() -> None:
    quad = """\
version: 1
name: hover
step: 5ms
duration: 3s
actors:
  quad: {kind: quadrotor, hover_m: [0, 0, 5], controller: {rate_hz: 100}}
"""
    calm, _ = ran(quad)
    windy, _ = ran(quad + "disturbances: {wind: {velocity_mps: [6, 0, 0]}}\n")
    assert calm.positions is not None
    assert windy.positions is not None
    assert abs(calm.positions.values[-1, 0, 2] - 5.0) < 0.05
    assert np.abs(calm.positions.values[:, 0, 0]).max() < 0.01
    assert windy.positions.values[:, 0, 0].max() > 0.02


def test_a_gust_pushes_when_it_blows() -> None:
    quad = """\
version: 1
name: hover
step: 5ms
duration: 3s
actors:
  quad: {kind: quadrotor, hover_m: [0, 0, 5], controller: {rate_hz: 100}}
disturbances: {wind: {gust: {at: 1s, lasting: 500ms, peak_mps: [0, 9, 0]}}}
"""
    result, _ = ran(quad)
    assert result.positions is not None
    pushed = np.abs(result.positions.values[:, 0, 1])
    assert pushed[:11].max() < 1e-6  # up to 1 s
    assert pushed[12:20].max() > 0.01


def test_ice_may_have_any_shape() -> None:
    angle = "[[10, -5], [90, -5], [90, 5], [89, 5], [89, 4], [10, 4]]"
    ice = CAR + (f"disturbances: {{friction: {{ice: {{friction: 0.05, polygon: {angle}}}}}}}\n")
    assert end_x(ice) > 45.0


@pytest.mark.slow
def test_a_late_accelerator_brakes_too_late() -> None:
    late = CAR + (
        "faults: [{kind: latency, at: 1s, actor: car, actuator: accelerator, extra: 1s}]\n"
    )
    places = [
        ran(text)[0].positions.values[:, 0, 0]
        for text in (CAR, late, late.replace("accelerator", "steering"))
    ]
    at_1s, at_3s = 10, 30
    assert places[1][at_1s] == places[0][at_1s]
    assert places[1][at_3s] > places[0][at_3s] + 1.5
    assert abs(places[2][at_3s] - places[0][at_3s]) < 0.1  # straight on, it steers for nothing


@pytest.mark.slow
def test_late_motors_shake_a_quadrotor_which_is_calm_before_and_after() -> None:
    quad = """\
version: 1
name: hover
step: 5ms
duration: 4s
actors:
  quad: {kind: quadrotor, hover_m: [0, 0, 5], controller: {rate_hz: 100}}
disturbances: {wind: {gust_std_mps: 0.5}}
"""
    late = quad + (
        "faults:\n"
        "  - {kind: latency, at: 1s, lasting: 300ms, actor: quad, actuator: motor0, extra: 60ms}\n"
        "  - {kind: latency, at: 1s, lasting: 300ms, actor: quad, actuator: motor2, extra: 60ms}\n"
    )
    (calm, _), (shaken, heard) = ran(quad), ran(late, "/events/fault")
    assert calm.positions is not None
    assert shaken.positions is not None
    apart = np.abs(calm.positions.values - shaken.positions.values).max(axis=(1, 2))
    assert apart[:11].max() == 0.0
    assert apart[12:].max() > 1e-4
    assert [m.stamp_sim_ns for m in heard] == [1_000_000_000] * 2 + [1_300_000_000] * 2


@pytest.mark.slow
def test_a_camera_of_30_hz_keeps_its_rate_under_any_step() -> None:
    for step, due in (("1ms", [0, 34, 67, 100]), ("20ms", [0, 40, 80, 100])):
        text = (
            CAR.replace("step: 20ms", f"step: {step}")
            .replace("duration: 6s", "duration: 1s")
            .replace("rate_hz: 5, range_m: 30", "rate_hz: 30, on_grid: true, latency: 100ms")
        )
        _, heard = ran(text, "/sensors/car/eyes")
        # The measurements of the first three samples are still on their way.
        assert [m.stamp_sim_ns // 1_000_000 - 100 for m in heard[:4]] == due
        assert len(heard) == 28


@pytest.mark.slow
def test_a_yielding_car_waits_until_the_circle_is_clear() -> None:
    text = """\
version: 1
name: give-way
step: 50ms
duration: 8s
actors:
  minor:
    kind: car
    speed_mps: 8
    start: {x_m: 0, y_m: -40, speed_mps: 8}
    route: {waypoints: [[0, -40], [0, 40]]}
    driver: {kind: idm, yields: [{line_m: [0, -8], clear_m: [0, 0], radius_m: 15}]}
  major:
    kind: car
    speed_mps: 3
    start: {x_m: -14, y_m: 0, speed_mps: 3}
    route: {waypoints: [[-14, 0], [60, 0]]}
"""
    waiting, _ = ran(text)
    alone, _ = ran(text.replace(", yields: [{line_m: [0, -8], clear_m: [0, 0], radius_m: 15}]", ""))
    assert waiting.positions is not None
    assert alone.positions is not None
    at_5s = 50
    front = 4.7 / 2
    assert waiting.positions.values[at_5s, 0, 1] + front < -7.5
    assert alone.positions.values[at_5s, 0, 1] > -5.0


def _payload(message: Message) -> Any:
    return message.payload
