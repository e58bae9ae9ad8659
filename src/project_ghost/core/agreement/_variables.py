"""The variables of a function at one place: their types, and whether they have a value."""

from dataclasses import dataclass
from functools import reduce

from ._types import Type, joined


@dataclass
class Variables:
    """The types by name; `unbound` are those that have no value on some path."""

    types: dict[str, Type]
    unbound: frozenset[str] = frozenset()

    def copied(self) -> "Variables":
        """The same, to be changed."""
        return Variables(dict(self.types), self.unbound)

    def bind(self, name: str, found: Type) -> None:
        """Give a variable a value."""
        self.types[name] = found
        self.unbound -= {name}

    def limited_to(self, head: "Variables") -> "Variables":
        """The same; a variable that `head` does not know has no value on the first pass."""
        new = self.types.keys() - head.types.keys()
        return Variables(self.types, self.unbound | new)


def joined_variables(paths: list[Variables]) -> Variables:
    """The variables where paths meet."""
    names = {name: None for path in paths for name in path.types}
    types = {
        name: reduce(joined, [path.types[name] for path in paths if name in path.types])
        for name in names
    }
    missing = {name for name in names for path in paths if name not in path.types}
    return Variables(types, frozenset(missing).union(*(path.unbound for path in paths)))
