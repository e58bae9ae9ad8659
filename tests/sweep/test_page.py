"""Goal: the page of a sweep says what its tables say, needs no other file, and shows no markup."""

import re

import pytest

from project_ghost.batch import InProcess
from project_ghost.results import open_store
from project_ghost.sweep import Chosen, open_sweep, parse_sweep, plan_sweep, run_sweep, sweep_page

TEXT = """
name: "<b>speeds</b>"
scenarios: [t-junction-1]
planners: [simple, {planner: idm, name: "idm & co"}]
seeds: [1]
parameters: {map: [t_junction, nowhere.yaml]}
latin_hypercube: {samples: 2, parameters: {actors.car1.speed_mps: {from: 3, to: 6}}}
set: {duration: 1s}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("page")
    plan = plan_sweep(parse_sweep(TEXT))
    run_sweep(plan, open_store(place), InProcess(), execution="interpreted")
    return place


def test_the_page_has_verdict_means_failures_and_digests(folder) -> None:
    opened = open_sweep(folder)
    page = sweep_page(opened)
    assert "8 of 8 runs done, 4 failed" in page
    rows = opened.runs().to_pylist()
    failed = [row for row in rows if row["status"] == "failed"]
    assert failed[0]["id"][:10] in page
    scores = [row["score"] for row in rows if row["planner"] == "simple"]
    assert f'<td class="number">{sum(scores) / 4:.4g}</td>' in page
    for name in ("actors.car1.speed_mps", "idm &amp; co", "SHA-256 of runs.parquet"):
        assert name in page


def test_the_page_needs_no_other_file_and_is_escaped(folder) -> None:
    page = sweep_page(open_sweep(folder))
    assert "<b>speeds" not in page
    assert re.findall(r"(?:src|href)=|url\(|<script", page) == []


def test_a_sweep_without_runs_and_one_of_some_has_a_page(plan, tmp_path) -> None:
    store = open_store(tmp_path)
    run_sweep(plan, store, InProcess(), chosen=Chosen(first=1), execution="interpreted")
    page = sweep_page(open_sweep(tmp_path))
    assert "1 of 6 runs done, none failed" in page
    for path in (tmp_path / "parts" / "runs").iterdir():
        path.unlink()
    assert "0 of 6 runs done" in sweep_page(open_sweep(tmp_path))
