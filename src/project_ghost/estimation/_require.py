"""Parameter checks for the constructors of estimators."""

from math import inf

import numpy as np

from project_ghost.core.errors import InputError
from project_ghost.engine import AbstractComponent


def require_not_negative(component: AbstractComponent, *names: str) -> None:
    """Refuse parameters with a negative or infinite number."""
    for name in names:
        if not all(0.0 <= value < inf for value in _numbers(component, name)):
            raise _refused(component, name, "finite numbers of zero or more")


def require_positive(component: AbstractComponent, *names: str) -> None:
    """Refuse parameters with a number that is zero, negative or infinite."""
    for name in names:
        if not all(0.0 < value < inf for value in _numbers(component, name)):
            raise _refused(component, name, "positive, finite numbers")


def require_unit(component: AbstractComponent, name: str) -> None:
    """Refuse a quaternion that is not of unit length to 1e-3."""
    w, x, y, z = _numbers(component, name)
    if abs(w * w + x * x + y * y + z * z - 1.0) > 2e-3:
        raise _refused(component, name, "a unit quaternion (w, x, y, z), to 1e-3")


def _numbers(component: AbstractComponent, name: str) -> list[float]:
    shape = component.shape_of(name)
    value = np.asarray(component.parameters[name], dtype=np.float64)
    return [float(each) for each in np.broadcast_to(value, shape).ravel()]


def _refused(component: AbstractComponent, name: str, expected: str) -> InputError:
    return InputError(
        f"{name!r} is {component.parameters[name]!r}",
        type(component).__name__,
        expected,
        f"correct {name}",
        key=name,
    )
