"""The interface of a rule."""

import ast
import inspect
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import ClassVar, NamedTuple

from project_ghost.core.level import Level
from project_ghost.lint.python._module import Module, Use

from ._finding import Severity

__all__ = ["BannedNames", "Problem", "Remedy", "Replacement", "Rule"]


class Replacement(NamedTuple):
    """New text around or instead of a node; the parts that stay keep their comments and layout."""

    node: ast.AST
    before: str = ""
    after: str = ""
    instead: str | None = None


class Remedy(NamedTuple):
    """How to mend a problem: safe if there is one right answer, otherwise a suggestion."""

    message: str
    is_safe: bool
    replacements: tuple[Replacement, ...] = ()


class Problem(NamedTuple):
    """A problem that a rule found: the node to mark, and the message."""

    node: ast.AST
    message: str
    severity: Severity | None = None  # None: that of the rule
    remedy: Remedy | None = None


class Rule(ABC):
    """A pattern to find.

    The docstring of a concrete rule is its page: a summary, then the sections What it does, Why is
    this bad, Example and Use instead.
    """

    code: ClassVar[str]
    name: ClassVar[str]  # of the pattern, not of the fix, because it follows "allow"
    level: ClassVar[Level] = Level.PROCESS  # the lowest level at which it applies
    severity: ClassVar[Severity] = Severity.ERROR
    # Outside of components and portable code, of a problem without a severity of its own.
    elsewhere: ClassVar[Severity] = Severity.ERROR

    @abstractmethod
    def check(self, module: Module) -> Iterator[Problem]:
        """Find the problems in a file."""

    @property
    def family(self) -> str:
        """The name of its folder: time, randomness, order, numbers, state or linter."""
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

    banned: ClassVar[Mapping[str, str]]  # full name -> message

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every use of a banned name that `applies`."""
        for use in module.uses_of(self.banned):
            if self.applies(use, module):
                message = self.banned[use.name].format(name=use.name)
                severity, remedy = self.severity_of(use, module), self.remedy(use, module)
                yield Problem(use.where, message, severity, remedy)

    def applies(self, use: Use, module: Module) -> bool:
        """Whether the rule reports this use."""
        del use, module
        return True

    def severity_of(self, use: Use, module: Module) -> Severity | None:
        """The severity of this use; None for that of the rule."""
        del use, module
        return None

    def remedy(self, use: Use, module: Module) -> Remedy | None:
        """How to mend this use, if the linter knows."""
        del use, module
        return None
