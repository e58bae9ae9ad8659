"""Goal: estimators are in the scenario's graph as its keys say, and each mistake is named."""

from pathlib import Path
from typing import Any

import pytest

from project_ghost.core.errors import InputError
from project_ghost.scenario import load_scenario
from project_ghost.scenario.assembly import Assembly, assemble

GOOD = """\
version: 1
name: believing
step: 10ms
duration: 2s
actors:
  car:
    kind: car
    speed_mps: 4
    start: {x_m: 3, y_m: 1, yaw_deg: 90, speed_mps: 2}
    route: {waypoints: [[3, 2], [3, 80]]}
    sensors:
      imu: {kind: imu, rate_hz: 50, gyro_noise: 0.001}
      gnss: {kind: gnss, rate_hz: 5, latency: 200ms, position_noise_m: 0.7}
      compass: {kind: compass, rate_hz: 10}
      wheels: {kind: odometry, rate_hz: 25, noise_mps: 0.03, track_m: 1.6}
    estimators:
      filter: {kind: error_state_filter, imu: imu, gnss: gnss, odometry: wheels}
      noisy: {kind: noisy_truth, declared: {position_m: 2, velocity_mps: 1, attitude_rad: 0.1}}
recording: {pose: 100ms}
"""


def assembled(tmp_path: Path, text: str) -> Assembly:
    path = tmp_path / "believing.yaml"
    path.write_text(text, encoding="utf-8")
    return assemble(load_scenario(path))


def test_a_filter_takes_the_noises_of_its_sensors(tmp_path: Path) -> None:
    assembly = assembled(tmp_path, GOOD)
    result: dict[str, Any] = dict(assembly.graph.components["car/filter"].parameters)
    assert result["gyro_noise"] == 0.001
    assert result["gnss_position_noise_m"] == 0.7
    assert result["gnss_latency"] == 10  # of its own samples, 20 ms each
    assert result["speed_noise_mps"] == pytest.approx(0.03 / 2**0.5)
    wheels, gyro = 0.03 * 2**0.5 / 1.6, 0.001 / 0.02**0.5
    assert result["yaw_rate_noise_rps"] == pytest.approx((wheels**2 + gyro**2) ** 0.5)
    assert result["accel_mean_s"] == 0.01
    assert result["position_m"] == (3.0, 1.0, 0.0)
    assert result["velocity_mps"] == pytest.approx((0.0, 2.0, 0.0))
    assert result["attitude_q"] == pytest.approx((0.5**0.5, 0.0, 0.0, 0.5**0.5))
    assert assembly.graph.group_of["car/filter"] == assembly.graph.group_of["car/imu"]
    assert "car/filter/compass_count" not in assembly.graph.components


def test_noises_of_the_file_override_those_of_the_sensors(tmp_path: Path) -> None:
    output = GOOD.replace("odometry: wheels}", "gyro_noise: 0.5, gate_sigma: 4, position_std_m: 9}")
    result = assembled(tmp_path, output).graph.components["car/filter"].parameters
    assert (result["gyro_noise"], result["gate_sigma"], result["position_std_m"]) == (0.5, 4.0, 9.0)


def test_a_noisy_truth_has_the_declared_covariance(tmp_path: Path) -> None:
    declared: Any = assembled(tmp_path, GOOD).graph.components["car/noisy"].parameters["declared"]
    assert [declared[i][i] for i in range(15)] == [4.0] * 3 + [1.0] * 3 + [0.1 * 0.1] * 3 + [
        0.0
    ] * 6
    assert sum(map(sum, declared)) == pytest.approx(15.03)


def test_truth_and_beliefs_are_published_together(tmp_path: Path) -> None:
    assembly = assembled(tmp_path, GOOD)
    published = {each.channel: each for each in assembly.graph.publications}
    channels = ["/truth/car/state", "/belief/car/filter/state", "/belief/car/noisy/state"]
    assert list(assembly.states) == channels
    assert {published[channel].group for channel in channels} == {"recording"}


def test_an_actor_may_believe_without_sensors(tmp_path: Path) -> None:
    start, _, rest = GOOD.partition("    sensors:\n")
    rest = rest[rest.index("    estimators:") :]
    text = start + "\n".join(line for line in rest.splitlines() if "filter" not in line) + "\n"
    assert list(assembled(tmp_path, text).states) == ["/truth/car/state", "/belief/car/noisy/state"]


FILTER = "actors.car.estimators.filter"


@pytest.mark.parametrize(
    ("old", "new", "line", "key", "what"),
    [
        ("imu: imu, gnss", "gnss", 17, FILTER, "'imu' is missing"),
        ("imu: imu,", "imu: inu,", 17, f"{FILTER}.imu", "has no imu 'inu'; did you mean 'imu'?"),
        ("imu: imu,", "imu: gnss,", 17, f"{FILTER}.imu", "of the kind gnss, not imu"),
        ("gnss: gnss,", "gnss: wheels,", 17, f"{FILTER}.gnss", "of the kind odometry, not gnss"),
        ("odometry: wheels}", "compas: compass}", 17, f"{FILTER}.compas", "did you mean 'compass'"),
        ("kind: error_state_filter", "kind: kalman", 17, f"{FILTER}.kind", "no kind 'kalman'"),
        (
            "gyro_noise: 0.001}",
            "latency: 20ms}",
            17,
            f"{FILTER}.imu",
            "'imu' is 20_000_000 ns late",
        ),
        (
            "imu: {kind: imu, rate_hz: 50,",
            "imu: {kind: imu, rate_hz: 30, on_grid: true,",
            17,
            f"{FILTER}.imu",
            "is on_grid",
        ),
        (
            "recording: {pose: 100ms}",
            "recording: {pose: 50ms}",
            12,
            "actors.car.sensors.imu.rate_hz",
            "a sample every 20_000_000 ns",
        ),
        (
            "noisy: {kind: noisy_truth,",
            "noisy: {kind: noisy_truth, period: 30ms,",
            18,
            "actors.car.estimators.noisy.period",
            "a sample every 30_000_000 ns",
        ),
        (
            "noisy: {kind: noisy_truth,",
            "noisy: {kind: noisy_truth, rate_hz: 33,",
            18,
            "actors.car.estimators.noisy.rate_hz",
            "33",
        ),
        (
            ", attitude_rad: 0.1}",
            "}",
            18,
            "actors.car.estimators.noisy.declared",
            "'attitude_rad' is missing",
        ),
        ("      noisy:", "      wheels:", 18, "actors.car.estimators.wheels", "also has a sensor"),
        ("      noisy:", "      truth:", 18, "actors.car.estimators.truth", "'car/truth' is taken"),
        (
            "position_noise_m: 0.7",
            "position_noise_m: 0",
            17,
            FILTER,
            "'gnss_position_noise_m' is 0.0",
        ),
        (
            "gnss: {kind: gnss, rate_hz: 5, latency: 200ms,",
            "gnss: {kind: gnss, period: 10ms, latency: 30ms,",
            13,
            "actors.car.sensors.gnss.latency",
            "not a whole number of samples of 'imu'",
        ),
    ],
)  # fmt: skip
def test_a_mistake_names_file_line_and_key(
    tmp_path: Path, old: str, new: str, line: int, key: str, what: str
) -> None:
    assert GOOD.count(old) == 1
    with pytest.raises(InputError) as caught:
        assembled(tmp_path, GOOD.replace(old, new))
    error = caught.value
    assert what in error.what
    assert error.where == f"{tmp_path}/believing.yaml:{line}: {key}"
    assert error.expected
    assert error.fix
