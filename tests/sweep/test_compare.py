"""Goal: two sweeps are compared run by run, and the first difference of a pair is found."""

import pytest

from project_ghost.batch import InProcess
from project_ghost.core.errors import InputError
from project_ghost.results import open_store
from project_ghost.sweep import (
    Chosen,
    OpenSweep,
    PairKind,
    compare_sweeps,
    first_divergence,
    open_sweep,
    parse_sweep,
    plan_sweep,
    run_sweep,
)

from .small import TEXT

PLANNED = """
scenarios: [t-junction-1]
planners: [simple, idm]
parameters: {actors.car1.speed_mps: [4, 5]}
set: {duration: 1s}
"""


def swept(folder, text: str, **options) -> OpenSweep:
    plan = plan_sweep(parse_sweep(text))
    run_sweep(plan, open_store(folder), InProcess(), execution="interpreted", **options)
    return open_sweep(folder)


def counts(comparison) -> dict[str, int]:
    return {str(kind): n for kind in PairKind if (n := len(comparison.of(kind)))}


@pytest.fixture(scope="module")
def planned(tmp_path_factory) -> OpenSweep:
    return swept(tmp_path_factory.mktemp("planned"), PLANNED)


def test_the_same_sweep_twice_is_the_same(reference, tmp_path) -> None:
    other = swept(tmp_path, TEXT)
    found = compare_sweeps(open_sweep(reference), other)
    assert found.is_same
    assert counts(found) == {"same": 6}


def test_what_changed_is_found_and_what_only_one_has(reference, tmp_path) -> None:
    """B drives on for longer and has one seed less: 4 pairs changed, 2 runs are only in A."""
    text = TEXT.replace("seeds: 3", "seeds: [1, 2]").replace("2s", "2.5s")
    text = text.replace("[1, 5.5]", "[1.0, 5.5]")  # 1 and 1.0 are one value of this parameter
    found = compare_sweeps(open_sweep(reference), swept(tmp_path, text), column="duration_ns")
    assert counts(found) == {"changed": 4, "only in A": 2}
    assert found.is_same is False
    pair = found.pairs[0]
    assert pair.difference == 5e8
    assert {"digest", "duration_ns"} <= set(pair.columns)
    mean = found.mean_difference()
    assert mean is not None
    assert mean.mean == 5e8


def test_two_planners_of_one_sweep_the_largest_difference_first(planned) -> None:
    found = compare_sweeps(planned, planned, planners=("simple", "idm"))
    assert found.paired_by == ("scenario", "seed", "actors.car1.speed_mps")
    assert counts(found) == {"changed": 2}
    sizes = [abs(pair.difference or 0.0) for pair in found.pairs]
    assert sizes == sorted(sizes, reverse=True)
    for pair in found.pairs:
        assert pair.a is not None
        assert pair.b is not None
        assert (pair.a["planner"], pair.b["planner"]) == ("simple", "idm")
        assert pair.difference == pair.b["score"] - pair.a["score"]


def test_several_planners_are_paired_by_name(planned, tmp_path) -> None:
    other = swept(tmp_path, PLANNED.replace("[4, 5]", "[4]"))
    found = compare_sweeps(planned, other)
    assert "planner" in found.paired_by
    assert counts(found) == {"same": 2, "only in A": 2}


def test_failed_runs_are_pairs_of_their_own(tmp_path) -> None:
    """A run with a map that does not exist fails in both sweeps, the other one changes."""
    text = PLANNED.replace("[4, 5]", "[4], map: [t_junction, nowhere.yaml]")
    a, b = swept(tmp_path / "a", text), swept(tmp_path / "b", text.replace("1s", "1.5s"))
    assert counts(compare_sweeps(a, b)) == {"changed": 2, "failed": 2}


def test_a_sweep_that_is_not_complete_is_compared_as_far_as_it_is(reference, tmp_path) -> None:
    some = swept(tmp_path, TEXT, chosen=Chosen(first=2))
    assert counts(compare_sweeps(open_sweep(reference), some)) == {"same": 2, "only in A": 4}


def test_the_first_difference_by_running_both_again(planned) -> None:
    pair = compare_sweeps(planned, planned, planners=("simple", "idm")).pairs[0]
    assert pair.a is not None
    assert pair.b is not None
    ids = (pair.a["id"], pair.b["id"])
    found = first_divergence(planned, planned, ids, execution="interpreted")
    assert found.first is not None
    assert found.first.stamp_sim_ns == 0
    assert first_divergence(planned, planned, (ids[0], ids[0]), execution="interpreted").is_same


def test_the_first_difference_by_recordings(recorded, tmp_path) -> None:
    opened = open_sweep(recorded)
    first, _, third, _ = opened.runs().column("id").to_pylist()
    # Nothing is run: a scene that cannot be read is not asked for.
    for path in (recorded / "scenes").iterdir():
        path.rename(tmp_path / path.name)
    try:
        found = first_divergence(opened, opened, (first, third))
    finally:
        for path in tmp_path.glob("*.json"):
            path.rename(recorded / "scenes" / path.name)
    assert found.first is not None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "both stores are the same"),
        ({"planners": ("idm", "smple")}, "did you mean 'simple'"),
        ({"planners": ("idm", "simple"), "column": "scores"}, "did you mean 'score'"),
        ({"planners": ("idm", "simple"), "column": "status"}, "of numbers"),
    ],
)
def test_bad_choices_are_refused(planned, options, message) -> None:
    with pytest.raises(InputError, match=message):
        compare_sweeps(planned, planned, **options)


def test_sweeps_that_cannot_be_paired_are_refused(planned, reference, tmp_path) -> None:
    with pytest.raises(InputError, match="the sweeps have other planners"):
        compare_sweeps(planned, swept(tmp_path, PLANNED.replace("[simple, idm]", "[simple]")))
    text = "scenarios: [t-junction-4]\nset: {duration: 1s}\n"
    with pytest.raises(InputError, match=r"actors.car1.speed_mps is in A only"):
        compare_sweeps(open_sweep(reference), swept(tmp_path / "other", text))
