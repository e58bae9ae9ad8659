"""A value as text that shows every bit, so that equal texts mean equal values."""

from collections.abc import Mapping
from typing import Any

import numpy as np

_DEPTH = 6


def bits(value: Any, depth: int = _DEPTH) -> str:  # noqa: ANN401 - any value
    """The value, and what is in it, as text; objects by what their attributes are."""
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
    shown = repr(value)
    if " object at 0x" in shown:  # it says nothing of itself
        return f"{type(value).__name__}({bits(getattr(value, '__dict__', {}), depth - 1)})"
    return shown
