"""How consistent the filters of the built-in scenarios are: their mean NEES over many seeds.

NEES is the square of the error in units of the filter's own covariance, here over all fifteen
states; its mean over independent runs of a consistent filter is 15, and lies within the bounds
in 95 of 100 cases. A filter begins at the true place, and is said to be unsure of it: so it is
too careful in the first seconds, and the mean is low there.

python -m proofs.consistency                    both scenarios, 100 seeds
python -m proofs.consistency car-estimation --seeds 20
"""

import argparse
from math import atan2, sqrt

import numpy as np
from numpy.typing import NDArray

from project_ghost.analysis.belief._chi_square import chi_square_quantile
from project_ghost.engine import Engine
from project_ghost.runs import PreparedRun, prepare
from project_ghost.scenario.estimators.error_state_filter import ErrorStateFilter

Floats = NDArray[np.float64]

SCENARIOS = ("car-estimation", "quadrotor-figure-eight")
_INSTANTS = 8


def main() -> int:
    """Print a table for each scenario."""
    parser = argparse.ArgumentParser(prog="python -m proofs.consistency", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="SCENARIO", default=SCENARIOS)
    parser.add_argument("--seeds", type=int, default=100)
    arguments = parser.parse_args()
    seeds = arguments.seeds
    low, high = (chi_square_quantile(p, 15 * seeds) / seeds for p in (0.025, 0.975))
    for name in arguments.names:
        prepared = prepare(name, execution="compiled")
        print(f"{name}, {seeds} seeds: mean NEES of 15 states, 95 % bounds {low:.2f} to {high:.2f}")
        for time_s, mean in zip(*means(prepared, seeds), strict=True):
            print(f"  {time_s:6.2f} s  {mean:6.2f}{'' if low <= mean <= high else '  outside'}")
    return 0


def means(prepared: PreparedRun, seeds: int) -> tuple[list[float], Floats]:
    """Some instants in seconds, and the mean over all seeds at each."""
    spec, engine = prepared.assembly.spec, prepared.engine
    actor, name, imu = next(
        (actor, name, each.imu)
        for actor, section in spec.actors.items()
        for name, each in section.estimators.items()
        if isinstance(each, ErrorStateFilter)
    )
    (truth, *_) = prepared.assembly.states[f"/truth/{actor}/state"].signals
    names = f"{actor}/{name}", truth.partition(".")[0], f"{actor}/{imu}"
    part_ns = spec.duration // _INSTANTS // spec.recording.pose * spec.recording.pose
    found = np.zeros((seeds, _INSTANTS))
    for seed in range(seeds):
        engine.reset(seed)
        for i in range(_INSTANTS):
            engine.run(part_ns)
            found[seed, i] = nees(engine, *names)
    return [(i + 1) * part_ns / 1e9 for i in range(_INSTANTS)], found.mean(axis=0)


def nees(engine: Engine, belief: str, truth: str, imu: str) -> float:
    """The square of the error in units of the covariance."""
    get = engine.array
    error = np.concatenate(
        [
            get(f"{belief}.believed_position") - get(f"{truth}.position"),
            get(f"{belief}.believed_velocity") - get(f"{truth}.velocity"),
            turned(get(f"{truth}.attitude"), get(f"{belief}.believed_attitude")),
            get(f"{belief}.accel_bias") - get(f"{imu}.accel_bias"),
            get(f"{belief}.gyro_bias") - get(f"{imu}.gyro_bias"),
        ]
    )
    return float(error @ np.linalg.solve(get(f"{belief}.covariance"), error))


def turned(a: Floats, b: Floats) -> Floats:
    """The rotation vector from one attitude to the other, about the world's axes."""
    vector = a[0] * b[1:] - b[0] * a[1:] - np.cross(b[1:], a[1:])
    w = float(a @ b)
    length = sqrt(float(vector @ vector))
    angle = 2.0 * atan2(length, abs(w)) * (1.0 if w >= 0.0 else -1.0)
    found: Floats = vector * (angle / length if length > 0.0 else 2.0)
    return found


if __name__ == "__main__":
    raise SystemExit(main())
