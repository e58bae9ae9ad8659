"""Texts that people read: errors, assertions, logs, what is printed or drawn."""

import ast
import re

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._shown import MESSAGE_CALLS, MESSAGE_NAMES, shows
from project_ghost.lint.python._syntax import word

__all__ = ["is_message", "is_prose", "is_sentence"]

# A word before a value, and what source code, markup and queries have beside it.
_WORDS = re.compile(r"[A-Za-z]{3,}(: ?| )")
_SENTENCE = re.compile(r"[A-Za-z]{2,},? [a-z]{2,}")
_CODE = re.compile(r"[<>{}=;/\\]|SELECT|WHERE|FROM")
# Texts that a model of language reads.
_PROMPTS = re.compile(r"content|instruct|prompt|query|template", re.IGNORECASE)


def is_message(module: Module, node: ast.AST) -> bool:
    """Whether a text is a message: an error, an assertion, a log, something printed or drawn."""
    return _is_message(module, node, set())


def is_prose(module: Module, node: ast.AST) -> bool:
    """Whether a text is a part of a sentence for people: `f"removed {', '.join(names)}"`."""
    parent = module.parent(node)
    if isinstance(parent, ast.FormattedValue):
        node, parent = parent, module.parent(parent)
    if not isinstance(node, ast.FormattedValue) or not isinstance(parent, ast.JoinedStr):
        return False
    outer = module.parent(parent)
    if isinstance(outer, ast.Call) and word(outer.func) != "append":
        return False  # what it is given to may write it
    texts = [str(part.value) for part in parent.values if isinstance(part, ast.Constant)]
    if any(map(_CODE.search, texts)) or not any(map(_WORDS.search, texts)):
        return False
    function = module.tree.function(node)
    statement = module.tree.statement(node)
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    names = [getattr(function, "name", ""), *map(word, targets)]
    return not any(map(_PROMPTS.search, names))


def is_sentence(module: Module, node: ast.expr) -> bool:
    """Whether a text is a sentence with a value in it: `f"The column {name} is not known"`."""
    if not isinstance(node, ast.JoinedStr):
        return False
    texts = [str(part.value) for part in node.values if isinstance(part, ast.Constant)]
    if any(map(_CODE.search, texts)) or not any(map(_SENTENCE.search, texts)):
        return False
    function = module.tree.function(node)
    return _PROMPTS.search(getattr(function, "name", "")) is None


def _is_message(module: Module, node: ast.AST, seen: set[ast.AST]) -> bool:
    for parent in module.tree.ancestors(node):
        match parent:
            case ast.Raise() | ast.Assert():
                return True
            case ast.Return(value=ast.Tuple(elts=[ast.Constant(value=bool()), _])):
                return True  # a verdict, and why
            case ast.Call(func=func) if MESSAGE_CALLS.search(word(func)):
                return True
            case ast.Call() if shows(module, parent):
                return True
            case ast.keyword(arg=str(name)) if MESSAGE_NAMES.search(name):
                return True
            case ast.Assign(targets=[target]) | ast.AugAssign(target=target) if (
                MESSAGE_NAMES.search(word(target)) or _says(module, target, seen)
            ):
                return True
            case ast.Call(func=ast.Attribute(value=ast.Name() as texts, attr="append" | "extend")):
                return _says(module, texts, seen)
            case ast.FunctionDef(name="__repr__" | "__str__" | "__format__" | "__dir__"):
                return True
    return False


def _says(module: Module, text: ast.expr, seen: set[ast.AST]) -> bool:
    """Whether a local text, or a local list of texts, is used in messages only."""
    binding = module.tree.binding(text) if isinstance(text, ast.Name) else None
    if binding is None or not binding.scope.is_function or text in seen:
        return False
    seen.add(text)
    used = [
        load
        for load in binding.loads
        if load is not text and not _only_grows(module, load) and not _is_tested(module, load)
    ]
    return bool(used) and all(_is_message(module, load, seen) for load in used)


def _only_grows(module: Module, load: ast.Name) -> bool:
    parent = module.parent(load)
    return isinstance(parent, ast.Attribute) and parent.attr in ("append", "extend")


def _is_tested(module: Module, load: ast.Name) -> bool:
    """Whether a text is only asked whether there is one."""
    parent = module.parent(load)
    if isinstance(parent, ast.Call) and word(parent.func) == "len":
        return True
    if isinstance(parent, ast.UnaryOp | ast.BoolOp):
        parent = module.parent(parent)
    return isinstance(parent, ast.If | ast.While)
