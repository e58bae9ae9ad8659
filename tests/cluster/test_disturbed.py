"""Goal: kills and stops of workers, machines, drivers and the server lose no run and change no bit.

Method: real Ray nodes and a real S3 server. What is disturbed is a sweep that `ghost sweep` runs,
and its tables and recordings are held against those of one process that nobody disturbed.
"""

import hashlib
import json
import os
import signal
from collections import Counter
from pathlib import Path

import pytest
from pyarrow import parquet

from tests.cluster.drive import Driver, callback
from tests.cluster.nodes import BUCKET, Cluster
from tests.waiting import wait_until

pytestmark = pytest.mark.long

RECORDED = """
scenarios: [urban-crossing]
seeds: 60
record: true
"""
# Interpreted, 200 runs take long enough to be disturbed; compiled, a second.
MANY = """
scenarios: [t-junction-1]
seeds: 100
parameters: {actors.car1.speed_mps: [4, 5]}
"""


@pytest.fixture(scope="module")
def undisturbed(cluster, tmp_path_factory) -> Path:
    """60 recorded runs of one process."""
    folder: Path = tmp_path_factory.mktemp("undisturbed")
    driver = Driver(cluster, folder)
    found = driver.result(driver.sweep(RECORDED), "-o", "out", "--executor", "in-process")
    assert (found["done"], found["failed"]) == (60, 0)
    return folder / "out"


def digests(folder: Path) -> dict[str, str]:
    """Of all recordings, by name."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in (folder / "recordings").iterdir()
    }


def fetched(driver: Driver, url: str, environment: dict[str, str]) -> Path:
    """A sweep of the store as a folder."""
    done = driver.run("sweep", "copy", url, "fetched", **environment)
    assert done.returncode == 0, done.stderr
    return driver.folder / "fetched"


def require_same(found: Path, undisturbed: Path) -> None:
    assert (found / "runs.parquet").read_bytes() == (undisturbed / "runs.parquet").read_bytes()
    assert digests(found) == digests(undisturbed)
    assert len(digests(found)) == 60


def require_same_table(folder: Path) -> None:
    here, there = ((folder / place / "runs.parquet").read_bytes() for place in ("here", "there"))
    assert here == there


def disturbed(cluster: Cluster) -> dict[str, str]:
    return {"DISTURBED": " ".join(str(node.process.pid) for node in cluster.nodes)}


def test_a_worker_killed_after_every_fifth_run_loses_nothing(
    cluster, driver, s3, undisturbed, tmp_path
) -> None:
    environment = {**s3.environment(), **disturbed(cluster), "NOTE": str(tmp_path / "killed")}
    url = f"s3://{BUCKET}/killed-workers"
    found = driver.result(
        driver.sweep(RECORDED), "-o", url, *driver.on_ray, *callback("KillsWorkers"), **environment
    )
    assert (found["done"], found["failed"], found["complete"]) == (60, 0, True)
    assert len((tmp_path / "killed").read_text().split()) >= 8
    require_same(fetched(driver, url, environment), undisturbed)


def test_a_killed_driver_and_a_restarted_server_lose_nothing(
    cluster, driver, s3, undisturbed, tmp_path
) -> None:
    environment = {**s3.environment(), **disturbed(cluster), "NOTE": str(tmp_path / "note")}
    url = f"s3://{BUCKET}/killed-driver"
    words = ("sweep", driver.sweep(RECORDED), "-o", url, *driver.on_ray)
    assert driver.run(*words, *callback("EndsItself"), **environment).returncode == -9
    with driver.start(*words, "--json", *callback("SaysWhen"), **environment) as continued:
        wait_until((tmp_path / "note").exists, "ten more runs", 200.0)
        s3.stop()
        s3.start()
        answer, errors = continued.communicate(timeout=300)
    assert continued.returncode == 0, errors
    found = json.loads(answer)
    assert found["complete"]
    assert found["before"] > 0
    assert found["done"] + found["before"] == 60
    require_same(fetched(driver, url, environment), undisturbed)


def test_a_lost_machine_and_a_frozen_one_charge_no_run(cluster, driver, tmp_path) -> None:
    """One node is killed, another is stopped; the head does what they had."""
    file = driver.sweep(MANY)
    driver.result(file, "-o", "here", "--executor", "in-process")
    lost, frozen = cluster.start(), cluster.start()
    note = tmp_path / "note"
    words = ("sweep", file, "-o", "there", *driver.on_ray, *callback("SaysWhen"), "--json")
    words += ("--exec", "interpreted")
    try:
        with driver.start(*words, NOTE=str(note)) as sweep:
            wait_until(note.exists, "ten runs", 200.0)
            wait_until(lost.workers, "it has a worker")
            wait_until(frozen.workers, "it has a worker")
            lost.kill()
            frozen.freeze()
            answer, errors = sweep.communicate(timeout=300)
    finally:
        frozen.thaw()
        frozen.kill()
        cluster.nodes.remove(lost)
        cluster.nodes.remove(frozen)
    assert sweep.returncode == 0, errors
    assert json.loads(answer)["failed"] == 0
    require_same_table(tmp_path)
    timings = parquet.read_table(tmp_path / "there" / "timings.parquet").to_pydict()
    assert Counter(timings["attempts"]).keys() == {1}


def test_a_stopped_process_costs_its_chunk(cluster, driver, tmp_path) -> None:
    file = driver.sweep(MANY)
    driver.result(file, "-o", "here", "--executor", "in-process")
    note = tmp_path / "note"
    words = ("sweep", file, "-o", "there", *driver.on_ray, *callback("SaysWhen"), "--json")
    words += ("--exec", "interpreted")
    with driver.start(*words, NOTE=str(note)) as sweep:
        wait_until(note.exists, "ten runs", 200.0)
        os.kill(cluster.workers()[0], signal.SIGSTOP)
        answer, errors = sweep.communicate(timeout=300)
    assert sweep.returncode == 0, errors
    assert json.loads(answer)["failed"] == 0
    require_same_table(tmp_path)


def test_a_processor_of_another_kind_compiles_its_own(network, tmp_path) -> None:  # noqa: ARG001
    """A machine whose compiler is told another processor, with two workers and an empty home."""
    other = Cluster()
    try:
        other.start(2, NUMBA_CPU_NAME="nehalem", NUMBA_CPU_FEATURES="")
        driver = Driver(other, tmp_path)
        file = driver.sweep(MANY)
        driver.result(file, "-o", "here", "--executor", "in-process", "--exec", "compiled")
        driver.result(file, "-o", "there", *driver.on_ray, "--exec", "compiled")
        cache = other.folder / "node1" / ".cache" / "ghost-sim" / "compiled"
        assert any(path.name.startswith("_ghost_") for path in cache.iterdir())
    finally:
        other.close()
    require_same_table(tmp_path)


def test_a_bucket_that_is_not_there_is_an_error_before_any_run(driver, s3) -> None:
    words = ("sweep", driver.sweep(MANY), "-o", "s3://elsewhere/out", "--executor", "in-process")
    done = driver.run(*words, **s3.environment())
    assert done.returncode == 2
    assert "there is no such bucket" in done.stderr
