"""Goal: planners drive scenarios from the command line; failures are seen and count."""

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from project_ghost.analysis.scores import read_scores
from project_ghost.cli import main
from project_ghost.runs import read_checkpoint
from project_ghost.telemetry import Recording

from .command import run_command

SCENARIO = """
version: 1
name: NAME
step: 50ms
duration: 1s
actors:
  ego:
    kind: car
    start: {x_m: 0, y_m: 0, yaw_deg: 0, speed_mps: 3}
    speed_mps: 5
    route: {waypoints: [[0, 0], [50, 0]]}
"""
FAILING = """
from project_ghost.closed_loop.planner import AbstractPlanner, SimplePlanner


class Failing(AbstractPlanner):
    def name(self):
        return "Failing"

    def observation_type(self):
        return SimplePlanner().observation_type()

    def initialize(self, initialization):
        self.simple = SimplePlanner()

    def compute_planner_trajectory(self, current_input):
        if current_input.iteration.index == 3:
            raise KeyError("on purpose")
        return self.simple.compute_planner_trajectory(current_input)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scenes").mkdir()
    for name in ("one", "two"):
        text = SCENARIO.replace("NAME", name)
        (tmp_path / "scenes" / f"{name}.yaml").write_text(text)
    (tmp_path / "failing.py").write_text(FAILING)
    return tmp_path


def test_a_folder_of_scenarios_with_two_planners(capsys) -> None:
    command = ["simulate", "--scenario", "scenes", "--planner", "simple", "failing.py:Failing"]
    code, out, _ = run_command(capsys, *command, "-o", "out")
    assert code == 1
    lines = [line for line in out.splitlines() if " one " in line or " two " in line]
    assert ["failed: " in line for line in lines] == [True, True, False, False]  # failures first
    assert "KeyError" in lines[0]
    assert "failing.py:Failing: 0.0000, 2 scenarios, 2 failed" in out
    with Recording(Path("out/simple/one/run.mcap")) as recording:
        assert recording["/planners/ego"].count == 11
    with Recording(Path("out/failing.py_Failing/two/run.mcap")) as recording:
        assert "failed" in recording.results
    assert "failed.ghost" in out


def test_tables_have_every_run_also_those_that_failed(capsys, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)  # CSV without it
    monkeypatch.setattr(
        "project_ghost.closed_loop.runner._tables.find_spec", lambda name: None if name else name
    )
    command = ["simulate", "--scenario", "scenes", "--planner", "simple", "failing.py:Failing"]
    run_command(capsys, *command, "-o", "out", "--no-record")
    with Path("out/scores.csv").open() as file:
        rows = list(csv.DictReader(file))
    final = {row["planner_name"]: row for row in rows if row["scenario"] == "final_score"}
    assert set(final) == {"simple", "failing.py:Failing"}
    assert float(final["failing.py:Failing"]["score"]) == 0.0
    assert final["failing.py:Failing"]["num_scenarios"] == "2"
    own = [float(r["score"]) for r in rows if r["planner_name"] == "simple" and r["log_name"]]
    assert float(final["simple"]["score"]) == pytest.approx(sum(own) / 2)
    with Path("out/runner_report.csv").open() as file:
        reports = list(csv.DictReader(file))
    assert [row["succeeded"] for row in reports] == ["True", "True", "False", "False"]
    assert "on purpose" in reports[-1]["error_message"]
    assert float(reports[0]["compute_trajectory_runtimes_mean"]) > 0.0
    with Path("out/metrics.csv").open() as file:
        metrics = {row["metric"] for row in csv.DictReader(file)}
    assert {"ego_is_comfortable", "no_ego_at_fault_collisions"} <= metrics
    assert not list(Path("out").rglob("*.mcap"))


@pytest.mark.slow
def test_scores_stay_beside_the_recording(capsys) -> None:
    flags = ["--scenario", "scenes", "--limit", "1", "--planner", "simple", "-o", "out", "--json"]
    assert main(["simulate", *flags]) == 0
    (result,) = json.loads(capsys.readouterr().out)["simulations"]
    (path,) = Path("out").rglob("scores.json")
    with Recording(path.with_name("run.mcap")) as recording:
        scores = read_scores(recording)
    assert scores is not None
    assert scores.score == pytest.approx(result["score"])
    assert scores.metrics["ego_mean_speed"].series["speed_mps"].shape == scores.stamps_ns.shape
    so_far = scores.so_far
    assert so_far.score[-1] == pytest.approx(scores.score, rel=1e-6)
    assert so_far.stamps_ns[-1] == scores.stamps_ns[-1]
    assert 2 <= len(so_far.stamps_ns) <= 8
    assert "no_ego_at_fault_collisions" in so_far.metrics


def test_parallel_runs_give_the_same_digests(capsys) -> None:
    digests = []
    for jobs in ("1", "2"):
        command = ["simulate", "--scenario", "scenes", "--planner", "simple", "--json"]
        code, out, _ = run_command(capsys, *command, "--jobs", jobs, "-o", f"out{jobs}")
        assert code == 0
        digests.append([each["digest"] for each in json.loads(out)["simulations"]])
    assert digests[0] == digests[1]
    # The recording is one of `ghost run`, and verifies.
    assert main(["verify", "out1/simple/one", "--executor", "in-process", "-n", "1"]) == 0


def test_filter_limit_option_and_duration(capsys) -> None:
    command = ["simulate", "--scenario", "scenes", "one.yaml", "--planner", "simple", "--json"]
    Path("one.yaml").write_text(Path("scenes/one.yaml").read_text().replace("one", "three"))
    flags = ["--duration", "500ms", "--period", "50ms", "--option", "max_velocity=2"]
    code, out, _ = run_command(
        capsys, *command, *flags, "--filter", "t*", "--limit", "1", "--no-record", "-o", "out"
    )
    assert code == 0
    (only,) = json.loads(out)["simulations"]
    assert (only["scenario"], only["iterations"]) == ("two", 11)
    code, _, err = run_command(capsys, *command, "--no-record", "-o", "out")
    assert code == 2
    assert "out already contains results: scores." in err


TRACKED = """
populations:
  traffic: {kind: tracks, file: tracks.csv}
