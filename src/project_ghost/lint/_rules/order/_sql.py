"""SQL in Python: the text of a query, and whether the order of its rows is defined."""

import ast
import re

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Kind
from project_ghost.lint.python._syntax import word

__all__ = [
    "has_order",
    "in_membership",
    "is_single_row",
    "is_unordered",
    "query_text",
    "uses_sqlite",
]

_HOLE = "{}"
_SQLITE = frozenset({"aiosqlite", "apsw", "sqlite3"})
_AGGREGATE = re.compile(
    r"^SELECT\s+(DISTINCT\s+)?(AVG|COUNT|EXISTS|MAX|MIN|SUM|TOTAL|CHANGES|LAST_INSERT_ROWID"
    r"|SQLITE_VERSION|NEXTVAL|COALESCE\s*\(\s*(MAX|MIN|SUM|COUNT))\s*\("
)
# A table or a value may end a query; anything else that is filled in may be its order.
_ENDS_IN_VALUE = re.compile(r"(\b(FROM|JOIN|IN|LIKE|LIMIT|OFFSET|VALUES)\s*\(?|[=<>(,'\"`.])\s*$")
_BY_KEY = re.compile(r"\bWHERE\b.*?(=|\bIS\b)")
_MEMBERS = re.compile(r"\bIN\s*\(?\s*(\?|%|:|\{|$)|\bIN\s*\(|ANY\s*\(", re.IGNORECASE)
_OPEN_MEMBERS = re.compile(r"\bIN\s*\(\s*$", re.IGNORECASE)
_MADE_OF = frozenset({"text", "dedent", "cleandoc", "SQL", "format", "strip"})


def query_text(module: Module, node: ast.expr, depth: int = 0) -> str | None:
    """The text of a query, with `{}` for what is filled in; None if it is not known."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            parts = [query_text(module, value, depth + 1) or _HOLE for value in values]
            return "".join(parts)
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            first = query_text(module, left, depth + 1)
            rest = query_text(module, right, depth + 1)
            return None if first is None else first + (rest or _HOLE)
        case ast.BinOp(op=ast.Mod(), left=left):
            return _filled(query_text(module, left, depth + 1), r"%\(?\w*\)?[sd]")
        case ast.Call(func=ast.Attribute(value=value, attr="format" | "strip")):
            return _filled(query_text(module, value, depth + 1), r"\{\w*\}")
        case ast.Call(func=func, args=[first, *_]) if word(func) in _MADE_OF:
            return query_text(module, first, depth + 1)
        case ast.Name() if depth < 5:
            return _variable(module, node, depth)
    return None


def _filled(text: str | None, places: str) -> str | None:
    return None if text is None else re.sub(places, _HOLE, text)


def _variable(module: Module, node: ast.Name, depth: int) -> str | None:
    """The text of a variable; what is added to it later counts."""
    binding = module.tree.binding(node)
    if binding is None:
        return None
    texts = []
    for definition in binding.definitions:
        if definition.kind not in (Kind.ASSIGN, Kind.AUGMENT) or definition.value is None:
            return None
        texts.append(query_text(module, definition.value, depth + 1))
    if not any(texts):
        return None  # it may be built: `select(...)`
    return " ".join(text or _HOLE for text in texts)


def is_unordered(text: str) -> bool:
    """Whether a query returns rows in no defined order."""
    sql = " ".join(re.sub(r"--[^\n]*", "", text).upper().split()).rstrip("; ")
    if not sql.startswith(("SELECT", "WITH")) or "ORDER BY" in sql or "SELECT" not in sql:
        return False
    if _AGGREGATE.search(sql) and "GROUP BY" not in sql:
        return False
    if " FROM " not in sql:
        return False  # `SELECT 1`
    if sql.endswith(_HOLE):
        return _ENDS_IN_VALUE.search(sql.removesuffix(_HOLE)) is not None
    return True


def uses_sqlite(module: Module) -> bool:
    """Whether a file uses SQLite, whose database is one file that it scans in a fixed order."""
    if not _SQLITE.isdisjoint(module.imported):
        return True
    origins = [node.module or "" for node in module.nodes(ast.ImportFrom)]
    texts = [
        node.value
        for node in module.nodes(ast.Constant)
        if isinstance(node.value, str) and not _is_asked_for(module, node)
    ]
    return any(name.endswith(".sqlite") for name in origins) or any(
        text.startswith(("sqlite://", "sqlite+")) for text in texts
    )


def _is_asked_for(module: Module, text: ast.Constant) -> bool:
    """Whether a file asks which database it has, so that there are others."""
    match module.parent(text):
        case ast.Compare() | ast.Call(func=ast.Attribute(attr="startswith" | "removeprefix")):
            return True
    return False


def is_single_row(text: str) -> bool:
    """Whether a query looks for one row by a key, so that the first is the only one."""
    sql = " ".join(text.upper().split())
    return _BY_KEY.search(sql) is not None and "LIMIT" not in sql


def in_membership(module: Module, node: ast.expr) -> bool:
    """Whether values are for `IN (...)`, where their order does not matter."""
    child: ast.AST = node
    for parent in module.tree.ancestors(node):
        match parent:
            case ast.Call(func=ast.Attribute(attr="execute" | "executemany"), args=[query, *_]):
                if child is not query and _MEMBERS.search(query_text(module, query) or ""):
                    return True
            case ast.JoinedStr(values=values) | ast.BinOp(left=ast.JoinedStr(values=values)):
                if _fills_members(values, child):
                    return True
            case ast.BinOp(left=ast.Constant(value=str(text)), op=ast.Mod() | ast.Add()):
                if _MEMBERS.search(text):
                    return True
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="format")):
                if _MEMBERS.search(text):
                    return True
            case ast.keyword(arg=str(name)) if name.endswith("__in"):
                return True
            case ast.stmt():
                return False
        child = parent
    return False


def _fills_members(values: list[ast.expr], child: ast.AST) -> bool:
    before = ""
    for value in values:
        if value is child:
            return _OPEN_MEMBERS.search(before) is not None
        before = value.value if _is_text(value) else ""  # type: ignore[attr-defined]
    return False


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def has_order(node: ast.expr) -> bool:
    """Whether a chain of calls of a query builder contains `order_by`."""
    return any(
        isinstance(part, ast.Attribute) and part.attr in ("order_by", "order_by_", "orderBy")
        for part in ast.walk(node)
    )
