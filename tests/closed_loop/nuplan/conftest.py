"""nuPlan's names for the tests of this folder, and no longer."""

import sys
from collections.abc import Iterator

import pytest

from project_ghost.closed_loop import nuplan_names


@pytest.fixture(autouse=True)
def _names() -> Iterator[None]:
    before = [*sys.meta_path]
    nuplan_names.install()
    yield
    sys.meta_path[:] = before
    for name in [name for name in sys.modules if name.partition(".")[0] == "nuplan"]:
        del sys.modules[name]
