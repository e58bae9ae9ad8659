"""A built-in scenario that was compiled once starts without compiling anything."""

import os
import subprocess
import sys

import pytest

from project_ghost.scenario import builtin_names

COUNT = """\
import sys
from project_ghost.core.compile_steps import observed_compilation
from project_ghost.runs import prepare
for name in sys.argv[1:]:
    steps = []
    prepared = prepare(name, execution="compiled")
    with observed_compilation(steps.append):
        prepared.run(duration_ns=prepared.runnable.step_ns)
    print(name, len(steps))
"""


@pytest.mark.slow
def test_a_second_process_compiles_nothing() -> None:
    """Method: count what is compiled, in two processes one after the other, with one cache."""
    names = builtin_names()
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", COUNT, *names],
            env={**os.environ},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [f"{name} 0" for name in names]
