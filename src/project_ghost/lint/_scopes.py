"""Which name means what where: scopes, and every place that gives a name its value.

One pass over the tree finds the scopes, the bindings in each, who is whose parent,
and the nodes by type, so that no rule has to walk the tree again. Python's own
rules hold: a class body is invisible to its methods, a comprehension is a scope
whose first iterable belongs outside, `global` and `nonlocal` redirect.
"""

import ast
import builtins
from collections import defaultdict
from collections.abc import Callable, Iterator
from enum import Enum, auto
from typing import NamedTuple

__all__ = ["Binding", "Definition", "Function", "Kind", "Scope", "Tree", "position"]

Function = ast.FunctionDef | ast.AsyncFunctionDef
_BUILTINS = frozenset(dir(builtins))
# Fields that hold words and operators: nothing that a rule would look for.
_NO_CHILDREN = frozenset({"arg", "attr", "ctx", "id", "name", "names", "op", "ops", "type_comment"})


class Kind(Enum):
    """How a name gets a value."""

    ASSIGN = auto()  # the value itself
    UNPACK = auto()  # a part of the value
    AUGMENT = auto()  # the old value, changed
    ITERATE = auto()  # an element of the value
    ENTER = auto()  # what a `with` makes of the value
    IMPORT = auto()
    PARAMETER = auto()
    FUNCTION = auto()
    CLASS = auto()
    OTHER = auto()  # an exception, a pattern, a deletion


class Definition(NamedTuple):
    """One place that gives a name (or an attribute of `self`) a value."""

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
        """Whether this is a class body, which nested scopes do not see."""
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
    """A name in a scope, with all that define it and all that read it."""

    def __init__(self, name: str, scope: Scope) -> None:
        self.name = name
        self.scope = scope
        self.definitions: list[Definition] = []
        self.loads: list[ast.Name] = []


class Tree:
    """A syntax tree with its scopes."""

    def __init__(self, root: ast.Module, package: str) -> None:
        self.root = root
        self.parents: dict[ast.AST, ast.AST] = {}
        self.nodes: defaultdict[type, list[ast.AST]] = defaultdict(list)
        self.scope_of: dict[ast.AST, Scope] = {}
        self.star_imports: list[str] = []
        self.returns: defaultdict[ast.AST | None, list[ast.Return]] = defaultdict(list)
        self.generators: set[ast.AST | None] = set()
        self.module_scope = Scope(root, None)
        _Builder(self, package).build()
        self._bindings: dict[ast.Name, Binding | None] = {}
        for node in self.nodes[ast.Name]:
            assert isinstance(node, ast.Name)
            binding = self.binding(node)
            if binding is not None and isinstance(node.ctx, ast.Load):
                binding.loads.append(node)
        self._index_returns()

    def binding(self, node: ast.Name) -> Binding | None:
        """What a name refers to; nothing for a built-in or an undefined name."""
        if node not in self._bindings:
            self._bindings[node] = self.scope_of[node].lookup(node.id)
        return self._bindings[node]

    def _index_returns(self) -> None:
        """Note which function each `return` and `yield` belongs to."""
        for node in self.nodes[ast.Return]:
            assert isinstance(node, ast.Return)
            self.returns[self.function(node)].append(node)
        for kind in (ast.Yield, ast.YieldFrom):
            self.generators |= {self.function(node) for node in self.nodes[kind]}

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
        """The definitions that may give the value a use sees, newest first where known.

        Straight-line code gives the last assignment before the use; branches and
        loops in between add theirs; a use in another scope may see them all.
        """
        definitions = binding.definitions
        if len(definitions) < 2 or self.scope_of[use] is not binding.scope:
            return definitions
        here = position(use)
        child: ast.AST = use
        loops: list[ast.AST] = []
        for owner in self.ancestors(use):
            if isinstance(owner, ast.For | ast.AsyncFor | ast.While):
                loops.append(owner)
            found = self._last_before(definitions, owner, child, here)
            if found is not None:
                start, statement = position(found.node), self.statement(use)
                return [
                    d
                    for d in definitions
                    if d is found
                    # An assignment takes effect after its own right side.
                    or (start < position(d.node) < here and self.statement(d.node) is not statement)
                    or any(self._inside(d.node, loop) for loop in loops if loop is not found.node)
                ]
            if owner is binding.scope.node:
                break
            child = owner
        return definitions

    def _last_before(
        self, definitions: list[Definition], owner: ast.AST, child: ast.AST, here: tuple[int, int]
    ) -> Definition | None:
        """The last definition that every way to `child` in the blocks of `owner` passes."""
        block = next(
            (
                block
                for block in (getattr(owner, field, None) for field in ("body", "orelse"))
                if isinstance(block, list) and child in block
            ),
            None,
        )
        if block is None:
            return None
        passed = [
            definition
            for definition in definitions
            if definition.kind is not Kind.AUGMENT
            and position(definition.node) < here
            and (
                definition.node is owner
                or (
                    self.statement(definition.node) is not child
                    and self.statement(definition.node) in block
                    and not isinstance(
                        self.statement(definition.node), ast.For | ast.AsyncFor | ast.While
                    )
                )
            )
        ]
        return max(passed, key=lambda d: position(d.node), default=None)

    def _inside(self, node: ast.AST, outer: ast.AST) -> bool:
        return any(parent is outer for parent in self.ancestors(node))


