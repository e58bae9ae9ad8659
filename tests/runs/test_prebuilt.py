"""Goal: with the archive of machine code, no built-in scenario compiles or compares anything.

Method: run each in a new process with an empty cache, as a new user does, and
list what was compiled and what the engine has to say about the execution.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from project_ghost.core.compiled import prebuilt_state
from project_ghost.scenario import builtin_names

PROGRAM = """
import json
from project_ghost.core.compile_steps import observed_compilation
from project_ghost.engine import Execution
from project_ghost.runs import prepare
from project_ghost.scenario import builtin_names

seen, compiled = {}, []
with observed_compilation(lambda step: compiled.append(step.name)):
    for name in builtin_names():
        result = prepare(name, execution=Execution.COMPILED).run()
        seen[name] = [result.execution_note, *compiled]
        compiled.clear()
print(json.dumps(seen))
"""


@pytest.mark.slow
def test_builtin_scenarios_start_from_the_archive(tmp_path: Path) -> None:
    state = prebuilt_state()
    if not state.up_to_date:
        pytest.skip(f"needs an archive of this source (make precompile): {state.text}")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "GHOST_CACHE_DIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        check=True,
    )
    assert json.loads(done.stdout) == {name: [""] for name in builtin_names()}
