"""Goal: the load begins, is as great as it was meant to be, and ends whatever happens."""

import os
import time
from pathlib import Path

import pytest

from project_ghost.batch import background_load, usable_cores
from project_ghost.batch._burner import burn
from project_ghost.core.errors import InputError

needs_proc = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs Linux's /proc")


def children() -> set[str]:
    tasks = Path("/proc/self/task").glob("*/children")
    return {pid for task in tasks for pid in task.read_text(encoding="utf-8").split()}


@needs_proc
def test_burners_end_with_the_block_even_when_it_raises():
    before = children()
    seen: list[str] = []

    def interrupted() -> None:
        with background_load(1.0, cores=2):
            seen.extend(children() - before)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert len(seen) == 2
    assert children() == before


@needs_proc
def test_what_was_reached_is_measured():
    with background_load(0.9) as load:
        begin_s = time.perf_counter()
        while time.perf_counter() < begin_s + 0.4:
            pass
        reached = load.reached()
    assert reached is not None
    assert 0.5 < reached <= 1.0
    assert usable_cores() >= 1


def test_no_load_starts_nothing():
    before = children()
    with background_load(0.0, cores=2):
        assert children() == before


def test_a_load_beyond_all_is_refused():
    with pytest.raises(InputError, match="the load is 95"), background_load(95):
        pass


def test_a_burner_whose_parent_is_gone_ends_by_itself():
    burn(parent=os.getpid(), share=1.0)
