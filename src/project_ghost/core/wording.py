"""Words in messages: what a mistyped one was meant to be, and so many of something."""

from collections.abc import Iterable

__all__ = ["counted", "did_you_mean"]


def counted(number: int, noun: str) -> str:
    """A number of things: 1 experiment, 1,000 repeats."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a message: the nearest known word, whatever its case; or nothing."""
    from difflib import get_close_matches  # only where something is wrong: it is slow to load

    by_folded = {name.casefold(): str(name) for name in known}
    close = get_close_matches(word.casefold(), by_folded, n=1)
    return f"; did you mean {by_folded[close[0]]!r}?" if close else ""
