"""A value as text that shows every bit, so that equal texts mean equal values."""

from collections.abc import Mapping
from typing import Any

import numpy as np

_DEPTH = 6


def bits(value: Any, depth: int = _DEPTH) -> str:  # noqa: ANN401 - any value
    """Return a value and its content as text, an object without a repr by its attributes."""
    if isinstance(value, np.ndarray):
        return f"array({value.tolist()!r})"
    if isinstance(value, np.generic):
        return repr(value.item())
    if depth == 0:
        return "..."
    if isinstance(value, Mapping):
        inside = ", ".join(f"{bits(k, depth - 1)}: {bits(v, depth - 1)}" for k, v in value.items())
        return f"{{{inside}}}"
    if isinstance(value, tuple | list):
        inside = ", ".join(bits(v, depth - 1) for v in value)
        return f"({inside})" if isinstance(value, tuple) else f"[{inside}]"
    if isinstance(value, set | frozenset):
        return f"{{{', '.join(sorted(bits(v, depth - 1) for v in value))}}}"
    cls: Any = type(value)
    if cls.__repr__ is object.__repr__:
        return f"{type(value).__name__}({bits(getattr(value, '__dict__', {}), depth - 1)})"
    return repr(value)
