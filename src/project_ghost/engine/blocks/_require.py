"""Parameter checks for the constructors of blocks."""

from project_ghost.core.errors import InputError, InputTypeError
from project_ghost.engine import AbstractComponent


def _value(component: AbstractComponent, name: str) -> float:
    value = component.parameters[name]
    assert not isinstance(value, tuple)
    return value


def require_positive(component: AbstractComponent, name: str) -> None:
    """Refuse a parameter that is zero, negative or infinite."""
    value = _value(component, name)
    if not 0.0 < value < float("inf"):
        raise InputError(
            f"{name!r} is {value!r}",
            type(component).__name__,
            "a positive, finite number",
            f"give a positive {name}",
            key=name,
        )


def require_not_negative(component: AbstractComponent, name: str) -> None:
    """Refuse a parameter below zero."""
    value = _value(component, name)
    if value < 0.0:
        raise InputError(
            f"{name!r} is {value!r}",
            type(component).__name__,
            "zero or a positive number",
            f"give a {name} of zero or more",
            key=name,
        )


def require_limits(component: AbstractComponent) -> None:
    """Refuse limits in the wrong order."""
    low, high = _value(component, "low"), _value(component, "high")
    if low > high:
        raise InputError(
            f"'low' is {low!r} and 'high' is {high!r}",
            type(component).__name__,
            "low not above high",
            "swap the two limits",
            key="low",
        )


def require_count(count: object, least: int, where: str) -> None:
    """Refuse a number of ports that is not whole or is below `least`."""
    if type(count) is not int or count < least:
        raise InputTypeError(
            f"'count' is {count!r}",
            where,
            f"a whole number, at least {least}",
            "give a number like 3",
            key="count",
        )
