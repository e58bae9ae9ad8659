"""Scopes, the names bound in them, and the definitions of each name."""

import ast
from enum import Enum, auto
from typing import NamedTuple

__all__ = ["Binding", "Definition", "Function", "Kind", "Scope"]

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Kind(Enum):
    """How a name gets a value."""

    ASSIGN = auto()  # the value itself
    UNPACK = auto()  # a part of the value
    AUGMENT = auto()  # the old value, changed
    ITERATE = auto()  # an element of the value
    ENTER = auto()  # the result of entering the value
    IMPORT = auto()
    PARAMETER = auto()
    FUNCTION = auto()
    CLASS = auto()
    OTHER = auto()  # an exception, a pattern, a deletion


class Definition(NamedTuple):
    """A place that gives a value to a name or to an attribute of `self`."""

    kind: Kind
    node: ast.AST
    value: ast.expr | None = None
    annotation: ast.expr | None = None
    target: str = ""  # of an import: the full name
    part: int | None = None  # of an unpacking: the position


class Scope:
    """A module, class, function or comprehension, and the names bound in it."""

    def __init__(self, node: ast.AST, parent: "Scope | None") -> None:
        self.node = node
        self.parent = parent
        self.bindings: dict[str, Binding] = {}
        self.redirected: dict[str, Scope] = {}

    @property
    def is_class(self) -> bool:
        """Whether this is a class body, whose names nested scopes cannot see."""
        return isinstance(self.node, ast.ClassDef)

    @property
    def is_function(self) -> bool:
        """Whether names bound here are local to a call."""
        return isinstance(self.node, Function | ast.Lambda)

    @property
    def is_comprehension(self) -> bool:
        """Whether this is the inside of a comprehension or generator expression."""
        return isinstance(self.node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp)

    def lookup(self, name: str) -> "Binding | None":
        """The binding that a load of the name in this scope refers to."""
        scope: Scope | None = self.redirected.get(name, self)
        while scope is not None:
            if name in scope.bindings and (scope is self or not scope.is_class):
                return scope.bindings[name]
            scope = scope.parent
        return None


class Binding:
    """A name in a scope, with its definitions and its loads."""

    def __init__(self, name: str, scope: Scope) -> None:
        self.name = name
        self.scope = scope
        self.definitions: list[Definition] = []
        self.loads: list[ast.Name] = []
