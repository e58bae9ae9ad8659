"""Goal: a sweep on Ray costs little beyond its simulation, and its driver does not grow with it.

Method: the CPU time of all processes of one node and of the driver, from /proc. `-s` shows the
figures. On a machine that is busy with other programs all takes longer, Ray's own processes cost
more of that time, and nothing is asserted of them.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from project_ghost.batch import usable_cores
from tests.cluster.drive import LIMIT_S, Driver
from tests.cluster.nodes import ROOT, Cluster, Node, command_of
from tests.waiting import wait_until

pytestmark = pytest.mark.long

_TICK_S = 1 / os.sysconf("SC_CLK_TCK")


@pytest.fixture(scope="module")
def one_node(network) -> Iterator[Cluster]:  # noqa: ARG001 - it has to be there
    cluster = Cluster()
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.close()


def cpu_s(pid: int) -> float:
    """Of a process and of its children that have ended."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(int(word) for word in words[11:15]) * _TICK_S


def used_s(node: Node) -> float:
    return sum(map(cpu_s, node.pids()))


def measured(driver: Driver, *words: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.cluster.cost", *words], cwd=ROOT,
        env=driver.environment(), capture_output=True, text=True, timeout=LIMIT_S, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def has_no_workers(node: Node) -> bool:
    return not any("ray::Worker" in command_of(pid) for pid in node.pids())


def test_a_node_costs_at_most_a_fifth_beyond_the_simulation(one_node, tmp_path) -> None:
    """Beyond it is all that the driver and the node's processes do, but for the workers."""
    driver, (node,) = Driver(one_node, tmp_path), one_node.nodes
    costs, beyond_s = {}, {}
    for runs in (1000, 10_000):
        wait_until(lambda: has_no_workers(node), "there are no workers")
        before_s = used_s(node)
        costs[runs] = measured(driver, "ray", str(runs), one_node.address)
        wait_until(lambda: has_no_workers(node), "its workers have ended")
        beyond_s[runs] = used_s(node) - before_s + costs[runs]["self_s"]
    alone_s = {runs: measured(driver, "in-process", str(runs))["self_s"] for runs in costs}
    fraction = (beyond_s[10_000] - beyond_s[1000]) / (alone_s[10_000] - alone_s[1000])
    found = costs[10_000]
    loop_mb = (found["last_kib"] - found["first_kib"]) * 1024e-6
    grown_mb = (found["peak_kib"] - costs[1000]["peak_kib"]) * 1024e-6
    (first_s,) = costs[1000]["first_run_s"]  # with an empty home, and the driver's machine code
    print(
        f"\nA worker with an empty home: first run after {first_s:.2f} s; "
        f"Ray: {fraction:.1%} CPU beyond the simulation, workers busy {found['busy']}; driver "
        f"{loop_mb:.1f} MB more after 10,000 runs than after 500; with plan and tables "
        f"{grown_mb:.1f} MB more than for 1,000 runs"
    )
    assert grown_mb < 5.0
    assert min(found["busy"]) >= 0.85
    if os.getloadavg()[1] > 2 * usable_cores():
        pytest.skip("the machine is busy with other programs")
    assert first_s < 5.0
    assert fraction <= 0.2


def test_a_pool_is_busy(one_node, tmp_path) -> None:
    found = measured(Driver(one_node, tmp_path), "pool", "10000")
    print(f"\npool: workers busy {found['busy']}, driver {found['self_s'] / 10:.3f} ms a run")
    assert min(found["busy"]) >= 0.9
