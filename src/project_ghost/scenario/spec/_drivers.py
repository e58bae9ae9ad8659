"""What steers an actor. Left-out numbers are the component's own defaults."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from project_ghost.scenario.file.ranges import (
    Acceleration,
    BodySize,
    Factor,
    Gain,
    Length,
    OptionalAcceleration,
    Point,
    PositiveGain,
    Sight,
    Time,
    TimeAhead,
)
from project_ghost.scenario.file.section import Section

__all__ = [
    "CarDriver",
    "IDMDriver",
    "LQRDriver",
    "PIDDriver",
    "PurePursuitDriver",
    "StanleyDriver",
    "YieldLine",
]


class _Follower(Section):
    """What drivers along a route have in common: how they keep the speed."""

    speed_kp: Gain | None = Field(default=None, description="m/s2 per m/s of error")
    speed_ki: Gain | None = Field(default=None, description="m/s2 per m of error")
    accel_mps2: Acceleration | None = Field(default=None, description="the most it accelerates")
    brake_mps2: Acceleration | None = Field(default=None, description="the most it brakes")
    stopping_mps2: OptionalAcceleration | None = Field(
        default=None, description="how it brakes for the end of the route; 0: not at all"
    )
    plan_speeds: bool = Field(
        default=False, description="slow down before the corners of a route of waypoints"
    )


class _Aiming(_Follower):
    """Drivers that aim at a point ahead."""

    lookahead_m: Length | None = Field(default=None, description="how far ahead it aims at least")
    lookahead_s: TimeAhead | None = Field(
        default=None, description="how far ahead it aims, in time"
    )


class PIDDriver(_Aiming):
    """A PID on the heading to a point ahead, and a PID on the speed."""

    kind: Literal["pid"] = "pid"
    steering_kp: Gain | None = Field(default=None, description="rad per rad of error")
    steering_ki: Gain | None = Field(default=None, description="rad per rad s of error")
    steering_kd: Gain | None = Field(default=None, description="rad per rad/s")


class PurePursuitDriver(_Aiming):
    """The circle through a point ahead on the route."""

    kind: Literal["pure_pursuit"]


class StanleyDriver(_Follower):
    """Heading error plus the cross-track error at the front axle."""

    kind: Literal["stanley"]
    gain: PositiveGain | None = Field(
        default=None, description="how hard it pulls to the route, 1/s"
    )


class LQRDriver(_Follower):
    """Linear-quadratic tracking, gains from the Riccati equation."""

    kind: Literal["lqr"]
    plan_speeds: bool = Field(
        default=True, description="slow down before the corners of a route of waypoints"
    )


class YieldLine(Section):
    """A line at which to wait while somebody of another route is in a circle."""

    line_m: Point = Field(description="[x, y] of the line, on the way of those who are to wait")
    clear_m: Point = Field(description="[x, y] of the centre of the circle that must be clear")
    radius_m: Length = Field(default=10.0, description="of that circle")


class IDMDriver(Section):
    """The intelligent driver model: keeps a gap, stops at red lights, follows its route."""

    kind: Literal["idm"]
    headway_s: Time | None = Field(default=None, description="the gap in time it keeps")
    gap_min_m: Length | None = Field(default=None, description="the gap it keeps at rest")
    accel_mps2: Acceleration | None = Field(default=None, description="its acceleration")
    brake_mps2: Acceleration | None = Field(default=None, description="its comfortable braking")
    sight_m: Sight | None = Field(default=None, description="how far it looks ahead")
    corridor_m: BodySize | None = Field(default=None, description="half the width that it watches")
    variation: Factor | None = Field(
        default=None,
        description="how much drivers differ in speed and headway; drawn by the run's seed",
    )
    plan_speeds: bool = Field(
        default=True, description="slow down before the corners of a route of waypoints"
    )
    at_end: Literal["stop", "go_on"] | None = Field(
        default=None,
        description="at the end of its route; left out: it stops, where no spawner takes it away",
    )
    yields: tuple[YieldLine, ...] = Field(default=(), description="where they give way, and whom")


CarDriver: TypeAlias = Annotated[
    PIDDriver | PurePursuitDriver | StanleyDriver | LQRDriver | IDMDriver,
    Field(discriminator="kind"),
]
