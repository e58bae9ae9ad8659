"""What a mistyped word was probably meant to be."""

from collections.abc import Iterable

__all__ = ["did_you_mean"]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a message: the nearest known word, whatever its case; or nothing."""
    from difflib import get_close_matches  # only where something is wrong: it is slow to load

    by_folded = {name.casefold(): str(name) for name in known}
    close = get_close_matches(word.casefold(), by_folded, n=1)
    return f"; did you mean {by_folded[close[0]]!r}?" if close else ""
