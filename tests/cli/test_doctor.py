"""`ghost doctor`: the right diagnosis, also of a sick installation."""

import json
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from project_ghost.cli import main
from project_ghost.core.compiled import cache_directory, prebuilt_state
from project_ghost.core.level import Level
from project_ghost.doctor import diagnosis
from project_ghost.doctor.diagnosis import Check, LeftOut, diagnose, perform, plan_checks
from project_ghost.doctor.selfcheck import WORKLOADS, Mode, Outcome, stored_digests


def healthy_checks() -> list[Check]:
    """What the checks of a sound installation give, without the time that they take."""
    return [
        Check(name, mode, Outcome(digest, None, 0.0), digest)
        for mode in Mode
        for name, digest in stored_digests().items()
        if mode in WORKLOADS[name].modes
    ]


def objections(checks: list[Check]) -> list[str]:
    """What speaks against the portable level."""
    level, reasons, _ = diagnose(checks)
    against = [reason.text for reason in reasons if not reason.holds]
    assert level is (Level.HOST if against else Level.PORTABLE)
    return against


@pytest.mark.slow
def test_the_report_names_what_matters(capsys) -> None:
    assert main(["doctor"]) == 0
    output = capsys.readouterr().out
    for word in ("CPython", "numpy", "numba", "cpu", "libc", "portable", "interpreted", "compiled"):
        assert word in output
    for name in WORKLOADS:
        assert name in output
    assert "Determinism level: portable, because" in output
    assert "compiled: all 3 digests equal the stored ones" in output
    assert "Not checked" not in output


def test_the_json_report_is_for_programs(capsys) -> None:
    assert main(["doctor", "--json", "--interpreted"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["level"] == "portable"
    assert {check["workload"] for check in report["checks"]} == set(WORKLOADS)
    assert all(check["passed"] and check["mode"] == "interpreted" for check in report["checks"])
    assert {"python", "numpy", "numba", "cpu", "libc"} <= set(report["host"])
    assert str(cache_directory()) in report["host"]["cache"]
    assert report["host"]["prebuilt"] == prebuilt_state().text
    assert report["left_out"] == [{"mode": "compiled", "why": "--interpreted was given"}]


def test_a_differing_digest_is_found_named_and_costs_the_portable_level(
    monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    monkeypatch.setattr(diagnosis, "stored_digests", lambda: {"dmath": "0" * 64})
    checks = [perform("dmath", Mode.INTERPRETED)]
    assert objections(checks) == ["interpreted: wrong digests of dmath"]
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
    (objection,) = objections(healthy_checks())
    assert objection.startswith(complaint)


# Of a binary64; each case below changes one of them.
FLOAT_INFO = {"mant_dig": 53, "max_exp": 1024, "min_exp": -1021, "min": 2.2250738585072014e-308}


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"mant_dig": 64}, "floats are not binary64"),
        ({"max_exp": 16384}, "floats are not binary64"),
        ({"min_exp": -1022}, "floats are not binary64"),
        # The least number there is, whose half is zero, as it is where subnormals are flushed.
        ({"min": 5e-324}, "subnormal numbers are flushed to zero: a loaded library has"),
    ],
)
def test_other_floats_are_not_called_portable(change, complaint, monkeypatch) -> None:
    assert objections(healthy_checks()) == []
    float_info = SimpleNamespace(**FLOAT_INFO | change)
    monkeypatch.setattr(diagnosis, "sys", SimpleNamespace(float_info=float_info))
    (objection,) = objections(healthy_checks())
    assert objection.startswith(complaint)


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (Outcome(None, "ValueError: no", 0.0), "a" * 64),
        (Outcome(None, "ValueError: no", 0.0), None),
        (Outcome("a" * 64, None, 0.0), None),
        (Outcome("a" * 64, None, 0.0), "b" * 64),
    ],
)
def test_a_check_without_both_digests_or_with_two_is_not_passed(outcome, expected) -> None:
    checks = healthy_checks()
    position = next(i for i, check in enumerate(checks) if check.mode is Mode.COMPILED)
    checks[position] = checks[position]._replace(outcome=outcome, expected=expected)
    assert not checks[position].passed
    assert objections(checks) == [f"compiled: wrong digests of {checks[position].workload}"]


def test_a_workload_that_raises_is_shown_with_its_error(monkeypatch, capsys) -> None:
    error = Outcome(None, "ValueError: no", 0.0)
    monkeypatch.setattr(
        "project_ghost.cli.doctor.perform",
        lambda name, mode: Check(name, mode, error, stored_digests()[name]),
    )
    assert main(["doctor", "--interpreted"]) == 1
    output = capsys.readouterr().out
    assert "ValueError: no" in output
    assert "│ differs" not in output  # as a result


def test_the_exit_code_depends_on_the_checks_and_not_on_the_level(monkeypatch, capsys) -> None:
    """A platform without proof is no fault of the installation."""
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    assert main(["doctor", "--interpreted"]) == 0
    assert "Determinism level: host" in capsys.readouterr().out


def test_nothing_checked_is_nothing_proven() -> None:
    assert objections([]) == ["no workload was run"]
    assert [each.mode for each in diagnose([]).left_out] == list(Mode)


def test_without_numba_only_interpreted_code_is_checked_and_reported(monkeypatch) -> None:
    monkeypatch.setattr(diagnosis, "is_available", lambda: False)
    checks, left_out = plan_checks()
    assert {mode for _, mode in checks} == {Mode.INTERPRETED}
    (each,) = left_out
    assert each == LeftOut(Mode.COMPILED, "Numba is not installed, so everything runs interpreted")


def test_a_mode_that_was_not_run_is_named() -> None:
    interpreted = [check for check in healthy_checks() if check.mode is Mode.INTERPRETED]
    assert diagnose(interpreted).left_out == (LeftOut(Mode.COMPILED, "no workload of it was run"),)
    assert diagnose(healthy_checks()).left_out == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("flags", "environment", "why"),
    [
        (["--interpreted"], {}, "--interpreted was given."),
        ([], {"NUMBA_DISABLE_JIT": "1"}, "NUMBA_DISABLE_JIT is set, so Numba compiles nothing."),
    ],
)
def test_the_level_covers_only_the_checked_modes(flags, environment, why) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "project_ghost", "doctor", *flags],
        env={**os.environ, "COLUMNS": "120", **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    lines = done.stdout.splitlines()
    assert "Determinism level: portable, for what was checked (interpreted), because" in lines
    assert f"Not checked: compiled code. {why}" in lines
    assert not any("compiled: all" in line for line in lines)
