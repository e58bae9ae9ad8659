"""Where the functions and classes of a package are used and defined, by their names."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from project_ghost.lint.python._calls import LOOKED_UP, Calls, Marks

__all__ = ["Place", "Site", "Sites"]

Place = tuple[str, str]  # a file, and the key of a function or class in it
Site = tuple[str, str, Marks]  # a file, the key of its code that uses something, the marks before


class Sites:
    """The uses, definitions and derived classes of a package, from the calls of its files."""

    def __init__(self, files: Mapping[str, Calls]) -> None:
        self.files = files
        self._sites: defaultdict[str, list[Site]] = defaultdict(list)
        self._defined: defaultdict[str, list[Place]] = defaultdict(list)
        self._derived: defaultdict[str, list[Place]] = defaultdict(list)
        for file, calls in files.items():
            for key, groups in calls.uses.items():
                for marks, names in groups:
                    for name in names:
                        self._sites[name].append((file, key, marks))
            for name, bases in calls.bases.items():
                for base in bases:
                    self._derived[base].append((file, name))
            for key in (*calls.functions, *calls.bases):
                self._defined[key.rpartition(".")[2]].append((file, key))

    def of(self, place: Place) -> list[Site]:
        """The uses of a function or class, besides those in itself.

        What nothing uses by its name is used where the package finds code by names at run time.
        """
        file, key = place
        inside = f"{key}."
        return [
            each
            for each in self._sites.get(key.rpartition(".")[2], ())
            if each[0] != file or not (each[1] == key or each[1].startswith(inside))
        ] or self._sites.get(LOOKED_UP, [])

    def defined(self, name: str) -> Sequence[Place]:
        """The functions, methods and classes of a name."""
        return self._defined.get(name, ())

    def derived(self, place: Place) -> list[Place]:
        """The classes with a base of the name of a class."""
        name = place[1].rpartition(".")[2]
        return [each for each in self._derived.get(name, ()) if each != place]
