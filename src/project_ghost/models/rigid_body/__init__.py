"""A rigid body with six degrees of freedom, and attitude mathematics for blocks and kernels.

General layout: `_vector` (vectors and quaternions as tuples), `_dynamics` (Euler's equations),
`_body` (the components), `_checks` (valid tensors and attitudes).
"""

from ._body import STANDARD_GRAVITY_MPS2 as STANDARD_GRAVITY_MPS2
from ._body import RigidBody as RigidBody
from ._body import SpecificForce as SpecificForce
from ._dynamics import Inertia as Inertia
from ._dynamics import angular_momentum as angular_momentum
from ._dynamics import attitude_derivative as attitude_derivative
from ._dynamics import inertia_solved as inertia_solved
from ._dynamics import rate_derivative as rate_derivative
from ._vector import Quaternion as Quaternion
from ._vector import Vector as Vector
from ._vector import conjugate as conjugate
from ._vector import cross as cross
from ._vector import heading_of as heading_of
from ._vector import product as product
from ._vector import to_body as to_body
from ._vector import to_world as to_world
from ._vector import unit as unit

__all__ = [
    "STANDARD_GRAVITY_MPS2",
    "Inertia",
    "Quaternion",
    "RigidBody",
    "SpecificForce",
    "Vector",
    "angular_momentum",
    "attitude_derivative",
    "conjugate",
    "cross",
    "heading_of",
    "inertia_solved",
    "product",
    "rate_derivative",
    "to_body",
    "to_world",
    "unit",
]
