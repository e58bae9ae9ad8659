"""Goal: what a sweep needs compiled is compiled once, by the driver, for all of its scenarios.

Method: two Ray nodes with empty caches, and scenarios with drivers of a user's own. Their module
notes in every process that imports it what is compiled there.
"""

from collections import Counter
from pathlib import Path

import pytest

MODULE = """
from pathlib import Path

from project_ghost.core.compiled.cache import _cache
from project_ghost.engine import Block, Input, Output, Parameter

announce = _cache.announce


def noted(step):
    is_node = Path("/proc/self/cmdline").read_text().startswith("ray::")
    with Path({note!r}).open("a") as file:
        file.write(f"{{'node' if is_node else 'driver'}} {{step.name}}\\n")
    announce(step)


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
        return 0.0, {gain} * (target_mps - speed_mps)
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
    """A folder with two drivers and three scenarios; the file that gets the notes."""
    note: Path = driver.folder / "note.txt"
    source = MODULE.format(note=str(note))
    for name, gain in (("Calm", 0.5), ("Quick", 1.5)):
        source += DRIVER.format(name=name, gain=gain)
    (driver.folder / "own_drivers.py").write_text(source, encoding="utf-8")
    for file, name in (("one", "Calm"), ("two", "Quick"), ("three", "Calm")):
        text = SCENARIO.replace("TYPE", f"own_drivers:{name}").replace("NAME", file)
        (driver.folder / f"{file}.yaml").write_text(text, encoding="utf-8")
    return note


SWEEP = "scenarios: [one.yaml, two.yaml, three.yaml]\nseeds: 6\n"


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
    driver.result(file, "-o", "here", "--exec", "interpreted", "--executor", "in-process")
    here, there = (driver.folder / name / "runs.parquet" for name in ("here", "there"))
    assert here.read_bytes() == there.read_bytes()


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
