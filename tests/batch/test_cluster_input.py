"""Goal: what cannot be a cluster is refused before anybody is asked, and machines are not overfull.

Method: without Ray. tests/cluster has real nodes.
"""

import sys

import pytest

from project_ghost.batch import RayCluster
from project_ghost.batch.cluster._connect import address_of
from project_ghost.batch.cluster._nodes import Needs, Node, described_rooms, nodes_of
from project_ghost.cli import main
from project_ghost.core.errors import InputError


def test_without_ray_the_extra_is_named(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(InputError) as error:
        RayCluster("127.0.0.1:6379")
    assert "the extra `ray`" in error.value.expected


@pytest.mark.parametrize(
    "text", ["", "host", "host:", ":6379", "host:0", "host:99999", "ray://h:1"]
)
def test_what_is_no_address_is_refused(monkeypatch, text) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    with pytest.raises(InputError, match="address"):
        address_of(text)


def test_the_address_of_the_environment_is_the_default(monkeypatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "10.0.0.5:6379")
    assert address_of(None) == "10.0.0.5:6379"
    assert address_of("other:1") == "other:1"


@pytest.mark.parametrize(
    ("needs", "expected"),
    [
        (Needs(), 8),
        (Needs(memory_bytes=10), 3),
        (Needs(gpus=0.25), 4),
        (Needs(memory_bytes=10, gpus=1.0), 1),
        (Needs(gpus=2.0), 0),
    ],
)
def test_a_machine_gets_as_many_workers_as_it_has_room_for(needs, expected) -> None:
    rows = [
        {"NodeID": "a", "Alive": True, "Resources": {"CPU": 8.0, "memory": 39.0, "GPU": 1.0}},
        {"NodeID": "gone", "Alive": False, "Resources": {"CPU": 8.0}},
    ]
    found = nodes_of(rows, needs)
    assert {name: node.slots for name, node in found.items()} == (
        {"a": expected} if expected else {}
    )


def test_an_error_says_what_the_machines_have() -> None:
    machine = {"Alive": True, "Resources": {"CPU": 8.0, "memory": 3.0 * (1 << 30)}}
    rows = [machine, machine, {"Alive": False, "Resources": {"CPU": 99.0}}]
    assert described_rooms(rows) == "8 cores, 3 GiB of memory, 0 GPUs"
    assert described_rooms(rows[2:]) == "there is none"
    assert Needs(gpus=0.25).described() == "1 cores, 0 GiB of memory, 0.25 GPUs"


def test_what_runs_need_bounds_the_workers_of_a_machine() -> None:
    node = Node("a", slots=8, memory_bytes=100.0)
    node.used(30)
    assert node.slots == 3
    node.used(20)
    assert node.slots == 3
    node.used(1000)
    assert node.slots == 1


@pytest.mark.parametrize(
    "flags", [["--address", "h:1"], ["--memory", "2G"], ["--gpus", "1"], ["--jobs", "0"]]
)
def test_flags_of_ray_without_ray_are_refused(tmp_path, capsys, flags) -> None:
    file = tmp_path / "sweep.yaml"
    file.write_text("scenarios: [t-junction-1]\n")
    assert main(["sweep", "run", str(file), "-o", str(tmp_path / "out"), *flags]) == 2
    assert flags[0] in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
