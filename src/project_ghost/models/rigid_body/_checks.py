"""Checks of inertia tensors and attitudes."""

from project_ghost.core.errors import InputError
from project_ghost.engine import AbstractComponent
from project_ghost.models.common.requirements import numbers_of, refused

from ._dynamics import Inertia


def require_inertia(component: AbstractComponent, name: str) -> None:
    """Refuse a tensor that is not a rigid body's inertia."""
    if not _is_inertia(numbers_of(component, name)):  # type: ignore[arg-type]
        raise InputError(
            f"{name!r} is {numbers_of(component, name)!r}, which is not a rigid body's inertia",
            type(component).__name__,
            "a positive definite tensor (xx, yy, zz, xy, xz, yz) in kg m2, "
            "each principal moment at most the sum of the others",
            "the last three are elements of the matrix: minus the products of inertia",
            key=name,
        )


def require_attitude(component: AbstractComponent, name: str) -> None:
    """Refuse a quaternion that is not of unit length to 1e-3."""
    q = numbers_of(component, name)
    if abs(sum(x * x for x in q) - 1.0) > 2e-3:  # ghost: allow[float-sum] a check, not a state
        raise refused(component, name, "a unit quaternion (w, x, y, z), to 1e-3")


def _is_inertia(tensor: Inertia) -> bool:
    xx, yy, zz, xy, xz, yz = tensor
    half = 0.5 * (xx + yy + zz)
    # The matrix of second moments: half the trace on the diagonal, minus the tensor.
    moments = (half - xx, half - yy, half - zz, -xy, -xz, -yz)
    # A flat body has a zero second moment, which rounding may make slightly negative.
    slack = 1e-9 * half
    return _least_minor(tensor) > 0.0 and _least_minor(moments, slack) >= 0.0


def _least_minor(tensor: Inertia, slack: float = 0.0) -> float:
    """The smallest leading minor; a tensor is positive definite if it is positive."""
    xx, yy, zz = (x + slack for x in tensor[:3])
    xy, xz, yz = tensor[3:]
    return min(
        xx,
        xx * yy - xy * xy,
        xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz),
    )