"""
POLICY = """
import numpy as np
from project_ghost.models.tracks import AbstractAgentPolicies


class Brakes(AbstractAgentPolicies):
    def act(self, agents, bodies, time_ns):
        command = np.zeros((len(agents), 2))
        command[:, 1] = -3.0 * agents[:, 0]
        return command
"""


def test_a_class_of_the_users_moves_recorded_vehicles(capsys) -> None:
    rows = [f"{i}00000000,lead,vehicle,4.5,1.8,{20 + i},0,0,10,0" for i in range(11)]
    header = "time_ns,track,kind,length_m,width_m,x_m,y_m,yaw_rad,vx_mps,vy_mps"
    Path("scenes/tracks.csv").write_text("\n".join([header, *rows]) + "\n")
    Path("scenes/two.yaml").write_text(SCENARIO.replace("NAME", "two") + TRACKED)
    Path("policies").mkdir()
    Path("policies/braking.py").write_text(POLICY)
    command = ["simulate", "--scenario", "scenes/two.yaml", "--planner", "simple", "--json"]
    policy = ["--observation", "policy", "--policy", "policies/braking.py:Brakes"]
    ends = []
    for number, flags in enumerate([[], policy]):
        code, _, _ = run_command(capsys, *command, *flags, "-o", f"out{number}")
        assert code == 0
        with Recording(Path(f"out{number}/simple/two/run.mcap")) as recording:
            poses = [message.payload for message in recording["/groundtruth/pose"]]
        ends.append([each["x_m"] for each in poses if each["actor"] == "traffic/lead"][-1])
    assert ends[0] == pytest.approx(30.0)
    # 10 m/s less 3 m/s2 for 1 s, or for two steps less until the first command acts.
    assert 20.0 + 10.0 - 1.5 <= ends[1] <= 20.0 + 10.0 - 1.2


def test_a_requirement_that_is_missed_is_named_and_gives_exit_code_1(capsys) -> None:
    command = ["simulate", "--scenario", "scenes", "--planner", "simple", "--no-record"]
    met = ["--require", "ego_mean_speed > 1", "--require", "no_ego_at_fault_collisions"]
    code, out, _ = run_command(capsys, *command, *met, "-o", "out1")
    assert code == 0
    assert "required ego_mean_speed > 1: met by all" in out
    missed = ["--require", "goal_reached", "--require", "score>=0"]
    code, out, _ = run_command(capsys, *command, *missed, "-o", "out2")
    assert code == 1
    assert "misses goal_reached" in next(line for line in out.splitlines() if " one " in line)
    assert "required goal_reached: missed by 2 of 2" in out
    assert "required score>=0: met by all" in out
    code, out, _ = run_command(capsys, *command, *missed, "--json", "-o", "out3")
    assert [each["missed"] for each in json.loads(out)["simulations"]] == [["goal_reached"]] * 2


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["--planner", "simpel"], "did you mean 'simple'?"),
        (["--planner", "simple", "--filter", "x*"], "No scenarios found to simulate!"),
        (["--planner", "simple", "--jobs", "0"], "--jobs is 0"),
        (
            ["--planner", "simple", "--challenge", "reactive", "--controller", "lqr"],
            "has a controller",
        ),
        (["--planner", "simple", "--option", "no=1"], "has no option 'no'"),
        (["--planner", "simple", "--observation", "policy"], "without --policy"),
        (["--planner", "simple", "--policy", "a.py:B"], "without --observation policy"),
        (
            ["--planner", "simple", "--observation", "policy", "--policy", "a.py:B"],
            "there is no file a.py",
        ),
        (
            [
                "--planner",
                "simple",
                "--observation",
                "policy",
                "--policy",
                "json.decoder:JSONDecoder",
            ],
            "'JSONDecoder' in json.decoder is not a component",
        ),
        (
            ["--planner", "idm", "simple", "--option", "max_velocity=fast"],
            "IDMPlanner has no option 'max_velocity'",
        ),
        (
            ["--planner", "simple", "--option", "max_velocity=fast"],
            "the option 'max_velocity' of SimplePlanner is 'fast'",
        ),
        (["--planner", "simple", "--option", "max_velocity=true"], "options: horizon_seconds, "),
        (["--planner", "simple", "--option", "sampling_time=-1"], "sampling_time is -1"),
        (["--planner", "log-future", "--option", "scenario=1"], "has no option 'scenario'"),
        (["--planner", "simple", "--require", "goal_reach"], "did you mean 'goal_reached'?"),
        (["--planner", "simple", "--require", "score>=high"], "is not a requirement"),
    ],
)
def test_a_mistake_is_one_clear_message(flags: list[str], words: str, capsys) -> None:
    code, out, err = run_command(capsys, "simulate", "--scenario", "scenes", *flags)
    assert (code, out) == (2, "")
    assert words in err
    assert not Path("runs").exists()


@pytest.mark.slow
def test_the_first_ten_minutes(capsys) -> None:
    assert main(["new", "planner", "mine"]) == 0
    assert "ghost simulate --scenario urban-crossing --planner mine.py:Mine" in (
        capsys.readouterr().out
    )
    command = ["simulate", "--scenario", "urban-crossing", "--planner", "mine.py:Mine", "--json"]
    code, out, _ = run_command(capsys, *command, "--duration", "3s")
    assert code == 0
    (only,) = json.loads(out)["simulations"]
    assert only["iterations"] == 31
    assert only["metrics"]["drivable_area_compliance"] == 1.0


def test_ctrl_c_keeps_the_results_so_far(capsys, monkeypatch) -> None:
    from project_ghost import batch

    simulate = batch.simulate

    def interrupted(*arguments, **options):
        yield next(simulate(*arguments, **options))
        raise KeyboardInterrupt

    monkeypatch.setattr(batch, "simulate", interrupted)
    command = ["simulate", "--scenario", "scenes", "--planner", "simple", "--no-record"]
    code, out, err = run_command(capsys, *command, "-o", "out")
    assert code == 130
    assert "the results have 1 of 2 runs" in err
    assert "simple: " in out
    assert list(Path("out").glob("scores.*"))


HOSTILE = """
import sys
from failing import Failing


