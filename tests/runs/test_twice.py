"""Goal: every built-in scenario, run twice from the same seed, is the same in every channel.

Method: half a second of each, in the interpreter. The golden files are about whole runs, and
compare the beginning of a second one, too.
"""

import pytest

from project_ghost.runs import Difference, prepare, recorded_run, stored_fingerprint
from project_ghost.scenario import builtin_names
from project_ghost.telemetry import Recording

BRIEFLY_NS = 500_000_000


@pytest.mark.slow
@pytest.mark.parametrize("name", builtin_names())
def test_twice_from_the_same_seed(name, tmp_path) -> None:
    prepared = prepare(name, execution="interpreted")
    prints = []
    for folder in (tmp_path / "first", tmp_path / "second"):
        folder.mkdir()
        recorded_run(prepared, folder, duration_ns=BRIEFLY_NS)
        with Recording(folder / "run.mcap") as recording:
            prints.append(stored_fingerprint(recording))
    first, second = prints
    assert first.channels["/groundtruth/pose"] == second.channels["/groundtruth/pose"]
    assert first.difference(second) == Difference()
    assert first == second
    assert (tmp_path / "first/run.mcap").read_bytes() == (tmp_path / "second/run.mcap").read_bytes()


def test_another_seed_is_another_run(tmp_path) -> None:
    """Otherwise the test above could not fail."""
    prepared = prepare("urban-crossing", execution="interpreted")
    prints = []
    for seed in (1, 2):
        folder = tmp_path / str(seed)
        folder.mkdir()
        recorded_run(prepared, folder, seed, duration_ns=BRIEFLY_NS)
        with Recording(folder / "run.mcap") as recording:
            prints.append(stored_fingerprint(recording))
    difference = prints[0].difference(prints[1])
    assert "/groundtruth/pose" in difference.channels
    assert difference.state
