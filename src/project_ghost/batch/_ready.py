"""What a process keeps ready between its tasks, such as a scene with its compiled engine."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

__all__ = ["close_ready", "forget_ready", "ready"]

T = TypeVar("T")

# In the order of their last use.
_kept: OrderedDict[str, Any] = OrderedDict()


def ready(key: str, make: Callable[[], T], *, most: int = 1) -> T:
    """Return what this process has made under a key, or make it.

    At most so many are kept; the one that was not used for longest is closed, by its `close` if it
    has one, before another is made.
    """
    if key not in _kept:
        while len(_kept) >= most:
            # ghost: allow[global-state] a process keeps things ready: that is what reuse means
            _close(_kept.popitem(last=False)[1])
        # ghost: allow[global-state] as above
        _kept[key] = make()
    _kept.move_to_end(key)
    kept: T = _kept[key]
    return kept


def close_ready() -> None:
    """Close everything that this process keeps ready."""
    while _kept:
        # ghost: allow[global-state] as above
        _close(_kept.popitem()[1])


def forget_ready() -> None:
    """Forget all of it without closing: it was interrupted, and its state is unknown."""
    # ghost: allow[global-state] as above
    _kept.clear()


def _close(kept: object) -> None:
    close = getattr(kept, "close", None)
    if close is not None:
        close()
