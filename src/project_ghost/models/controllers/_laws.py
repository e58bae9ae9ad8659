"""Steering laws and the speed to drive at, as pure functions."""

from project_ghost.core.dmath import atan, atan2, sqrt, wrap_angle
from project_ghost.engine.blocks import PID
from project_ghost.engine.ops import clip, maximum, minimum

# The engine's PID with anti-windup, as a function: from setpoint, measurement, integral, filter,
# gains, limits, sample number and period to the next integral and filter, and the output.
pid_step = PID.step


def pure_pursuit(
    x: float,
    y: float,
    heading: tuple[float, float],
    target_x: float,
    target_y: float,
    wheelbase_m: float,
) -> float:
    """The steering angle of the arc from the rear axle at (x, y) through a target point.

    `heading` is the cosine and the sine of the yaw.

    Coulter, "Implementation of the Pure Pursuit Path Tracking Algorithm", CMU-RI-TR-92-01,
    1992: the arc's curvature is 2 sin(a) / d, a the angle and d the distance to the target.
    """
    dx, dy = target_x - x, target_y - y
    distance2 = dx * dx + dy * dy
    if distance2 == 0.0:
        return 0.0
    # sin(a) * d is the target's offset to the left of the vehicle's axis.
    left = dy * heading[0] - dx * heading[1]
    return atan(2.0 * wheelbase_m * left / distance2)


def stanley(
    left_m: float, heading_error: float, speed: float, gain: float, softening_mps: float
) -> float:
    """The steering angle that turns the front wheels towards the path.

    Hoffmann, Tomlin, Montemerlo and Thrun, "Autonomous Automobile Trajectory Tracking for
    Off-Road Driving", ACC 2007. `left_m` is how far left of the path the front axle is,
    `heading_error` how far left of it the vehicle points.
    """
    return wrap_angle(-heading_error - atan2(gain * left_m, softening_mps + maximum(speed, 0.0)))


def state_feedback(
    left_m: float,
    heading_error: float,
    gain_left: float,
    gain_heading: float,
    curvature: float,
    wheelbase_m: float,
) -> float:
    """The path's own steering angle, corrected by a gain for each error."""
    return atan(wheelbase_m * curvature) - gain_left * left_m - gain_heading * heading_error


def stopping_speed(limit: float, left_to_go_m: float, braking: float) -> float:
    """The largest speed from which a stop at the end still takes no more than `braking`."""
    return minimum(limit, sqrt(2.0 * braking * maximum(left_to_go_m, 0.0)))


def heading_to(x: float, y: float, yaw: float, target_x: float, target_y: float) -> float:
    """How far left of a vehicle's axis a target lies, rad."""
    dx, dy = target_x - x, target_y - y
    if dx == 0.0 and dy == 0.0:
        return 0.0
    return wrap_angle(atan2(dy, dx) - yaw)


def limited(
    angle: float, speed: float, steering_max: float, slope_max: float, turning: float
) -> float:
    """A steering angle within its range and within the largest lateral acceleration.

    `slope_max` is the tangent of `steering_max`, `turning` the largest lateral acceleration
    times the wheelbase (m2/s2).
    """
    largest = steering_max
    if speed * speed * slope_max > turning:
        largest = atan(turning / (speed * speed))
    return clip(angle, -largest, largest)
