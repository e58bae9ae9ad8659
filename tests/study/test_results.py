"""Goal: results survive the file, and say which factor does what. Method: the made-up study."""

import json
from dataclasses import replace

import numpy as np
import pytest

from project_ghost.core.errors import InputError
from project_ghost.core.json_files import canonical
from project_ghost.study import Conditions, experiment_traces, read_study
from project_ghost.study.results._experiment_stats import shift_of

from .made_up import REPEATS, made_up_trace, spread_over_load, write_made_up_study


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("made-up")


@pytest.fixture(scope="module")
def result(folder):
    return write_made_up_study(folder)


@pytest.mark.slow
def test_results_come_back_as_they_were_written(folder, result) -> None:
    assert read_study(folder) == result
    text = (folder / "study.json").read_text(encoding="utf-8")
    assert text == canonical(json.loads(text))
    assert max(map(len, text.splitlines())) > 100  # a list of numbers is one line


def test_the_factor_that_breaks_the_tolerance_is_named(result) -> None:
    effects = {factor.factor: factor for factor in result.factors}
    assert effects["load"].effect == "breaks tolerance"
    assert effects["load"].breaking_levels == ("75", "95")
    assert [level.level for level in effects["load"].levels] == ["0", "25", "50", "75", "95"]
    assert effects["process"].effect == "none"
    # At 75 % load nice breaks nothing that the load alone does not break.
    assert effects["nice"].breaking_levels == ()
    assert effects["nice"].effect == "within tolerance"
    assert result.domain.levels["load"] == ("0", "25", "50")
    assert result.domain.levels_before_collision["load"] == ("0", "25", "50", "75")
    assert "load breaks it at 75, 95" in result.domain.statement


def test_restricted_columns_leave_out_collisions_and_high_loads(result) -> None:
    columns = {each.scenario: each for each in result.columns}
    assert columns["all"].cells == 20
    assert columns["all"].restricted_cells == 18
    assert not columns["all"].unrestricted_permissible
    assert columns["all"].restricted_permissible
    collided = result.cell("cars-collide.load-75")
    assert columns["cars-collide"].restricted_max_sigma_m == collided.report.before_collision_m
    assert collided.report.max_sigma_m > 0.01
    assert result.cell("cars.load-95").restricted_max_sigma_m is None


def test_cells_along_a_factor_have_the_baseline_among_them(result) -> None:
    cells = result.along("load", "cars")
    assert [cell.value("load") for cell in cells] == [0, 25, 50, 75, 95]
    assert cells[0].is_baseline
    assert spread_over_load(result, "cars")[:2] == [0.0, 0.0]
    nice = result.along("nice", "cars", load=75)
    assert [(cell.value("nice"), cell.factor) for cell in nice] == [
        (-20, "nice"),
        (0, "load"),
        (19, "nice"),
    ]


def test_the_same_trace_is_stored_once_and_still_counts(folder, result) -> None:
    cell = result.cell("cars.baseline")
    assert (cell.repeats, cell.distinct_traces) == (REPEATS, 1)
    assert len(list((folder / "experiments/cars.baseline/traces").iterdir())) == 1
    traces = experiment_traces(folder, "cars.baseline")
    assert traces.present.shape == (REPEATS, 2, 41)
    assert cell.report.identical
    assert cell.report.repeats == REPEATS
    assert cell.report.naive_max_sigma_m == pytest.approx(0.0, abs=1e-12)
    apart = experiment_traces(folder, "cars.load-95")
    assert np.ptp(apart.variables["y"].values[:, 0, -1]) > 0.01


def test_another_version_is_refused(result, tmp_path) -> None:
    document = {"name": result.name, "version": 99}
    (tmp_path / "study.json").write_text(json.dumps(document))
    with pytest.raises(InputError, match="the version of the file is 99"):
        read_study(tmp_path)
    (tmp_path / "study.json").write_text("{}")
    with pytest.raises(InputError, match="version of the file is None"):
        read_study(tmp_path)
    with pytest.raises(InputError, match="cannot be read"):
        read_study(tmp_path / "nowhere")


def test_the_default_conditions_are_a_quiet_machine() -> None:
    assert Conditions() == Conditions(0, 1, Conditions().process, 0, "any", "default", 0)


def test_traces_with_the_same_samples_are_no_shift() -> None:
    """The version before marked all actors at a collision, so its digests are others."""
    trace = made_up_trace("cars-collide", 0, 0.0)
    older = replace(trace, collided=trace.times_ns == trace.first_collision_ns)
    one_marked = replace(trace, collided=older.collided & (trace.actor == 0))
    assert older.digest() != one_marked.digest()
    assert shift_of(one_marked, older) == (True, 0.0)
    assert one_marked.first_touching == ("car1",)
    moved = made_up_trace("cars-collide", 1, 0.1)
    assert shift_of(moved, trace)[0] is False
