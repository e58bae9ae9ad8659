"""What the constructors of models check, beyond what every component does."""

from math import inf

from project_ghost.core.errors import InputError, InputTypeError
from project_ghost.engine import AbstractComponent

__all__ = [
    "numbers_of",
    "refused",
    "require_not_negative",
    "require_positive",
    "require_probability",
    "require_row",
    "require_whole",
    "require_whole_ns",
]


def numbers_of(component: AbstractComponent, name: str) -> tuple[float, ...]:
    """All numbers of a parameter or of an initial state, one for all elements repeated."""
    value = {**component.parameters, **component.initial}[name]
    if isinstance(value, int | float):
        shape = component.shape_of(name)
        return (value,) * (shape[0] if shape else 1)
    return tuple(float(each) for each in value)  # type: ignore[arg-type]


def require_positive(component: AbstractComponent, *names: str) -> None:
    """Refuse parameters with a number that is zero, negative or infinite."""
    for name in names:
        if not all(0.0 < value < inf for value in numbers_of(component, name)):
            raise refused(component, name, "positive, finite numbers")


def require_not_negative(component: AbstractComponent, *names: str) -> None:
    """Refuse parameters with a number below zero, or infinite."""
    for name in names:
        if not all(0.0 <= value < inf for value in numbers_of(component, name)):
            raise refused(component, name, "zero or positive numbers, finite")


def require_probability(component: AbstractComponent, *names: str) -> None:
    """Refuse what is not between 0 and 1."""
    for name in names:
        if not all(0.0 <= value <= 1.0 for value in numbers_of(component, name)):
            raise refused(component, name, "a probability, from 0 to 1")


def require_whole(component: AbstractComponent, *names: str) -> None:
    """Refuse what is not zero or a positive whole number."""
    for name in names:
        if not all(value >= 0.0 and value == int(value) for value in numbers_of(component, name)):
            raise refused(component, name, "a whole number of samples, zero or more")


def refused(component: AbstractComponent, name: str, expected: str) -> InputError:
    """The error that a parameter or an initial state is refused with."""
    value = {**component.parameters, **component.initial}[name]
    return InputError(
        f"{name!r} is {value!r}", type(component).__name__, expected, f"correct {name}", key=name
    )


def require_row(component: AbstractComponent, name: str, *, least: int) -> None:
    """Refuse a number that is no row of the scene; -1 may stand for none."""
    (row,) = numbers_of(component, name)
    if row != int(row) or not least <= row < component.sizes["rows"]:
        raise refused(component, name, f"a row, {least} to {component.sizes['rows'] - 1}")


def require_whole_ns(component: AbstractComponent, *names: str) -> None:
    """Refuse times that are not whole nanoseconds."""
    for name in names:
        value = component.parameters[name]
        values = value if isinstance(value, tuple | list) else (value,)
        if not all(type(each) is int for each in values):
            raise InputTypeError(
                f"{name!r} is {value!r}",
                type(component).__name__,
                "whole nanoseconds",
                "write 1_500_000_000 for 1.5 s",
                key=name,
            )
