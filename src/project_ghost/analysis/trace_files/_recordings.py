"""Read traces from Ghost recordings: one run for each repeat."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from project_ghost.analysis.traces import AXES, Traces, Variable, VariableKind, traces_from_rows
from project_ghost.core.arrays import Integers
from project_ghost.core.errors import InputError
from project_ghost.hal.channels import CHANNEL_CONTACTS, CHANNEL_GROUND_TRUTH
from project_ghost.telemetry import RECORDING_NAME, Recording, recording_path

SUFFIX = ".mcap"


def is_recording(path: Path) -> bool:
    """Whether a path is a recording or a run's folder."""
    return path.suffix == SUFFIX or (path.is_dir() and (path / RECORDING_NAME).is_file())


def recording_traces(paths: Sequence[Path], source: str) -> Traces:
    """Read the poses of each recording; a contact counts from the next pose on."""
    labels = _labels(paths)
    repeats: list[str] = []
    actors: list[str] = []
    stamps, values, collisions = [], [], []
    for label, path in zip(labels, paths, strict=True):
        with Recording(recording_path(path)) as recording:
            channel = recording.channels.get(CHANNEL_GROUND_TRUTH)
            if channel is None or not channel.count:
                raise InputError(
                    f"the recording has no messages in {CHANNEL_GROUND_TRUTH}",
                    str(path),
                    "a recording of a run with poses",
                    "list its channels with `ghost info`",
                )
            poses = channel.arrays()
            times_ns = poses["stamp_sim_ns"].astype(np.int64)
            contacts = recording.channels.get(CHANNEL_CONTACTS)
            first_ns = min((c.stamp_sim_ns for c in contacts or ()), default=None)
        repeats += [label] * len(times_ns)
        actors += map(str, poses["actor"].tolist())
        stamps.append(times_ns)
        values.append([poses[f"{axis}_m"] for axis in AXES] + [poses["yaw_rad"]])
        collisions.append(_collided(times_ns, first_ns))
    x, y, z, yaw = (np.concatenate([each[i] for each in values]).astype(float) for i in range(4))
    columns = {
        axis: Variable(column, VariableKind.POSITION, "m")
        for axis, column in zip(AXES, (x, y, z), strict=True)
    }
    columns["yaw"] = Variable(yaw, VariableKind.ANGLE, "rad")
    return traces_from_rows(
        source, repeats, actors, np.concatenate(stamps), columns, np.concatenate(collisions)
    )


def _collided(times_ns: Integers, first_ns: int | None) -> NDArray[np.bool_]:
    after = times_ns[times_ns >= first_ns] if first_ns is not None else times_ns[:0]
    return times_ns == after.min() if len(after) else np.zeros(len(times_ns), dtype=bool)


def _labels(paths: Sequence[Path]) -> list[str]:
    """Return unique labels: folder or file names, or numbers if two names are equal."""
    names = [
        path.name if path.is_dir() else path.parent.name if path.stem == "run" else path.stem
        for path in paths
    ]
    return names if len(set(names)) == len(names) else [str(i + 1) for i in range(len(paths))]
