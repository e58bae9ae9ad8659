"""Build the scopes of a syntax tree in one pass.

The pass collects scopes, bindings, parents and nodes by type, so that no rule has to walk the tree
again. It follows Python's rules: methods cannot see the names of their class body, a comprehension
is a scope whose first iterable is evaluated outside, `global` and `nonlocal` redirect names.
"""

import ast
from collections.abc import Callable

from ._scopes import Binding, Definition, Function, Kind, Scope
from ._tree import Tree

__all__ = ["build"]

# Fields without child nodes that a rule needs.
_NO_CHILDREN = frozenset({"arg", "attr", "ctx", "id", "name", "names", "op", "ops", "type_comment"})


def build(root: ast.Module, package: str) -> Tree:
    """The tree of a file in a package; `package` is empty for a script."""
    tree = Tree(root)
    _Builder(tree, package).run()
    tree.index()
    return tree


class _Builder:
    """Visits all nodes once."""

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

    def run(self) -> None:
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
        """Define every name in the target of an assignment."""
        if isinstance(target, ast.Name):
            self.define(target.id, Definition(kind, target, value, annotation, part=part))
        elif isinstance(target, ast.Starred):
            self.bind(target.value, Kind.OTHER, None)
        elif isinstance(target, ast.Tuple | ast.List):
            # The inference does not follow nested tuples.
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
        """The imported module; one outside the known package starts with a dot."""
        if not node.level:
            return node.module or ""
        parts = self.package.split(".") if self.package else []
        if node.level > len(parts):
            return f".{node.module or ''}"
        base = parts[: len(parts) - node.level + 1]
        return ".".join([*base, node.module] if node.module else base)

    def _predeclare(self, body: list[ast.stmt]) -> None:
        """Read the `global` and `nonlocal` statements of a scope first: they apply to all of it."""
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
        """Visit defaults and annotations, which belong to the outer scope."""
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
    """Context manager in which names are bound in the scope of a node."""

    def __init__(self, builder: _Builder, node: ast.AST) -> None:
        self.builder = builder
        self.outer = builder.scope
        self.inner = Scope(node, builder.scope)
        builder.tree.scope_of[node] = self.inner

    def __enter__(self) -> None:
        self.builder.scope = self.inner

    def __exit__(self, *_: object) -> None:
        self.builder.scope = self.outer
