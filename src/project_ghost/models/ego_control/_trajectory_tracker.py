"""The LQR tracker as the driver of a car of ours."""

from project_ghost.core.arrays import Floats
from project_ghost.engine import Input, Kernel, Output, Parameter, State
from project_ghost.models.plans import (
    EGO_AX,
    EGO_STEERING,
    EGO_STEERING_RATE,
    EGO_WIDTH,
    EGO_YAW_ACCELERATION,
    PLAN_ROWS,
    PLAN_WIDTH,
)
from project_ghost.models.vehicles import (
    ACCELERATION,
    COMMAND_ACCELERATION,
    COMMAND_STEERING,
    MOTION_WIDTH,
    STEERING,
)
from project_ghost.world.bodies import BODY_WIDTH, YAW_RATE

from ._lqr import LqrLaw, tracking_command
from ._rows import write_rear_axle

__all__ = ["RearAxle", "TrajectoryTracker"]


class RearAxle(Kernel):
    """The row `ego` of a car of a table of one: its motion at the middle of the rear axle."""

    bodies = Input(shape=(1, BODY_WIDTH))
    motion = Input(shape=(1, MOTION_WIDTH))
    rear_axle_m = Parameter(1.4227170936, unit="m")
    rates_before = State(shape=(2,))  # yaw rate and steering angle at the last step
    ego = Output(shape=(EGO_WIDTH,))

    @staticmethod
    def output(
        bodies: Floats,
        motion: Floats,
        rear_axle_m: float,
        rates_before: Floats,
        sample: int,
        dt_s: float,
        ego: Floats,
    ) -> None:
        """Turn velocities into the car's axes; rates of rates are those of the last step."""
        write_rear_axle(bodies[0], rear_axle_m, ego)
        ego[EGO_AX] = motion[0, ACCELERATION]
        ego[EGO_STEERING] = motion[0, STEERING]
        ego[EGO_YAW_ACCELERATION] = 0.0
        ego[EGO_STEERING_RATE] = 0.0
        if sample > 0:
            ego[EGO_YAW_ACCELERATION] = (bodies[0, YAW_RATE] - rates_before[0]) / dt_s
            ego[EGO_STEERING_RATE] = (motion[0, STEERING] - rates_before[1]) / dt_s

    @staticmethod
    def update(bodies: Floats, motion: Floats, rates_before: Floats) -> None:
        """Remember the rates."""
        rates_before[0] = bodies[0, YAW_RATE]
        rates_before[1] = motion[0, STEERING]


class TrajectoryTracker(Kernel):
    """Follows a plan, which has times; drivers of routes have none.

    The command of each sample is the steering angle at its end, by the tracker's rate, and the
    acceleration. Without a plan the car keeps its angle and its speed.
    """

    plan = Input(shape=(PLAN_ROWS, PLAN_WIDTH))
    count = Input()
    ego = Input(shape=(EGO_WIDTH,))
    law = LqrLaw
    wheelbase_m = Parameter(2.5789128, unit="m")
    steering_max_rad = Parameter(1.066, unit="rad")
    command = Output(shape=(1, 2))

    @staticmethod
    def output(
        plan: Floats,
        count: float,
        ego: Floats,
        law: LqrLaw,
        wheelbase_m: float,
        steering_max_rad: float,
        time_ns: int,
        dt_s: float,
        command: Floats,
    ) -> None:
        """Track the plan."""
        acceleration, steering_rate = 0.0, 0.0
        if count >= 2.0:
            acceleration, steering_rate = tracking_command(
                plan, int(count), time_ns, ego, law, wheelbase_m
            )
        angle = ego[EGO_STEERING] + steering_rate * dt_s
        command[0, COMMAND_STEERING] = min(max(angle, -steering_max_rad), steering_max_rad)
        command[0, COMMAND_ACCELERATION] = acceleration
