"""Goal: what a sweep needs compiled is compiled once, by the driver, for all of its scenarios.

Method: two Ray nodes with empty caches, and scenarios with drivers of a user's own. Their module
notes in every process that imports it what is compiled there.
"""

import json
import signal
from collections import Counter
from pathlib import Path

import pytest

from tests.cluster.drive import Driver

MODULE = """
import os
import signal
from pathlib import Path

from project_ghost.core.compiled.cache import _cache
from project_ghost.engine import Block, Input, Output, Parameter

announce = _cache.announce


def noted(step):
    is_node = Path("/proc/self/cmdline").read_text().startswith("ray::")
    with Path({note!r}).open("a") as file:
        file.write(f"{{'node' if is_node else 'driver'}} {{step.name}}\\n")
    announce(step)
    if "DEADLY" in os.environ and os.environ["DEADLY"] in step.name:
        os.kill(os.getppid(), signal.SIGKILL)


_cache.announce = noted
"""
DRIVER = '''

class {name}(Block):
    """Keeps a speed."""

    speed_mps = Input(unit="m/s")
    target_mps = Parameter(5.0, unit="m/s")
    steering = Output(unit="rad")
    acceleration = Output(unit="m/s2")

    @staticmethod
    def output(speed_mps: float, target_mps: float) -> tuple[float, float]:
        """Return the steering angle and the acceleration."""
        return 0.0, {acceleration}
'''
SCENARIO = """
version: 1
name: NAME
step: 50ms
duration: 2s
map: t_junction
actors:
  car1:
    kind: car
    speed_mps: 4
    driver: {type: "TYPE"}
    route: {waypoints: [[-61.54, 22.64], [-6.54, 6.64]]}
"""


@pytest.fixture
def own(driver) -> Path:
    """A folder with three drivers and a scenario for each; the file that gets the notes."""
    note: Path = driver.folder / "note.txt"
    source = MODULE.format(note=str(note))
    accelerations = {
        "Calm": "0.5 * (target_mps - speed_mps)",
        "Quick": "1.5 * (target_mps - speed_mps)",
        "Broken": "speed_mps / (target_mps - 5.0)",
    }
    for name, acceleration in accelerations.items():
        source += DRIVER.format(name=name, acceleration=acceleration)
    (driver.folder / "own_drivers.py").write_text(source, encoding="utf-8")
    for file, name in (("one", "Calm"), ("two", "Quick"), ("three", "Calm"), ("four", "Broken")):
        text = SCENARIO.replace("TYPE", f"own_drivers:{name}").replace("NAME", file)
        (driver.folder / f"{file}.yaml").write_text(text, encoding="utf-8")
    return note


SWEEP = "scenarios: [one.yaml, two.yaml, three.yaml]\nseeds: 6\n"


COMPILED = ("--exec", "compiled", "--json")


def require_same_table(driver: Driver, file: str) -> None:
    """The table must have the bytes of one that this process makes without machine code."""
    driver.run(
        "sweep", "run", file, "-o", "here", "--exec", "interpreted", "--executor", "in-process"
    )
    here, there = (driver.folder / name / "runs.parquet" for name in ("here", "there"))
    assert here.read_bytes() == there.read_bytes()


def noted(note: Path) -> Counter[tuple[str, ...]]:
    return Counter(tuple(line.split(" ", 1)) for line in note.read_text().splitlines())


def test_the_driver_compiles_for_all_scenarios_and_nodes_compile_nothing(driver, own) -> None:
    file = driver.sweep(SWEEP)
    cache = str(driver.folder / "cache")
    words = ("--exec", "compiled", *driver.on_ray)
    found = driver.result(file, "-o", "there", *words, GHOST_CACHE_DIR=cache)
    assert (found["done"], found["failed"], found["complete"]) == (18, 0, True)
    compiled = noted(own)
    assert {where for where, _ in compiled} == {"driver"}
    assert any("Calm" in name for _, name in compiled)
    assert any("Quick" in name for _, name in compiled)
    assert set(compiled.values()) == {1}
    require_same_table(driver, file)


