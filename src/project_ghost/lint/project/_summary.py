"""What a file tells other files about its names. It depends on the file's content alone."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from project_ghost.lint._rules.order._callers import Use, Uses
from project_ghost.lint.python._calls import NO_CALLS, Calls
from project_ghost.lint.python._facts import Effect, type_from_json, type_to_json
from project_ghost.lint.python._members import Members
from project_ghost.lint.python._type import Type

__all__ = ["Summary", "Symbol", "SymbolKind", "Via"]


_NO_USES: Uses = {}
_NO_MEMBERS: Members = {}


class SymbolKind(StrEnum):
    """The kinds of symbols."""

    ALIAS = "alias"
    FUNCTION = "function"
    CLASS = "class"
    VALUE = "value"


class Via(StrEnum):
    """How a symbol's value comes from a name of another file."""

    CALL = "call"
    VALUE = "value"


class Symbol(NamedTuple):
    """A global of a module, or a member of one of its classes."""

    kind: SymbolKind
    target: str = ""  # the full name that it stands for, or that gives its value
    via: Via = Via.VALUE
    # Of a value, or of what a function returns; the set that a class derives from.
    type: Type | None = None
    gives: str = ""
    does: tuple[tuple[Effect, str], ...] = ()
    calls: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    ordered: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    is_mutable: bool = False
    is_optional: bool = False

    def to_json(self) -> list[Any]:
        """The fields, without the defaults at the end."""
        row: list[Any] = list(self._replace(type=None))
        row[3] = type_to_json(self.type)
        defaults: list[Any] = [None, *self._field_defaults.values()]
        while row[-1] == defaults[len(row) - 1]:
            row.pop()
        return row

    @staticmethod
    def from_json(row: list[Any]) -> "Symbol":
        """The symbol of a stored row."""
        fields = dict(zip(Symbol._fields, row, strict=False))
        return Symbol(
            SymbolKind(fields["kind"]),
            fields.get("target", ""),
            Via(fields.get("via", Via.VALUE)),
            type_from_json(fields.get("type")),
            fields.get("gives", ""),
            tuple((Effect(effect), name) for effect, name in fields.get("does", ())),
            tuple(fields.get("calls", ())),
            tuple(fields.get("parameters", ())),
            tuple(fields.get("ordered", ())),
            tuple(fields.get("bases", ())),
            tuple(fields.get("sources", ())),
            fields.get("is_mutable", False),
            fields.get("is_optional", False),
        )


class Summary(NamedTuple):
    """All symbols of a file by name, and the modules whose names it imports with a star."""

    symbols: Mapping[str, Symbol]
    stars: tuple[str, ...] = ()
    exported: tuple[str, ...] | None = None  # `__all__`
    uses: Uses = _NO_USES  # what its calls do with the order of what they get
    seeds: tuple[str, ...] = ()  # what it says of the seeding of global generators
    members: Members = _NO_MEMBERS  # what its attributes and methods are, by their names alone
    calls: Calls = NO_CALLS  # what its code uses, and what it seeds before

    def exports(self, name: str) -> bool:
        """Whether a star import brings a name."""
        return not name.startswith("_") if self.exported is None else name in self.exported

    def to_json(self) -> dict[str, Any]:
        """A document for the cache."""
        return {
            "calls": self.calls.to_json(),
            "exported": self.exported,
            "seeds": self.seeds,
            "stars": self.stars,
            "uses": {name: [use, list(names)] for name, (use, names) in self.uses.items()},
            "members": {name: type_to_json(type_) for name, type_ in self.members.items()},
            "symbols": {name: symbol.to_json() for name, symbol in self.symbols.items()},
        }

    @staticmethod
    def from_json(document: dict[str, Any]) -> "Summary":
        """The summary of a document; its symbols are read when they are asked for."""
        exported = document["exported"]
        return Summary(
            _Stored(document["symbols"]),
            tuple(document["stars"]),
            None if exported is None else tuple(exported),
            {name: (Use(use), tuple(names)) for name, (use, names) in document["uses"].items()},
            tuple(document["seeds"]),
            {name: type_from_json(row) for name, row in document["members"].items()},
            Calls.from_json(document["calls"]),
        )


class _Stored(Mapping[str, Symbol]):
    """Symbols of the cache, few of which are asked for in a run."""

    def __init__(self, rows: dict[str, list[Any]]) -> None:
        self._rows = rows
        self._read: dict[str, Symbol] = {}

    def __getitem__(self, name: str) -> Symbol:
        if name not in self._read:
            self._read[name] = Symbol.from_json(self._rows[name])
        return self._read[name]

    def __contains__(self, name: object) -> bool:
        return name in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)
