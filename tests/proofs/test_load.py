"""The load begins, and ends whatever happens."""

import os
from pathlib import Path

import pytest

from proofs.portable.load import burn, cpu_load


def children() -> set[str]:
    tasks = Path("/proc/self/task").glob("*/children")
    return {pid for task in tasks for pid in task.read_text(encoding="utf-8").split()}


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs Linux's /proc")
def test_burners_end_with_the_block_even_when_it_raises():
    before = children()
    seen: list[str] = []

    def interrupted() -> None:
        with cpu_load(1.0, burners=2):
            seen.extend(children() - before)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert len(seen) == 2
    assert children() == before


def test_no_load_starts_nothing():
    before = children()
    with cpu_load(0.0, burners=2):
        assert children() == before


def test_a_burner_whose_parent_is_gone_ends_by_itself():
    burn(parent=os.getpid(), share=1.0)
