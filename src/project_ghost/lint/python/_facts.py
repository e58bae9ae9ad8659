"""What a file knows about the names of other files of its project.

A check asks for facts by full name and records every question, so that its result can be reused as
long as the answers stay the same. Without answers a check knows its own file only.
"""

import sys
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from ._type import Type

__all__ = [
    "LIBRARIES",
    "Aspect",
    "Effect",
    "Fact",
    "FactKind",
    "Facts",
    "type_from_json",
    "type_to_json",
]

# Modules that are not a part of any project: the standard library, and libraries that rules know.
LIBRARIES = frozenset(sys.stdlib_module_names) | {
    "builtins",
    "cupy",
    "gymnasium",
    "jax",
    "matplotlib",
    "numba",
    "numpy",
    "pandas",
    "pytest",
    "scipy",
    "sqlalchemy",
    "tensorflow",
    "torch",
    "yaml",
}


class FactKind(StrEnum):
    """The kinds of names."""

    FUNCTION = "function"
    CLASS = "class"
    VALUE = "value"
    OUTSIDE = "outside"  # a name of a library, under another name


class Effect(StrEnum):
    """What a function does besides returning a value, itself or through what it calls."""

    FILE = "file"
    ENVIRONMENT = "environment"
    CONCURRENCY = "concurrency"
    NETWORK = "network"  # of a class: its file talks to other machines
    SEED = "seed"  # it seeds the generator of a framework, or a global one


class Fact(NamedTuple):
    """What is known about a name."""

    kind: FactKind
    name: str = ""  # of a name outside: its full name there
    # Of a value, or of what a function returns; the set that a class derives from.
    type: Type | None = None
    gives: str = ""  # the clock or source of entropy whose reading a function returns
    does: tuple[tuple[Effect, str], ...] = ()  # an effect, and the function that has it
    parameters: tuple[str, ...] = ()
    ordered: tuple[str, ...] = ()  # parameters whose order affects a result
    bases: tuple[str, ...] = ()  # the full names of all bases
    sources: tuple[str, ...] = ()  # parameters for a seed or generator that may be omitted
    is_mutable: bool = False
    is_optional: bool = False
    use: int = 0  # the most that calls do with the order of a result

    def to_json(self) -> dict[str, Any]:
        """The fields that differ from their defaults."""
        found = {
            field: value
            for field, value, default in zip(
                self._fields, self, (None, *self._field_defaults.values()), strict=True
            )
            if value != default
        }
        return {**found, "type": type_to_json(self.type)} if self.type else found

    @staticmethod
    def from_json(row: dict[str, Any]) -> "Fact":
        """The fact of a stored row."""
        return Fact(
            FactKind(row["kind"]),
            row.get("name", ""),
            type_from_json(row.get("type")),
            row.get("gives", ""),
            tuple((Effect(effect), name) for effect, name in row.get("does", ())),
            tuple(row.get("parameters", ())),
            tuple(row.get("ordered", ())),
            tuple(row.get("bases", ())),
            tuple(row.get("sources", ())),
            row.get("is_mutable", False),
            row.get("is_optional", False),
            row.get("use", 0),
        )


def type_to_json(type_: Type | None) -> list[Any] | None:
    """A type as nested lists."""
    return None if type_ is None else [type_.name, *map(type_to_json, type_.arguments)]


def type_from_json(row: list[Any] | None) -> Type | None:
    """The type of nested lists."""
    return Type(row[0], tuple(map(type_from_json, row[1:]))) if row else None


class Aspect(StrEnum):
    """A mark after a name, for questions that few places ask."""

    EFFECTS = "()"  # what a call of the function does
    ORDER = "[]"  # the parameters whose order affects a result
    CHANGE = "="  # whether it is a list, dictionary or set of a module or class
    USES = "<"  # what calls in the project do with the order of what the function returns
    NAMESAKES = "@"  # what all attributes, or the results of all methods, of a name are
    OPTIONAL = "?"  # whether it is an attribute that is None unless somebody sets it
    SOURCES = "~"  # the seeds and generators that a function takes, and does without
    SEEDED = "!"  # whether all ways to a function seed a global generator
    CLASS = "*"  # whether it is a class of the project
    USED = "&"  # whether something in the package uses a function


class Facts:
    """Answers questions of one check, and records them."""

    def __init__(self, answers: Mapping[str, Fact | None], module: str = "") -> None:
        self._answers = answers
        # A library may be checked itself.
        self._libraries = LIBRARIES - {module.partition(".")[0]}
        self.asked: set[str] = set()

    def ask(self, name: str | None) -> Fact | None:
        """What a full name stands for, its type, or what a function returns."""
        if not self.may_know(name):
            return None
        assert name is not None
        self.asked.add(name)
        return self._answers.get(name)

    def ask_for(self, name: str | None, aspect: Aspect) -> Fact | None:
        """What is known about one aspect of a full name."""
        return self.ask(f"{name}{aspect}") if name else None

    def may_know(self, name: str | None) -> bool:
        """Whether a full name may be one of the project."""
        if not name or name.startswith("."):
            return False
        return name.partition(".")[0] not in self._libraries

    def outside(self, name: str | None) -> str | None:
        """The name in a library that a name of the project stands for, or the name itself."""
        fact = self.ask(name)
        return fact.name if fact is not None and fact.kind is FactKind.OUTSIDE else name
