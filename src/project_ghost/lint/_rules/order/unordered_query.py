"""GHO311."""

import ast
import re
from collections.abc import Iterator

from project_ghost.core.level import Level
from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import word
from project_ghost.lint.python._tree import position

from ._callers import discards_order
from ._effects import SHOWN, is_weak, severity
from ._escape import Escaped, escaped, worst
from ._sql import has_order, is_single_row, is_unordered, query_text, uses_sqlite

__all__ = ["UnorderedQuery"]

_READERS = ("pandas.read_sql", "pandas.read_sql_query")
_MANY = frozenset({"fetchall", "fetchmany", "all", "scalars", "mappings", "partitions"})
_ONE = frozenset({"fetchone", "first", "fetchval", "scalar"})
_NOTHING = Escaped(None, frozenset())
_MESSAGE = (
    "a query without ORDER BY returns its rows in no defined order: add ORDER BY with a unique key"
)


class UnorderedQuery(Rule):
    """Rows of a database are used in the order in which it returns them.

    ## What it does
    Finds `execute` (and pandas' `read_sql`) with a SELECT that has no ORDER BY, and SQLAlchemy's
    `query(...)...all()` without `order_by`, whose rows feed a result: they are not sorted,
    counted or put in a set or dictionary that is only looked up. Aggregates, and one row that is
    looked up by a key, are not found, nor a query whose end is filled in by a variable. It is a
    hint in a file that uses SQLite only, which reads the same file of a database in the same
    order. A query with a limit is found also where its rows are sorted by the callers of the
    function that returns them, because the limit has chosen them.

    ## Why is this bad
    SQL defines no order without ORDER BY. It changes with an index, a VACUUM, the version of
    the database, and with the order of earlier writes.

    ## Example
    ```python
    def actors(connection):
        return connection.execute("SELECT name FROM actors").fetchall()
    ```

    ## Use instead
    ```python
    def actors(connection):
        return connection.execute("SELECT name FROM actors ORDER BY serial").fetchall()
    ```
    """

    code = "GHO311"
    name = "unordered-query"
    level = Level.HOST

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every query whose rows affect a result, except where a database is migrated."""
        if any(part in module.name for part in ("migration", "alembic")):
            return
        for method in ("execute", "execute_sql", "scalars"):
            for call in module.method_calls.get(method, ()):
                found = self._affected(module, call) if call.args else _NOTHING
                if found.affected is not None:
                    yield self._problem(
                        module, call, found, is_limited=_is_limited(module, call.args[0])
                    )
        for use in module.uses_of(_READERS):
            args = use.call.args if use.call else []
            if not args or not _text_is_unordered(module, args[0]):
                continue
            found = _affected_by(module, use.call)
            if found.affected is not None:
                yield self._problem(module, use.where, found)
        for call in module.method_calls.get("all", ()):
            is_built = not call.args and _is_built_query(call) and not has_order(call)
            found = _affected_by(module, call) if is_built else _NOTHING
            if found.affected is not None:
                yield self._problem(module, call, found)

    def _problem(
        self, module: Module, node: ast.AST, escape: Escaped, *, is_limited: bool = False
    ) -> Problem:
        affected = escape.affected or ""
        in_step = module.in_step(node)
        found = severity(affected, in_step=in_step)
        # Which rows there are is undefined too if there is a limit.
        is_unsure = not is_limited and (is_weak(affected) or discards_order(module, node, escape))
        is_unsure = uses_sqlite(module) or (is_unsure and not in_step)
        return Problem(node, _MESSAGE, Severity.HINT if found is None and is_unsure else found)

    def _affected(self, module: Module, call: ast.Call) -> Escaped:
        """What the order of the rows affects; None for a query with an order."""
        query = call.args[0]
        text = query_text(module, query)
        if text is None:
            built = _built(module, query)
            if built is None or has_order(built):
                return _NOTHING
        elif not is_unordered(text):
            return _NOTHING
        effects: list[Escaped] = []
        for fetch, is_one in _fetches(module, call):
            if not is_one:
                effects.append(_affected_by(module, fetch))
            elif text is not None and not is_single_row(text):
                effects.append(Escaped("the first row", frozenset()))
        return worst(effects)


def _affected_by(module: Module, rows: ast.expr | None) -> Escaped:
    """What the order of rows affects, other than what is printed."""
    found = _NOTHING if rows is None else escaped(module, rows, is_sequence=True)
    return _NOTHING if found.affected == SHOWN else found


def _text_is_unordered(module: Module, query: ast.expr) -> bool:
    text = query_text(module, query)
    return text is not None and is_unordered(text)


def _built(module: Module, query: ast.expr) -> ast.expr | None:
    """A statement of SQLAlchemy: `select(...)`, also through a variable.

    What is added to the variable later counts: `query = query.order_by(...)`.
    """
    if not isinstance(query, ast.Name):
        root = _root(query)
        return query if isinstance(root, ast.Call) and word(root.func) == "select" else None
    binding = module.tree.binding(query)
    values = _parts(module, query) if binding is not None else []
    built, added = [], []
    for value in values:
        root = _root(value)
        if isinstance(root, ast.Call) and word(root.func) == "select":
            built.append(value)
        elif isinstance(root, ast.Name) and module.tree.binding(root) is binding:
            added.append(value)
    if binding is None or len(built) != 1 or len(built) + len(added) != len(binding.definitions):
        return None
    return next(filter(has_order, added), built[0])


def _root(node: ast.expr) -> ast.expr:
    """Where a chain of methods starts."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        node = node.func.value
    return node


