"""The workloads give the stored digests here, in both modes, and their command says so."""

import json
from time import process_time

import pytest

from project_ghost.core.errors import InputError
from project_ghost.doctor.selfcheck import (
    WORKLOADS,
    Mode,
    Workload,
    load_workload,
    run,
    stored_digests,
)
from project_ghost.doctor.selfcheck.__main__ import main

CASES = [(name, mode) for name, workload in WORKLOADS.items() for mode in workload.modes]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "mode"), CASES)
def test_a_workload_gives_its_stored_digest(name, mode):
    if mode is Mode.COMPILED:
        pytest.importorskip("numba")
    outcome = run({name: WORKLOADS[name]}, mode)[name]
    assert outcome.error is None
    assert outcome.digest == stored_digests()[name]


def test_every_workload_and_nothing_else_is_stored():
    assert set(stored_digests()) == set(WORKLOADS)


def test_json_is_canonical_and_describes_the_host(capsys):
    assert main(["--json", "--workload", "arithmetic"]) == 0
    text = capsys.readouterr().out
    document = json.loads(text)
    assert document["mode"] == "interpreted"
    assert document["workloads"]["arithmetic"]["digest"] == stored_digests()["arithmetic"]
    assert {"python", "machine", "numpy", "numba", "numpy_cpu_features"} <= set(document["host"])
    assert text == json.dumps(document, sort_keys=True, ensure_ascii=False, indent=2) + "\n"


@pytest.fixture
def extra(tmp_path):
    """A file with workloads of a user's own."""
    file = tmp_path / "mine.py"
    file.write_text("def fine(mode): return 'ab' * 32\ndef bad(mode): return 1 / 0\n", "utf-8")
    return file


def test_an_extra_workload_runs_beside_the_others(extra, capsys):
    assert main(["--workload", "arithmetic", "--extra-workload", f"mine={extra}:fine"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.split()[:2] == ["arithmetic", "ok"]
    assert second.split() == ["mine", "new", "ab" * 32]


def test_a_workload_that_raises_fails_the_check_and_hides_no_other(extra, capsys):
    assert main(["--workload", "arithmetic", "--extra-workload", f"mine={extra}:bad"]) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert first.split()[:2] == ["arithmetic", "ok"]
    assert second.split(maxsplit=2) == ["mine", "error", "ZeroDivisionError: division by zero"]


@pytest.mark.parametrize("text", ["", "x", "x=absent_module:f", "x=/absent.py:f", "x=json:absent"])
def test_a_workload_that_cannot_be_loaded_is_refused(text):
    with pytest.raises(InputError, match="cannot be loaded"):
        load_workload(text)
    assert main(["--extra-workload", text]) == 2


def test_what_exceeds_the_cpu_limit_has_no_outcome() -> None:
    def endless(_mode: Mode) -> str:
        while process_time() < give_up_s:
            pass
        return "no limit"

    give_up_s = process_time() + 20.0
    workloads = {
        "quick": Workload(lambda _mode: "done"),
        "endless": Workload(endless),
        "never": Workload(lambda _mode: "done"),
    }
    assert list(run(workloads, Mode.INTERPRETED, cpu_limit_s=0.05)) == ["quick"]
    assert list(run({"quick": workloads["quick"]}, Mode.INTERPRETED)) == ["quick"]
