"""Counters that only number what people read, and tables that only hold measured times.

They go on counting in the next run of a process, but no value that a run computes depends on them.
A number that becomes an identifier is another matter: it is compared, sorted and written.
"""

import ast
import re
from collections.abc import Collection, Iterator

from project_ghost.lint._rules.time.wall_clock import clock_readings
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._purpose import is_drawing
from project_ghost.lint.python._syntax import snake, word

__all__ = ["holds_measurement", "only_labels"]

# What a value is called that names an object for people.
_LABELS = re.compile(r"(^|_)(name|label|title|caption|legend|suffix|prefix|log_?file\w*)$")
_FORMATS = frozenset({"format", "repr", "str", "zfill", "rjust"})


def only_labels(module: Module, node: ast.AST) -> bool:
    """Whether a counter goes into nothing but texts, labels and numbers of pictures.

    One that this file never reads is counted for others, who mostly show it, unless its name is
    that of a constant.
    """
    if isinstance(node, ast.Call) and word(node.func) == "next":
        return _is_label(module, node)
    statement = module.tree.statement(node)
    if not isinstance(node, ast.Attribute) or not isinstance(statement, ast.AugAssign):
        return False
    if not isinstance(statement.value, ast.Constant) or not isinstance(statement.op, ast.Add):
        return False
    loads = list(_loads(module, node))
    return all(_is_label(module, load) for load in loads) and bool(loads or not node.attr.isupper())


def holds_measurement(module: Module, node: ast.AST) -> bool:
    """Whether a table gets a difference of readings of a clock: `t["all"] = now() - start`.

    It is one of measured times, which are the same in no two runs, with this table or without it.
    """
    if not isinstance(node, ast.Subscript):
        return False
    calls = {use.call for use in clock_readings(module)}
    table = ast.unparse(node.value)
    return bool(calls) and any(
        any(_is_entry_of(target, table) for target in _targets(statement))
        and _is_difference(statement.value, calls)
        for kind in (ast.Assign, ast.AugAssign)
        for statement in module.nodes(kind)
        if isinstance(statement, ast.Assign | ast.AugAssign)
    )


def _targets(statement: ast.Assign | ast.AugAssign) -> list[ast.expr]:
    return [statement.target] if isinstance(statement, ast.AugAssign) else statement.targets


def _is_entry_of(target: ast.expr, table: str) -> bool:
    return isinstance(target, ast.Subscript) and ast.unparse(target.value) == table


def _is_difference(value: ast.expr, calls: Collection[ast.AST | None]) -> bool:
    match value:
        case ast.BinOp(op=ast.Sub(), left=left, right=right):
            return left in calls or right in calls
    return False


def _loads(module: Module, counter: ast.Attribute) -> Iterator[ast.Attribute]:
    """The places that read a counter, through its class or an object of it."""
    for load in module.flow.attribute_loads.get(counter.attr, ()):
        owner = load.value
        is_same = ast.unparse(owner) == ast.unparse(counter.value)
        if is_same or _may_be_class_of(module, counter, owner):
            yield load


def _may_be_class_of(module: Module, counter: ast.Attribute, owner: ast.expr) -> bool:
    """Whether an object may be of the class of a counter: only one of another class is not.

    `self.count` of an object that sets an attribute of that name itself is its own.
    """
    info = module.names.instance_of(owner)
    own = module.names.class_of(counter.value)
    if info is None or own is None:
        return True
    is_own = any(counter.attr in base.instance for base in info.lineage())
    return own in info.lineage() and not is_own


def _is_label(module: Module, load: ast.expr) -> bool:
    """Whether a value becomes a part of a text, a label, or a number that a picture has."""
    child: ast.AST = load
    for parent in module.tree.ancestors(load):
        match parent:
            case ast.JoinedStr():
                return True
            case ast.BinOp(op=ast.Mod(), left=ast.Constant(value=str())):
                return True
            case ast.Call(func=func) if word(func) in _FORMATS:
                return True
            case ast.Call(func=func) if is_drawing(module.qualify(func)):
                return True
            case ast.keyword(arg=str(name)) if _LABELS.search(snake(name)):
                return True
            case ast.Assign(targets=[target]) if parent.value is child:
                return _LABELS.search(snake(word(target))) is not None
            case ast.stmt():
                return False
        child = parent
    return False
