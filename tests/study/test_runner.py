"""Goal: repeats run as the file says, and none that was finished is ever lost or run again.

Method: toy simulators, on real worker processes where it is these that are looked at, and in
this process otherwise, which is a second quicker for each; the background load is left out.
"""

import json
import os
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from project_ghost.cli import main
from project_ghost.core.errors import InputError
from project_ghost.study import analyze_study, read_study, run_study
from project_ghost.study.execute import _runner
from project_ghost.study.machine._machine import Machine
from project_ghost.study.page import study_verdict
from tests.study.conftest import Here
from tests.study.toys import Toy, toy_study
from tests.waiting import LIMIT_S, wait_until

REPOSITORY = Path(__file__).parents[2]


pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("_no_load")]


class Told:
    def __init__(self) -> None:
        self.total, self.done = 0, 0
        self.names: list[str] = []

    def begin(self, total) -> None:
        self.total = total

    def describe(self, text) -> None:
        self.names.append(text)

    def advance(self, count, *, failed=0) -> None:
        assert not failed
        self.done += count

    def running(self, count) -> None:
        pass


def test_repeats_run_in_fresh_and_reused_processes_under_their_conditions(tmp_path) -> None:
    told = Told()
    result = run_study(
        toy_study(
            "scenarios: {crash: {collision: false, actors: [car]}}\n"
            "repeats: [2, 5]\nstop_early: false\nfresh_repeats: 1\nfactors: {nice: [0, 7]}\n"
            "baseline: {cpus: '0', instances: 2}\n"
        ),
        tmp_path,
        progress=told,
    )
    assert result.complete
    assert [(c.id, c.repeats, c.fresh, c.reused) for c in result.cells] == [
        ("crash.baseline", 5, 1, 4),
        ("crash.nice=7", 5, 1, 4),
    ]
    assert all(cell.report.identical and cell.distinct_traces == 1 for cell in result.cells)
    assert [cell.facts["nice"] for cell in result.cells] == [0, 7]
    assert {cell.facts["cpus"] for cell in result.cells} == {"0"}
    assert [stage.repeats for stage in result.cells[0].stages] == [2, 5]
    assert result.cells[1].as_baseline
    assert [actor.actor for actor in result.cell("crash.baseline").report.by_actor] == ["car"]
    assert any("crash.baseline: there is a collision" in remark for remark in result.remarks)
    assert result.factors[0].effect == "none"
    assert (told.total, told.done) == (10, 10)
    assert read_study(tmp_path) == result
    lines = (tmp_path / "experiments/crash.baseline/repeats.jsonl").read_text().splitlines()
    ids = [json.loads(line)["id"] for line in lines]
    assert ids == [f"crash.baseline#{number}" for number in range(1, 6)]


def test_the_process_is_named_where_state_leaks_from_run_to_run(tmp_path) -> None:
    result = run_study(
        toy_study(
            "settings: {wear_m: 0.1}\nrepeats: [3]\nbaseline: {process: fresh}\n"
            "factors: {process: [fresh, reused]}\n"
        ),
        tmp_path,
    )
    assert result.cell("road.baseline").report.identical
    assert not result.cell("road.process=reused").report.permissible
    assert result.factors[0].breaking_levels == ("reused",)
    assert "process breaks it at reused" in result.domain.statement


@pytest.mark.usefixtures("_here")
def test_an_experiment_ends_early_only_where_the_tolerance_is_broken(tmp_path) -> None:
    text = "settings: {drift_m: %s}\nrepeats: [3, 6, 9]\nbaseline: {process: reused}\n"
    apart = run_study(toy_study(text % 0.1), tmp_path / "apart").cells[0]
    assert (apart.repeats, apart.stopped_by) == (3, "tolerance")
    near = run_study(toy_study(text % 0.0001), tmp_path / "near").cells[0]
    assert (near.repeats, near.stopped_by) == (9, "last stage")
    assert near.distinct_traces == 9
    assert near.report.permissible
    assert not near.report.identical
    same = run_study(toy_study(text % 0.0), tmp_path / "same").cells[0]
    assert (same.repeats, same.stopped_by) == (9, "last stage")
    assert [stage.repeats for stage in same.stages] == [3, 6, 9]


