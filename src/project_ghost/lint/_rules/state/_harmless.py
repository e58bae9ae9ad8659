"""Changes of globals and classes that do not change what a run computes."""

import ast
import re

from project_ghost.lint._finding import Severity
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._shown import in_test, is_for_show
from project_ghost.lint.python._syntax import word

__all__ = ["change_severity"]

# What is remembered under a key, and what is registered while a program starts.
_REMEMBERED = re.compile(r"(^|_|\.)(cache|caches|cached|memo|registry|registered|loaded)(_|\.|$)")
_REGISTERS = re.compile(r"^_*(register|unregister|add_to_registry)")
_IMPORTS = frozenset({"importorskip", "import_module", "__import__"})
# What is shown to people: streams, logs, warnings, pictures.
_FOR_PEOPLE = re.compile(r"^(sys\.std(in|out|err)|logging|warnings|\w+\.rcParams|rcParams)\b")
_DEBUGGING = re.compile(
    r"(^|_|\.)(debug|debuglevel|verbose|verbosity|loglevel|log_level|log|log_size|warned\w*)$"
)
# Switches that make a library repeatable.
_REPEATABLE = {"deterministic": True, "benchmark": False}


def change_severity(module: Module, node: ast.AST, name: str) -> Severity | None:
    """Info for a change that the next run does not notice."""
    return Severity.INFO if _is_harmless(module, node, name) else None


def _is_harmless(module: Module, node: ast.AST, name: str) -> bool:
    if in_test(module) or is_for_show(module, node):
        return True
    if _FOR_PEOPLE.search(name) or _REMEMBERED.search(name.lower()):
        return True
    if _DEBUGGING.search(name.lower()):
        return True
    statement = module.tree.statement(node)
    value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
    if isinstance(value, ast.Call) and word(value.func) in _IMPORTS:
        return True
    if isinstance(value, ast.Constant) and word(node) in _REPEATABLE:
        return bool(value.value) is _REPEATABLE[word(node)]
    function = module.tree.function(node)
    if isinstance(function, Function):
        if _REGISTERS.search(function.name) or function.name in ("__enter__", "__exit__"):
            return True
        if _is_restored(function, ast.unparse(node)):
            return True
    return _is_memo(module, node, name) or _is_missing(module, node)


def _is_missing(module: Module, node: ast.AST) -> bool:
    """Whether a value says that a module is not installed."""
    return any(
        isinstance(parent, ast.ExceptHandler)
        and parent.type is not None
        and re.search(r"ImportError|ModuleNotFoundError", ast.unparse(parent.type))
        for parent in module.tree.ancestors(node)
    )


def _is_restored(function: Function, text: str) -> bool:
    """Whether a function writes twice, and the second time whatever happens in between."""
    parts = list(ast.walk(function))
    writes = [
        part
        for part in parts
        if isinstance(part, ast.Assign | ast.AugAssign | ast.Delete)
        and any(ast.unparse(target) == text for target in _targets(part))
    ]
    brackets = any(
        isinstance(part, ast.Yield) or (isinstance(part, ast.Try) and part.finalbody)
        for part in parts
    )
    return brackets and len(writes) > 1


def _targets(node: ast.Assign | ast.AugAssign | ast.Delete) -> list[ast.expr]:
    return [node.target] if isinstance(node, ast.AugAssign) else node.targets


def _is_memo(module: Module, node: ast.AST, name: str) -> bool:
    """Whether a value is stored once under its key: `if key not in table: table[key] = ...`."""
    if not isinstance(node, ast.Subscript):
        return False
    key = ast.unparse(node.slice)
    for parent in module.tree.ancestors(node):
        match parent:
            case ast.If(test=ast.Compare(left=left, ops=[ast.NotIn()], comparators=[table])) if (
                ast.unparse(left) == key and ast.unparse(table) == name
            ):
                return True
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return False
    return False
