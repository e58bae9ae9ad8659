"""The proof from end to end, on environments that are quick: what agrees passes, and a
workload that depends on its platform makes it fail with the place named."""

import json
from pathlib import Path

import pytest

from proofs.portable import cli, witnesses
from proofs.portable.catalogue import catalogue
from proofs.portable.environment import Environment, Interpreter, NotRunnableError
from proofs.portable.machine import cpu_flags

pytestmark = pytest.mark.slow

PLANTED = Path(__file__).with_name("planted.py")
QUICK = ["--workload", "arithmetic", "--mode", "interpreted"]


@pytest.fixture
def prove(tmp_path, capsys):
    """Run the proof, and return its exit code, what it printed and its JSON."""

    def run(*arguments):
        file = tmp_path / "proof.json"
        code = cli.main([*QUICK, "--json", str(file), *arguments])
        return code, capsys.readouterr().out, json.loads(file.read_text(encoding="utf-8"))

    return run


def test_environments_that_agree_are_proven(prove):
    code, text, document = prove("--only", "hash-seed-1", "--only", "no-numba")
    assert code == 0
    assert "PROVEN: one digest per workload in 3 runs; 0 did not run" in text
    assert document["proven"]
    assert [run["environment"] for run in document["runs"]] == ["native", "hash-seed-1", "no-numba"]
    native, seeded, without_numba = document["runs"]
    assert native["host"]["python"]
    assert native["host"]["numpy"]
    assert native["digests"] == seeded["digests"] == without_numba["digests"]
    assert without_numba["host"]["numba"] is None
    # The proof knows that the seeded run was really another one.
    assert seeded["changed_witnesses"] == ["hash"]


def test_a_workload_that_depends_on_the_hash_seed_is_found(prove):
    code, text, document = prove(
        "--only", "hash-seed-1", "--extra-workload", f"bad={PLANTED}:depends_on_the_hash_seed"
    )
    assert code == 1
    assert "NOT PROVEN" in text
    assert "bad differs in hash-seed-1 (interpreted): expected " in text
    (difference,) = document["differences"]
    assert difference["environment"] == "hash-seed-1"
    assert difference["workload"] == "bad"
    assert difference["expected"] in text
    assert difference["got"] in text


@pytest.mark.skipif("fma" not in cpu_flags(), reason="this CPU has no FMA that could be masked")
def test_a_workload_that_uses_the_c_library_is_found(prove):
    code, text, document = prove(
        "--only", "glibc-no-fma", "--extra-workload", f"sine={witnesses.__file__}:math_sin"
    )
    if document["runs"][1]["status"] == "not run":
        pytest.skip(document["runs"][1]["reason"])
    assert code == 1
    assert "sine differs in glibc-no-fma (interpreted): expected " in text


def test_a_workload_that_raises_is_a_difference(prove):
    code, text, _ = prove("--only", "native", "--extra-workload", f"bad={PLANTED}:raises")
    assert code == 1
    assert "bad differs in native (interpreted)" in text
    assert "ArithmeticError: no value here" in text


@pytest.fixture
def prove_with(prove, monkeypatch):
    """Run the proof on the native environment and one other, in interpreted mode."""

    def run(name, prepare, **more):
        other = Environment(name, "process", "", prepare, **more)
        monkeypatch.setattr(cli, "catalogue", lambda: [catalogue()[0], other])
        return prove()

    return run


def absent():
    raise NotRunnableError("the machine has none")


def test_an_environment_that_cannot_run_is_named_and_not_counted(prove_with):
    code, text, document = prove_with("lacking", absent)
    assert code == 0
    assert "not run: lacking: the machine has none" in text
    assert "in 1 runs; 1 did not run" in text
    assert document["runs"][1]["status"] == "not run"
    assert document["runs"][1]["digests"] == {}


def test_a_crash_fails_the_proof(prove_with):
    code, text, _ = prove_with("broken", lambda: Interpreter(("/bin/false",)))
    assert code == 1
    assert "failed: broken: exit code 1" in text


def test_an_environment_without_effect_does_not_count_as_run(prove_with):
    code, text, _ = prove_with("inert", catalogue()[0].prepare, must_change="sin")
    assert code == 0
    assert "not run: inert: no effect on this machine" in text
    assert "in 1 runs; 1 did not run" in text


def test_list_prints_the_environments_and_runs_none(capsys):
    assert cli.main(["--list", "--only", "process"]) == 0
    assert "hash-seed-1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--only", "nowhere"], "no environment matches 'nowhere'"),
        (["--extra-workload", "x=/absent.py:f"], "cannot be loaded"),
        (["--extra-workload", f"arithmetic={PLANTED}:raises"], "two workloads named 'arithmetic'"),
    ],
)
def test_bad_usage_is_one_message_and_exit_code_2(arguments, complaint, capsys):
    assert cli.main([*QUICK, *arguments]) == 2
    assert complaint in capsys.readouterr().err


def test_an_unknown_workload_is_bad_usage(capsys):
    with pytest.raises(SystemExit) as leaving:
        cli.main(["--workload", "unknown"])
    assert leaving.value.code == 2
    assert "unknown" in capsys.readouterr().err