@pytest.mark.usefixtures("_here")
def test_by_default_a_deviation_of_three_in_a_thousand_is_not_missed(tmp_path) -> None:
    """One bad run after all others would have ended a study that compares 0 with 0."""
    result = run_study(
        toy_study("settings: {bad: [997], bad_m: 0.3}\nbaseline: {process: reused}\n"), tmp_path
    )
    (cell,) = result.cells
    assert (cell.repeats, cell.stopped_by) == (998, "tolerance")
    assert [(s.repeats, s.differing) for s in cell.stages] == [(10, 0), (100, 0), (998, 1)]
    assert cell.report.max_sigma_m < result.tolerance_m  # it alone would have said nothing
    assert cell.report.max_deviation_m == 0.3
    assert not cell.report.permissible
    assert cell.report.farthest is not None
    assert cell.report.farthest.repeat == "997"
    assert not cell.certainty.is_reached
    told = study_verdict(result)
    assert told.headline.startswith("Not permissible: max sigma 0.0095 m, a single repeat up to")
    assert any("1 of 998 repeats differ, 0.1 %; their share" in text for text in told.texts)


@pytest.mark.usefixtures("_here")
def test_the_wanted_confidence_decides_how_many_repeats_run(tmp_path) -> None:
    text = "baseline: {process: reused}\nconfidence: {differing_runs_below: 0.05, at: 0.9}\n"
    result = run_study(toy_study(text), tmp_path)
    (cell,) = result.cells
    assert cell.repeats == 45  # 0.95^45 is below 0.1 and 0.95^44 is not
    assert cell.certainty.is_reached
    assert cell.certainty.reached_below == pytest.approx(1 - 0.1 ** (1 / 45), rel=1e-9)
    assert any("wants below 5 %: reached" in text for text in study_verdict(result).texts)
    # A stricter one in the same folder runs only what is missing.
    stricter = run_study(toy_study(text.replace("0.05", "0.03")), tmp_path)
    assert stricter.cells[0].repeats == 76
    few = run_study(toy_study(f"{text}repeats: [10]\n"), tmp_path / "few")
    (cell,) = few.cells
    assert (cell.repeats, cell.certainty.is_reached) == (10, False)
    assert (cell.certainty.repeats_needed, cell.certainty.repeats_missing) == (45, 35)
    verdict = study_verdict(few)
    assert verdict.tone == "note"
    assert any("That takes 45 repeats of each, 35 more in all" in text for text in verdict.texts)


@pytest.mark.usefixtures("_here")
def test_an_experiment_ends_at_its_budget_and_goes_on_with_a_larger_one(
    tmp_path, monkeypatch
) -> None:
    """Method: a clock that goes on by a second at each look."""
    clock = count()
    monkeypatch.setattr(_runner, "perf_counter", lambda: float(next(clock)))
    text = "baseline: {process: reused}\n"
    budget = "budget: 20s\n"
    result = run_study(toy_study(text + budget), tmp_path)
    (cell,) = result.cells
    assert cell.stopped_by == "budget"
    assert 10 <= cell.repeats < 100
    assert [stage.repeats for stage in cell.stages] == [10, cell.repeats]
    assert result.complete
    assert any("ended at the budget of 20 s" in text for text in study_verdict(result).texts)
    again = run_study(toy_study(text + "budget: none\nrepeats: [10, 100]\n"), tmp_path)
    assert (again.cells[0].repeats, again.cells[0].stopped_by) == (100, "last stage")