@pytest.mark.long
def test_a_node_with_another_processor_compiles_each_function_once(driver, own, cluster) -> None:
    node = cluster.start(cpus=2, NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="")
    try:
        file = driver.sweep(SWEEP.replace("6", "40"))
        cache = str(driver.folder / "cache")
        words = ("--exec", "compiled", *driver.on_ray)
        found = driver.result(file, "-o", "there", *words, GHOST_CACHE_DIR=cache)
        assert (found["done"], found["failed"], found["complete"]) == (120, 0, True)
    finally:
        node.kill()
        cluster.nodes.remove(node)
    compiled = noted(own)
    assert max(compiled.values()) == 1  # here, and there: by one of the two workers
    there = {name for where, name in compiled if where == "node"}
    assert any("Calm" in name for name in there)
    assert any("Quick" in name for name in there)


@pytest.mark.long
def test_what_a_run_that_fails_needs_is_compiled_by_the_driver_too(driver, own) -> None:
    file = driver.sweep("scenarios: [four.yaml, two.yaml]\nseeds: 4\n")
    words = ("sweep", "run", file, "-o", "there", *COMPILED, *driver.on_ray)
    done = driver.run(*words, GHOST_CACHE_DIR=str(driver.folder / "cache"))
    found = json.loads(done.stdout)
    assert (found["done"], found["failed"], found["complete"]) == (8, 4, True)
    compiled = noted(own)
    assert {where for where, _ in compiled} == {"driver"}
    assert any("Broken" in name for _, name in compiled)
    assert set(compiled.values()) == {1}
    require_same_table(driver, file)


@pytest.mark.long
def test_a_driver_that_is_killed_while_it_compiles_continues(driver, own) -> None:
    file = driver.sweep(SWEEP)
    words = ("sweep", "run", file, "-o", "there", *COMPILED, *driver.on_ray)
    cache = str(driver.folder / "cache")
    killed = driver.run(*words, GHOST_CACHE_DIR=cache, DEADLY="Quick")
    assert killed.returncode == -signal.SIGKILL
    assert any("Quick" in name for _, name in noted(own))
    done = driver.run(*words, GHOST_CACHE_DIR=cache)
    found = json.loads(done.stdout)
    assert (found["failed"], found["complete"]) == (0, True)
    require_same_table(driver, file)


# At the start of Python on a machine: the worker that receives code for the second time is killed.
SITE = """
import os
import signal
from pathlib import Path

import project_ghost.core.compiled as compiled

received_code = compiled.received_code


def deadly(entries):
    with Path({note!r}).open("a") as note:
        note.write("received\\n")
    if Path({note!r}).read_text().count("received") == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return received_code(entries)


compiled.received_code = deadly
"""


@pytest.mark.long
def test_a_worker_that_is_killed_while_it_gets_code_is_replaced(driver, own, cluster) -> None:
    site, note = driver.folder / "site", driver.folder / "received.txt"
    site.mkdir()
    (site / "sitecustomize.py").write_text(SITE.format(note=str(note)), encoding="utf-8")
    path = f"{site}:{cluster.environment()['PYTHONPATH']}"
    node = cluster.start(cpus=2, PYTHONPATH=path)
    try:
        file = driver.sweep(SWEEP.replace("6", "40"))
        words = ("sweep", "run", file, "-o", "there", *COMPILED, *driver.on_ray)
        done = driver.run(*words, GHOST_CACHE_DIR=str(driver.folder / "cache"))
    finally:
        node.kill()
        cluster.nodes.remove(node)
    found = json.loads(done.stdout)
    assert (found["done"], found["failed"], found["complete"]) == (120, 0, True)
    assert note.read_text().count("received") >= 3
    assert {where for where, _ in noted(own)} == {"driver"}
    require_same_table(driver, file)
