"""Whether a value becomes a part of a name: of a variable, a node, a table."""

import ast
import re

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._syntax import snake, word

__all__ = ["is_for_process", "is_in_name"]

_NAME = re.compile(r"(^|_)(name|label)$")
_GIVES_NAME = re.compile(r"(^|_)(name|label)(_|$)")
_CONVERTERS = ("str", "hex", "repr")
# What is named for people, or for as long as a process runs.
_OF_PROCESS = re.compile(
    r"thread|process|executor|pool|log|lock|event|socket|task|timer|temp|tmp|trace|window|widget"
    r"|shared",
    re.IGNORECASE,
)


def is_in_name(module: Module, node: ast.expr) -> bool:
    """Whether a value is put into a text that is a name: `f"node_{id(x)}"`, `str(id(x))`."""
    text = _text_of(module, node)
    if text is node:
        return False
    while isinstance(choice := module.parent(text), ast.IfExp | ast.BoolOp):
        text = choice  # `self.name if self.name else str(id(self))`
    match module.parent(text):
        case ast.Return():
            function = module.tree.function(text)
            name = function.name if isinstance(function, Function) else ""
            is_name = _GIVES_NAME.search(snake(name)) is not None
        case ast.Assign(targets=[ast.Subscript(slice=ast.Constant(value=str(name)))]):
            is_name = _NAME.search(name) is not None
        case ast.Dict(keys=keys, values=values):
            key = keys[values.index(text)] if text in values else None
            name = str(key.value) if isinstance(key, ast.Constant) else ""
            is_name = _NAME.search(name) is not None
        case ast.Assign(targets=[target]):
            is_name = _NAME.search(snake(word(target))) is not None
            name = word(target)
        case ast.keyword(arg=str(argument)) as keyword:
            is_name = _NAME.search(argument) is not None
            call = module.parent(keyword)
            name = word(call.func) if isinstance(call, ast.Call) else ""
        case _:
            return False
    return is_name and _OF_PROCESS.search(name) is None


def is_for_process(module: Module, node: ast.expr) -> bool:
    """Whether a text with a value in it names something for this process: `self.trace_name = ...`.

    A text is one with a place for the value, so that a number which is computed is none.
    """
    text = module.parent(node)
    while isinstance(text, ast.FormattedValue | ast.JoinedStr):
        node, text = text, module.parent(text)
    match text:
        case ast.Assign(targets=[target]) | ast.AnnAssign(target=target):
            is_text = isinstance(node, ast.JoinedStr)
            return is_text and _OF_PROCESS.search(word(target)) is not None
    return False


def _text_of(module: Module, node: ast.expr) -> ast.expr:
    """The whole text that a value is formatted into."""
    while True:
        match module.parent(node):
            case ast.Call(func=ast.Name(id=name), args=[_]) as outer if name in _CONVERTERS:
                node = outer
            case ast.FormattedValue() | ast.JoinedStr() as outer:
                node = outer
            case ast.BinOp(op=ast.Add()) as outer if not isinstance(node, ast.Call) or (
                word(node.func) in _CONVERTERS
            ):
                node = outer
            case _:
                return node
