"""Runs with planners: recorded, verified, restored, replayed; with the planner, or its plans."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from project_ghost.batch import InProcess, verify
from project_ghost.cli import main
from project_ghost.closed_loop.controller import ScenarioEgoController
from project_ghost.closed_loop.metrics import MetricResult
from project_ghost.closed_loop.observation import ScenarioObservation
from project_ghost.closed_loop.planner import load_planner
from project_ghost.closed_loop.runner import SimulationRunner
from project_ghost.closed_loop.scenario import AssembledScenario
from project_ghost.closed_loop.simulation import (
    Simulation,
    SimulationSetup,
    StepSimulationTimeController,
)
from project_ghost.runs import (
    MetricRunner,
    RecordingCallback,
    checkpoint,
    debug,
    planners_of_programs,
    prepare,
    recorded_run,
    replay,
    require_level,
)
from project_ghost.scenario import ScenarioFile, load_scenario
from project_ghost.telemetry import Recording

SCENARIO = """
version: 1
name: with-planner
step: 50ms
duration: 2s
actors:
  ego:
    kind: car
    start: {x_m: 0, y_m: 0, yaw_deg: 10, speed_mps: 3}
    speed_mps: 5
    driver: {kind: planner, planner: "turning.py:Turning", period: 200ms}
  other: {kind: car, speed_mps: 4, route: {waypoints: [[30, 10], [60, 20]]}}
"""
# Turns more with every plan, so what it answers depends on what it has planned before.
PLANNER = """
from project_ghost.closed_loop.planner import AbstractPlanner, SimplePlanner


class Turning(AbstractPlanner):
    def __init__(self, gain=0.01):
        self.gain = gain

    def name(self):
        return "Turning"

    def observation_type(self):
        return SimplePlanner().observation_type()

    def initialize(self, initialization):
        self.plans = 0

    def compute_planner_trajectory(self, current_input):
        self.plans += 1
        simple = SimplePlanner(steering_angle=self.gain * self.plans)
        return simple.compute_planner_trajectory(current_input)


class Saved(Turning):
    def save(self):
        return str(self.plans).encode()

    def load(self, data):
        self.plans = int(data)
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ScenarioFile:
    monkeypatch.chdir(tmp_path)  # where checkpoints look for classes
    (tmp_path / "turning.py").write_text(PLANNER)
    (tmp_path / "s.yaml").write_text(SCENARIO)
    return load_scenario(tmp_path / "s.yaml")


def saved(tmp_path: Path) -> ScenarioFile:
    text = SCENARIO.replace("turning.py:Turning", "turning.py:Saved")
    (tmp_path / "saved.yaml").write_text(text)
    return load_scenario(tmp_path / "saved.yaml")


def recorded(file: ScenarioFile, folder: Path) -> tuple[Path, str]:
    """Record a run, with the summary that a rerun finds its classes by."""
    from project_ghost.runs import write_summary

    folder.mkdir()
    prepared = prepare(file, execution="interpreted")
    result = recorded_run(prepared, folder)
    write_summary(
        folder,
        result,
        staging_s=0.0,
        running_s=1.0,
        recorded=True,
        code_folders=prepared.runnable.code_folders,
    )
    return folder / "run.mcap", result.digest


def test_each_run_has_a_planner_of_its_own(file: ScenarioFile) -> None:
    prepared = prepare(file, execution="interpreted")
    assert prepared.run().digest == prepared.run().digest


def test_the_manifest_names_the_planner_and_the_hash_of_its_source(
    file: ScenarioFile, tmp_path: Path
) -> None:
    path, _ = recorded(file, tmp_path / "run")
    with Recording(path) as recording:
        planner = json.loads(recording.manifest["planners"])["ego"]
        assert recording.manifest["level"] == "host"
        assert recording["/planners/ego"].count == 11
    assert planner["planner"] == "turning.py:Turning"
    assert planner["class"] == "turning:Turning"
    assert planner["level"] == "host"
    assert len(planner["source_sha256"]) == 64


def test_a_rerun_asks_the_planner_or_drives_its_plans(file: ScenarioFile, tmp_path: Path) -> None:
    path, digest = recorded(file, tmp_path / "run")
    assert prepare(path, trust=True, execution="interpreted").run().digest == digest
    with_plans = prepare(path, plans=path, execution="interpreted")
    assert with_plans.run().digest == digest
    assert with_plans.run().digest == digest  # the plans are read again from the start
    require_level(with_plans, "portable")


def test_plans_drive_where_the_planner_is_not_trusted_or_gone(
    file: ScenarioFile, tmp_path: Path
) -> None:
    path, digest = recorded(file, tmp_path / "run")
    with pytest.raises(ValueError, match="names a planner of yours or of others"):
        prepare(path, execution="interpreted").run()
    (tmp_path / "turning.py").unlink()
    assert prepare(path, plans=path, execution="interpreted").run().digest == digest
    verified = ["verify", str(path), "-n", "1", "--executor", "in-process", "--exec", "interpreted"]
    assert main([*verified, "--plans", "recorded"]) == 0
    assert main(verified) == 2  # nobody is there to be asked


