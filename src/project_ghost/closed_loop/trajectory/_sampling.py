"""How often and how far a trajectory is sampled."""

from dataclasses import dataclass
from math import fmod, isclose

from project_ghost.closed_loop.errors import ClosedLoopError, ClosedLoopValueError

__all__ = ["TrajectorySampling"]

_CLOSE = 1e-10


@dataclass
class TrajectorySampling:
    """The number of states, the horizon and the interval in seconds: any two give the third."""

    num_poses: int | None = None
    time_horizon: float | None = None
    interval_length: float | None = None

    def __post_init__(self) -> None:
        poses, horizon, interval = self.num_poses, self.time_horizon, self.interval_length
        if poses and not isinstance(poses, int):
            raise ClosedLoopValueError(
                f"num_poses was defined but it is not int. Instead {type(poses)}!"
            )
        if horizon:
            horizon = float(horizon)
        if interval:
            interval = float(interval)
        if poses and horizon and interval:
            if not isclose(poses, horizon / interval, abs_tol=_CLOSE):
                raise ClosedLoopValueError(
                    f"Not valid initialization of sampling class!time_horizon = {horizon}, "
                    f"interval = {interval}, num_poses = {poses}"
                )
        elif poses and horizon:
            interval = horizon / poses
        elif poses and interval:
            horizon = poses * interval
        elif horizon and interval:
            rest = fmod(horizon, interval)
            if not isclose(rest, 0.0, abs_tol=_CLOSE) and not isclose(
                rest, interval, abs_tol=_CLOSE
            ):
                raise ClosedLoopValueError(
                    "The time horizon must be a multiple of interval length! "
                    f"time_horizon = {horizon}, interval = {interval} and is {rest}"
                )
            # Rounded: 0.3 / 0.1 is a little less than 3.
            poses = round(horizon / interval)
        else:
            raise ClosedLoopValueError(
                f"Cant initialize class! num_poses = {poses}, "
                f"interval = {interval}, time_horizon = {horizon}"
            )
        self.num_poses, self.time_horizon, self.interval_length = poses, horizon, interval

    @property
    def step_time(self) -> float:
        """The interval between two states, in seconds."""
        if not self.interval_length:
            raise ClosedLoopError("Invalid interval length!")
        return self.interval_length

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TrajectorySampling):
            return NotImplemented
        return (
            isclose(other.time_horizon or 0.0, self.time_horizon or 0.0)
            and isclose(other.interval_length or 0.0, self.interval_length or 0.0)
            and other.num_poses == self.num_poses
        )

    def __hash__(self) -> int:
        return hash((self.num_poses, self.time_horizon, self.interval_length))
