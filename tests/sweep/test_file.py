"""Goal: sweep.yaml is read exactly, and each mistake is an error that names its place."""

import pytest

from project_ghost.core.errors import InputError
from project_ghost.scenario import builtin_path
from project_ghost.sweep import Axis, Hypercube, Shard, parse_sweep, plan_sweep

GOLDEN = ["0x1.d6cdc791bc160p-2", "0x1.78d0658fb726cp-1", "0x1.61346e5156a88p-4"]


def numbers(points, name: str) -> list[float]:
    return [float(point[name]) for point in points]


def sweep_of(*lines: str):
    return parse_sweep("\n".join(("scenarios: [t-junction-1]", *lines)))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("[4, 5.5]", (4, 5.5)),
        ("7", (7,)),
        ("{from: 0.1, to: 0.5, step: 0.1}", (0.1, 0.2, 0.3, 0.4, 0.5)),
        ("{from: 1, to: 7, step: 3}", (1, 4, 7)),
        ("{from: 1, to: 2, count: 3}", (1.0, 1.5, 2.0)),
        ("{from: 3, to: 1, step: -1}", (3, 2, 1)),
        ("[true, 1]", (True, 1)),
    ],
)
def test_values_of_a_parameter(text, values) -> None:
    found = sweep_of(f"parameters: {{a.b: {text}}}").parameters["a.b"]
    assert found == values
    assert [type(each) for each in found] == [type(each) for each in values]


@pytest.mark.parametrize(
    ("text", "seeds"), [("3", (1, 2, 3)), ("[7, 2]", (7, 2)), ("{from: 10, to: 12}", (10, 11, 12))]
)
def test_seeds(text, seeds) -> None:
    assert tuple(sweep_of(f"seeds: {text}").seeds) == seeds


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("parameters: {a: [1, 1]}", "twice"),
        ("parameters: {a: []}", "has no value"),
        ("parameters: {a: {from: 1, to: 5}}", "a step or a count"),
        ("parameters: {a: {from: 1, to: 5, step: -1}}", "the step is -1"),
        ("parameters: {seed: [1, 2]}", "seed is no parameter"),
        ("parameters: {score: [1, 2]}", "score is no parameter"),
        ("seeds: 0", "seeds is 0"),
        ("seeds: [1, 1]", "twice"),
        ("seeds: []", "there is no seed"),
        ("callbacks: [{options: {}}]", "callback"),
        ("seeds: [-1]", "the seed is -1"),
        ("planners: []", "empty list"),
        ("planners: [idm, idm]", "two planners called 'idm'"),
        ("challenge: reactive", "is about planners"),
        ("planers: [idm]", "did you mean 'planners'"),
        ("planners: idm\nchallenge: rective", "did you mean 'reactive'"),
        ("time_limit: 0s", "time_limit is 0 ns"),
        ("version: 2", "the version is 2"),
        ("latin_hypercube: {samples: 0, parameters: {a: {from: 1, to: 2}}}", "samples is 0"),
        ("latin_hypercube: {samples: 3, parameters: {a: {from: 2, to: 1}}}", "from 2 to 1"),
        ("latin_hypercube: {samples: 3, parameters: {}}", "no parameter"),
    ],
)
def test_mistakes_name_their_place(line, what) -> None:
    with pytest.raises(InputError) as error:
        sweep_of(line)
    assert what in error.value.what
    assert "sweep.yaml" in error.value.where


@pytest.mark.parametrize(
    ("lines", "what", "where"),
    [
        (("parameters: {actors.car1.sped_mps: [1]}",), "sped_mps", "actors.car1.sped_mps"),
        (("parameters: {actors.nobody.speed_mps: [1]}",), "nobody", "actors.nobody"),
        (("parameters: {actors.car1.speed_mps: [1, fast]}",), "fast", "actors.car1.speed_mps"),
        (("planners: [nobody]",), "no planner 'nobody'", "planners, nobody"),
        (("planners: [nothing_of_mine:Planner]",), "no module", "planners"),
        (("planners: [{planner: idm, options: {sped: 1}}]",), "sped", "planners, idm"),
    ],
)
def test_what_the_scenario_does_not_have_is_an_error_of_the_plan(lines, what, where) -> None:
    with pytest.raises(InputError) as error:
        plan_sweep(sweep_of(*lines))
    assert what in error.value.what
    assert where in error.value.where


def test_the_same_run_twice_is_an_error() -> None:
    with pytest.raises(InputError, match="the same run twice"):
        plan_sweep(parse_sweep("scenarios: [t-junction-1, t-junction-1]"))


@pytest.mark.parametrize(
    ("planner", "what"),
    [
        ("nowhere.py:Mine", "there is no file nowhere.py"),
        ("no_such_module:Mine", "there is no module 'no_such_module'"),
        ("broken_planner.py:Mine", "cannot be imported: ModuleNotFoundError"),
        ("imd", "did you mean 'idm'"),
        ("{planner: idm, options: {speed: 3}}", "no option 'speed'"),
    ],
)
def test_planners_that_cannot_be_made_are_errors_of_the_plan(tmp_path, planner, what) -> None:
    (tmp_path / "broken_planner.py").write_text("import nothing_of_this_name\n")
    text = f"scenarios: [t-junction-1]\nplanners: [{planner!r}]\n".replace("'{", "{")
    with pytest.raises(InputError) as error:
        plan_sweep(parse_sweep(text.replace("}'", "}"), tmp_path / "sweep.yaml"))
    assert what in error.value.what
    assert "sweep.yaml: planners" in error.value.where


