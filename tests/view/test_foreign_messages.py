"""Goal: a recording whose messages hold something else ends in one error, not in a traceback.

Method: one message of a run is replaced, with all checksums right, as another program can.
"""

import json

import pytest

from project_ghost.cli import main
from project_ghost.telemetry import McapFile
from proofs.fuzz.forging import rewrite
from proofs.fuzz.targets import make_runs


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    return make_runs(tmp_path_factory.mktemp("runs"))[0]


@pytest.mark.parametrize("value", ["north", [1.0, 2.0], 10**400])
@pytest.mark.parametrize("command", [["view"], ["report"], ["export", "--to", "tum"]])
def test_a_pose_of_another_type_is_one_error(recorded, tmp_path, capsys, command, value) -> None:
    with McapFile(recorded) as file:
        pose = {n for n, each in file.channels.items() if each.topic == "/groundtruth/pose"}

    def message(each):
        if each.channel_id not in pose:
            return each
        return each._replace(data=json.dumps({**json.loads(each.data), "x_m": value}).encode())

    broken = rewrite(recorded, tmp_path / "broken.mcap", message=message)
    output = tmp_path / "output"
    assert main([command[0], str(broken), *command[1:], "-o", str(output)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"ghost {command[0]}: ")
    assert str(broken) in said
    assert not output.exists()
