"""Times of text files in nanoseconds, exactly."""

from decimal import Decimal, InvalidOperation

from project_ghost.core.duration import NS_PER_S

__all__ = ["TEXT_MAX", "ns_of_integer", "ns_of_seconds"]

# No time needs more digits; a longer text would be slow to convert, and to show.
TEXT_MAX = 60
_NS_MAX = 2**63 - 1


def ns_of_seconds(text: str) -> int:
    """Convert decimal seconds; a `ValueError` if they are no time of less than 292 years.

    A float of seconds since 1970 resolves only 200 ns, so the digits are used as they are.
    """
    try:
        seconds = Decimal(text) if len(text) <= TEXT_MAX else Decimal("nan")
    except InvalidOperation:
        raise ValueError("it is not a number") from None
    # Before anything is computed: 1e999999 seconds are an integer of a million digits.
    if not (seconds.is_finite() and seconds.adjusted() < len(str(_NS_MAX))):
        raise ValueError("it is not a time")
    return _within_range(int((seconds * NS_PER_S).to_integral_value()))


def ns_of_integer(text: str) -> int:
    """Convert integer nanoseconds; a `ValueError` as above."""
    if len(text) > TEXT_MAX:
        raise ValueError("it is not a time")
    return _within_range(int(text))


def _within_range(stamp_ns: int) -> int:
    if abs(stamp_ns) > _NS_MAX:
        raise ValueError("it is not a time of less than 292 years")
    return stamp_ns
