"""Comparing runs, without running anything."""

from dataclasses import replace

from project_ghost.doctor.selfcheck import Mode, load_workload
from project_ghost.scenario import builtin_names
from proofs.portable import report
from proofs.portable.environment import Environment, Interpreter
from proofs.portable.runner import Run, Selection, Status
from proofs.portable.scenarios import golden_digests, scenario_paths
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


def scenarios_run(name: str, digests: dict[str, str]) -> Run:
    environment = Environment(name, "process", "", lambda: Interpreter(()))
    return Run(environment, Mode.COMPILED, Status.RAN, digests=digests, host={"python": "3"})


def test_every_scenario_has_the_digest_of_its_golden_file() -> None:
    selection = Selection((), scenarios=True)
    assert set(selection.due(Mode.COMPILED)) == set(builtin_names())
    right = golden_digests()
    verdict = judge([scenarios_run("native", right)], selection, {})
    assert verdict.passed
    assert list(report.table(verdict).columns[3].cells) == ["[green]13 of 13[/]"]
    wrong = {**right, "crowd": "another"}
    verdict = judge([scenarios_run("native", right), scenarios_run("other", wrong)], selection, {})
    assert [(d.environment, d.workload) for d in verdict.differences] == [("other", "crowd")]
    assert list(report.table(verdict).columns[3].cells)[1] == "[bold red]1 !=[/]"


def test_what_an_emulator_leaves_out_is_named_and_all_else_is_due() -> None:
    selection = Selection((), scenarios=True)
    right = golden_digests()
    native = scenarios_run("native", right)
    part = {name: digest for name, digest in right.items() if name != "crowd"}
    slow = replace(native.environment, name="emulated", cpu_limit_s=600.0)
    emulated = replace(native, environment=slow, digests=part, left_out=("crowd",))
    verdict = judge([native, emulated], selection, {})
    assert verdict.passed
    assert "left out: emulated (compiled): crowd: beyond 600 s of CPU time" in report.conclusion(
        verdict
    )
    assert list(report.table(verdict).columns[3].cells)[1] == "[green]12 of 13[/]"
    silent = replace(emulated, left_out=())
    assert not judge([native, silent], selection, {}).passed


def test_the_self_check_finds_a_scenario_by_its_name() -> None:
    name, workload = load_workload(f"t-junction-4={scenario_paths()['t-junction-4']}")
    assert workload.digest(Mode.INTERPRETED) == golden_digests()[name]
