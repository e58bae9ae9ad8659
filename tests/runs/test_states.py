"""Goal: a recording holds truth and belief that can be compared."""

import json
from pathlib import Path

import numpy as np
import pytest

from project_ghost.cli import main
from project_ghost.runs import prepare, recorded_run
from project_ghost.runs.reopen._reopened import ReopenedRun
from project_ghost.state import VehicleState
from project_ghost.telemetry import MCAPReplayReader, decode_message

TRUTH = "/truth/car/state"
FILTER = "/belief/car/filter/state"
NOISY = "/belief/car/noisy/state"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    result: Path = tmp_path_factory.mktemp("run")
    recorded_run(prepare("car-estimation", ["duration=3s"], execution="interpreted"), result)
    return result


@pytest.fixture(scope="module")
def states(folder: Path) -> dict[str, list[VehicleState]]:
    result: dict[str, list[VehicleState]] = {TRUTH: [], FILTER: [], NOISY: []}
    with MCAPReplayReader(folder / "run.mcap") as reader:
        for message in reader:
            if message.channel in result:
                assert message.schema_name == "VehicleState"
                state = decode_message(message)
                assert state.stamp_sim_ns == state.stamp_wall_ns == message.log_time_sim_ns
                result[message.channel].append(state)
    return result


@pytest.mark.slow
def test_all_have_the_same_stamps(states: dict[str, list[VehicleState]]) -> None:
    stamps = [[state.stamp_sim_ns for state in each] for each in states.values()]
    assert stamps[0] == stamps[1] == stamps[2] == [i * 100_000_000 for i in range(31)]


def test_truth_has_no_covariance_and_beliefs_do(states: dict[str, list[VehicleState]]) -> None:
    assert all(state.nav.covariance_15x15 is None for state in states[TRUTH])
    assert all(state.nav.covariance_15x15 is not None for state in states[FILTER] + states[NOISY])
    assert not any(state.nav.imu_biases.accel_bias_mps2.any() for state in states[TRUTH])
    assert states[FILTER][-1].nav.imu_biases.accel_bias_mps2.any()


def test_truth_is_where_the_car_is(folder: Path, states: dict[str, list[VehicleState]]) -> None:
    poses = []
    with MCAPReplayReader(folder / "run.mcap") as reader:
        poses = [m.payload_dict for m in reader if m.channel == "/groundtruth/pose"]
    for pose, state in zip(poses, states[TRUTH], strict=True):
        assert state.nav.pose.position_enu_m.tolist() == [pose["x_m"], pose["y_m"], pose["z_m"]]
        assert state.nav.twist_world.linear_mps[:2].tolist() == [pose["vx_mps"], pose["vy_mps"]]


def test_the_filter_is_near_the_truth(states: dict[str, list[VehicleState]]) -> None:
    for true, believed in zip(states[TRUTH], states[FILTER], strict=True):
        covariance = believed.nav.covariance_15x15
        assert covariance is not None
        off = believed.nav.pose.position_enu_m - true.nav.pose.position_enu_m
        assert (np.abs(off) < 4.0 * np.sqrt(np.diag(covariance)[:3])).all()


def channels(belief: str) -> list[str]:
    return ["--truth-channel", TRUTH, "--belief-channel", belief]


@pytest.mark.parametrize("belief", [FILTER, NOISY])
def test_the_report_is_made_of_a_runs_own_recording(folder, tmp_path, belief) -> None:
    path, output = str(folder / "run.mcap"), tmp_path / "report.json"
    files = ["--truth-mcap", path, "--belief-mcap", path]
    arguments = ["analyze-belief", *files, *channels(belief), "--output", str(output)]
    assert main(arguments) == 0
    report = json.loads(output.read_text())["report"]
    assert report["total_samples"] == report["samples_with_covariance"] == 31
    assert 0.0 < report["max_position_error_m"] < 3.0


def test_an_estimator_is_evaluated_from_a_runs_folder(folder, capsys) -> None:
    files = ["--truth-mcap", str(folder), "--belief-mcap", str(folder)]
    assert main(["evaluate-estimator", "--json", *files, *channels(FILTER)]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["evaluation"]["samples"] == 31
    assert document["evaluation"]["parts"]["position"]["inside_3_sigma"] > 0.9


def test_a_recording_without_its_chain_is_known_by_its_messages_again(folder, monkeypatch) -> None:
    """So that what is compared is what was written, and not the signals that it was made of."""
    monkeypatch.setattr("project_ghost.runs.reopen._checker.CHANNEL_LINKS", "/none")
    with ReopenedRun(folder, execution="interpreted") as reopened:
        assert not reopened.checker.by_chain
        reopened.prepared.run(duration_ns=500_000_000, listeners=[reopened.checker.attach])
        reopened.checker.require_same()
        assert reopened.checker.count > 50


def test_without_a_choice_the_error_lists_the_channels(folder, capsys) -> None:
    files = ["--truth-mcap", str(folder), "--belief-mcap", str(folder)]
    assert main(["analyze-belief", *files]) == 2
    assert f"one of {FILTER}, {NOISY}, {TRUTH}" in capsys.readouterr().err
