"""What tests of studies share."""

from contextlib import contextmanager

import pytest

from project_ghost.study.execute import _runner


@pytest.fixture
def _no_load(monkeypatch) -> None:
    """Whatever load a study asks for, there is none."""

    @contextmanager
    def quiet(percent):
        yield float(percent)

    monkeypatch.setattr(_runner, "loaded_machine", quiet)
