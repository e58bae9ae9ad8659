"""What was found in the functions of a component, and how to rewrite them."""

import ast
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from ._differences import Difference
from ._source import Source
from ._types import Type


class Weight(IntEnum):
    """How bad a remark is."""

    DOUBT = 0  # not known to agree: it is interpreted only
    REFUSED = 1  # known not to agree


class Remark(NamedTuple):
    """Something in a function that may not agree, its place, and what to write instead."""

    weight: Weight
    file: str
    line: int
    function: str
    what: str
    instead: str
    difference: Difference | None = None  # the entry of the table, if it is refused

    def __str__(self) -> str:
        return f"{self.file}:{self.line}, {self.function}: {self.what}: {self.instead}"


@dataclass
class Rewrites:
    """The changes to one function: by node, the names of the twins that stand in its place."""

    wraps: dict[ast.AST, list[str]] = field(default_factory=dict)  # `x` -> `twin(x)`
    calls: dict[ast.AST, str] = field(default_factory=dict)  # `f(x)` -> `twin(x)`
    methods: dict[ast.AST, str] = field(default_factory=dict)  # `x.f(y)` -> `twin(x, y)`
    operators: dict[ast.AST, str] = field(default_factory=dict)  # `x * y` -> `twin(x, y)`
    loads: dict[ast.AST, str] = field(default_factory=dict)  # `x += y` -> `x = twin(x) + y`
    frozen: dict[ast.AST, object] = field(default_factory=dict)  # `module.X` -> its value

    def wrap(self, node: ast.AST, twin: str) -> None:
        """Put a node into a call of a twin."""
        names = self.wraps.setdefault(node, [])
        if twin not in names:
            names.append(twin)


@dataclass
class Examination:
    """The remarks about some functions, and the rewrites of each."""

    remarks: dict[Remark, ast.AST | None] = field(default_factory=dict)  # with their nodes
    rewrites: dict[Source, Rewrites] = field(default_factory=dict)
    # The results of functions that were examined, by their arguments.
    results: dict[tuple[Source, tuple[tuple[str, Type], ...], bool], Type] = field(
        default_factory=dict
    )

    def note(
        self,
        place: tuple[Source, ast.AST],
        what: str,
        instead: str,
        difference: Difference | None = None,
    ) -> None:
        """Keep a remark: a doubt, or a difference of the table."""
        source, node = place
        weight = Weight.DOUBT if difference is None else Weight.REFUSED
        line = getattr(node, "lineno", source.tree.lineno)
        name = source.function.__qualname__
        remark = Remark(weight, source.file, line, name, what, instead, difference)
        self.remarks.setdefault(remark, node)

    def refuse(self, place: tuple[Source, ast.AST], difference: Difference, subject: str) -> None:
        """Keep a difference of the table."""
        why = difference.value.why
        self.note(place, f"`{subject}`: {why}", difference.value.instead, difference)

    def of_weight(self, weight: Weight) -> list[Remark]:
        """The remarks of one weight, in the order in which they were found."""
        return [remark for remark in self.remarks if remark.weight is weight]