@pytest.mark.parametrize("factor", ["", "factors: {process: [fresh, reused], nice: [0, 7]}\n"])
def test_a_fault_of_reused_processes_is_not_blamed_on_a_mixed_baseline(factor, tmp_path) -> None:
    result = run_study(
        toy_study(f"settings: {{wear_m: 0.1}}\nrepeats: [12]\nfresh_repeats: 4\n{factor}"), tmp_path
    )
    base = result.cell("road.baseline")
    assert not base.report.permissible
    assert base.processes is not None
    assert base.processes.fresh.identical
    assert not base.processes.reused.permissible
    assert base.processes.breaks == "reused"
    effects = {each.factor: each for each in result.factors}
    assert effects["process"].effect == "breaks tolerance"
    assert effects["process"].breaking_levels == ("reused",)
    assert all(each.effect == "none" for name, each in effects.items() if name != "process")
    assert "The baseline keeps the tolerance in one kind of process" in result.domain.statement
    assert "process breaks it at reused" in result.domain.statement
    assert read_study(tmp_path) == result


def test_a_fault_of_fresh_processes_is_not_blamed_on_a_mixed_baseline(tmp_path) -> None:
    """The default number of fresh repeats is above that of the first stage."""
    result = run_study(toy_study("settings: {pid_m: 0.1}\nrepeats: [10, 60]\n"), tmp_path)
    (base,) = result.cells
    assert (base.repeats, base.fresh, base.reused) == (10, 5, 5)
    assert base.stopped_by == "tolerance"
    assert base.processes is not None
    assert base.processes.reused.identical
    assert base.processes.breaks == "fresh"
    assert [(each.factor, each.breaking_levels) for each in result.factors] == [
        ("process", ("fresh",))
    ]
    assert "The baseline itself" not in result.domain.statement


def varied_starts(monkeypatch, *starts_m: float) -> str:
    """The settings of simulators of which each is off by the next of these lengths."""
    monkeypatch.setattr(Here, "allows_fresh", True)
    monkeypatch.setattr(Toy, "starts", count())
    return f"settings: {{starts_m: {list(starts_m)}}}\n"


@pytest.mark.usefixtures("_here")
def test_one_reused_process_lasts_over_all_stages(tmp_path, monkeypatch) -> None:
    text = varied_starts(monkeypatch, *(0.1 * n for n in range(100)))
    text += "repeats: [6, 12, 20]\nfactors: {process: [fresh, reused], nice: [0, 7]}\n"
    result = run_study(toy_study(text), tmp_path)
    reused = result.cell("road.process=reused")
    assert (reused.repeats, reused.distinct_traces) == (20, 1)
    effects = {each.factor: each for each in result.factors}
    assert effects["process"].breaking_levels == ("fresh",)
    assert effects["nice"].effect == "none"  # and no shift: each process is another
    assert "process breaks it at fresh" in result.domain.statement


@pytest.mark.usefixtures("_here")
def test_a_reused_process_ends_only_where_fresh_ones_must_run(tmp_path, monkeypatch) -> None:
    """So that two simulators never run at once; a study that goes on begins with a new one."""
    text = varied_starts(monkeypatch, 0.0) + "fresh_repeats: 3\n"
    run_study(toy_study(f"{text}repeats: [4, 8, 12]\n"), tmp_path)
    result = run_study(toy_study(f"{text}repeats: [14]\n"), tmp_path)
    path = tmp_path / "experiments/road.baseline/repeats.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    workers = {each["repeat"]: each.get("worker") for each in lines}
    assert [n for n, worker in workers.items() if worker is None] == [1, 3, 5]
    assert [n for n, worker in workers.items() if worker == 1] == [2, 4]
    assert [n for n, worker in workers.items() if worker == 2] == [6, 7, 8, 9, 10, 11, 12]
    assert [n for n, worker in workers.items() if worker == 3] == [13, 14]
    assert result.cells[0].processes is not None
    assert result.cells[0].processes.reused.processes == 3


