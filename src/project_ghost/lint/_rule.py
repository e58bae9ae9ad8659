"""What a rule is."""

import ast
import inspect
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import ClassVar, NamedTuple

from project_ghost.core.level import Level
from project_ghost.lint.python._module import Module, Use

from ._finding import Severity

__all__ = ["BannedNames", "Problem", "Rule"]


class Problem(NamedTuple):
    """What a rule found: the node to point at, and what is wrong with it."""

    node: ast.AST
    message: str


class Rule(ABC):
    """One thing to find.

    The docstring of a concrete rule is its page: a summary, then the sections What
    it does, Why is this bad, Example and Use instead.
    """

    code: ClassVar[str]
    name: ClassVar[str]  # of the pattern, never of the fix: it is read after "allow"
    level: ClassVar[Level] = Level.PROCESS  # the lowest level whose promise it guards
    severity: ClassVar[Severity] = Severity.ERROR

    @abstractmethod
    def check(self, module: Module) -> Iterator[Problem]:
        """Find the problems in a file."""

    @property
    def family(self) -> str:
        """The folder it lives in: time, randomness, order, numbers, state, or linter."""
        return type(self).__module__.split(".")[-2]

    @property
    def page(self) -> str:
        """The rule's documentation."""
        return inspect.cleandoc(type(self).__doc__ or "")

    @property
    def summary(self) -> str:
        """The first line of the page."""
        return self.page.partition("\n")[0]


class BannedNames(Rule):
    """A rule about the use of certain functions."""

    banned: ClassVar[Mapping[str, str]]  # full name -> what to say of it

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every use of a banned name that `applies`."""
        for use in module.uses_of(self.banned):
            if self.applies(use, module):
                yield Problem(use.where, self.banned[use.name].format(name=use.name))

    def applies(self, use: Use, module: Module) -> bool:
        """Whether this use is one that the rule is about."""
        del use, module
        return True