def test_verify_finds_a_changed_planner_and_its_plans_verify_all_the_same(
    file: ScenarioFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, _ = recorded(file, tmp_path / "run")
    with Recording(path) as original:
        results = {}
        for name, plans in (("plans", path), ("planner", None)):
            folder = tmp_path / name
            folder.mkdir()
            if plans is None:
                from project_ghost.closed_loop.planner import planner_class

                changed: Any = planner_class("turning.py:Turning", [tmp_path])
                monkeypatch.setattr(changed.__init__, "__defaults__", (0.02,))
            results[name] = verify(
                file,
                InProcess(),
                folder,
                executions=["interpreted"],
                original=original,
                plans=plans,
            )
    assert results["plans"].is_same
    assert not results["planner"].is_same


@pytest.mark.parametrize("planner", ["with save", "without"])
@pytest.mark.parametrize("at", ["1s", "1.05s"])
def test_a_run_goes_on_from_a_checkpoint_with_or_without_save(
    tmp_path: Path, file: ScenarioFile, at: str, planner: str
) -> None:
    file = saved(tmp_path) if planner == "with save" else file
    path, digest = recorded(file, tmp_path / "run")
    stored = checkpoint(path, at, trust=True, execution="interpreted")
    from_there = prepare(stored.path, trust=True, execution="interpreted")
    assert from_there.run().digest == digest
    assert from_there.run().digest == digest
    with_plans = prepare(stored.path, trust=True, plans=path, execution="interpreted")
    assert with_plans.run().digest == digest


def test_another_planner_can_begin_at_a_checkpoint(file: ScenarioFile, tmp_path: Path) -> None:
    path, digest = recorded(file, tmp_path / "run")
    stored = checkpoint(path, "1s", trust=True, execution="interpreted")
    fork = prepare(
        stored.path, ["actors.ego.driver.planner=simple"], trust=True, execution="interpreted"
    )
    first = fork.run()
    assert first.digest != digest
    assert fork.run().digest == first.digest


def test_a_replay_asks_the_planner_again_and_finds_the_first_number(
    file: ScenarioFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, _ = recorded(file, tmp_path / "run")
    same = replay(path, "ego/planner", trust=True)
    assert same.is_same
    assert (same.kind, same.samples) == ("Port", 11)
    # The vehicle alone, with the recorded plans: no planner is asked.
    assert replay(path, "ego", trust=True).is_same
    from project_ghost.closed_loop.planner import planner_class

    changed: Any = planner_class("turning.py:Turning", [tmp_path])
    monkeypatch.setattr(changed.__init__, "__defaults__", (0.010000001,))
    other = replay(path, "ego/planner", trust=True)
    assert other.first is not None
    assert other.first.signal == "ego/planner.plan"
    assert other.first.time_ns == 0


def test_the_debugger_opens_the_planner(file: ScenarioFile, tmp_path: Path) -> None:
    path, _ = recorded(file, tmp_path / "run")
    output = io.StringIO()
    debug(
        path,
        "1s",
        "ego/planner",
        trust=True,
        execution="interpreted",
        stdin=io.StringIO("p self.plans\np time_ns\nc\n"),
        stdout=output,
    )
    text = output.getvalue()
    assert "compute_planner_trajectory" in text
    assert "(Pdb) 5" in text  # plans at 0, 0.2, 0.4, 0.6 and 0.8 s
    assert "(Pdb) 1000000000" in text


def test_a_program_records_a_simulation_like_ghost_run(file: ScenarioFile, tmp_path: Path) -> None:
    path, digest = recorded(file, tmp_path / "run")
    scenario = AssembledScenario.from_file(file)
    callback = RecordingCallback(tmp_path / "program")
    simulation = Simulation(
        SimulationSetup(
            StepSimulationTimeController(scenario),
            ScenarioObservation(scenario),
            ScenarioEgoController(scenario),
            scenario,
        ),
        callback,
        execution="interpreted",
    )
    planner = load_planner("turning.py:Turning", [tmp_path])
    report = SimulationRunner(simulation, planner).run()
    assert report.succeeded, report.error_message
    assert simulation.digest == digest
    with Recording(path) as one, Recording(callback.path) as two:
        assert one.digests().channels == two.digests().channels
        assert one.digests().order == two.digests().order
        assert planners_of_programs(one) == ()
        assert planners_of_programs(two) == ("ego",)
    assert (
        prepare(callback.path, plans=callback.path, execution="interpreted").run().digest == digest
    )


def test_metrics_are_evaluated_again_from_a_recording_with_ones_own(
    file: ScenarioFile, tmp_path: Path
) -> None:
    path, _ = recorded(file, tmp_path / "run")

    def samples(evaluation: Any) -> MetricResult:
        return MetricResult(statistics={"samples": len(evaluation.run)})

    report = MetricRunner(path, [samples]).run()
    assert report.succeeded, report.error_message
    assert report.metrics is not None
    assert report.metrics.results["samples"].statistics == {"samples": 11}
    assert "ego_is_comfortable" in report.metrics.results
    assert 0.0 <= report.score <= 1.0


def test_a_planner_that_fails_leaves_a_recording_up_to_there(tmp_path: Path) -> None:
    (tmp_path / "failing_later.py").write_text(
        PLANNER.replace("self.plans += 1", "self.plans += 1\n        1 / (self.plans - 4)")
    )
    text = SCENARIO.replace("turning.py:Turning", "failing_later.py:Turning")
    (tmp_path / "f.yaml").write_text(text)
    folder = tmp_path / "run"
    folder.mkdir()
    with pytest.raises(Exception, match="ego/planner"):
        recorded_run(prepare(load_scenario(tmp_path / "f.yaml"), execution="interpreted"), folder)
    with Recording(folder / "run.mcap") as recording:
        assert "failed" in recording.results
        assert recording["/planners/ego"].count == 3
