"""A syntax tree with its scopes: parents, nodes by type, and which definitions reach a use."""

import ast
import builtins
from collections import defaultdict
from collections.abc import Iterator

from project_ghost.lint._scopes import Binding, Definition, Function, Kind, Scope

__all__ = ["Tree", "position"]

_BUILTINS = frozenset(dir(builtins))
_LOOPS = (ast.For, ast.AsyncFor, ast.While)


def position(node: ast.AST) -> tuple[int, int]:
    """Where a node begins, for comparing."""
    return (getattr(node, "lineno", 0), getattr(node, "col_offset", 0))


class Tree:
    """A syntax tree with its scopes."""

    def __init__(self, root: ast.Module) -> None:
        self.root = root
        self.parents: dict[ast.AST, ast.AST] = {}
        self.nodes: defaultdict[type, list[ast.AST]] = defaultdict(list)
        self.scope_of: dict[ast.AST, Scope] = {}
        self.star_imports: list[str] = []
        self.returns: defaultdict[ast.AST | None, list[ast.Return]] = defaultdict(list)
        self.generators: set[ast.AST | None] = set()
        self.module_scope = Scope(root, None)
        self._bindings: dict[ast.Name, Binding | None] = {}

    def index(self) -> None:
        """Note who reads what and who returns what, once all scopes are known."""
        for node in self.nodes[ast.Name]:
            assert isinstance(node, ast.Name)
            binding = self.binding(node)
            if binding is not None and isinstance(node.ctx, ast.Load):
                binding.loads.append(node)
        for returned in self.nodes[ast.Return]:
            assert isinstance(returned, ast.Return)
            self.returns[self.function(returned)].append(returned)
        for kind in (ast.Yield, ast.YieldFrom):
            self.generators |= {self.function(node) for node in self.nodes[kind]}

    def binding(self, node: ast.Name) -> Binding | None:
        """What a name refers to; nothing for a built-in or an undefined name."""
        if node not in self._bindings:
            self._bindings[node] = self.scope_of[node].lookup(node.id)
        return self._bindings[node]

    def is_builtin(self, node: ast.Name) -> bool:
        """Whether a name that nothing binds is one of Python's own."""
        return node.id in _BUILTINS

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        """The parent, its parent, and so on up to the module."""
        parent = self.parents.get(node)
        while parent is not None:
            yield parent
            parent = self.parents.get(parent)

    def statement(self, node: ast.AST) -> ast.stmt:
        """The innermost statement that contains a node (or is it)."""
        while not isinstance(node, ast.stmt):
            node = self.parents[node]
        return node

    def function(self, node: ast.AST) -> Function | ast.Lambda | None:
        """The innermost function around a node."""
        for parent in self.ancestors(node):
            if isinstance(parent, Function | ast.Lambda):
                return parent
        return None

    def class_around(self, node: ast.AST) -> ast.ClassDef | None:
        """The class whose method (or a function nested in one) contains a node."""
        for parent in self.ancestors(node):
            if isinstance(parent, ast.ClassDef):
                return parent
        return None

    def reaching(self, binding: Binding, use: ast.Name) -> list[Definition]:
        """The definitions that may give the value a use sees.

        Straight-line code gives the last assignment before the use; branches and
        loops in between add theirs; a use in another scope may see them all.
        """
        definitions = binding.definitions
        if len(definitions) < 2 or self.scope_of[use] is not binding.scope:
            return definitions
        here, statement = position(use), self.statement(use)
        child: ast.AST = use
        loops: list[ast.AST] = []
        for owner in self.ancestors(use):
            if isinstance(owner, _LOOPS):
                loops.append(owner)
            last = self._last_before(definitions, owner, child, here)
            if last is not None:
                start, header = position(last.node), self.statement(last.node)
                again = [loop for loop in loops if loop is not header]
                return [
                    d
                    for d in definitions
                    if d is last
                    # An assignment takes effect after its own right side.
                    or (start < position(d.node) < here and self.statement(d.node) is not statement)
                    or any(self._inside(d.node, loop) for loop in again)
                ]
            if owner is binding.scope.node:
                break
            child = owner
        return definitions

    def _last_before(
        self, definitions: list[Definition], owner: ast.AST, child: ast.AST, here: tuple[int, int]
    ) -> Definition | None:
        """The last definition that every way to a statement in a block of `owner` passes.

        That is one in the header of `owner` (a parameter, a loop's variable), or a
        statement before it in the same block.
        """
        blocks = (getattr(owner, field, None) for field in ("body", "orelse"))
        block = next((b for b in blocks if isinstance(b, list) and child in b), None)
        if block is None:
            return None
        passed = []
        for definition in definitions:
            where = self.statement(definition.node)
            is_before = where in block and where is not child and not isinstance(where, _LOOPS)
            is_plain = definition.kind is not Kind.AUGMENT and position(definition.node) < here
            if is_plain and (where is owner or is_before):
                passed.append(definition)
        return max(passed, key=lambda definition: position(definition.node), default=None)

    def _inside(self, node: ast.AST, outer: ast.AST) -> bool:
        return any(parent is outer for parent in self.ancestors(node))
