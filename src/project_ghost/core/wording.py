"""Wording of messages: suggestions for mistyped words, and numbers with nouns."""

from collections.abc import Iterable

__all__ = ["counted", "did_you_mean"]


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: 1 experiment, 1,000 repeats."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Return the end of a message that suggests the nearest known word, or an empty text.

    The case of letters does not count. The word may be of any type, since callers look
    keys up before they check them.
    """
    from difflib import get_close_matches  # slow to import, and needed for errors only

    by_folded = {name.casefold(): str(name) for name in known}
    close = get_close_matches(str(word).casefold(), by_folded, n=1)
    return f"; did you mean {by_folded[close[0]]!r}?" if close else ""
