"""Goal: a sweep on Ray gives the bytes of one in a process, and what cannot work is told at once.

Method: two Ray nodes in a network namespace that has the loopback only, with a token and homes of
their own. `ghost sweep` is started as a user starts it.
"""

import socket
from collections import Counter
from pathlib import Path

import pytest
from pyarrow import parquet

from tests.cluster.nodes import free_port

TEXT = """
scenarios: [t-junction-4]
seeds: 5
parameters: {actors.car1.speed_mps: [1, 5.5]}
set: {duration: 2s}
"""


def table_of(folder: Path, name: str) -> dict[str, list[object]]:
    return dict(parquet.read_table(folder / f"{name}.parquet").to_pydict())


def test_two_nodes_give_the_bytes_of_one_process(driver, tmp_path) -> None:
    file = driver.sweep(TEXT)
    for place, where in (("here", ("--executor", "in-process")), ("there", driver.on_ray)):
        found = driver.result(file, "-o", place, "--exec", "interpreted", *where)
        assert (found["done"], found["complete"]) == (10, True)
    here, there = tmp_path / "here", tmp_path / "there"
    assert (here / "runs.parquet").read_bytes() == (there / "runs.parquet").read_bytes()
    workers = Counter(table_of(there, "timings")["pid"])
    assert len(workers) >= 2  # the first run is made by the driver
    assert set(table_of(there, "timings")["attempts"]) == {1}


@pytest.mark.parametrize(
    ("environment", "what"),
    [
        ({"RAY_AUTH_TOKEN": "0" * 64}, "does not accept the token"),
        ({"RAY_AUTH_TOKEN": ""}, "there is no token"),
        ({"RAY_AUTH_TOKEN": "", "RAY_AUTH_MODE": "disabled"}, "does not accept the token"),
        ({"GHOST_TEST_RAY_VERSION": "2.0.0"}, "the cluster has Ray"),
        ({"GHOST_TEST_PYTHON_VERSION": "3.9.1"}, "the cluster has Python"),
    ],
    ids=["wrong token", "no token", "no token at all", "another Ray", "another Python"],
)
def test_a_cluster_that_cannot_be_used_is_one_error(driver, tmp_path, environment, what) -> None:
    """The versions are those that a module at the start of Python says."""
    (tmp_path / "sitecustomize.py").write_text(SITE)
    path = f"{tmp_path}:{driver.environment()['PYTHONPATH']}"
    done = driver.run(
        "sweep", driver.sweep(TEXT), "-o", "out", *driver.on_ray, PYTHONPATH=path, **environment
    )
    assert done.returncode == 2
    assert what in done.stderr
    assert len(done.stderr.splitlines()) == 4
    assert not (tmp_path / "out").exists()


SITE = """
import os, platform
if version := os.environ.get("GHOST_TEST_PYTHON_VERSION"):
    platform.python_version = lambda: version
if version := os.environ.get("GHOST_TEST_RAY_VERSION"):
    import ray
    ray.__version__ = version
"""


def test_an_address_where_nobody_answers_is_an_error_within_seconds(driver, tmp_path) -> None:
    address = f"127.0.0.1:{free_port()}"
    words = ("sweep", driver.sweep(TEXT), "-o", "out", "--executor", "ray", "--address", address)
    done = driver.run(*words)
    assert done.returncode == 2
    assert "nobody answers there" in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.long
def test_something_else_that_answers_is_an_error(driver) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:  # connections wait, nobody speaks
        address = f"127.0.0.1:{listening.getsockname()[1]}"
        done = driver.run(
            "sweep", driver.sweep(TEXT), "-o", "out", "--executor", "ray", "--address", address
        )
    assert done.returncode == 2
    assert "no Ray cluster" in done.stderr


@pytest.mark.parametrize(
    ("flags", "what"),
    [
        (("--gpus", "1"), "no machine of the cluster has room"),
        pytest.param(
            ("--memory", "9T"), "no machine of the cluster has room", marks=pytest.mark.long
        ),
        (("--memory", "much"), "is no size"),
        (("--gpus", "nan"), "--gpus is nan"),
    ],
)
def test_what_no_machine_has_is_an_error_before_anything_is_written(driver, flags, what) -> None:
    done = driver.run("sweep", driver.sweep(TEXT), "-o", "out", *driver.on_ray, *flags)
    assert done.returncode == 2
    assert what in done.stderr
    assert not (driver.folder / "out").exists()
