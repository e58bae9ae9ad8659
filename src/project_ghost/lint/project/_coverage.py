"""Which functions of a package run only after a global generator was seeded.

A function is covered if all that use it seed before or are covered themselves; a method also if
every use of its class is covered, or if its class seeds when it is set up. What may be called at
any time is covered if half of the programs of the package seed, or more. What nothing uses is there
for those who use the package, whom no program seeds for; functions that only use each other are not
covered either. A seed that may be None seeds nothing.
"""

from project_ghost.lint._rules.randomness._global_seeding import EVERYTHING, sets_up
from project_ghost.lint._rules.randomness._seeders import seeds_framework
from project_ghost.lint.python._calls import ANY_TIME, ON_IMPORT, PROGRAM

from ._sites import Place, Site, Sites

__all__ = ["Coverage"]

# Functions that are programs by their names.
_PROGRAMS = frozenset({"cli", "command", "main"})


class Coverage:
    """The functions and classes of a package that are covered, for one generator."""

    def __init__(self, sites: Sites, generator: str) -> None:
        self._sites = sites
        self._files = sites.files
        self._generator = generator
        self._seeds: dict[tuple[str, bool], bool] = {}
        # Whether what may be called at any time is seeded before: by half of the programs or more.
        programs = [self._seeds_as_program(file) for file in self._files if self._is_program(file)]
        self._is_usual = any(programs) and 2 * sum(programs) >= len(programs)
        self.covered = self._start() if self._seeds_at_all() else set()
        self._settle()
        self._ground()

    def seeds(self, file: str, mark: str) -> bool:
        """Whether a call of a file seeds: `set_seed(seed)`."""
        return mark.endswith(")") and self._seeds_by(file, mark)

    def _seeds_at_all(self) -> bool:
        return any(
            self._seeds_by(file, mark)
            for file, calls in self._files.items()
            for marks in calls.marks.values()
            for mark in marks
        )

    def _is_program(self, file: str) -> bool:
        calls = self._files[file]
        return PROGRAM in calls.uses or not _PROGRAMS.isdisjoint(calls.functions)

    def _seeds_as_program(self, file: str) -> bool:
        """Whether a file seeds when it is run, also by functions that call each other."""
        calls = self._files[file]
        pending = {PROGRAM, *_PROGRAMS.intersection(calls.functions)}
        found: set[str] = set()
        while pending - found:
            key = min(pending - found)
            found.add(key)
            if any(self._seeds_by(file, mark) for mark in calls.marks.get(key, ())):
                return True
            used = {name for _, names in calls.uses.get(key, ()) for name in names}
            pending |= used.intersection(calls.functions)
        return False

    def _start(self) -> set[Place]:
        """All that may be covered."""
        return {
            (file, key)
            for file, calls in self._files.items()
            for key in (*calls.functions, *calls.bases)
        }

    def _settle(self) -> None:
        """Take away what is not covered, until nothing changes."""
        pending = True
        while pending:
            lost = {place for place in self.covered if not self._is_covered(place)}
            self.covered -= lost
            pending = bool(lost)

    def _ground(self) -> None:
        """Keep what a seeding leads to."""
        grounded: set[Place] = set()
        pending = True
        while pending:
            new = {place for place in self.covered - grounded if self._is_grounded(place, grounded)}
            grounded |= new
            pending = bool(new)
        self.covered = grounded

    def _is_grounded(self, place: Place, grounded: set[Place]) -> bool:
        file, key = place
        if key in self._files[file].bases:
            if self._sets_up(file, key) or not grounded.isdisjoint(self._sites.derived(place)):
                return True
        elif (file, key.rpartition(".")[0]) in grounded:
            return True
        return any(
            site[:2] in grounded
            or (site[1] == ANY_TIME and self._is_usual)
            or any(self._seeds_by(site[0], mark) for mark in site[2])
            for site in self._sites.of(place)
        )

    def _is_covered(self, place: Place) -> bool:
        file, key = place
        classes = self._files[file].bases
        if key in classes:
            return self._sets_up(file, key) or self._is_made_after(place)
        owner = key.rpartition(".")[0]
        if owner and (owner not in classes or (file, owner) in self.covered):
            return True
        sites = self._sites.of(place)
        return bool(sites) and all(map(self._is_after, sites))

    def _is_after(self, site: Site) -> bool:
        """Whether the generator is seeded where something is used."""
        file, key, marks = site
        if any(self._seeds_by(file, mark) for mark in marks):
            return True
        if key == ANY_TIME:
            return self._is_usual
        return key not in (ON_IMPORT, PROGRAM) and (file, key) in self.covered

    def _is_made_after(self, place: Place) -> bool:
        """Whether all that makes a class, or derives from it, is covered."""
        sites, derived = self._sites.of(place), self._sites.derived(place)
        is_used = bool(sites or derived)
        return is_used and all(map(self._is_after, sites)) and self.covered.issuperset(derived)

    def _sets_up(self, file: str, name: str) -> bool:
        """Whether a class, or a base of it, seeds in its constructor or `reset`."""
        pending, seen = [(file, name)], {(file, name)}
        while pending:
            where, each = pending.pop()
            calls = self._files[where]
            for key, marks in calls.marks.items():
                owner, _, method = key.rpartition(".")
                is_passed = owner == each and sets_up(method)
                if is_passed and any(self._seeds_by(where, mark) for mark in marks):
                    return True
            for base in calls.bases.get(each, ()):
                for place in self._sites.defined(base):
                    if place not in seen and place[1] in self._files[place[0]].bases:
                        seen.add(place)
                        pending.append(place)
        return False

    def _seeds_by(self, file: str, mark: str, *, has_seed: bool = False) -> bool:
        """Whether a mark is a seeding of the generator, or a call of a function that seeds it.

        What is marked with `?` counts where a seed is passed to its function.
        """
        if mark.endswith("?"):
            return has_seed and self._seeds_by(file, mark[:-1])
        if not mark.endswith(")"):
            return mark == self._generator
        name, _, passed = mark.partition("(")
        stored = f"{file}:{name}" if "." in name else name
        key = stored, passed == "seed)"
        if key not in self._seeds:
            self._seeds[key] = False  # a function that calls itself
            self._seeds[key] = self._helper_seeds(file, name, has_seed=key[1])
        return self._seeds[key]

    def _helper_seeds(self, file: str, name: str, *, has_seed: bool) -> bool:
        if "." in name:
            places = [(file, name)]
        else:
            places = list(self._sites.defined(name))
            if not places:
                return has_seed and seeds_framework(name) and self._generator in EVERYTHING
        return any(
            self._seeds_by(where, mark, has_seed=has_seed)
            for where, key in places
            for mark in self._files[where].marks.get(key, ())
        )
