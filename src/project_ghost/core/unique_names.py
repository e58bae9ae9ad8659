"""Names made unique by a number at their end."""

from collections.abc import Callable
from typing import final

__all__ = ["UniqueNames"]


@final
class UniqueNames:
    """Gives the second of two equal names the suffix `_2`, and so on.

    It counts how often each name came, so that many equal ones take no longer than others.
    """

    def __init__(self, mark: str = "_", key: Callable[[str], str] = str) -> None:
        self._mark = mark
        self._key = key
        self._taken: set[str] = set()
        self._next: dict[str, int] = {}

    def add(self, name: str) -> str:
        """Return the name, or the name with the next number that is free."""
        key = self._key
        unique = name
        if key(name) in self._taken:
            number = self._next.get(key(name), 2)
            while key(unique := f"{name}{self._mark}{number}") in self._taken:
                number += 1
            self._next[key(name)] = number + 1
        self._taken.add(key(unique))
        return unique
