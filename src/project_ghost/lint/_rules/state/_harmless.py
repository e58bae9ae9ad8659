"""Changes of globals and classes that do not change what a run computes."""

import ast
import re

from project_ghost.lint._finding import Severity
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._shown import in_test, is_for_show
from project_ghost.lint.python._syntax import is_none, snake, word

__all__ = ["change_severity"]

# What is remembered under a key, and what is registered while a program starts.
_REMEMBERED = re.compile(r"(^|_|\.)(cache|caches|cached|memo|registry|registered|loaded)(_|\.|$)")
_REGISTERS = re.compile(r"^_*(register|unregister|add_to_registry)")
_IMPORTS = frozenset({"importorskip", "import_module", "__import__"})
# What is shown to people: streams, logs, warnings, pictures.
_FOR_PEOPLE = re.compile(
    r"^(\w*logger\.|sys\.std(in|out|err)|logging|warnings|\w+\.rcParams|rcParams)\b"
)
_DEBUGGING = re.compile(
    r"(^|_|\.)(debug|debug_\w+|debuglevel|verbose|verbosity|backtrace|loglevel|log_level|log"
    r"|log_size|validation_enabled|warned\w*|last_print\w*|print_len\w*|trace|trace_\w+|tracer"
    r"|out_stream|output_stream)$"
)
# Functions that put a value back to what it was at the start.
_RESETS = re.compile(
    r"(^|_)(reset|clear|close|deactivate|dispose|exit|release|restore|cleanup|clean_up|tear_?down|shutdown|destroy|finali[sz]e|unload)(_|$)"
)
# Options of a library.
_SETTINGS = re.compile(r"(^|\.)(SETTINGS|OPTIONS)\.")
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
    if _DEBUGGING.search(snake(name)):
        return True
    statement = module.tree.statement(node)
    value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
    if isinstance(value, ast.Call) and word(value.func) in _IMPORTS:
        return True
    if isinstance(value, ast.Constant) and word(node) in _REPEATABLE:
        return bool(value.value) is _REPEATABLE[word(node)]
    if isinstance(value, ast.Constant) and (name == "os.environ" or _SETTINGS.search(name)):
        return True  # the same for every run
    function = module.tree.function(node)
    if isinstance(function, Function) and _is_kept(module, node, function, value):
        return True
    return _is_memo(module, node, name) or _is_missing(module, node)


def _is_kept(module: Module, node: ast.AST, function: Function, value: ast.expr | None) -> bool:
    """Whether every run finds the value that it would find as the first one."""
    return (
        _REGISTERS.search(function.name) is not None
        or function.name in ("__enter__", "__exit__")
        or _runs_while_loading(module, function)
        or (_is_reset(function) and _is_initial(value))
        or (_is_cleared(value) and not _is_method(function))
        or _is_lazy(module, node, function, value)
        or _is_restored(function, ast.unparse(node))
    )


def _runs_while_loading(module: Module, function: Function) -> bool:
    """Whether a function is private, and only the top level of its file calls it."""
    uses = module.uses.get(module.names.of_function(function) or "", ())
    return (
        function.name.startswith("_")
        and bool(uses)
        and all(use.call is not None and module.tree.function(use.node) is None for use in uses)
    )


def _is_reset(function: Function) -> bool:
    """Whether a function resets a program; a method of one object resets it for the others too."""
    return not _is_method(function) and _RESETS.search(snake(function.name)) is not None


def _is_method(function: Function) -> bool:
    return [each.arg for each in function.args.args[:1]] == ["self"]


def _is_cleared(value: ast.expr | None) -> bool:
    """Whether a value is emptied, so that the next run finds nothing of this one."""
    return value is not None and _is_initial(value) and not _is_switch(value)


def _is_switch(value: ast.expr) -> bool:
    """Whether a value is False, 0 or an empty text, which may be a choice."""
    return isinstance(value, ast.Constant) and value.value is not None


def _is_initial(value: ast.expr | None) -> bool:
    """Whether a value is empty, as before the first run."""
    match value:
        case ast.Constant(value=constant):
            return not constant
        case ast.List(elts=[]) | ast.Dict(keys=[]) | ast.Tuple(elts=[]):
            return True
        case ast.Call(func=ast.Name(id="dict" | "list" | "set"), args=[], keywords=[]):
            return True
    return False


def _is_lazy(module: Module, node: ast.AST, function: Function, value: ast.expr | None) -> bool:
    """Whether a value is made at its first use, from nothing that a run chooses."""
    if value is None:
        return False
    text = ast.unparse(node)
    if not any(_asks_whether_made(test, text) for test in _tests_around(module, node, function)):
        return False
    arguments = function.args
    plain = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    chosen = {each.arg for each in plain} - {"self", "cls"}
    return not any(isinstance(part, ast.Name) and part.id in chosen for part in ast.walk(value))


def _tests_around(module: Module, node: ast.AST, function: Function) -> list[ast.expr]:
    """The conditions under which a statement runs: those around it, and early returns before it."""
    tests = [each.test for each in module.tree.ancestors(node) if isinstance(each, ast.If)]
    tests += [
        ast.UnaryOp(ast.Not(), each.test)
        for each in function.body
        if isinstance(each, ast.If) and isinstance(each.body[-1], ast.Return)
    ]
    return tests


def _asks_whether_made(test: ast.expr, text: str) -> bool:
    """Whether a condition is `X is None`, `not X`, or `not (X is not None)`."""
    match test:
        case ast.Compare(left=left, ops=[ast.Is()], comparators=[none]) if is_none(none):
            return ast.unparse(left) == text
        case ast.UnaryOp(
            op=ast.Not(),
            operand=ast.Compare(left=left, ops=[ast.IsNot()], comparators=[none]),
        ) if is_none(none):
            return ast.unparse(left) == text
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return ast.unparse(operand) == text
        case ast.BoolOp(op=ast.Or(), values=values):
            return any(_asks_whether_made(value, text) for value in values)
    return False


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
    if _is_looked_up_first(module, node, name, key):
        return True
    for parent in module.tree.ancestors(node):
        match parent:
            case ast.If(test=ast.Compare(left=left, ops=[ast.NotIn()], comparators=[table])) if (
                ast.unparse(left) == key and ast.unparse(table) == name
            ):
                return True
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return False
    return False


def _is_looked_up_first(module: Module, node: ast.AST, name: str, key: str) -> bool:
    """Whether a function looks for a stored value first: `return table[key]`, `table.get(key)`."""
    function = module.tree.function(node)
    return isinstance(function, Function) and any(
        _looks_up(part, f"{name}[{key}]", f"{name}.get({key}") for part in ast.walk(function)
    )


def _looks_up(node: ast.AST, entry: str, call: str) -> bool:
    match node:
        case ast.Return(value=ast.expr() as value):
            return ast.unparse(value) == entry
        case ast.Assign(value=value):
            return ast.unparse(value).startswith(call)
    return False