def test_a_folder_of_scenarios_is_found_beside_the_file_and_here(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "files").mkdir()
    text = "scenarios: [files]\n"
    with pytest.raises(InputError) as error:
        plan_sweep(parse_sweep(text))
    assert "files" in error.value.where
    for name in ("b", "a"):
        written = (
            builtin_path("t-junction-1").read_text().replace("name: t-junction-1", f"name: {name}")
        )
        (tmp_path / "files" / f"{name}.yaml").write_text(written)
    plan = plan_sweep(parse_sweep(text))
    assert [scene.scenario for scene in plan.scenes] == ["a", "b"]
    assert plan.ids == plan_sweep(parse_sweep(text, tmp_path / "sweep.yaml")).ids


def test_a_scenario_that_does_not_exist_is_an_error_with_its_place() -> None:
    with pytest.raises(InputError) as error:
        plan_sweep(parse_sweep("scenarios: [t-junktion-1]"))
    assert "sweep.yaml: scenarios, t-junktion-1" in error.value.where


# ---------------------------------------------------------------------- Latin hypercube


@pytest.mark.parametrize("samples", [1, 2, 7, 100])
def test_every_slice_of_every_axis_has_one_sample(samples) -> None:
    points = Hypercube(samples, 3, {"a": Axis(10.0, 20.0), "b": Axis(-1.0, 1.0)}).points()
    for name, low, width in (("a", 10.0, 10.0), ("b", -1.0, 2.0)):
        slices = sorted(int((x - low) / width * samples) for x in numbers(points, name))
        assert slices == list(range(samples))


def test_one_more_axis_changes_nothing_of_the_others() -> None:
    alone = Hypercube(9, 1, {"a": Axis(0.0, 1.0)}).points()
    both = Hypercube(9, 1, {"b": Axis(0.0, 1.0), "a": Axis(0.0, 1.0)}).points()
    assert [point["a"] for point in alone] == [point["a"] for point in both]
    assert [point["a"] for point in both] != [point["b"] for point in both]


def test_samples_are_those_of_the_seed_bit_for_bit() -> None:
    """A golden: they may change on purpose only, for they are in the ids of runs."""
    points = Hypercube(3, 1, {"a": Axis(0.0, 1.0)}).points()
    assert [x.hex() for x in numbers(points, "a")] == GOLDEN


def test_axes_of_whole_numbers_choices_and_logarithms() -> None:
    axes = {
        "whole": Axis(1.0, 4.0, is_whole=True),
        "choice": Axis(choices=("x", "y")),
        "log": Axis(0.01, 100.0, is_log=True),
    }
    points = Hypercube(40, 2, axes).points()
    assert {point["whole"] for point in points} == {1, 2, 3, 4}
    assert [point["choice"] for point in points].count("x") == 20
    assert sum(x < 1.0 for x in numbers(points, "log")) == 20


# -------------------------------------------------------------------------------- shards


@pytest.mark.parametrize(
    ("text", "environment", "shard"),
    [
        ("3/16", {}, (3, 16)),
        ("auto", {"SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_MIN": "5",
                  "SLURM_ARRAY_TASK_COUNT": "4"}, (3, 4)),
        ("auto", {"AWS_BATCH_JOB_ARRAY_INDEX": "0", "AWS_BATCH_JOB_ARRAY_SIZE": "9"}, (1, 9)),
        ("auto/5", {"JOB_COMPLETION_INDEX": "4"}, (5, 5)),
    ],
)  # fmt: skip
def test_shards(text, environment, shard) -> None:
    found = Shard.parse(text, environment)
    assert (found.number, found.count) == shard


@pytest.mark.parametrize(
    ("text", "environment", "what"),
    [
        ("5/4", {}, "no shard 5 of 4"),
        ("0/4", {}, "no shard 0 of 4"),
        ("3", {}, "is no shard"),
        ("a/b", {}, "is no shard"),
        ("auto", {}, "no job of an array"),
        ("auto", {"JOB_COMPLETION_INDEX": "1"}, "how many"),
        ("auto/2", {"JOB_COMPLETION_INDEX": "2"}, "no shard 3 of 2"),
        ("auto", {"SLURM_ARRAY_TASK_ID": "x"}, "'x'"),
    ],
)
def test_shards_that_do_not_exist(text, environment, what) -> None:
    with pytest.raises(InputError) as error:
        Shard.parse(text, environment)
    assert what in error.value.what


def test_shards_are_disjoint_and_whole() -> None:
    plan = plan_sweep(sweep_of("seeds: 100"))
    shards = [Shard(number, 3) for number in (1, 2, 3)]
    assert all(sum(shard.has(run_id) for shard in shards) == 1 for run_id in plan.ids)
    assert all(any(shard.has(run_id) for run_id in plan.ids) for shard in shards)