def position(node: ast.AST) -> tuple[int, int]:
    """Where a node begins, for comparing."""
    return (getattr(node, "lineno", 0), getattr(node, "col_offset", 0))


class _Builder:
    """The one pass."""

    def __init__(self, tree: Tree, package: str) -> None:
        self.tree = tree
        self.package = package
        self.scope = tree.module_scope
        self.handlers: dict[type, Callable[..., None]] = {
            ast.Name: self._on_name,
            ast.Constant: self._on_leaf,
            ast.Import: self._on_import,
            ast.ImportFrom: self._on_import_from,
            ast.Global: self._on_leaf,  # `_predeclare` has read it
            ast.Nonlocal: self._on_leaf,
            ast.Assign: self._on_assign,
            ast.AnnAssign: self._on_annotated,
            ast.AugAssign: self._on_augmented,
            ast.NamedExpr: self._on_walrus,
            ast.Delete: self._on_delete,
            ast.For: self._on_for,
            ast.AsyncFor: self._on_for,
            ast.withitem: self._on_with,
            ast.ExceptHandler: self._on_capture,
            ast.MatchAs: self._on_capture,
            ast.MatchStar: self._on_capture,
            ast.MatchMapping: self._on_mapping,
            ast.FunctionDef: self._on_function,
            ast.AsyncFunctionDef: self._on_function,
            ast.Lambda: self._on_lambda,
            ast.ClassDef: self._on_class,
            ast.ListComp: self._on_comprehension,
            ast.SetComp: self._on_comprehension,
            ast.DictComp: self._on_comprehension,
            ast.GeneratorExp: self._on_comprehension,
        }
        if hasattr(ast, "TypeAlias"):  # Python 3.12
            self.handlers[ast.TypeAlias] = self._on_type_alias

    def build(self) -> None:
        root = self.tree.root
        self.tree.scope_of[root] = self.scope
        self._predeclare(root.body)
        for statement in root.body:
            self.visit(statement, root)

    def visit(self, node: ast.AST, parent: ast.AST) -> None:
        kind = type(node)
        self.tree.parents[node] = parent
        self.tree.nodes[kind].append(node)
        handler = self.handlers.get(kind)
        if handler is not None:
            handler(node)
        else:
            self.visit_children(node)

    def visit_children(self, node: ast.AST, *skip: str) -> None:
        for field in node._fields:
            if field in _NO_CHILDREN or field in skip:
                continue
            value = getattr(node, field, None)
            if isinstance(value, list):
                for item in value:
                    if isinstance(item, ast.AST):
                        self.visit(item, node)
            elif isinstance(value, ast.AST):
                self.visit(value, node)

    def define(self, name: str, definition: Definition, scope: Scope | None = None) -> None:
        scope = scope or self.scope
        scope = scope.redirected.get(name, scope)
        binding = scope.bindings.get(name)
        if binding is None:
            binding = scope.bindings[name] = Binding(name, scope)
        binding.definitions.append(definition)

    def bind(
        self,
        target: ast.expr,
        kind: Kind,
        value: ast.expr | None,
        annotation: ast.expr | None = None,
        part: int | None = None,
    ) -> None:
        """Take note of every name in an assignment's target."""
        if isinstance(target, ast.Name):
            self.define(target.id, Definition(kind, target, value, annotation, part=part))
        elif isinstance(target, ast.Starred):
            self.bind(target.value, Kind.OTHER, None)
        elif isinstance(target, ast.Tuple | ast.List):
            # A tuple within a tuple is more than the light inference follows.
            self._bind_parts(target.elts, kind if part is None else Kind.OTHER, value)

    def _bind_parts(self, targets: list[ast.expr], kind: Kind, value: ast.expr | None) -> None:
        pairs_up = (
            kind is Kind.ASSIGN
            and isinstance(value, ast.Tuple | ast.List)
            and len(value.elts) == len(targets)
            and not any(isinstance(part, ast.Starred) for part in [*targets, *value.elts])
        )
        for index, target in enumerate(targets):
            if pairs_up:
                assert isinstance(value, ast.Tuple | ast.List)
                self.bind(target, Kind.ASSIGN, value.elts[index])
            else:
                how = Kind.UNPACK if kind is Kind.ASSIGN else kind
                self.bind(target, how, value, part=index)

    def inside(self, node: ast.AST) -> "_Inside":
        return _Inside(self, node)

    # --- names -----------------------------------------------------------------

    def _on_name(self, node: ast.Name) -> None:
        self.tree.scope_of[node] = self.scope

    def _on_leaf(self, node: ast.AST) -> None:
        pass

    def _on_import(self, node: ast.Import) -> None:
        for alias in node.names:
            if alias.asname:
                self.define(alias.asname, Definition(Kind.IMPORT, node, target=alias.name))
            else:
                top = alias.name.partition(".")[0]
                self.define(top, Definition(Kind.IMPORT, node, target=top))

    def _on_import_from(self, node: ast.ImportFrom) -> None:
        base = self._absolute(node)
        for alias in node.names:
            if alias.name == "*":
                self.tree.star_imports.append(base)
            else:
                target = f"{base}.{alias.name}"
                self.define(
                    alias.asname or alias.name, Definition(Kind.IMPORT, node, target=target)
                )

    def _absolute(self, node: ast.ImportFrom) -> str:
        """The module imported from; what lies outside the known package starts with a dot."""
        if not node.level:
            return node.module or ""
        parts = self.package.split(".") if self.package else []
        if node.level > len(parts):
            return f".{node.module or ''}"
        base = parts[: len(parts) - node.level + 1]
        return ".".join([*base, node.module] if node.module else base)

    def _predeclare(self, body: list[ast.stmt]) -> None:
        """Read a scope's `global` and `nonlocal` first: they hold for all of it."""
        pending: list[ast.AST] = list(body)
        while pending:
            node = pending.pop()
            if isinstance(node, ast.Global):
                for name in node.names:
                    self.scope.redirected[name] = self.tree.module_scope
            elif isinstance(node, ast.Nonlocal):
                for name in node.names:
                    outer = self.scope.parent
                    while outer is not None and not (outer.is_function and name in outer.bindings):
                        outer = outer.parent
                    if outer is not None:
                        self.scope.redirected[name] = outer
            elif isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case) and not isinstance(
                node, Function | ast.ClassDef
            ):
                for field in ("body", "orelse", "finalbody", "handlers", "cases"):
                    pending.extend(getattr(node, field, ()))

    # --- statements ------------------------------------------------------------

    def _on_assign(self, node: ast.Assign) -> None:
        self.visit_children(node)
        for target in node.targets:
            self.bind(target, Kind.ASSIGN, node.value)

    def _on_annotated(self, node: ast.AnnAssign) -> None:
        self.visit_children(node)
        self.bind(node.target, Kind.ASSIGN, node.value, node.annotation)

    def _on_augmented(self, node: ast.AugAssign) -> None:
        self.visit_children(node)
        self.bind(node.target, Kind.AUGMENT, node.value)

    def _on_walrus(self, node: ast.NamedExpr) -> None:
        self.visit_children(node)
        scope = self.scope
        while scope.is_comprehension and scope.parent is not None:
            scope = scope.parent
        self.define(node.target.id, Definition(Kind.ASSIGN, node.target, node.value), scope)

    def _on_delete(self, node: ast.Delete) -> None:
        self.visit_children(node)
        for target in node.targets:
            self.bind(target, Kind.OTHER, None)

    def _on_for(self, node: ast.For | ast.AsyncFor) -> None:
        self.bind(node.target, Kind.ITERATE, node.iter)
        self.visit_children(node)

    def _on_with(self, node: ast.withitem) -> None:
        self.visit_children(node)
        if node.optional_vars is not None:
            self.bind(node.optional_vars, Kind.ENTER, node.context_expr)

    def _on_capture(self, node: ast.ExceptHandler | ast.MatchAs | ast.MatchStar) -> None:
        if node.name:
            self.define(node.name, Definition(Kind.OTHER, node))
        self.visit_children(node)

    def _on_mapping(self, node: ast.MatchMapping) -> None:
        if node.rest:
            self.define(node.rest, Definition(Kind.OTHER, node))
        self.visit_children(node)

    # --- scopes ----------------------------------------------------------------

    def _on_function(self, node: Function) -> None:
        self.define(node.name, Definition(Kind.FUNCTION, node))
        self.visit_children(node, "body", "args", "type_params")
        self._arguments(node)
        with self.inside(node):
            self._parameters(node.args)
            for parameter in getattr(node, "type_params", ()):
                self.define(parameter.name, Definition(Kind.OTHER, parameter))
            self._predeclare(node.body)
            for statement in node.body:
                self.visit(statement, node)

    def _on_lambda(self, node: ast.Lambda) -> None:
        self._arguments(node)
        with self.inside(node):
            self._parameters(node.args)
            self.visit(node.body, node)

    def _arguments(self, node: Function | ast.Lambda) -> None:
        """Visit defaults and annotations, which belong to the scope outside."""
        self.tree.parents[node.args] = node
        self.visit_children(node.args)

    def _parameters(self, arguments: ast.arguments) -> None:
        plain = [*arguments.posonlyargs, *arguments.args]
        defaults = [None] * (len(plain) - len(arguments.defaults)) + arguments.defaults
        pairs = [*zip(plain, defaults, strict=False)]
        pairs += zip(arguments.kwonlyargs, arguments.kw_defaults, strict=False)
        for argument, default in pairs:
            self.define(
                argument.arg, Definition(Kind.PARAMETER, argument, default, argument.annotation)
            )
        for rest in (arguments.vararg, arguments.kwarg):
            if rest is not None:
                self.define(rest.arg, Definition(Kind.OTHER, rest))

    def _on_class(self, node: ast.ClassDef) -> None:
        self.define(node.name, Definition(Kind.CLASS, node))
        self.visit_children(node, "body", "type_params")
        with self.inside(node):
            for parameter in getattr(node, "type_params", ()):
                self.define(parameter.name, Definition(Kind.OTHER, parameter))
            self._predeclare(node.body)
            for statement in node.body:
                self.visit(statement, node)

    def _on_type_alias(self, node: ast.AST) -> None:
        name = getattr(node, "name", None)
        if isinstance(name, ast.Name):
            self.define(name.id, Definition(Kind.OTHER, node))
        self.visit_children(node, "type_params")

    def _on_comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp
    ) -> None:
        first = node.generators[0]
        self.visit(first.iter, first)
        with self.inside(node):
            for generator in node.generators:
                self.tree.parents[generator] = node
                self.tree.nodes[ast.comprehension].append(generator)
                self.bind(generator.target, Kind.ITERATE, generator.iter)
                if generator is first:
                    self.visit_children(generator, "iter")
                else:
                    self.visit_children(generator)
            self.visit_children(node, "generators")


class _Inside:
    """`with builder.inside(node)`: names are now bound in the node's own scope."""

    def __init__(self, builder: _Builder, node: ast.AST) -> None:
        self.builder = builder
        self.outer = builder.scope
        self.inner = Scope(node, builder.scope)
        builder.tree.scope_of[node] = self.inner

    def __enter__(self) -> None:
        self.builder.scope = self.inner

    def __exit__(self, *_: object) -> None:
        self.builder.scope = self.outer
