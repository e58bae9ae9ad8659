"""A vehicle that repeats a recorded drive."""

from typing import Any

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import atan, sincos
from project_ghost.engine import Kernel, Output, Parameter, Size
from project_ghost.models.plans import (
    EGO_AX,
    EGO_STEERING,
    EGO_STEERING_RATE,
    EGO_VX,
    EGO_WIDTH,
    EGO_YAW_ACCELERATION,
    EGO_YAW_RATE,
)
from project_ghost.models.tracks import Recording, packed_tracks, sample_at, write_track
from project_ghost.world.bodies import (
    ALIVE,
    BODY_WIDTH,
    ROUTE,
    SERIAL,
    VX,
    VY,
    YAW_RATE,
)
from project_ghost.world.objects import TRACK_VX, TRACK_VY, TRACK_YAW, RecordedTrack

from ._rows import write_rear_axle

__all__ = ["LogPlayback"]

# Slower than this, the steering angle is not seen in the motion.
_STEERS_MPS = 0.5


class LogPlayback(Kernel):
    """The recorded drive of the vehicle itself; plans are asked for and not driven.

    It stands at the first sample before the recording, and at the last after it.
    """

    capacity = Size(1)
    samples = Size(1)
    recording = Recording
    rear_axle_m = Parameter(1.461, unit="m")
    wheelbase_m = Parameter(3.089, unit="m")
    ego = Output(shape=(EGO_WIDTH,))
    bodies = Output(shape=(1, BODY_WIDTH))

    def __init__(self, expert: RecordedTrack, **values: Any) -> None:  # noqa: ANN401 - numbers
        super().__init__(capacity=1, **{**packed_tracks([expert], 1), **values})

    @staticmethod
    def output(
        recording: Recording,
        rear_axle_m: float,
        wheelbase_m: float,
        time_ns: int,
        ego: Floats,
        bodies: Floats,
    ) -> None:
        """The place of the recording, and its motion at the rear axle."""
        stamps, states = recording.stamps_ns, recording.track_states
        many = int(recording.spans[0, 1])
        k = sample_at(stamps, 0, many, time_ns)
        bodies[0, ALIVE] = 1.0
        bodies[0, SERIAL] = 0.0
        bodies[0, ROUTE] = -1.0
        write_track(stamps, states, k, many - 1, time_ns, bodies[0])
        if time_ns < int(stamps[0]) or time_ns > int(stamps[many - 1]):
            bodies[0, VX], bodies[0, VY], bodies[0, YAW_RATE] = 0.0, 0.0, 0.0
        write_rear_axle(bodies[0], rear_axle_m, ego)
        ego[EGO_AX] = gain_between(stamps, states, k, many - 1)
        ego[EGO_YAW_ACCELERATION] = 0.0
        ego[EGO_STEERING] = 0.0
        if ego[EGO_VX] > _STEERS_MPS:
            ego[EGO_STEERING] = atan(wheelbase_m * ego[EGO_YAW_RATE] / ego[EGO_VX])
        ego[EGO_STEERING_RATE] = 0.0


def gain_between(stamps_ns: Floats, states: Floats, k: int, last: int) -> float:
    """The acceleration along the vehicle from sample k to the next one."""
    if k >= last:
        return 0.0
    span_s = (stamps_ns[k + 1] - stamps_ns[k]) * 1e-9
    gained: float = (speed_along(states, k + 1) - speed_along(states, k)) / span_s
    return gained


def speed_along(states: Floats, k: int) -> float:
    """The speed of a sample along its heading."""
    sine, cosine = sincos(states[k, TRACK_YAW])
    speed: float = states[k, TRACK_VX] * cosine + states[k, TRACK_VY] * sine
    return speed
