"""Readings of a clock that are only noted: `info["start_time"] = time()`, `self.updated_at`."""

import ast
import re

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import snake, word

__all__ = ["is_named_stamp"]

# Names of the time at which something happened, beside what a simulation computes.
_STAMPS = re.compile(
    r"(^|_)(time_?stamps?|date_?time|created|updated|started|finished)$"
    r"|\w_(at|time|times|date|datetime|timestamp|update|updated)$|^(start|end)(_\w+)?$|_(start|end)$"
)
# What is written for people, or sent to others beside the answer.
_NOTES = re.compile(r"(^|_)(loggers?|logs?|history|request|requests|monitor|recorder)$")
_NOT_NOTED = re.compile(r"(^|_)(sim|simulation|simulated|current|now)_")


def is_named_stamp(module: Module, call: ast.Call) -> bool:
    """Whether a reading is stored under a name that says when something happened, or in a log."""
    child: ast.AST = call
    for parent in module.tree.ancestors(call):
        match parent:
            case ast.keyword(arg=str(name)):
                return _is_stamp(name)
            case ast.Dict(keys=keys, values=values) if child in values:
                key = keys[values.index(child)]
                return isinstance(key, ast.Constant) and _is_stamp(str(key.value))
            case ast.Call(func=ast.Attribute(value=owner)) if child in parent.args:
                return _NOTES.search(snake(word(owner))) is not None
            case ast.Assign(targets=[target]) | ast.AnnAssign(target=target):
                return _is_stamp(_name_of(target))
            case ast.stmt():
                return False
        child = parent
    return False


def _is_stamp(name: str) -> bool:
    words = snake(name)
    return _STAMPS.search(words) is not None and _NOT_NOTED.search(words) is None


def _name_of(target: ast.expr) -> str:
    match target:
        case ast.Subscript(slice=ast.Constant(value=str(key))):
            return key
        case ast.Subscript(value=owner):
            return word(owner)
    return word(target)