class One(Failing):  # rich has an emoji of this name
    def compute_planner_trajectory(self, current_input):
        ego, _ = current_input.history.current_state
        return [ego]


class Leaving(Failing):
    def compute_planner_trajectory(self, current_input):
        sys.exit(0)


class LeavingAtOnce(Failing):
    def __init__(self):
        sys.exit(0)


class LeavingFirst(Failing):
    def initialize(self, initialization):
        sys.exit(0)


class GiveUp(BaseException):
    pass


class GivingUp(Failing):
    def compute_planner_trajectory(self, current_input):
        raise GiveUp("no way")


class GivingUpNamelessly(GivingUp):
    def name(self):
        raise GiveUp("no name")
"""


def test_a_planner_that_ends_the_process_ends_only_its_run(capsys, folder: Path) -> None:
    (folder / "hostile.py").write_text(HOSTILE)
    names = [f"hostile.py:{name}" for name in ("Leaving", "LeavingAtOnce", "LeavingFirst")]
    command = ["simulate", "--scenario", "scenes/one.yaml", "--planner", *names, "simple"]
    code, out, _ = run_command(capsys, *command, "-o", "out", "--no-record")
    assert code == 1
    assert out.count("sys.exit(0)") == 2
    assert "cannot be made: SystemExit" in out
    assert [f"{name}: 0.0000, 1 scenario, 1 failed" in out for name in names] == [True] * 3
    assert "\nsimple: " in out


def test_what_is_no_exception_fails_its_run_too(capsys, folder: Path) -> None:
    (folder / "hostile.py").write_text(HOSTILE)
    names = ["hostile.py:GivingUp", "hostile.py:GivingUpNamelessly"]
    command = ["simulate", "--scenario", "scenes/one.yaml", "--planner", *names, "simple"]
    code, out, err = run_command(capsys, *command, "-o", "out")
    assert (code, err) == (1, "")
    assert out.count("the planner raised GiveUp: no way") == 2
    assert "\nsimple: " in out
    code, _, err = run_command(
        capsys, "run", "scenes/one.yaml", "--set",
        "actors.ego.driver={kind: planner, planner: 'hostile.py:GivingUp'}", "-o", "run",
    )  # fmt: skip
    assert code == 2
    assert "the planner raised GiveUp: no way" in err


THREADED = """
import threading
from failing import Failing


