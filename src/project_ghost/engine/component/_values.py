"""Checks of the values passed to a component's constructor."""

import numpy as np

from project_ghost.core.errors import InputError, InputTypeError

from ._declarations import Value


def given(value: Value | None, name: str, where: str) -> Value:
    """Refuse a parameter that has neither a value nor a default."""
    if value is None:
        raise InputError(
            f"the parameter {name!r} is missing",
            where,
            "a value, because it has no default",
            f"write {where}({name}=...)",
        )
    return value


def whole(value: object, name: str, where: str) -> int:
    """Refuse a size that is not a positive whole number."""
    if type(value) is not int or value < 1:
        raise InputTypeError(
            f"the size {name!r} is {value!r}",
            where,
            "a positive whole number",
            "give a number like 100",
            key=name,
        )
    return value


def _is_numeric(value: object, shape: tuple[int, ...]) -> bool:
    """Whether a value is one number for all elements, or one for each."""
    if isinstance(value, int | float | np.integer | np.floating):
        return not isinstance(value, bool) and value == value
    if not shape or not isinstance(value, tuple | list | np.ndarray):
        return False
    if isinstance(value, np.ndarray) and value.ndim and value.dtype.kind in "iuf":
        # The same answer as element by element, at once.
        return value.shape == shape[: value.ndim] and not np.isnan(value).any()
    return len(value) == shape[0] and all(_is_numeric(each, shape[1:]) for each in value)


def require_numeric(value: object, shape: tuple[int, ...], name: str, where: str) -> None:
    """Refuse a value that is neither one number for all elements nor one for each."""
    if not _is_numeric(value, shape):
        raise InputTypeError(
            f"{name!r} is {value!r}",
            where,
            f"numbers in the shape {shape}, or one for all" if shape else "a number",
            "give numbers, not NaN, in the declared shape",
            key=name,
        )
