"""Goal: a run recorded in blocks has the bytes of one that is recorded message by message."""

from pathlib import Path

import pytest

from project_ghost.core.bus import Bus
from project_ghost.engine.run import _outbox
from project_ghost.runs import prepare, recorded_run
from project_ghost.runs.record._block_recorder import BlockRecorder
from project_ghost.scenario import parse_scenario

# Poses and states at different rates, actors that leave and arrive, contacts, light numbers.
SCENARIO = """
version: 1
name: blocks
step: 10ms
duration: 3s
recording: {pose: 20ms}
actors:
  car1: {kind: car, speed_mps: 5, route: {waypoints: [[0, 0], [40, 0.00003]]}}
  walker: {kind: pedestrian, speed_mps: 1, route: {waypoints: [[0, 9], [9, 9]]}}
  quad: {kind: quadrotor, hover_m: [0, -9, 5]}
scenery: {wall: {box: {x_m: 12, y_m: 0, length_m: 1, width_m: 9}}}
faults: [{kind: kill, actor: walker, at: 500ms}]
"""


@pytest.mark.slow
@pytest.mark.parametrize("scenario", [SCENARIO, "stress", "car-estimation", "motorway"])
@pytest.mark.parametrize("slice_ns", [None, 700_000_000])
@pytest.mark.parametrize("execution", ["interpreted", "compiled"])
def test_blocks_and_single_messages_give_the_same_file(
    scenario, slice_ns, execution, tmp_path: Path, monkeypatch
) -> None:
    def record(name: str) -> bytes:
        text = scenario if scenario == SCENARIO else None
        file = parse_scenario(text) if text else scenario
        prepared = prepare(file, [] if text else ["duration=2s"], execution=execution)
        (tmp_path / name).mkdir()
        recorded_run(prepared, tmp_path / name, on_slice=lambda _: True, slice_ns=slice_ns)
        return (tmp_path / name / "run.mcap").read_bytes()

    taken: list[int] = []
    original = BlockRecorder.take

    def take(self, block) -> None:
        taken.append(block.count)
        original(self, block)

    monkeypatch.setattr(BlockRecorder, "take", take)
    monkeypatch.setattr(_outbox, "_BLOCK_MESSAGES", 5)
    in_blocks = record("blocks")
    assert sum(taken) > 100
    monkeypatch.setattr(Bus, "takes", lambda *_: False)
    assert record("single") == in_blocks
