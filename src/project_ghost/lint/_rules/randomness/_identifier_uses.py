"""Whether an identifier that differs between runs is seen to affect a result."""

import ast
import re

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import word

__all__ = ["IDENTIFIERS", "affects_result"]

# Names of what has to be unique and mostly orders nothing: sessions, requests, records.
IDENTIFIERS = re.compile(r"(^|_)(id|uid|uuid|gid|pid|guid|identifier|namespace|tombstone)$")

# What makes an order, a digest, a seed or a number of it, and what writes it to a file.
_USES = re.compile(
    r"^(sorted|sort|min|max|hash|sha\d+|md5|blake2[bs]|crc32|digest|seed|Random|default_rng"
    r"|RandomState|choice|write|writelines|writerow|writerows|write_text|write_bytes|dump)$"
)
_TEXTS = frozenset({"str", "repr", "format", "join", "encode", "replace", "upper", "lower"})
_NUMBERS = (ast.Mod, ast.BitXor, ast.BitAnd, ast.FloorDiv, ast.Mult, ast.RShift)
_ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_DEPTH_MAX = 6


def affects_result(module: Module, node: ast.expr) -> bool:
    """Whether a function sorts, hashes, draws from, compares or writes an identifier.

    One that is only returned, stored or passed on may order nothing.
    """
    return _affects(module, node, 0)


def _affects(module: Module, node: ast.expr, depth: int) -> bool:
    if depth > _DEPTH_MAX:
        return False
    parent = module.parent(node)
    match parent:
        case ast.keyword(arg="key"):
            return _sorts(module, parent)
        case ast.Call(func=func) if func is node:
            return _affects(module, parent, depth + 1)
        case ast.Call(func=func) if _USES.search(word(func)):
            return True
        case ast.Call(func=func) if word(func) in (*_TEXTS, "int"):
            return _affects(module, parent, depth + 1)
        case ast.Compare(ops=ops):
            return any(isinstance(op, _ORDERS) for op in ops)
        case ast.BinOp(op=op) if isinstance(op, _NUMBERS):
            is_text = isinstance(parent.left, ast.Constant | ast.JoinedStr)
            return not is_text or _affects(module, parent, depth + 1)
        case ast.Assign(targets=[ast.Name() as target]):
            return any(_affects(module, load, depth + 1) for load in module.tree.loads(target))
        case ast.Lambda():
            keyword = module.parent(parent)
            return (
                isinstance(keyword, ast.keyword)
                and keyword.arg == "key"
                and _sorts(module, keyword)
            )
        case (
            ast.Attribute()
            | ast.BinOp()
            | ast.FormattedValue()
            | ast.JoinedStr()
            | ast.Subscript()
            | ast.Tuple()
            | ast.List()
            | ast.Dict()
            | ast.IfExp()
        ):
            return _affects(module, parent, depth + 1)
    return False


def _sorts(module: Module, keyword: ast.keyword) -> bool:
    """Whether a keyword is that of a sort."""
    call = module.parent(keyword)
    return isinstance(call, ast.Call) and word(call.func) in ("sorted", "sort", "min", "max")
