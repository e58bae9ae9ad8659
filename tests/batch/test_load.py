"""Goal: the load begins, is as high as requested, and ends in every case."""

import os
from pathlib import Path

import pytest

from project_ghost.batch import _cpu_time, background_load, usable_cores
from project_ghost.batch._burner import burn
from project_ghost.core.errors import InputError
from tests.waiting import wait_until

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
def test_a_burner_uses_its_core():
    before = children()
    with background_load(0.9, cores=1):
        [burner] = children() - before
        wait_until(lambda: cpu_ticks(burner) >= 5, "the burner has worked")


def cpu_ticks(pid: str) -> int:
    """What a process has used of the CPUs, in the system's ticks."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def test_the_reached_load_is_measured(tmp_path, monkeypatch):
    """Method: the system's counters are made up, since others may use the cores as well."""
    counters = tmp_path / "stat"
    monkeypatch.setattr(_cpu_time, "_STATISTICS", counters)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 2}, raising=False)
    assert usable_cores() == 2
    counters.write_text("cpu 9 9 9 9\ncpu0 1 0 1 8 0\ncpu1 0 0 0 0 0\ncpu2 5 0 0 5 0\n")
    with background_load(0.0) as load:
        assert load.reached() is None
        counters.write_text("cpu 9 9 9 9\ncpu0 3 1 2 10 4\ncpu1 99 0 0 0 0\ncpu2 8 0 0 10 2\n")
        # 4 + 3 of 10 + 10, of the two cores that may be used.
        assert load.reached() == 0.35
        counters.unlink()
        assert load.reached() is None


def test_no_load_starts_nothing():
    before = children()
    with background_load(0.0, cores=2):
        assert children() == before


def test_a_load_beyond_all_is_refused():
    with pytest.raises(InputError, match="the load is 95"), background_load(95):
        pass


def test_a_burner_whose_parent_is_gone_ends_by_itself():
    burn(parent=os.getpid(), fraction=1.0)
