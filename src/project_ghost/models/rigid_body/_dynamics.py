"""Rotational dynamics of a rigid body: Euler's equations and quaternion kinematics.

An inertia is the tensor about the centre of mass in body axes, as (xx, yy, zz, xy, xz, yz):
the elements of the matrix, so that xy is *minus* the integral of x y over the mass.
"""

from ._vector import Quaternion, Vector, cross

Inertia = tuple[float, float, float, float, float, float]

# The rate at which the attitude's length is corrected towards 1, per second.
NORM_PULL_PER_S = 1.0


def angular_momentum(inertia: Inertia, rate: Vector) -> Vector:
    """The tensor times the rates, in body axes."""
    xx, yy, zz, xy, xz, yz = inertia
    return (
        xx * rate[0] + xy * rate[1] + xz * rate[2],
        xy * rate[0] + yy * rate[1] + yz * rate[2],
        xz * rate[0] + yz * rate[1] + zz * rate[2],
    )


def inertia_solved(inertia: Inertia, momentum: Vector) -> Vector:
    """Solve tensor * rate = momentum for the rate, by cofactors."""
    xx, yy, zz, xy, xz, yz = inertia
    c_xx = yy * zz - yz * yz
    c_xy = xz * yz - xy * zz
    c_xz = xy * yz - yy * xz
    c_yy = xx * zz - xz * xz
    c_yz = xy * xz - xx * yz
    c_zz = xx * yy - xy * xy
    determinant = xx * c_xx + xy * c_xy + xz * c_xz
    return (
        (c_xx * momentum[0] + c_xy * momentum[1] + c_xz * momentum[2]) / determinant,
        (c_xy * momentum[0] + c_yy * momentum[1] + c_yz * momentum[2]) / determinant,
        (c_xz * momentum[0] + c_yz * momentum[1] + c_zz * momentum[2]) / determinant,
    )


def rate_derivative(inertia: Inertia, rate: Vector, torque: Vector) -> Vector:
    """Euler's equations: J w' = torque - w x J w."""
    turning = cross(rate, angular_momentum(inertia, rate))
    rest = (torque[0] - turning[0], torque[1] - turning[1], torque[2] - turning[2])
    return inertia_solved(inertia, rest)


def attitude_derivative(q: Quaternion, rate: Vector) -> Quaternion:
    """q' = q * (0, w) / 2, plus a correction of q's length towards 1.

    The correction is parallel to q and zero for unit quaternions, so it changes no rotation.
    It prevents the integrator's length error from accumulating over a long run.
    """
    p, r, s = 0.5 * rate[0], 0.5 * rate[1], 0.5 * rate[2]
    pull = NORM_PULL_PER_S * (1.0 - (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]))
    return (
        -q[1] * p - q[2] * r - q[3] * s + pull * q[0],
        q[0] * p + q[2] * s - q[3] * r + pull * q[1],
        q[0] * r + q[3] * p - q[1] * s + pull * q[2],
        q[0] * s + q[1] * r - q[2] * p + pull * q[3],
    )
