"""Storing digests is refused where the modes disagree."""

import json

import pytest

from project_ghost.doctor.selfcheck import Workload
from proofs import digests


@pytest.fixture
def store(tmp_path, monkeypatch):
    file = tmp_path / "digests.json"
    monkeypatch.setattr(digests, "_FILE", file)

    def run(workload):
        monkeypatch.setattr(digests, "WORKLOADS", {"mine": Workload(workload)})
        return digests.main(), file

    return run


def test_the_common_digest_of_both_modes_is_stored(store):
    code, file = store(lambda _mode: "ab")
    assert code == 0
    assert json.loads(file.read_text(encoding="utf-8")) == {"mine": "ab"}


def test_modes_that_disagree_are_named_and_nothing_is_stored(store, capsys):
    code, file = store(str)
    assert code == 1
    assert not file.exists()
    assert "nothing stored: mine gave ['compiled', 'interpreted']" in capsys.readouterr().err


def test_a_workload_that_raises_is_not_stored(store, capsys):
    code, file = store(lambda _mode: 1 / 0)
    assert code == 1
    assert not file.exists()
    assert "ZeroDivisionError" in capsys.readouterr().err
