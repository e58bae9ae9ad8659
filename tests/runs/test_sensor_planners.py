"""Planners that see raw channels of a recording, in scenario files."""

import hashlib
from typing import Any

import pytest

from project_ghost.cli import main
from project_ghost.core.errors import GhostError
from project_ghost.runs import checkpoint, prepare, recorded_run
from project_ghost.scenario import load_scenario
from project_ghost.telemetry import Recording

PLANNER = """\
from project_ghost.closed_loop.observation import LidarChannel, Sensors
from project_ghost.closed_loop.planner import AbstractPlanner, SimplePlanner

class Sensing(AbstractPlanner):
    def __init__(self):
        self.simple, self.seen = SimplePlanner(), []

    def name(self):
        return "sensing"

    def initialize(self, initialization):
        self.simple.initialize(initialization)

    def observation_type(self):
        return Sensors

    def compute_planner_trajectory(self, current_input):
        _, sensors = current_input.history.current_state
        self.seen.append((current_input.iteration.index, sensors))
        return self.simple.compute_planner_trajectory(current_input)
"""

SCENARIO = """\
version: 1
name: sensing
step: 50ms
duration: 1s
actors:
  ego:
    kind: car
    start: {x_m: 0, y_m: 0, yaw_deg: 0, speed_mps: 4}
    speed_mps: 4
    route: {waypoints: [[0, 0], [100, 0]]}
    driver:
      kind: planner
      planner: sensing_channels.py:Sensing
      sensors: {file: log.mcap, pointcloud: /poses, images: {CAM_F0: /poses}, offset: 200ms}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "log").mkdir()
    (tmp_path / "run").mkdir()
    recorded_run(prepare(load_scenario("t-junction-4", ["duration=2s"])), tmp_path / "log")
    (tmp_path / "log" / "run.mcap").rename(tmp_path / "log.mcap")
    (tmp_path / "sensing_channels.py").write_text(PLANNER)
    with Recording(tmp_path / "log.mcap") as recording:
        channel = next(name for name, each in recording.channels.items() if each.count > 20)
    (tmp_path / "sensing.yaml").write_text(SCENARIO.replace("/poses", channel))
    return tmp_path, channel


def test_it_sees_the_latest_message_of_each_channel(folder):
    path, channel = folder
    prepared = prepare(load_scenario(path / "sensing.yaml"))
    prepared.run()
    (session,) = prepared.planners.sessions.values()
    planner: Any = session.planner
    seen = dict(planner.seen)
    with Recording(path / "log.mcap") as recording:
        messages = [(each.log_time, each.data) for each in recording[channel].stored()]
    for index in (0, 4, 10):
        due = [data for time, data in messages if time <= 200_000_000 + index * 100_000_000][-1]
        (cloud,), (image,) = seen[index].pointcloud.values(), seen[index].images.values()
        assert cloud == image == due
    assert len({hashlib.sha256(e.pointcloud.popitem()[1]).digest() for e in seen.values()}) > 1


def test_its_recording_carries_the_file(folder):
    path, _ = folder
    digest = recorded_run(prepare(load_scenario(path / "sensing.yaml")), path / "run").digest
    (path / "log.mcap").unlink()
    assert prepare(path / "run", trust=True).run().digest == digest
    stored = checkpoint(path / "run", 500_000_000, path / "half.ghost", trust=True)
    assert prepare(stored.path, trust=True).run().digest == digest


@pytest.mark.usefixtures("folder")
def test_the_command_line_runs_it():
    flags = ["--planner", "sensing_channels.py:Sensing", "--no-record", "-o", "out"]
    assert main(["simulate", "--scenario", "sensing.yaml", *flags]) == 0


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("sensors.pointcloud=/nowhere", "there is no channel '/nowhere'"),
        ("sensors.images={CAM_X0: /a}", "there is no camera 'CAM_X0'"),
        ("sensors.file=other.mcap", "there is no recording 'other.mcap'"),
    ],
)
def test_mistakes_are_refused(folder, setting, message):
    file = load_scenario(folder[0] / "sensing.yaml", [f"actors.ego.driver.{setting}"])
    with pytest.raises(GhostError, match=message):
        prepare(file).run()


def test_without_sensors_in_the_scenario_it_is_refused(folder):
    text = (folder[0] / "sensing.yaml").read_text().partition("      sensors:")[0]
    (folder[0] / "blind.yaml").write_text(text)
    with pytest.raises(GhostError, match="did not receive the right observations"):
        prepare(load_scenario(folder[0] / "blind.yaml")).run()
