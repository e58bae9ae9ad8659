"""Goal: what a machine does not allow is said by name; what it does is measured."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from project_ghost.batch import CPUTime
from project_ghost.study import Conditions, ProcessMode
from project_ghost.study.machine import _background as background_module
from project_ghost.study.machine import _machine as machine_module
from project_ghost.study.machine._background import loaded_machine
from project_ghost.study.machine._gpu import gpu_load, gpu_percent
from project_ghost.study.machine._machine import Machine, cpus_of, host_facts
from project_ghost.study.machine._memory import may_bind_memory, online_nodes
from project_ghost.study.machine._usage import Monitor, busy_percent, usage_of
from tests.waiting import wait_until


def script(path, text: str) -> str:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_conditions_that_cannot_be_had_are_named(monkeypatch) -> None:
    bare = Machine(which=lambda _: None)
    assert bare.obstacle(Conditions(), is_command=False) is None
    assert "new process" in str(bare.obstacle(Conditions(), is_command=True))
    fresh = Conditions(process=ProcessMode.FRESH)
    assert bare.obstacle(fresh, is_command=True) is None
    far = Conditions(cpus="0,4095")
    assert "may only use the CPUs" in str(bare.obstacle(far, is_command=False))
    gpu = Conditions(gpu_load_percent=50)
    assert "no GPU" in str(bare.obstacle(gpu, is_command=False))
    smi = Machine(which=lambda name: name if name == "nvidia-smi" else None)
    assert "no program can load the GPU" in str(smi.obstacle(gpu, is_command=False))
    monkeypatch.setattr(machine_module, "_may_set_priority", lambda _: False)
    first = Conditions(nice=-20)
    assert "needs privileges" in str(bare.obstacle(first, is_command=False))
    assert bare.obstacle(Conditions(nice=19), is_command=False) is None


def test_memory_is_placed_where_the_machine_has_nodes(tmp_path, monkeypatch) -> None:
    nodes = tmp_path / "online"
    here = Conditions(memory="0,2")
    assert "no NUMA nodes" in str(Machine(nodes=nodes).obstacle(here, is_command=False))
    nodes.write_text("0-1,3\n")
    assert online_nodes(nodes) == (0, 1, 3)
    assert "the NUMA nodes 0, 1, 3" in str(Machine(nodes=nodes).obstacle(here, is_command=False))
    monkeypatch.setattr(machine_module, "may_bind_memory", lambda _: False)
    refused = Machine(nodes=nodes).obstacle(Conditions(memory="3"), is_command=False)
    assert "may not be placed" in str(refused)
    monkeypatch.setattr(machine_module, "may_bind_memory", lambda _: True)
    assert Machine(nodes=nodes).obstacle(Conditions(memory="3"), is_command=False) is None


def test_placed_memory_comes_from_its_node() -> None:
    if not may_bind_memory([0]):
        pytest.skip("this system does not place memory")
    code = (
        "import sys; from project_ghost.study.machine._memory import bind_memory; bind_memory([0]);"
        "lines = open('/proc/self/numa_maps').read().splitlines();"
        "sys.exit(not any('bind:0' in line and 'heap' in line for line in lines))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    assert not may_bind_memory([1023])


def test_whether_a_priority_may_be_had_is_tried() -> None:
    before = os.getpriority(os.PRIO_PROCESS, 0)
    assert machine_module._may_set_priority(19)
    assert os.getpriority(os.PRIO_PROCESS, 0) == before


def test_memory_is_screened_where_that_can_be_done(tmp_path) -> None:
    for number, counts in enumerate([(3, 0), (1, 2)]):
        folder = tmp_path / "edac" / f"mc{number}"
        folder.mkdir(parents=True)
        for name, count in zip(("ce_count", "ue_count"), counts, strict=True):
            (folder / name).write_text(f"{count}\n")
    good = script(tmp_path / "good", 'test "$1 $2" = "8M 1"')
    found, left_out = Machine(
        which=lambda name: good if name == "memtester" else None, edac=tmp_path / "edac"
    ).screen(8)
    assert [(each.name, each.passed) for each in found] == [
        ("memory test", True),
        ("ECC counters before the runs", False),
    ]
    assert found[1].detail == "4 errors corrected, 2 not corrected"
    assert [each.name for each in left_out] == ["GPU memory test", "GPU utilisation"]
    bad = script(tmp_path / "bad", "echo FAILURE at 0x10 >&2; exit 4")
    found, left_out = Machine(which=lambda _: bad, edac=tmp_path / "none").screen(8)
    assert [(each.name, each.passed) for each in found] == [
        ("memory test", False),
        ("GPU memory test", False),
    ]
    assert all("FAILURE at 0x10" in each.detail for each in found)
    assert left_out[0].name == "ECC counters"
    found, left_out = Machine(which=lambda _: None, edac=tmp_path / "none").screen(8)
    assert found == []
    assert "memtester is not installed" in left_out[0].reason


def test_the_load_is_measured_before_anything_begins(monkeypatch) -> None:
    """Method: the system's counters are made up, since others may use the CPUs as well."""
    counters = iter([CPUTime(100, 1000), CPUTime(190, 1100), *[CPUTime(300, 2000)] * 2])
    monkeypatch.setattr(background_module, "cpu_time", lambda: next(counters))
    with loaded_machine(100, settle_s=0.0, measure_s=0.0) as reached:
        assert reached == 90.0
    with loaded_machine(0, measure_s=0.0) as unknown:
        assert unknown is None


