"""The functions of a model over symbols, so that only what is used of their results stays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import casadi as ca

__all__ = ["called", "symbols"]


def symbols(function: ca.Function, name: str, size: int) -> Any:  # noqa: ANN401 - SX or MX
    """Return symbols for an argument of a function: SX where it is made of them."""
    return (ca.SX if function.is_a("SXFunction") else ca.MX).sym(name, size)


def called(function: ca.Function, arguments: Sequence[Any]) -> list[Any]:
    """Return the results of a function, over symbols and numbers.

    Over SX they are the function's own operations, in which components stay calls. What a result
    does not depend on is then no part of it, nor of its derivative.
    """
    over_sx = any(isinstance(each, ca.SX) for each in arguments)
    given = [each if isinstance(each, ca.SX | ca.MX) else ca.DM(each) for each in arguments]
    if over_sx:
        given = [each if isinstance(each, ca.SX) else ca.SX(each) for each in given]
    return list(function.call(given, over_sx, False))  # noqa: FBT003 - never kept as a call