@pytest.mark.usefixtures("_here")
def test_reused_repeats_are_compared_within_their_process(tmp_path, monkeypatch) -> None:
    """Method: a study in two sessions, so with two reused processes."""
    text = varied_starts(monkeypatch, *(0.1 * n for n in range(100))) + "stop_early: false\n"
    run_study(toy_study(f"{text}repeats: [10]\n"), tmp_path)
    result = run_study(toy_study(f"{text}repeats: [20]\n"), tmp_path)
    (base,) = result.cells
    assert base.processes is not None
    assert base.processes.reused.processes == 2
    assert base.processes.reused.identical
    assert base.processes.breaks == "fresh"
    assert read_study(tmp_path) == result


@pytest.mark.usefixtures("_here")
def test_a_broken_tolerance_ends_nothing_while_more_fresh_repeats_may_explain_it(
    tmp_path, monkeypatch
) -> None:
    """One process of three is off: 2 of 5 fresh repeats may be chance, 7 of 20 are not."""
    text = varied_starts(monkeypatch, 0.0, 0.5, 0.0) + "repeats: [10, 100, 1000]\n"
    (base,) = run_study(toy_study(text), tmp_path / "fresh").cells
    assert (base.repeats, base.stopped_by) == (100, "tolerance")
    assert base.processes is not None
    assert base.processes.breaks == "fresh"
    # What breaks the tolerance in both kinds needs no more repeats.
    drift = "settings: {drift_m: 0.1}\nrepeats: [10, 100]\n"
    (base,) = run_study(toy_study(drift), tmp_path / "both").cells
    assert (base.repeats, base.stopped_by) == (10, "tolerance")


def test_few_repeats_blame_the_process_only_if_other_experiments_show_it(tmp_path) -> None:
    text = "settings: {wear_m: 0.1}\nrepeats: [4]\nfresh_repeats: 2\n"
    alone = run_study(toy_study(text), tmp_path / "alone")
    assert alone.factors == ()
    assert "fresh repeats alone keep it, perhaps by chance" in alone.domain.statement
    varied = run_study(
        toy_study(f"{text}factors: {{process: [fresh, reused]}}\n"), tmp_path / "both"
    )
    assert varied.cell("road.baseline").is_broken_by_process
    assert varied.factors[0].breaking_levels == ("reused",)
    assert "The baseline keeps the tolerance in one kind of process" in varied.domain.statement


@pytest.mark.usefixtures("_here")
def test_a_rare_fault_is_not_blamed_on_the_process(tmp_path, monkeypatch) -> None:
    """Two bad runs of 200, both reused: by chance, since only 20 are fresh."""
    monkeypatch.setattr(Here, "allows_fresh", True)
    result = run_study(
        toy_study("settings: {bad: [77, 150], bad_m: 0.3}\nrepeats: [200]\n"), tmp_path
    )
    (cell,) = result.cells
    assert (cell.fresh, cell.reused) == (20, 180)
    assert cell.processes is not None
    assert cell.processes.fresh.identical
    assert cell.processes.breaks == ""
    assert result.factors == ()
    assert "The baseline itself breaks the tolerance" in result.domain.statement


