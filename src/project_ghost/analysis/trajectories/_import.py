"""Write two trajectories as two recordings with equal stamps and a record of the processing."""

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError
from project_ghost.hal.messages import GroundTruth
from project_ghost.state import (
    FlightMode,
    FlightStatus,
    MissionMode,
    MissionStatus,
    SensorHealthMap,
    vehicle_state_from_ground_truth,
)
from project_ghost.telemetry import CHANNEL_STATE_NAV, MCAPFileSink

from ._alignment import Alignment, fit_alignment
from ._association import Association, associate
from ._trajectory import Trajectory

METADATA_IMPORT = "ghost.import"


class ImportedPair(NamedTuple):
    """Truth and belief of equal length, and the association and alignment applied."""

    truth: Trajectory
    belief: Trajectory
    association: Association
    alignment: Alignment
    tolerance_ns: int
    residual_rms_m: float


def pair_trajectories(
    truth: Trajectory, belief: Trajectory, *, tolerance_ns: int, alignment: str
) -> ImportedPair:
    """Pair poses by nearest stamp, give both the belief's stamps, align the belief."""
    association = associate(truth.stamps_ns, belief.stamps_ns, tolerance_ns)
    if not association.belief_indices:
        raise InputError(
            "no stamps are close to each other",
            "the two trajectories",
            f"stamps at most {tolerance_ns} ns apart",
            "check that both have the same time origin, or increase the tolerance",
        )
    true = truth.select(association.truth_indices)
    believed = belief.select(association.belief_indices)
    true = Trajectory(believed.stamps_ns, true.positions, true.orientations, true.velocities)
    fitted = fit_alignment(alignment, true.positions, believed.positions)
    aligned = fitted.apply(believed)
    errors = aligned.positions - true.positions
    residual = float(np.sqrt(np.mean(np.sum(errors * errors, axis=1))))
    return ImportedPair(true, aligned, association, fitted, tolerance_ns, residual)


def write_recordings(
    pair: ImportedPair, truth_path: Path, belief_path: Path, sources: dict[str, str]
) -> None:
    """Write both recordings; the metadata `ghost.import` record the processing."""
    _require_two_paths(truth_path, belief_path)
    shared = {
        **sources,
        "alignment": pair.alignment.kind,
        "alignment_applied_to": "belief",
        "alignment_scale": repr(pair.alignment.scale),
        "alignment_rotation": json.dumps(pair.alignment.rotation.tolist()),
        "alignment_translation_m": json.dumps(pair.alignment.translation.tolist()),
        "association": "nearest stamp, both with the belief's",
        "association_tolerance_ns": str(pair.tolerance_ns),
        "association_gap_max_ns": str(pair.association.gap_max_ns),
        "pairs": str(len(pair.truth)),
        "residual_rms_m": repr(pair.residual_rms_m),
        "quaternions": "normalised",
        "not_in_the_source": "angular rates and accelerations are zero",
    }
    for role, path, trajectory in (
        ("truth", truth_path, pair.truth),
        ("belief", belief_path, pair.belief),
    ):
        velocities = "zero, not in the source" if trajectory.velocities is None else "as given"
        about = {**shared, "role": role, "velocities": velocities}
        _write(path, trajectory, {METADATA_IMPORT: about})


def _require_two_paths(truth_path: Path, belief_path: Path) -> None:
    """Check both paths before writing, so that there are two recordings or none."""
    if truth_path.resolve() == belief_path.resolve():
        raise InputError(
            "truth and belief would be the same file",
            str(belief_path),
            "a separate recording for each",
            "choose another path for one of them",
        )
    for path in (truth_path, belief_path):
        if path.is_dir() or not path.parent.is_dir():
            raise InputError(
                "the recording cannot be written to this path",
                str(path),
                "a file in an existing folder",
                "check the path",
            )


def _write(path: Path, trajectory: Trajectory, metadata: dict[str, dict[str, str]]) -> None:
    zero = np.zeros(3)
    no_velocity: Floats = np.zeros((len(trajectory), 3))
    velocities = no_velocity if trajectory.velocities is None else trajectory.velocities
    sensors = SensorHealthMap({})
    flight = FlightStatus(armed=False, flight_mode=FlightMode.INIT)
    mission = MissionStatus(MissionMode.IDLE)
    with MCAPFileSink(path, metadata=metadata) as sink:
        for stamp_ns, position, q, velocity in zip(
            trajectory.stamps_ns,
            trajectory.positions,
            trajectory.orientations,
            velocities,
            strict=True,
        ):
            truth = GroundTruth(stamp_ns, position, q, velocity, zero, zero)
            state = vehicle_state_from_ground_truth(
                gt=truth,
                sensors_health=sensors,
                flight=flight,
                mission=mission,
                stamp_wall_ns=stamp_ns,
            )
            sink.publish(CHANNEL_STATE_NAV, stamp_ns, state)
