"""A syntax tree with scopes, parents, nodes by type, and the definitions that reach a use."""

import ast
import builtins
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator

from ._scopes import Binding, Definition, Function, Kind, Scope

__all__ = ["Tree", "position"]

_BUILTINS = frozenset(dir(builtins))
_JUMPS = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)

Position = tuple[int, int]
Block = tuple[ast.AST, str]  # a statement, and which of its blocks: `body` or `orelse`


def position(node: ast.AST) -> Position:
    """The start of a node, for comparing."""
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
        self.blocks: dict[ast.AST, Block] = {}
        self._bindings: dict[ast.Name, Binding | None] = {}
        self._orders: dict[Binding, _Order] = {}

    def index(self) -> None:
        """Index loads, returns and blocks, once all scopes are known."""
        self._index_blocks([self.root])
        for kind, nodes in self.nodes.items():
            if "body" in kind._fields:  # type: ignore[attr-defined]  # types of nodes have it
                self._index_blocks(nodes)
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

    def _index_blocks(self, owners: Iterable[ast.AST]) -> None:
        for owner in owners:
            for field in ("body", "orelse"):
                block = getattr(owner, field, None)
                if isinstance(block, list):
                    self.blocks |= dict.fromkeys(block, (owner, field))

    def binding(self, node: ast.Name) -> Binding | None:
        """The binding of a name; None for a built-in or undefined name."""
        if node not in self._bindings:
            self._bindings[node] = self.scope_of[node].lookup(node.id)
        return self._bindings[node]

    def is_builtin(self, node: ast.Name) -> bool:
        """Whether an unbound name is a built-in."""
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

    def is_dead(self, node: ast.AST) -> bool:
        """Whether a node never runs, because something before it in a block leaves the block."""
        for child in (node, *self.ancestors(node)):
            if child in self.blocks:
                owner, field = self.blocks[child]
                for before in getattr(owner, field):
                    if before is child:
                        break
                    if isinstance(before, _JUMPS):
                        return True
        return False

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
        """The definitions that may have set the value at a use.

        In straight-line code that is the last assignment before the use; branches and loops in
        between add theirs; in another scope it may be any.
        """
        definitions = binding.definitions
        if len(definitions) < 2 or self.scope_of[use] is not binding.scope:
            return definitions
        if binding not in self._orders:
            self._orders[binding] = _Order(self, definitions)
        order = self._orders[binding]
        here, statement = position(use), self.statement(use)
        child: ast.AST = use
        loops: list[ast.AST] = []
        for owner in self.ancestors(use):
            last = self._last_before(order, owner, child, here)
            if last is not None:
                start, number = last
                found = {number}
                found.update(
                    n
                    for n in order.between(start, here)
                    # An assignment takes effect after its own right side.
                    if start < position(definitions[n].node)
                    and self.statement(definitions[n].node) is not statement
                )
                for loop in loops:
                    found.update(order.between(position(loop), _end(loop)))
                return [definitions[n] for n in sorted(found)]
            if isinstance(owner, _LOOPS):
                # Statements after the use run before it in the next iteration.
                loops.append(owner)
            if owner is binding.scope.node:
                break
            child = owner
        return definitions

    def loads(self, target: ast.Name) -> list[ast.Name]:
        """The loads that the definition of a name at a place may reach."""
        binding = self.binding(target)
        if binding is None:
            return []
        return [
            load
            for load in binding.loads
            if any(definition.node is target for definition in self.reaching(binding, load))
        ]

    def _last_before(
        self, order: "_Order", owner: ast.AST, child: ast.AST, here: Position
    ) -> tuple[Position, int] | None:
        """The last definition on every path to a statement in a block of `owner`.

        It is in the header of `owner` (a parameter, a loop variable), or in a statement before
        it in the same block.
        """
        block = self.blocks.get(child)
        if block is None:
            return None
        before = order.last(order.in_header.get(owner, []), here)
        passed = order.last(order.in_block.get(block, []), here, besides=child)
        return max((found for found in (before, passed) if found is not None), default=None)


class _Order:
    """The definitions of one name, numbered in the order of the source, and by block.

    A name may have thousands of definitions and of loads, so that a lookup must not scan all
    definitions.
    """

    def __init__(self, tree: Tree, definitions: list[Definition]) -> None:
        self._tree = tree
        self._definitions = definitions
        self._all = sorted((position(d.node), number) for number, d in enumerate(definitions))
        self.in_header: defaultdict[ast.AST, list[tuple[Position, int]]] = defaultdict(list)
        self.in_block: defaultdict[Block, list[tuple[Position, int]]] = defaultdict(list)
        for place, number in self._all:
            if definitions[number].kind is Kind.AUGMENT:
                continue
            where = tree.statement(definitions[number].node)
            self._file(self.in_header[where], place, number)
            if where in tree.blocks and not isinstance(where, _LOOPS):
                self._file(self.in_block[tree.blocks[where]], place, number)

    def _file(self, filed: list[tuple[Position, int]], place: Position, number: int) -> None:
        if not filed or filed[-1][0] != place:  # `import a.b, a.c` defines `a` once
            filed.append((place, number))

    def last(
        self,
        filed: list[tuple[Position, int]],
        here: Position,
        besides: ast.AST | None = None,
    ) -> tuple[Position, int] | None:
        """The last of some definitions before a place, outside a certain statement."""
        for index in range(bisect_left(filed, (here, -1)) - 1, -1, -1):
            node = self._definitions[filed[index][1]].node
            if self._tree.statement(node) is not besides:
                return filed[index]
        return None

    def between(self, start: Position, end: Position) -> Iterator[int]:
        """The definitions from one place up to another."""
        first, last = (bisect_left(self._all, (place, -1)) for place in (start, end))
        return (number for _, number in self._all[first:last])


def _end(node: ast.AST) -> Position:
    return (getattr(node, "end_lineno", 0), getattr(node, "end_col_offset", 0))