class Threaded(Failing):
    def initialize(self, initialization):
        super().initialize(initialization)
        threading.Thread(target=threading.Event().wait, name="for ever").start()

    def compute_planner_trajectory(self, current_input):
        return self.simple.compute_planner_trajectory(current_input)
"""


@pytest.mark.slow
def test_a_thread_of_a_planner_does_not_keep_the_command_alive(folder: Path) -> None:
    (folder / "threaded.py").write_text(THREADED)
    command = ["simulate", "--scenario", "scenes", "--planner", "threaded.py:Threaded"]
    done = subprocess.run(
        [sys.executable, "-m", "project_ghost", *command, "-o", "out"],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert list(Path("out").glob("scores.*"))
    assert "still running: for ever" in done.stderr


def test_a_failure_says_which_line_of_the_planner_and_what_was_expected(
    capsys, folder: Path
) -> None:
    (folder / "hostile.py").write_text(HOSTILE)
    names = ["hostile.py:One", "failing.py:Failing"]
    command = ["simulate", "--scenario", "scenes/one.yaml", "--no-record", "--planner", *names]
    _, out, _ = run_command(capsys, *command, "-o", "out")
    line = next(k for k, text in enumerate(FAILING.splitlines(), 1) if "on purpose" in text)
    assert f"KeyError: 'on purpose' (failing.py:{line})" in out
    assert "\nhostile.py:One: 0.0000" in out  # no emoji
    _, out, _ = run_command(capsys, *command, "-o", "again", "--json")
    error = json.loads(out)["simulations"][0]["error"]
    assert "the planner answered list" in error
    assert "planner Failing, iteration 0 at 0.000 s" in error
    assert "expected: an AbstractTrajectory" in error


def test_the_fix_for_a_missing_nuplan_module_is_not_the_flag_that_was_given(
    folder: Path,
) -> None:
    (folder / "theirs.py").write_text("import nuplan.nowhere\n")
    run = [sys.executable, "-m", "project_ghost", "simulate", "--scenario", "scenes/one.yaml"]
    for flags, has_hint in (((), True), (("--nuplan-names",), False)):
        command = [*run, "--planner", "theirs.py:Theirs", *flags]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ended.returncode == 2
        assert ("add `--nuplan-names`" in ended.stderr) is has_hint


LATE = """
from project_ghost.closed_loop.planner import SimplePlanner


