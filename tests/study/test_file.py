"""Goal: study.yaml says what it says, and mistakes in it are told by line and key."""

from dataclasses import replace

import pytest

from project_ghost.cli import main
from project_ghost.cli.templates._study import STUDY_TEXT
from project_ghost.cli.terminal._work_progress import work_progress
from project_ghost.core.errors import InputError
from project_ghost.study import Conditions, ProcessMode, parse_study, planned_experiments
from project_ghost.study.file._resolved import resolved_text

FULL = """
version: 1
name: all-of-it
description: Everything at once.
simulator: tests.study.toys:prepare
settings: {set: [a=1], speed: 2}
seed: 7
tolerance_m: 0.5
duration: 2500ms
end: {first_collision: true, last_waypoint: true}
scenarios:
  one: {collision: true, actors: {car: van}, settings: {set: [b=2]}}
  two:
controllers: {soft: {set: [c=3], speed: 9}}
baseline: {load: 25, instances: 2, process: reused, nice: 5, cpus: "0,1", controller: default}
factors:
  nice: {levels: [-20, 0, 19], at_load: [25, 75]}
  load: [0, 25, 75]
  process: [fresh, reused]
  cpus: [any, 0]
  controller: [soft]
  instances: [1, 2]
  gpu_load: [50]
  memory: [0, any]
repeats: [10, 100]
confidence: {differing_runs_below: 0.01, at: 0.9}
budget: 90s
stop_early: false
fresh_repeats: 3
time_limit: 20s
log_every: 250ms
restricted: {load: 50}
memory_test_mb: 0
"""


def test_a_file_with_everything_is_read_and_written_back() -> None:
    study = parse_study(FULL)
    assert (study.duration_ns, study.log_every_ns) == (2_500_000_000, 250_000_000)
    assert study.baseline == Conditions(25, 2, ProcessMode.REUSED, 5, "0,1", "default", 0)
    assert study.end_at_last_waypoint
    assert study.nice_at_loads == (25, 75)
    assert study.scenarios[0].actors == ("car",)
    assert study.scenarios[0].kinds == {"car": "van"}
    assert parse_study(resolved_text(study)) == study
    settings = study.settings_of(study.scenarios[0], "soft")
    assert settings["set"] == ("a=1", "b=2", "c=3")
    assert settings["speed"] == 9
    assert settings["duration_ns"] == 2_500_000_000


def test_the_default_is_998_repeats_of_what_is_cheap() -> None:
    short = "scenarios: [a]\nsimulator: g\n"
    study = parse_study(short)
    assert study.repeats == (10, 100, 998)
    assert study.budget_ns == 300_000_000_000
    # What the file states is run whatever it takes.
    assert parse_study(short + "repeats: [7]").budget_ns is None
    sure = parse_study(short + "confidence: {differing_runs_below: 0.001}")
    assert (sure.repeats, sure.budget_ns) == ((10, 100, 2995), None)
    assert sure.confidence.at == 0.95
    few = parse_study(short + "confidence: {differing_runs_below: 0.05}\nbudget: 1min")
    assert (few.repeats, few.budget_ns) == ((10, 59), 60_000_000_000)
    for each in (study, sure, few):
        assert parse_study(resolved_text(each)) == replace(each, name="study")


