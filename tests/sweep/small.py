"""A sweep of six short runs, for tests."""

from pathlib import Path

TEXT = """
scenarios: [t-junction-4]
seeds: 3
parameters: {actors.car1.speed_mps: [1, 5.5]}
set: {duration: 2s, actors.car1.sensors: {imu: {kind: imu}}}
"""
RECORDED = """
scenarios: [t-junction-1]
seeds: 2
parameters: {actors.car1.speed_mps: [4, 5.5]}
set: {duration: 1s}
record: true
"""


def runs_in(folder: Path) -> bytes:
    """The bytes of the table of runs."""
    return (folder / "runs.parquet").read_bytes()
