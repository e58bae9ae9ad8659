"""What recordings hold, as a workload: the digests of all channels of some short runs.

    make proof-portable ARGS="--extra-workload recordings=proofs/portable/recordings.py:recorded"

Compiled runs are encoded by compiled code, which has to write every float as other machines do.
"""

import hashlib
from pathlib import Path
from tempfile import TemporaryDirectory

from project_ghost.doctor.selfcheck import Mode
from project_ghost.runs import prepare, recorded_run
from project_ghost.telemetry import Recording

# Cars and views, many names, people, states with covariances.
_RUNS = {
    "t-junction-4": "2s",
    "motorway": "3s",
    "crowd": "200ms",
    "car-estimation": "1s",
    "quadrotor-figure-eight": "500ms",
}


def recorded(mode: Mode) -> str:
    """Record the runs; returns a digest of the digests of all their channels."""
    found = hashlib.sha256()
    for name, duration in _RUNS.items():
        with TemporaryDirectory() as folder:
            recorded_run(prepare(name, [f"duration={duration}"], execution=mode), folder)
            with Recording(Path(folder) / "run.mcap") as recording:
                found.update(repr(sorted(recording.digests().channels.items())).encode())
    return found.hexdigest()