@pytest.mark.usefixtures("_here")
def test_actors_collisions_and_the_loop_are_reported(tmp_path, capsys) -> None:
    text = (
        "settings: {late_crash: [2, 5], bad: [4], bad_m: 0.5}\nrepeats: [6]\n"
        "scenarios: {crash: {actors: {car: car, truck: ''}}}\nbaseline: {process: reused}\n"
    )
    result = run_study(toy_study(text), tmp_path)
    (cell,) = result.cells
    assert cell.actors == {"car": "car", "truck": "lorry"}
    assert cell.collision_between == ("car",)
    assert result.columns[0].actors == ("car", "lorry")
    assert result.columns[0].collision == ("car",)
    assert cell.report.collisions is not None
    assert cell.report.collisions.earliest_ns == 3_000_000_000
    assert cell.report.collisions.latest_ns == 4_000_000_000
    assert cell.report.collisions.sigma_ns == pytest.approx(0.516e9, rel=1e-3)
    car, truck = cell.report.by_actor
    assert (car.collided, car.parts_ns) == (True, 4_000_000_000)
    assert (truck.collided, truck.parts_ns) == (False, None)
    assert cell.usage.mean_loop_ms is not None
    assert cell.usage.max_loop_ms is not None
    assert 0.0 < cell.usage.mean_loop_ms <= cell.usage.max_loop_ms
    assert [(each.name, each.passed) for each in result.screenings] == [
        ("fixed step", True),
        ("synchronous mode", True),
    ]
    assert read_study(tmp_path) == result
    assert main(["study", "analyze", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "car, lorry" in told
    assert "car alone" in told
    assert "in 6 of 6 repeats, the first from 3 s to 4 s, sigma 0.516 s" in told
    assert "car parts at 4 s, breaks the tolerance at 4 s; it collides" in told
    assert main(["study", "report", str(tmp_path)]) == 0
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<td>lorry</td>" in page
    assert "0.516 s" in page
    assert "fixed step" in page


@pytest.mark.usefixtures("_here")
def test_a_simulator_that_does_not_wait_is_not_called_good(tmp_path) -> None:
    text = "settings: {synchronous: false}\nconfidence: {differing_runs_below: 0.5}\n"
    result = run_study(toy_study(f"{text}baseline: {{process: reused}}\n"), tmp_path)
    assert result.cells[0].report.identical
    verdict = study_verdict(result)
    assert verdict.tone == "note"
    assert any("`synchronous mode` failed" in text for text in verdict.texts)


@pytest.mark.usefixtures("_here")
def test_a_folder_of_an_older_version_goes_on_and_its_results_are_made_again(
    tmp_path, capsys
) -> None:
    """Method: what the version before wrote: no loop, no memory, stages with less, `stable`."""
    text = "repeats: [2, 4]\nbaseline: {process: reused}\n"
    run_study(toy_study(text), tmp_path)
    experiment = tmp_path / "experiments/road.baseline"
    document = json.loads((experiment / "experiment.json").read_text())
    assert "memory" not in document["identity"]["conditions"]
    document |= {"stopped_by": "stable", "stages": [document["stages"][0]]}
    del document["stages"][0]["max_deviation_m"], document["stages"][0]["differing"]
    (experiment / "experiment.json").write_text(json.dumps(document))
    lines = [json.loads(line) for line in (experiment / "repeats.jsonl").read_text().splitlines()]
    kept = [{key: value for key, value in line.items() if key != "loop_s"} for line in lines[:2]]
    (experiment / "repeats.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in kept))
    results = json.loads((tmp_path / "study.json").read_text())
    (tmp_path / "study.json").write_text(json.dumps(results | {"version": 1}))
    resolved = (tmp_path / "study.yaml").read_text()
    older = [line for line in resolved.splitlines() if not line.startswith(("budget", "  memory"))]
    (tmp_path / "study.yaml").write_text("\n".join(older))
    assert main(["study", "report", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert "the version of the file is 1" in said
    assert "ghost study analyze FOLDER" in said
    assert main(["study", "analyze", str(tmp_path)]) == 0
    (cell,) = read_study(tmp_path).cells
    assert (cell.repeats, cell.stopped_by) == (2, "stable")
    assert cell.usage.mean_loop_ms is None
    assert main(["study", "report", str(tmp_path)]) == 0
    again = run_study(toy_study(text), tmp_path)
    assert (again.cells[0].repeats, again.cells[0].stopped_by) == (4, "last stage")
    assert again.cells[0].report.identical


@pytest.mark.usefixtures("_here")
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("bad", ["[3]", "[1, 3, 5]"])
@pytest.mark.parametrize("bad_m", [1e155, 1e306, 1e308])
def test_a_study_of_huge_deviations_ends_with_a_page(bad_m, bad, tmp_path, capsys) -> None:
    """The bad samples are after the collision of all repeats, or at that of one."""
    text = (
        f"settings: {{bad: {bad}, bad_m: {bad_m!r}, late_crash: [1]}}\nrepeats: [6]\n"
        "scenarios: [crash]\n"
    )
    result = run_study(toy_study(f"{text}baseline: {{process: reused}}\n"), tmp_path)
    report = result.cells[0].report
    assert 0.5 * bad_m < report.max_deviation_m <= bad_m
    assert report.max_variance_m2 is None
    assert main(["study", "report", str(tmp_path)]) == 0
    assert "e+" in capsys.readouterr().out


@pytest.mark.usefixtures("_here")
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("value", ["inf", "nan"])
def test_a_sample_that_is_no_number_is_the_reason_of_the_verdict(value, tmp_path, capsys) -> None:
    """The bad sample of `crash` is after its collision, that of `road` is not."""
    text = (
        f"settings: {{bad: [3], bad_m: '{value}'}}\nrepeats: [6]\nscenarios: [road, crash]\n"
        "baseline: {process: reused}\n"
    )
    result = run_study(toy_study(text), tmp_path)
    columns = {each.scenario: each for each in result.columns}
    assert not any(each.unrestricted_permissible for each in result.columns)
    assert columns["road"].restricted_permissible is False
    assert columns["crash"].restricted_permissible is True
    assert columns["all"].restricted_permissible is False
    verdict = study_verdict(result)
    assert verdict.headline == (
        "Not permissible: 1 sample is not finite; of all others max sigma 0.0 m, a single repeat "
        "up to 0.0 m from the others, at a tolerance of 0.01 m."
    )
    where = "1 sample; the first: actor car at 4 s in repeat 3"
    assert (
        f"Samples are not finite in road: baseline ({where}), and so in 1 other experiment."
        in verdict.texts
    )
    assert "The baseline has samples that are missing or not finite." in verdict.texts
    assert main(["study", "report", str(tmp_path)]) == 0
    assert "1 sample is not finite" in capsys.readouterr().out
    assert where in (tmp_path / "report.html").read_text(encoding="utf-8")
    for path in (tmp_path / "figures").glob("*.svg"):
        assert "nan" not in path.read_text(encoding="utf-8")


def test_a_repeat_that_fails_dies_or_hangs_is_noted_and_the_others_are_kept(
    tmp_path, capsys
) -> None:
    result = run_study(
        toy_study(
            "settings: {fails: [2], dies: [4], hangs: [6]}\nrepeats: [8]\ntime_limit: 1s\n"
            "baseline: {process: reused}\n"
        ),
        tmp_path,
    )
    (cell,) = result.cells
    assert cell.stopped_by == "failures"
    assert cell.repeats == 3
    assert [line.partition(":")[0] for line in cell.failed] == ["repeat 2", "repeat 4", "repeat 6"]
    assert "flooded" in cell.failed[0]
    assert "exit code 3" in cell.failed[1]
    assert "longer than 1 s" in cell.failed[2]
    assert main(["study", "analyze", str(tmp_path)]) == 0
    assert "3 repeats failed and left no trace." in capsys.readouterr().out


def test_a_study_whose_first_repeat_fails_says_so_at_once(tmp_path, capsys) -> None:
    file = tmp_path / "study.yaml"
    file.write_text(
        "command: [sh, -c, 'echo no fuel >&2; exit 5', '{out}']\nscenarios: [a, b]\n"
        "repeats: [2]\nmemory_test_mb: 0\n"
    )
    assert main(["study", "run", str(file), "-o", str(tmp_path / "out")]) == 2
    told = capsys.readouterr().err
    assert "failed with exit code 5" in told
    assert "no fuel" in told
    assert [path.name for path in tmp_path.iterdir()] == ["study.yaml"]


@pytest.mark.usefixtures("_here")
def test_what_the_machine_does_not_allow_is_not_run_by_name(tmp_path) -> None:
    result = run_study(
        toy_study(
            "repeats: [2]\nbaseline: {process: reused}\nfactors: {cpus: ['4095'], gpu_load: [50]}\n"
        ),
        tmp_path,
        machine=Machine(which=lambda _: None, edac=tmp_path / "none"),
    )
    names = {each.name: each.reason for each in result.not_run}
    assert "may only use the CPUs" in names["road.cpus=4095"]
    assert "no GPU" in names["road.gpu_load=50"]
    assert "ECC counters" in names
    assert [cell.id for cell in result.cells] == ["road.baseline"]
    assert result.complete
    with pytest.raises(InputError, match="this machine can run none"):
        run_study(toy_study("baseline: {cpus: '4095'}"), tmp_path / "none")


def test_any_program_is_studied(tmp_path, capsys) -> None:
    program = (
        "import sys; out, seed, repeat, scenario = sys.argv[1:5];"
        "open(out, 'w').write(f'time_s,x_m,y_m\\n0,0,0\\n1,{seed},{int(repeat) % 2}\\n')"
    )
    file = tmp_path / "study.yaml"
    file.write_text(
        f"command: [{sys.executable}, -c, {json.dumps(program)}, '{{out}}', '{{seed}}', "
        "'{repeat}', '{scenario}']\nscenarios: [a]\nseed: 5\nrepeats: [4]\nmemory_test_mb: 0\n"
        "factors: {process: [reused]}\n"
    )
    assert main(["study", "run", str(file), "-o", str(tmp_path / "out"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    (cell,) = told["cells"]
    assert (cell["fresh"], cell["reused"], cell["distinct_traces"]) == (4, 0, 2)
    assert not cell["report"]["permissible"]
    assert told["max_sigma_m"] == cell["report"]["max_sigma_m"] > 0.5
    assert told["not_run"][0]["reason"] == "a command starts a new process for each repeat"
    assert main(["study", "analyze", str(tmp_path / "out"), "--tolerance", "2"]) == 0
    assert "\nPermissible, but not the same: max sigma" in capsys.readouterr().out
    assert read_study(tmp_path / "out").cells[0].report.permissible


@pytest.mark.usefixtures("_here")
def test_another_study_is_not_mixed_in_and_more_repeats_are(tmp_path) -> None:
    log = tmp_path / "log"
    base = f"settings: {{log: {log}, drift_m: %s}}\nbaseline: {{process: reused}}\n"
    folder = tmp_path / "out"
    run_study(toy_study(base % 0.0 + "repeats: [2]\n"), folder)
    with pytest.raises(InputError, match="its settings is"):
        run_study(toy_study(base % 0.5 + "repeats: [2]\n"), folder)
    result = run_study(toy_study(base % 0.0 + "repeats: [2, 4]\nstop_early: false\n"), folder)
    assert result.cells[0].repeats == 4
    assert log.read_text().split() == ["1", "2", "3", "4"]
    run_study(toy_study(base % 0.0 + "repeats: [2, 4]\nstop_early: false\n"), folder)
    assert log.read_text().split() == ["1", "2", "3", "4"]
    again = run_study(toy_study(base % 0.5 + "repeats: [2]\n"), folder, force=True)
    assert again.cells[0].distinct_traces == 2


def start(folder: Path, repeats: int) -> "subprocess.Popen[bytes]":
    """A study in a process of its own, long enough to be ended in its midst."""
    file = folder / "study.yaml"
    file.write_text(
        "simulator: tests.study.toys:prepare\nscenarios: [road, crash]\nmemory_test_mb: 0\n"
        f"settings: {{log: {folder / 'log'}}}\nstop_early: false\nbaseline: {{process: reused}}\n"
    )
    ghost = "from project_ghost.cli import entry_point; entry_point()"
    words = ["study", "run", str(file), "-o", str(folder / "out"), "--repeats", str(repeats)]
    return subprocess.Popen(
        [sys.executable, "-c", ghost, *words],
        cwd=REPOSITORY,
        env=os.environ | {"PYTHONPATH": str(REPOSITORY)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def wait_for_repeats(folder: Path, process: "subprocess.Popen[bytes]", count: int) -> None:
    path = folder / "out/experiments/road.baseline/repeats.jsonl"

    def has_them() -> bool:
        assert process.poll() is None, "it ended by itself"
        return path.exists() and path.read_text().count("\n") >= count

    wait_until(has_them, f"{count} repeats are finished")


def finished(folder: Path, name: str) -> list[int]:
    path = folder / f"out/experiments/{name}/repeats.jsonl"
    whole = path.read_text().rpartition("\n")[0].splitlines() if path.exists() else []
    return [json.loads(line)["repeat"] for line in whole]


def test_a_killed_study_goes_on_where_it_was(tmp_path) -> None:
    with start(tmp_path, 100_000) as process:
        wait_for_repeats(tmp_path, process, 20)
        process.kill()
    kept = finished(tmp_path, "road.baseline")
    assert kept == list(range(1, len(kept) + 1))
    (tmp_path / "log").unlink()
    wanted = len(kept) + 5
    with start(tmp_path, wanted) as process:
        assert process.wait(LIMIT_S) == 0
    again = [int(word) for word in (tmp_path / "log").read_text().split()]
    # The scenario that was killed runs what it lacks, the other one all.
    assert again == [*range(len(kept) + 1, wanted + 1), *range(1, wanted + 1)]
    result = read_study(tmp_path / "out")
    assert result.complete
    assert [cell.repeats for cell in result.cells] == [wanted, wanted]
    assert all(cell.report.identical for cell in result.cells)


def test_ctrl_c_ends_a_study_with_results(tmp_path) -> None:
    with start(tmp_path, 100_000) as process:
        wait_for_repeats(tmp_path, process, 20)
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        told = process.stderr.read().decode()
        assert process.wait(LIMIT_S) == 130
    assert "All finished repeats are kept" in told
    assert "Traceback" not in told
    result = read_study(tmp_path / "out")
    assert not result.complete
    (cell,) = result.cells
    assert cell.repeats == len(finished(tmp_path, "road.baseline")) >= 20
    assert cell.stopped_by == "interrupt"


@pytest.mark.usefixtures("_here")
def test_a_line_that_was_cut_off_is_run_again(tmp_path) -> None:
    text = "repeats: [3]\nbaseline: {process: reused}\n"
    run_study(toy_study(text), tmp_path)
    path = tmp_path / "experiments/road.baseline/repeats.jsonl"
    path.write_bytes(path.read_bytes()[:-10])
    assert run_study(toy_study(text), tmp_path).cells[0].repeats == 3
    path.write_text("not json\n")
    with pytest.raises(InputError, match="the file is damaged"):
        analyze_study(tmp_path)
    assert run_study(toy_study(text), tmp_path).cells[0].repeats == 3


def test_a_worker_does_not_load_what_its_simulator_does_not_need() -> None:
    """Importing our own simulator takes a second, in every process of every other one."""
    code = "import sys, tests.study.toys; sys.exit('project_ghost.runs' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, check=False).returncode == 0


def test_a_folder_that_is_no_study_is_refused(tmp_path, capsys) -> None:
    assert main(["study", "analyze", str(tmp_path)]) == 2
    assert "no study.yaml in it" in capsys.readouterr().err
    assert main(["study", "analyze", str(tmp_path), "--columns", "x=y"]) == 2