class Late(SimplePlanner):
    def compute_planner_trajectory(self, current_input):
        if current_input.iteration.index == 2:
            return None
        return super().compute_planner_trajectory(current_input)
"""


def test_a_run_that_fails_leaves_the_moment_before_to_drive_on_from(capsys, folder: Path) -> None:
    # Corrected by a file: this process has imported the module already.
    fails = "index == 3 and Path('broken').exists()"
    code = f"from pathlib import Path\n{FAILING.replace('index == 3', fails)}"
    (folder / "mended.py").write_text(code)
    (folder / "broken").touch()
    command = ["simulate", "--scenario", "scenes/one.yaml", "--planner", "mended.py:Failing"]
    command += ["--exec", "interpreted", "--json"]
    _, out, _ = run_command(capsys, *command, "-o", "first")
    path = Path(json.loads(out)["simulations"][0]["checkpoint"])
    assert path == Path("first/mended.py_Failing/one/failed.ghost")
    assert read_checkpoint(path).time_ns == 250_000_000  # iteration 3 is at 0.3 s
    (folder / "broken").unlink()
    _, out, _ = run_command(capsys, *command, "-o", "second")
    (whole,) = json.loads(out)["simulations"]
    assert whole["checkpoint"] is None
    flags = ["--trust", "--exec", "interpreted", "--json"]
    status, out, _ = run_command(capsys, "run", "--from", str(path), *flags, "-o", "from")
    assert status == 0
    assert json.loads(out)["digest"] == whole["digest"]


@pytest.mark.parametrize(
    ("code", "name", "words"),
    [
        (FAILING, "Failing", ["KeyError: 'on purpose'", "planner Failing, iteration 3 at 0.300 s"]),
        (LATE, "Late", ["None", "iteration 2 at 0.200 s", "expected: ", "fix: "]),
    ],
)
def test_a_run_says_which_planner_failed_when_and_what_was_expected(
    code: str, name: str, words: list[str], capsys
) -> None:
    Path(f"run_{name.lower()}.py").write_text(code)
    text = Path("scenes/one.yaml").read_text()
    driver = f"driver: {{kind: planner, planner: 'run_{name.lower()}.py:{name}'}}"
    Path("own.yaml").write_text(f"{text}    {driver}\n")
    status, _, err = run_command(capsys, "run", "own.yaml", "-o", "out")
    assert status == 2
    for each in words:
        assert each in err
    assert "numbers for every output" not in err or name == "Failing"


WANDERING = """\
import os
from pathlib import Path

from project_ghost.closed_loop.planner import SimplePlanner


class Wandering(SimplePlanner):
    def initialize(self, initialization):
        super().initialize(initialization)
        os.chdir(Path.home().anchor)
"""


def test_a_planner_that_changes_the_folder_goes_alone(capsys, folder: Path) -> None:
    (folder / "wandering.py").write_text(WANDERING)
    command = ["simulate", "--scenario", "scenes", "--planner", "wandering.py:Wandering", "simple"]
    code, _, _ = run_command(capsys, *command, "-o", "out")
    assert code == 0
    assert Path.cwd() == folder
    assert list(Path("out").glob("scores.*"))
    assert len(list(Path("out/wandering.py_Wandering").glob("*/summary.json"))) > 0
