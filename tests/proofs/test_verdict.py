"""Comparing runs, without running anything."""

from project_ghost.doctor.selfcheck import Mode
from proofs.portable.environment import Environment, Interpreter
from proofs.portable.runner import Run, Selection, Status
from proofs.portable.verdict import judge

SELECTION = Selection(("arithmetic",))


def run_of(name: str, digest: str | None, must_change: str | None = None) -> Run:
    environment = Environment(name, "process", "", lambda: Interpreter(()), must_change=must_change)
    digests = {"arithmetic": digest} if digest else {}
    witnesses = {"sin": "native"}
    return Run(environment, Mode.INTERPRETED, Status.RAN, digests=digests, witnesses=witnesses)


def test_all_agree_with_each_other_but_not_with_the_stored_digest():
    verdict = judge(
        [run_of("native", "new"), run_of("other", "new")], SELECTION, {"arithmetic": "old"}
    )
    assert not verdict.passed
    assert [(d.environment, d.expected, d.got) for d in verdict.differences] == [
        ("native", "old", "new"),
        ("other", "old", "new"),
    ]


def test_a_workload_without_a_stored_digest_is_not_proven():
    verdict = judge([run_of("native", "new")], SELECTION, {})
    assert not verdict.passed
    assert verdict.differences[0].expected == "nothing stored"


def test_a_difference_is_not_hidden_by_an_inert_mask():
    runs = [run_of("native", "x"), run_of("masked", "y", must_change="sin")]
    verdict = judge(runs, SELECTION, {"arithmetic": "x"})
    assert verdict.runs[1].status is Status.RAN
    assert [d.environment for d in verdict.differences] == ["masked"]


def test_a_workload_that_gave_nothing_is_not_proven():
    verdict = judge([run_of("native", "x"), run_of("silent", None)], SELECTION, {"arithmetic": "x"})
    assert [(d.environment, d.got) for d in verdict.differences] == [("silent", "nothing")]
