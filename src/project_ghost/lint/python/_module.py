"""A file for the rules: nodes by type, full names, uses by full name."""

import ast
from collections import defaultdict
from collections.abc import Collection, Iterator
from functools import cached_property
from typing import NamedTuple, TypeVar

from project_ghost.core.level import Level

from . import _components
from ._builder import build
from ._facts import Aspect, Effect, Facts
from ._flow import Flow
from ._inference import Inference
from ._names import Names
from ._namesakes import Namesakes
from ._scopes import Function, Scope
from ._shown import is_output
from ._source import Source
from ._syntax import word

__all__ = ["Module", "Use"]

Node = TypeVar("Node", bound=ast.AST)


class Use(NamedTuple):
    """A place where a function with a full name is called, or passed on to be called."""

    node: ast.expr
    name: str
    call: ast.Call | None

    @property
    def where(self) -> ast.expr:
        """The node that a finding marks."""
        return self.call or self.node


class Module:
    """One parsed file with its names, types and components."""

    def __init__(
        self,
        source: Source,
        name: str,
        *,
        is_package: bool = False,
        level: Level | None = None,
        step_functions: tuple[str, ...] = (),
        is_test: bool = False,
        is_beside: bool = False,
        facts: Facts | None = None,
    ) -> None:
        self.source = source
        self.name = name
        package = name if is_package else name.rpartition(".")[0]
        self.tree = build(source.tree, package)
        self.facts = facts or Facts({}, name)
        self.names = Names(self.tree, name, self.facts)
        # Names are those of the known types of objects only.
        self.names.inference = Inference(self.tree, self.names)
        self.types = Namesakes(self.names.inference)
        self.step_functions = step_functions
        self.is_test = is_test
        self.is_beside = is_beside
        self.level = self._default_level() if level is None else level

    def nodes(self, kind: type[Node]) -> list[Node]:
        """All nodes of one type, in the order of the source."""
        return self.tree.nodes[kind]  # type: ignore[return-value]  # filed under their own type

    def qualify(self, node: ast.AST | None) -> str | None:
        """The full name of an expression; None if it is unknown."""
        return self.names.qualify(node)

    def parent(self, node: ast.AST) -> ast.AST:
        """The node that directly contains another."""
        return self.tree.parents[node]

    @cached_property
    def uses(self) -> dict[str, list[Use]]:
        """All uses of functions with a full name, by that name."""
        found: defaultdict[str, list[Use]] = defaultdict(list)
        aliases = []
        for node in self._chains():
            name = self.qualify(node)
            if name is None:
                continue
            parent = self.parent(node)
            if isinstance(parent, ast.Call) and parent.func is node:
                found[name].append(Use(node, name, parent))
            elif isinstance(parent, ast.Assign) and parent.value is node:
                aliases.append((Use(node, name, None), parent))
            elif not isinstance(parent, ast.Compare):
                found[name].append(Use(node, name, None))
        for use, assignment in aliases:
            # An alias is found where it is used; one that other modules use is found at its
            # definition.
            if not any(word(other.node) in _target_names(assignment) for other in found[use.name]):
                found[use.name].append(use)
        return dict(found)

    def uses_of(self, names: Collection[str]) -> Iterator[Use]:
        """The uses of any of some full names."""
        for name in names:
            yield from self.uses.get(name, ())

    def uses_below(self, *prefixes: str) -> Iterator[Use]:
        """The uses of everything in some modules or classes."""
        dotted = tuple(f"{prefix}." for prefix in prefixes)
        for name, uses in self.uses.items():
            if name.startswith(dotted):
                yield from uses

    @cached_property
    def method_calls(self) -> dict[str, list[ast.Call]]:
        """Calls of attributes, by the attribute's name."""
        found: defaultdict[str, list[ast.Call]] = defaultdict(list)
        for call in self.nodes(ast.Call):
            if isinstance(call.func, ast.Attribute):
                found[call.func.attr].append(call)
        return dict(found)

    @cached_property
    def imported(self) -> frozenset[str]:
        """The top-level packages that the file imports."""
        names = [alias.name for node in self.nodes(ast.Import) for alias in node.names]
        names += [node.module or "" for node in self.nodes(ast.ImportFrom) if not node.level]
        return frozenset(name.partition(".")[0] for name in names)

    @cached_property
    def flow(self) -> Flow:
        """Follows values to what they affect."""
        return Flow(self)

    @cached_property
    def components(self) -> dict[ast.ClassDef, _components.Component]:
        """The classes of this file that are components of a simulation."""
        return _components.components(self.names)

    @cached_property
    def steps(self) -> set[Function]:
        """The functions that run inside a step, called ones of this file included."""
        return _components.steps(self)

    def in_step(self, node: ast.AST) -> bool:
        """Whether a node runs inside a step of a simulation."""
        return any(parent in self.steps for parent in self.tree.ancestors(node))

    def is_surely_in_step(self, node: ast.AST) -> bool:
        """Whether a node does so, and not only because a name ends in the word."""
        return any(parent in self._sure_steps for parent in self.tree.ancestors(node))

    @cached_property
    def _sure_steps(self) -> set[Function]:
        return _components.steps(self, is_sure=True)

    def in_component(self, node: ast.AST) -> bool:
        """Whether a node is a part of a component of a simulation."""
        return any(parent in self.components for parent in (node, *self.tree.ancestors(node)))

    def effects_in_step(self, effect: Effect) -> Iterator[tuple[ast.Call, str]]:
        """Calls in a step of functions of other files that have an effect, and what has it."""
        for name, calls in self._foreign_calls_in_steps.items():
            fact = self.facts.ask_for(name, Aspect.EFFECTS)
            for kind, function in fact.does if fact else ():
                if kind is effect:
                    yield from ((call, f"{name}` (by `{function}") for call in calls)

    @cached_property
    def _foreign_calls_in_steps(self) -> dict[str, list[ast.Call]]:
        """Calls in a step of functions that may be those of other files, by name."""
        found: dict[str, list[ast.Call]] = {}
        for name, uses in self.uses.items():
            if not self.facts.may_know(name) or name in self.types.functions:
                continue
            calls = [use.call for use in uses if use.call and self.in_step(use.call)]
            last = name.rpartition(".")[2]
            # A step of its own is checked in its own file.
            if calls and not is_output(last) and not _components.names_step(last):
                found[name] = calls
        return found

    def parameter_order(self, call: ast.Call, node: ast.expr) -> bool:
        """Whether a function of another file uses an argument in the order that it has."""
        fact = self.facts.ask_for(self.qualify(call.func), Aspect.ORDER)
        if fact is None:
            return False
        for keyword in call.keywords:
            if keyword.value is node:
                return keyword.arg in fact.ordered
        index = call.args.index(node)
        return index < len(fact.parameters) and fact.parameters[index] in fact.ordered

    def uses_giving(self, names: Collection[str]) -> Iterator[Use]:
        """Calls of functions of other files that return a reading of one of some functions."""
        for name, uses in self.uses.items():
            fact = self.facts.ask(name)
            if fact is not None and fact.gives in names:
                yield from (use for use in uses if use.call is not None)

    def in_loop(self, node: ast.AST) -> bool:
        """Whether a node is repeated by a loop of its own function."""
        for parent in self.tree.ancestors(node):
            if isinstance(parent, Function | ast.Lambda | ast.ClassDef):
                return False
            if isinstance(parent, ast.For | ast.AsyncFor | ast.While):
                return True
        return False

    def level_at(self, node: ast.AST) -> Level:
        """The level that a node is checked at: that of its component, or else of the file.

        The declaration of a component has precedence over the configuration, because it is the
        promise that the component makes to its users.
        """
        for parent in (node, *self.tree.ancestors(node)):
            if isinstance(parent, ast.ClassDef) and parent in self.components:
                declared = _components.declared_level(parent)
                return self.level if declared is None else declared
        return self.level

    def _default_level(self) -> Level:
        """`portable` for a file with a block or kernel, `host` for any other."""
        kinds = set(self.components.values())
        return Level.PORTABLE if kinds - {_components.Component.HOST} else Level.HOST

    def scope(self, node: ast.AST) -> Scope:
        """The scope whose code contains a node."""
        for parent in self.tree.ancestors(node):
            if parent in self.tree.scope_of and not isinstance(parent, ast.Name):
                return self.tree.scope_of[parent]
        return self.tree.module_scope

    def _chains(self) -> Iterator[ast.expr]:
        """Loaded names and whole dotted names: `a.b.c`, `getattr(a, "b")`."""
        for kind in (ast.Name, ast.Attribute):
            for node in self.nodes(kind):
                assert isinstance(node, ast.Name | ast.Attribute)
                if isinstance(node.ctx, ast.Load) and not isinstance(
                    self.parent(node), ast.Attribute
                ):
                    yield node
        for call in self.nodes(ast.Call):
            if isinstance(call.func, ast.Call):
                yield call.func


def _target_names(assignment: ast.Assign) -> set[str]:
    return {word(target) for target in assignment.targets}
