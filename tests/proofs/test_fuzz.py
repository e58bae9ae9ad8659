"""Goal: `make fuzz` detects wrong answers, and a sample of it passes here."""

from random import Random

import pytest

from proofs.fuzz.__main__ import cases, failures
from proofs.fuzz.mutation import mutated, mutated_payload
from proofs.fuzz.seeds import seed_failures
from proofs.fuzz.targets import make_payloads
from proofs.fuzz.trial import in_process, judged, unsafe


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_sample_of_broken_files_ends_well(tmp_path) -> None:
    assert failures(tmp_path, 0, 120, in_process) == []


@pytest.mark.slow
def test_files_that_once_hung_a_command_end_well(tmp_path) -> None:
    assert seed_failures(tmp_path, in_process) == []


def test_what_a_terminal_would_obey_is_noticed() -> None:
    assert unsafe("a\n\tb") is None
    assert unsafe("a\x1b[2J") is not None


@pytest.mark.slow
def test_cases_are_the_same_every_time(tmp_path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
    first = [(case.broken.read_bytes(), case.command[0]) for case in cases(tmp_path / "a", 5, 20)]
    again = [(case.broken.read_bytes(), case.command[0]) for case in cases(tmp_path / "b", 5, 20)]
    assert first == again
    assert len({data for data, _ in first}) == 20


def test_files_are_broken() -> None:
    good = bytes(range(256)) * 4
    # Broken files, not secrets.
    result = [mutated(good, Random(i)) for i in range(100)]  # noqa: S311
    assert sum(each != good for each in result) > 90


def test_payloads_are_other_ones_in_whole_messages(tmp_path) -> None:
    good = make_payloads(tmp_path)[0].read_bytes()
    # Broken files, not secrets.
    result = [mutated_payload(good, Random(i)) for i in range(50)]  # noqa: S311
    assert {len(each) for each in result} == {len(good)}
    assert good not in result
    assert len(set(result)) > 40


@pytest.mark.slow
def test_wrong_exit_codes_and_tracebacks_are_detected(monkeypatch, tmp_path) -> None:
    assert judged("info", 3, "") is not None
    assert judged("info", 1, "Traceback (most recent call last)") is not None
    assert judged("info", 2, "") is not None
    assert judged("info", 2, "ghost info: a\nghost info: b\n") is not None
    assert judged("info", 2, "ghost info: warning: c\nghost info: b\n") is None
    monkeypatch.chdir(tmp_path)

    def attempt(command, _size):
        return "it is bad" if command[0] == "info" else None

    result = failures(tmp_path, 0, 30, attempt)
    assert result
    assert all("it is bad" in each for each in result)
    assert list((tmp_path / "build" / "fuzz").iterdir())