def _is_limited(module: Module, query: ast.expr) -> bool:
    """Whether a query gives some of its rows only."""
    text = query_text(module, query)
    if text is not None:
        return re.search(r"\bLIMIT\b(?!\s+1\b)", text, re.IGNORECASE) is not None
    return any(
        isinstance(part, ast.Attribute) and part.attr == "limit"
        for built in _parts(module, query)
        for part in ast.walk(built)
    )


def _parts(module: Module, query: ast.expr) -> list[ast.expr]:
    """What a statement is built from."""
    binding = module.tree.binding(query) if isinstance(query, ast.Name) else None
    if binding is None:
        return [query]
    return [each.value for each in binding.definitions if each.value is not None]


def _is_built_query(call: ast.Call) -> bool:
    """Whether this is `session.query(...)....all()`."""
    node: ast.expr = call
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr == "query" and "session" in ast.unparse(node.func.value).lower():
            return True
        node = node.func.value
    return False


def _fetches(module: Module, call: ast.Call) -> Iterator[tuple[ast.expr, bool]]:
    """What takes the rows of a query: the expression, and whether it takes only the first."""
    parent = module.parent(call)
    match parent:
        case ast.Attribute(attr=method):
            yield from _fetch(module, parent, method)
        case ast.Expr() if isinstance(call.func, ast.Attribute):
            yield from _of_cursor(module, call, call.func.value)
        case ast.Assign(targets=[ast.Name() as target]):
            for load in module.tree.loads(target):
                yield from _taken(module, load)
        case ast.Await():
            yield parent, False
        case _:
            yield call, False


def _taken(module: Module, node: ast.expr) -> Iterator[tuple[ast.expr, bool]]:
    """What takes the rows of a cursor or result: a method of it, or a loop."""
    parent = module.parent(node)
    if isinstance(parent, ast.Attribute):
        yield from _fetch(module, parent, parent.attr)
    else:
        yield node, False


def _fetch(module: Module, node: ast.Attribute, method: str) -> Iterator[tuple[ast.expr, bool]]:
    call = module.parent(node)
    if isinstance(call, ast.Call) and call.func is node and method in _MANY | _ONE:
        chained = module.parent(call)
        if method in ("scalars", "mappings") and isinstance(chained, ast.Attribute):
            yield from _fetch(module, chained, chained.attr)
        else:
            yield call, method in _ONE


def _of_cursor(module: Module, call: ast.Call, cursor: ast.expr) -> Iterator[tuple[ast.expr, bool]]:
    """What takes the rows of a cursor between this query and its next one."""
    text, start = ast.unparse(cursor), position(call)
    others = [
        position(other)
        for other in module.method_calls.get("execute", ())
        if isinstance(other.func, ast.Attribute)
        and ast.unparse(other.func.value) == text
        and position(other) > start
    ]
    end = min(others, default=(10**9, 0))
    function = module.tree.function(call)
    for kind in (ast.Name, ast.Attribute):
        for node in module.nodes(kind):
            assert isinstance(node, ast.Name | ast.Attribute)
            is_same = isinstance(node.ctx, ast.Load) and type(node) is type(cursor)
            is_same = is_same and start < position(node) < end and ast.unparse(node) == text
            if is_same and module.tree.function(node) is function:
                yield from _taken(module, node)
