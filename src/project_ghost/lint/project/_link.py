"""Facts about names, from the summaries of a project's files.

A fact is a function of the summaries alone: it does not depend on which file asks first.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from project_ghost.lint._rules.order._callers import worst_use
from project_ghost.lint._rules.randomness._framework_seeding import TRAINING
from project_ghost.lint.python._facts import Aspect, Effect, Fact, FactKind
from project_ghost.lint.python._members import NOT_A_SET
from project_ghost.lint.python._stars import brings, exports
from project_ghost.lint.python._type import SETS, Type, is_ordered_set, join

from ._coverage import Coverage
from ._modules import Modules
from ._sites import Sites
from ._summary import Summary, Symbol, SymbolKind, Via

__all__ = ["Linker"]

# Longer chains of names that stand for names are not followed.
_DEPTH_MAX = 12
# Functions whose effects are looked for behind one call.
_CALLS_MAX = 200
# Types of libraries whose methods rules know.
_OBJECTS = ("pathlib.",)
# Libraries whose names rules look for.
_LIBRARIES = frozenset(
    """
    asyncio concurrent datetime glob heapq jax joblib keras math multiprocessing networkx numpy os
    pandas platform psutil queue random scipy secrets signal sklearn socket subprocess tensorflow
    threading time timeit torch uuid
    """.split()
)

Place = tuple[str, Symbol]  # a file, and a symbol that it defines


class Linker:
    """Answers the questions of files about names of other files."""

    def __init__(
        self,
        modules: Modules,
        summary_of: Callable[[str], Summary],
        files: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        self._modules = modules
        self._summary_of = summary_of
        self._files = files
        self._answers: dict[tuple[tuple[str, ...], str], Fact | None] = {}
        self._members: dict[tuple[str, str], Place | str | None] = {}
        self._useful: dict[tuple[str, str], bool] = {}
        self._seeded: dict[tuple[str, bytes], set[str]] = {}
        self._sites: dict[str, Sites] = {}
        self._coverage: dict[tuple[str, str], Coverage] = {}
        # Of the present search: what it has found so far, None where it is still searching.
        self._searched: dict[tuple[str, str], Place | str | None] = {}
        self._is_searching = False
        self._is_cut = False

    def answers(self, importer: str, names: Iterable[str]) -> dict[str, Fact]:
        """The facts about some names, as a file that uses them knows them."""
        found = {}
        roots = self._modules.roots(importer)
        for name in names:
            key = (roots, name)
            if key not in self._answers:
                self._answers[key] = self._answer(importer, name)
            fact = self._answers[key]
            if fact is not None and not self._is_known(importer, name, fact):
                found[name] = fact
        return found

    def _answer(self, importer: str, name: str) -> Fact | None:
        if name.endswith(Aspect.USES):
            return self._use(importer, name.removesuffix(Aspect.USES).rpartition(".")[2])
        if name.endswith(Aspect.USED):
            return self._used(importer, name.removesuffix(Aspect.USED).partition("#")[2])
        if name.endswith(Aspect.SEEDED):
            where, _, seeded = name.removesuffix(Aspect.SEEDED).rpartition(".")
            if "#" in where:
                return self._covered(importer, where.partition("#")[2], seeded)
            return self._seeding(importer, seeded)
        if name.endswith(Aspect.NAMESAKES):
            return self._namesakes(importer, name.removesuffix(Aspect.NAMESAKES).rpartition(".")[2])
        plain = name.rstrip("()[]=?~*")
        place = self._modules.locate(importer, plain)
        symbol = self._member(*place, 0) if place else None
        if symbol is None:
            return None
        aspect = name.removeprefix(plain)
        if aspect:
            return self._aspect(symbol, Aspect(aspect)) if isinstance(symbol, tuple) else None
        fact = self._fact(symbol, 0)
        return fact if self._is_useful(symbol, fact) else None

    def _is_known(self, importer: str, name: str, fact: Fact) -> bool:
        """Whether a file knows a fact without an answer: the type of a name that it defines."""
        if fact != Fact(fact.kind, type=fact.type):
            return False
        place = self._modules.locate(importer, name)
        if place is None or place[0] != importer:
            return False
        symbol = self._summary_of(importer).symbols.get(place[1])
        return symbol is not None and symbol.type is not None

    def _use(self, importer: str, key: str) -> Fact | None:
        """What the calls of a name do in the files that belong to one package."""
        summaries = self._together.get(self._modules.package(importer), [])
        use = worst_use([key], lambda name: [each.uses.get(name) for each in summaries])
        return None if use is None else Fact(FactKind.FUNCTION, use=use)

    def _seeding(self, importer: str, generator: str) -> Fact | None:
        """Whether a file of a package tells of a seeding, or that it trains."""
        text = b"ptim" if generator == TRAINING else b"seed"  # optimisers, Optimizer
        key = (self._modules.package(importer), text)
        if key not in self._seeded:
            files = self._modules.files_mentioning(importer, text)
            told = {each for file in files for each in self._summary_of(file).seeds}
            self._seeded[key] = told
        is_seeded = generator in self._seeded[key]
        return Fact(FactKind.FUNCTION, does=((Effect.SEED, generator),)) if is_seeded else None

    def _used(self, importer: str, key: str) -> Fact | None:
        """Whether code of the package uses a function, besides the function itself."""
        return (
            Fact(FactKind.FUNCTION) if self._package_sites(importer).of((importer, key)) else None
        )

    def _covered(self, importer: str, key: str, generator: str) -> Fact | None:
        """Whether all ways to a function of a file, or a call in it, seed a global generator."""
        package = self._modules.package(importer)
        if (package, generator) not in self._coverage:
            sites = self._package_sites(importer)
            self._coverage[package, generator] = Coverage(sites, generator)
        coverage = self._coverage[package, generator]
        is_seeded = (importer, key) in coverage.covered or coverage.seeds(importer, key)
        return Fact(FactKind.FUNCTION, does=((Effect.SEED, generator),)) if is_seeded else None

    def _package_sites(self, importer: str) -> Sites:
        """The uses of functions and classes in all files of a package."""
        package = self._modules.package(importer)
        if package not in self._sites:
            files = self._modules.files_mentioning(importer, b"")
            self._sites[package] = Sites({file: self._summary_of(file).calls for file in files})
        return self._sites[package]

    def _namesakes(self, importer: str, key: str) -> Fact | None:
        """What all attributes or methods of a name are in the files that belong to one package.

        A file knows its own: it only needs to be told whether those of others differ.
        """
        together = self._members_together.get(self._modules.package(importer), {})
        found, others = together.get(key, {}), together.get(f"{key}{NOT_A_SET}", {})
        if not {*found, *others} - {importer}:
            return None
        type_ = join(found.values())
        is_doubtful = others and type_ is not None and any(self._is_set(f, type_) for f in found)
        if type_ is not None and not is_doubtful and any(self._holds_set(f, type_) for f in found):
            return Fact(FactKind.VALUE, type=type_)
        own = found.get(importer)
        is_taken_for_one = own is not None and self._holds_set(importer, own)
        return Fact(FactKind.VALUE) if is_taken_for_one else None

    def _holds_set(self, file: str, type_: Type) -> bool:
        """Whether a type is a set, or contains some."""
        if any(part is not None and self._holds_set(file, part) for part in type_.arguments):
            return True
        return self._is_set(file, type_)

    def _is_set(self, file: str, type_: Type) -> bool:
        if type_.name.startswith("builtins."):
            return type_.name in SETS
        return self._is_set_class(file, type_.name)

    @cached_property
    def _members_together(self) -> dict[str, dict[str, dict[str, Type | None]]]:
        """What the files of a package say of each name of an attribute or method."""
        found: defaultdict[str, defaultdict[str, dict[str, Type | None]]]
        found = defaultdict(lambda: defaultdict(dict))
        for file in self._files():
            for key, type_ in self._summary_of(file).members.items():
                found[self._modules.package(file)][key][file] = type_
        return {package: dict(keys) for package, keys in found.items()}

    @cached_property
    def _together(self) -> dict[str, list[Summary]]:
        """The summaries of the files of a run, by their outermost package."""
        found: defaultdict[str, list[Summary]] = defaultdict(list)
        for file in self._files():
            found[self._modules.package(file)].append(self._summary_of(file))
        return dict(found)

    def _aspect(self, place: Place, aspect: Aspect) -> Fact | None:
        _, symbol = place
        if aspect is Aspect.EFFECTS:
            does = self._effects(place)
            return Fact(FactKind.FUNCTION, does=does) if does else None
        if aspect is Aspect.ORDER:
            fact = Fact(FactKind.FUNCTION, parameters=symbol.parameters, ordered=symbol.ordered)
            return fact if symbol.ordered else None
        if aspect is Aspect.SOURCES:
            fact = Fact(FactKind.FUNCTION, parameters=symbol.parameters, sources=symbol.sources)
            return fact if symbol.sources else None
        if aspect is Aspect.CLASS:
            return Fact(FactKind.CLASS) if symbol.kind is SymbolKind.CLASS else None
        if aspect is Aspect.OPTIONAL:
            return Fact(FactKind.VALUE, is_optional=True) if symbol.is_optional else None
        return Fact(FactKind.VALUE, is_mutable=True) if symbol.is_mutable else None

    def _is_useful(self, place: Place | str, fact: Fact) -> bool:
        """Whether a fact can lead to a finding, so that a file is worth checking again."""
        if isinstance(place, str):
            return place.partition(".")[0] in _LIBRARIES
        if fact.gives or fact.bases:
            return True
        return self._type_matters(place[0], fact.type)

    def _type_matters(self, file: str, type_: Type | None) -> bool:
        """Whether a type is a set, contains one, or is a class with such members."""
        if type_ is None:
            return False
        if type_.name in SETS or any(self._type_matters(file, part) for part in type_.arguments):
            return True
        if is_ordered_set(type_):
            return True
        if type_.name.startswith("builtins."):
            return False
        if self._is_set_class(file, type_.name):
            return True
        place = self._modules.locate(file, type_.name)
        if place is None:
            return type_.name.startswith(_OBJECTS)
        return self._has_useful_members(*place)

    def _is_set_class(self, file: str, name: str) -> bool:
        place = self._follow(file, name, 0)
        return isinstance(place, tuple) and self._derived_set(*place, 0) is not None

    def _has_useful_members(self, file: str, name: str) -> bool:
        key = (file, name)
        if key not in self._useful:
            symbols = self._summary_of(file).symbols
            members = (symbols[each] for each in symbols if each.startswith(f"{name}."))
            self._useful[key] = any(
                each.gives
                or (each.type is not None and each.type.name in SETS)
                or is_ordered_set(each.type)
                for each in members
            )
        return self._useful[key]

    def _follow(self, importer: str, name: str, depth: int) -> Place | str | None:
        """The symbol behind a name that a file uses; the name itself if it is a library's."""
        if name.startswith("."):
            return None
        place = self._modules.locate(importer, name)
        return name if place is None else self._member(*place, depth)

    def _member(self, file: str, name: str, depth: int) -> Place | str | None:
        """The symbol behind a name that a file defines, imports or inherits.

        Files may star-import each other in a circle, so one search looks at a name of a file once.
        """
        if depth > _DEPTH_MAX:
            self._is_cut = True
            return None
        if not name:
            return None
        key = (file, name)
        if key in self._members:
            return self._members[key]
        if key in self._searched:
            self._is_cut = True
            return self._searched[key]
        is_first = not self._is_searching
        before, self._is_cut, self._is_searching = self._is_cut, False, True
        self._searched[key] = None
        found = self._searched[key] = self._found(file, name, depth)
        # What a cut search gives depends on where it began, unless it began here.
        if not self._is_cut or (is_first and depth == 0):
            self._members[key] = found
        self._is_cut |= before
        if is_first:
            self._searched.clear()
            self._is_searching = self._is_cut = False
        return found

    def _found(self, file: str, name: str, depth: int) -> Place | str | None:
        summary = self._summary_of(file)
        symbol = summary.symbols.get(name)
        if symbol is not None:
            if symbol.kind is SymbolKind.ALIAS:
                return self._follow(file, symbol.target, depth + 1)
            return file, symbol
        head, _, rest = name.partition(".")
        owner = summary.symbols.get(head)
        if owner is None:
            return self._of_star(file, summary, name, depth)
        if not rest:
            return None
        if owner.kind is SymbolKind.ALIAS:
            return self._follow(file, f"{owner.target}.{rest}", depth + 1)
        if owner.kind is SymbolKind.VALUE and owner.type is not None:
            return self._follow(file, f"{owner.type.name}.{rest}", depth + 1)
        inherited = (self._follow(file, f"{base}.{rest}", depth + 1) for base in owner.bases)
        return next((each for each in inherited if isinstance(each, tuple)), None)

    def _of_star(self, file: str, summary: Summary, name: str, depth: int) -> Place | str | None:
        head = name.partition(".")[0]
        for module in reversed(summary.stars):
            known = exports(module)
            if (known is not None and head in known) or brings(module, head):
                return f"{module}.{name}"
            if known is not None:
                continue
            place = self._modules.locate(file, module)
            if place is not None and not place[1] and self._summary_of(place[0]).exports(head):
                found = self._member(place[0], name, depth + 1)
                if found is not None:
                    return found
        return None

    def _fact(self, place: Place | str, depth: int) -> Fact:
        if isinstance(place, str):
            return Fact(FactKind.OUTSIDE, place)
        file, symbol = place
        if symbol.kind is SymbolKind.CLASS:
            bases = tuple(self._bases(file, symbol, depth))
            return Fact(FactKind.CLASS, type=self._derived_set(file, symbol, depth), bases=bases)
        type_, gives = self._value(file, symbol, depth)
        if symbol.kind is SymbolKind.VALUE:
            return Fact(FactKind.VALUE, type=type_)
        return Fact(FactKind.FUNCTION, type=type_, gives=symbol.gives or gives)

    def _value(self, file: str, symbol: Symbol, depth: int) -> tuple[Type | None, str]:
        """The type of a value or result, and the reading that it is."""
        if symbol.type is not None or not symbol.target or depth > _DEPTH_MAX:
            return symbol.type, ""
        place = self._follow(file, symbol.target, depth + 1)
        if place is None:
            return None, ""
        fact = self._fact(place, depth + 1)
        if symbol.via is Via.CALL and fact.kind is FactKind.CLASS:
            return Type(symbol.target), ""
        expected = FactKind.FUNCTION if symbol.via is Via.CALL else FactKind.VALUE
        return (fact.type, fact.gives) if fact.kind is expected else (None, "")

    def _bases(self, file: str, symbol: Symbol, depth: int) -> Iterator[str]:
        """The bases of a class that are Ghost's, also through other classes."""
        for base in symbol.bases if depth <= _DEPTH_MAX else ():
            if base.startswith("project_ghost."):
                yield base
            place = self._follow(file, base, depth + 1)
            if isinstance(place, tuple):
                yield from self._bases(*place, depth + 1)

    def _derived_set(self, file: str, symbol: Symbol, depth: int) -> Type | None:
        """The set that a class derives from, unless it has its own way to iterate."""
        if symbol.kind is not SymbolKind.CLASS or depth > _DEPTH_MAX:
            return None
        if symbol.type is not None:
            return symbol.type if symbol.type.name in SETS else None
        for base in symbol.bases:
            place = self._follow(file, base, depth + 1)
            if isinstance(place, tuple):
                found = self._derived_set(*place, depth + 1)
                if found is not None:
                    return found
        return None

    def _effects(self, function: Place) -> tuple[tuple[Effect, str], ...]:
        """The effects of a function and of all that it calls, the first function for each."""
        found: dict[Effect, str] = {}
        pending, seen = [function], {function}
        while pending and len(seen) < _CALLS_MAX:
            file, symbol = pending.pop(0)
            for effect, name in symbol.does:
                found.setdefault(effect, name)
            for called in symbol.calls:
                place = self._follow(file, called, 0)
                if isinstance(place, tuple) and place not in seen:
                    seen.add(place)
                    pending.append(place)
        return tuple(sorted(found.items()))