def test_stress_ng_is_used_where_it_is_installed(tmp_path, monkeypatch) -> None:
    told = tmp_path / "told"
    script(tmp_path / "stress-ng", f'echo "$@" > {told}; exec sleep 60')
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with loaded_machine(75, settle_s=0.0, measure_s=0.0):
        wait_until(lambda: told.exists() and told.read_text(), "stress-ng was started")
    assert told.read_text().endswith("--cpu-load 75\n")
    assert host_facts()["load_generator"] == "stress-ng"


def test_utilisation_and_latency_are_logged_at_intervals(tmp_path) -> None:
    path = tmp_path / "e" / "log.jsonl"
    with Monitor(path, 1_000_000, 12.5) as monitor:
        monitor.finished(0.25)
        wait_until(lambda: path.read_text().count("\n") >= 4, "three intervals are logged")
    with path.open("a") as file:
        file.write('{"cut of')
    lines = [json.loads(line) for line in path.read_text().splitlines()[:-1]]
    assert lines[0] == {"begin": True, "reached_load_percent": 12.5}
    assert lines[1]["late_ms"] >= 0.0
    assert sum(line["repeats"] for line in lines[1:]) == 1
    usage = usage_of(path)
    assert usage.reached_load_percent == 12.5
    assert usage.max_latency_ms is not None
    assert usage.wall_s > 0.0
    assert usage_of(tmp_path / "nothing").wall_s == 0.0


@pytest.mark.parametrize(("text", "cpus"), [("any", ()), ("0", (0,)), ("3,1,1", (1, 3))])
def test_cpus_by_number(text, cpus) -> None:
    assert cpus_of(text) == cpus


def test_no_time_has_no_utilisation() -> None:
    assert busy_percent(CPUTime(1, 10), CPUTime(2, 10)) is None
    assert busy_percent(CPUTime(1, 10), CPUTime(2, 12)) == 50.0


def test_a_gpu_is_loaded_and_watched_by_the_programs_of_the_system(tmp_path, monkeypatch) -> None:
    """No GPU here: programs of the same names stand in for those that would be there."""
    assert gpu_percent() is None
    script(tmp_path / "nvidia-smi", "printf '12\n37\n'")
    begun = tmp_path / "begun"
    script(tmp_path / "gpu_burn", f"echo $$ > {begun}; exec sleep 60")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert gpu_percent() == 37.0
    with gpu_load(50):
        wait_until(lambda: begun.exists() and begun.read_text(), "the burner was started")
        status = Path(f"/proc/{begun.read_text().strip()}/stat")
        # Stopped for half of the time.
        wait_until(lambda: ") T " in status.read_text(), "the burner is stopped")
        wait_until(lambda: ") T " not in status.read_text(), "the burner continues")
    assert not status.exists()  # it was waited for
    script(tmp_path / "nvidia-smi", "echo none")
    assert gpu_percent() is None
