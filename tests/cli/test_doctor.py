"""`ghost doctor`: the right diagnosis, also of a sick installation."""

import json

import pytest

from project_ghost.cli import main
from project_ghost.core import diagnosis
from project_ghost.core.diagnosis import checks_to_run, diagnose, perform
from project_ghost.core.level import Level
from project_ghost.core.selfcheck import WORKLOADS, Mode


def healthy_checks() -> list[diagnosis.Check]:
    return [perform(name, mode) for name, mode in checks_to_run(compiled=False)]


def test_the_report_names_what_matters(capsys) -> None:
    assert main(["doctor"]) == 0
    output = capsys.readouterr().out
    for word in ("CPython", "numpy", "numba", "cpu", "libc", "portable", "interpreted", "compiled"):
        assert word in output
    for name in WORKLOADS:
        assert name in output


def test_the_json_report_is_for_programs(capsys) -> None:
    assert main(["doctor", "--json", "--interpreted"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["level"] == "portable"
    assert {check["workload"] for check in report["checks"]} == set(WORKLOADS)
    assert all(check["passed"] and check["mode"] == "interpreted" for check in report["checks"])
    assert {"python", "numpy", "numba", "cpu", "libc"} <= set(report["host"])


def test_a_differing_digest_is_found_named_and_costs_the_portable_level(
    monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    monkeypatch.setattr(diagnosis, "stored_digests", lambda: {"dmath": "0" * 64})
    checks = [perform("dmath", Mode.INTERPRETED)]
    level, reasons = diagnose(checks)
    assert level is Level.HOST
    assert [reason.text for reason in reasons if not reason.holds] == [
        "interpreted: not the stored digests in dmath"
    ]
    assert main(["doctor", "--interpreted"]) == 1
    assert "differs" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("python_implementation", "PyPy", "the interpreter is PyPy"),
        ("machine", "riscv64", "the platform is Linux on riscv64"),
        ("system", "Darwin", "the platform is Darwin on"),
    ],
)
def test_a_platform_without_proof_is_not_called_portable(
    name, value, complaint, monkeypatch
) -> None:
    monkeypatch.setattr(f"platform.{name}", lambda: value)
    level, reasons = diagnose(healthy_checks())
    assert level is Level.HOST
    assert next(r.text for r in reasons if not r.holds).startswith(complaint)


def test_without_numba_the_interpreted_checks_suffice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnosis, "is_available", lambda: False)
    assert {mode for _, mode in checks_to_run()} == {Mode.INTERPRETED}