def test_the_plan_states_what_it_will_show(tmp_path, capsys) -> None:
    file = tmp_path / "study.yaml"
    file.write_text("scenarios: [a]\nsimulator: g\n")
    assert main(["study", "run", str(file), "--dry-run"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "998 repeats without a difference show that fewer than 0.3 % of runs differ" in told
    assert "ends early where the tolerance is broken, or after 300 s of repeats" in told
    assert main(["study", "run", str(file), "--dry-run", "--repeats", "100"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "100 repeats without a difference show that fewer than 2.95 % of runs differ" in told
    assert "0.3 % takes 998 repeats" in told


def test_the_template_is_a_study() -> None:
    study = parse_study(STUDY_TEXT)
    assert parse_study(resolved_text(study)) == study
    assert len(planned_experiments(study)) == 10


def test_each_factor_is_varied_on_its_own() -> None:
    found = planned_experiments(parse_study(FULL))
    ids = [each.id for each in found if each.scenario.name == "one"]
    assert ids == [
        "one.baseline",
        "one.load=0",
        "one.load=75",
        "one.instances=1",
        "one.process=fresh",
        "one.nice=-20",
        "one.nice=0",
        "one.nice=19",
        "one.load=75.nice=-20",
        "one.load=75.nice=0",
        "one.load=75.nice=19",
        "one.cpus=any",
        "one.cpus=0",
        "one.controller=soft",
        "one.gpu_load=50",
        "one.memory=0",
    ]
    by_id = {each.id: each for each in found}
    assert by_id["one.load=75.nice=19"].factor == "nice"
    assert by_id["one.load=75.nice=19"].level == "19 at load 75"
    assert by_id["one.controller=soft"].settings["speed"] == 9


def test_a_condition_that_two_factors_share_is_run_once() -> None:
    study = parse_study(
        "simulator: ghost\nscenarios: [a]\nfactors:\n  load: [0, 75]\n"
        "  nice: {levels: [0, 19], at_load: [0, 75]}\n"
    )
    assert [each.id for each in planned_experiments(study)] == [
        "a.baseline",
        "a.load=75",
        "a.nice=19",
        "a.load=75.nice=19",
    ]


def test_every_stage_has_fresh_and_reused_repeats() -> None:
    study = parse_study(
        "simulator: ghost\nscenarios: [a]\nfresh_repeats: 3\nfactors: {process: [fresh, reused]}\n"
    )
    fresh = [
        [n for n in range(1, 13) if each.is_fresh(n, study)] for each in planned_experiments(study)
    ]
    assert fresh == [[1, 3, 5], list(range(1, 13)), []]


def test_a_command_is_fresh_by_nature() -> None:
    study = parse_study("command: [sim, '{seed}', '{scenario}', '{out}']\nscenarios: [a]\n")
    assert study.is_command
    assert study.baseline.process is ProcessMode.FRESH
    assert parse_study(resolved_text(study)) == study


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("simulator: ghost", "'scenarios' is missing", 1),
        ("scenarios: [a]", "neither a simulator nor a command", 1),
        ("scenarios: [a]\nsimulator: g\ncommand: ['{out}']", "a simulator and a command", 1),
        ("scenarios: [a]\nsimulator: g\nscenarois: 1", "no key 'scenarois' here", 3),
        ("scenarios: []\nsimulator: g", "the study has no scenario", 1),
        ("scenarios: [a, a]\nsimulator: g", "listed twice", 1),
        ("scenarios: [a b]\nsimulator: g", "'a b' is not a valid name", 1),
        ("scenarios: [a]\nsimulator: g\nversion: 2", "the version is 2", 3),
        ("scenarios: [a]\nsimulator: g\nrepeats: [10, 5]", r"repeats are \[10, 5\]", 3),
        ("scenarios: [a]\nsimulator: g\nrepeats: 1", r"repeats are \[1\]", 3),
        ("scenarios: [a]\nsimulator: g\nconfidence: {at: 1}", "at is 1.0", 3),
        ("scenarios: [a]\nsimulator: g\nconfidence: {below: 1}", "no key 'below' here", 3),
        (
            "scenarios: [a]\nsimulator: g\nconfidence: {differing_runs_below: 1e-7}",
            "takes 29_957_322 repeats",
            3,
        ),
        ("scenarios: [a]\nsimulator: g\nbudget: 0s", "budget is 0 ns", 3),
        ("scenarios: [a]\nsimulator: g\ntolerance_m: -1", "tolerance_m is -1.0", 3),
        ("scenarios: [a]\nsimulator: g\nduration: 2 parsecs", "parsecs", 3),
        ("scenarios: [a]\nsimulator: g\nfactors: {load: [120]}", "is 120", 3),
        ("scenarios: [a]\nsimulator: g\nfactors: {nice: [20]}", "nice is 20", 3),
        ("scenarios: [a]\nsimulator: g\nfactors: {process: [old]}", "process is 'old'", 3),
        ("scenarios: [a]\nsimulator: g\nfactors: {cpus: [all]}", "cpus is 'all'", 3),
        ("scenarios: [a]\nsimulator: g\nfactors: {memory: [far]}", "memory is 'far'", 3),
        ("scenarios: [a]\nsimulator: g\nfactors: {instances: [0]}", "instances is 0", 3),
        ("scenarios: [a]\nsimulator: g\nfactors: {controller: [x]}", "no controller 'x'", 3),
        ("scenarios: [a]\nsimulator: g\ncolumns: a=b", "describes the output of a command", 3),
        ("scenarios: [a]\ncommand: [sim]", "the path of its trace", 2),
        ("scenarios: [a]\ncommand: [sim, '{out}', '{sead}']", "which is not a setting", 2),
        ("scenarios: [a]\ncommand: ['{out}']\ncolumns: 'x'", "'x' is not a column", 3),
    ],
)
def test_a_mistake_is_told_with_its_line(text, message, line) -> None:
    with pytest.raises(InputError, match=message) as caught:
        parse_study(text)
    assert caught.value.where.startswith(f"study.yaml:{line}"), caught.value.where


def test_new_writes_a_file_once_and_dry_run_lists(tmp_path, capsys) -> None:
    path = tmp_path / "mine.yaml"
    assert main(["study", "new", str(path)]) == 0
    assert main(["study", "new", str(path)]) == 2
    assert main(["study", "run", str(path), "--dry-run", "--repeats", "3,9"]) == 0
    told = capsys.readouterr()
    assert "already exists" in told.err
    assert "t-junction-4.load=95" in told.out
    assert "3, 9" in told.out
    assert main(["study", "run", str(path), "--dry-run", "--repeats", "9,x"]) == 2
    assert main(["study", "run", str(path), "--only", "nothing"]) == 2
    assert "no experiment matches 'nothing'" in capsys.readouterr().err
    assert [each.name for each in tmp_path.iterdir()] == ["mine.yaml"]


def test_progress_is_shown_on_a_terminal_only(monkeypatch, capsys) -> None:
    with work_progress("x", "repeats") as silent:
        assert silent is None
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with work_progress("x", "repeats") as bar:
        assert bar is not None
        bar.begin(10)
        bar.describe("road.load=75")
        bar.advance(4)
    assert "road.load=75" in capsys.readouterr().err
