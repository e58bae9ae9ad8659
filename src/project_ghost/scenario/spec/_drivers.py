"""What steers an actor. Left-out numbers are the component's own defaults."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from ._section import NotNegative, Positive, Section

__all__ = [
    "CarDriver",
    "IDMDriver",
    "LQRDriver",
    "PIDDriver",
    "PurePursuitDriver",
    "StanleyDriver",
]


class _Follower(Section):
    """What drivers along a route have in common: how they keep the speed."""

    speed_kp: NotNegative | None = Field(None, description="m/s2 per m/s of error")
    speed_ki: NotNegative | None = Field(None, description="m/s2 per m of error")
    speed_kd: NotNegative | None = Field(None, description="m/s2 per m/s2")


class PIDDriver(_Follower):
    """A PID on the heading to a point ahead, and a PID on the speed."""

    kind: Literal["pid"] = "pid"
    lookahead_m: Positive | None = Field(None, description="how far ahead it aims")
    heading_kp: NotNegative | None = Field(None, description="steering per rad of error")
    heading_ki: NotNegative | None = Field(None, description="steering per rad s")
    heading_kd: NotNegative | None = Field(None, description="steering per rad/s")


class PurePursuitDriver(_Follower):
    """The circle through a point ahead on the route."""

    kind: Literal["pure_pursuit"]
    lookahead_m: Positive | None = Field(None, description="how far ahead it aims")


class StanleyDriver(_Follower):
    """Heading error plus the cross-track error at the front axle."""

    kind: Literal["stanley"]
    gain: Positive | None = Field(None, description="how hard it pulls to the route, 1/s")


class LQRDriver(_Follower):
    """Linear-quadratic tracking, gains from the Riccati equation."""

    kind: Literal["lqr"]


class IDMDriver(Section):
    """The intelligent driver model: keeps a gap, stops at red lights, follows its route."""

    kind: Literal["idm"]
    headway_s: Positive | None = Field(None, description="the gap in time it keeps")
    gap_m: Positive | None = Field(None, description="the gap it keeps at rest")
    accel_mps2: Positive | None = Field(None, description="its acceleration")
    brake_mps2: Positive | None = Field(None, description="its comfortable braking")


CarDriver: TypeAlias = Annotated[
    PIDDriver | PurePursuitDriver | StanleyDriver | LQRDriver | IDMDriver,
    Field(discriminator="kind"),
]
