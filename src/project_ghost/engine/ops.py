"""Operations for blocks, beside `+ - * /` and the functions of `core.dmath`.

A block's functions are plain expressions over these, so that each way of running can bind
them to its own: interpreted and compiled today, symbolic later.
"""

__all__ = ["clip", "maximum", "minimum", "sign", "where"]


def clip(x: float, low: float, high: float) -> float:
    """x, but not below low nor above high."""
    return low if x < low else high if x > high else x


def where(condition: bool, then: float, otherwise: float) -> float:  # noqa: FBT001 - an operation
    """One of two values. Both are computed."""
    return then if condition else otherwise


def minimum(a: float, b: float) -> float:
    """The smaller of two."""
    return b if b < a else a


def maximum(a: float, b: float) -> float:
    """The larger of two."""
    return b if b > a else a


def sign(x: float) -> float:
    """-1, 0 or 1."""
    return 1.0 if x > 0.0 else -1.0 if x < 0.0 else 0.0
