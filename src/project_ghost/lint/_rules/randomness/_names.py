"""Draws that become names, of which any will do: texts, letters, ports, colours, identifiers."""

import ast
import re
from collections.abc import Iterator

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._purpose import imports_drawing
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._syntax import snake, word

from ._pictures import DRAWING_CALL, assigned

__all__ = ["is_name"]

_LETTERS = ("ascii_", "digits", "hexdigits", "printable")
_IDENTIFIER = re.compile(r"(^|_)(internal_id|unique_id|uid|uuid|guid|token|nonce|salt)$")
# Names of runs and requests; `random_id` may also be one of several that exist.
_LABEL = re.compile(r"(^|_)(request|run|session|handler|experiment|exp)_(id|name)$")
_MAKES_LABEL = re.compile(
    r"^_*((create|gen|generate|get|make|new|next)_)?(request|run|session|handler|experiment|exp)_id$"
    r"|^_*(create|gen|generate|make|new)_(random_|unique_)?(id|run_name)$|^_*(get_)?random_colou?r$"
)
_TEXT = re.compile(r"(^|_)(id|name|suffix|prefix)$")
_CHOICES = ("choice", "sample")
_PORT = re.compile(r"(^|_)port$")
_COLOUR = re.compile(r"(^|_)colou?rs?$")


def is_name(module: Module, node: ast.AST) -> bool:
    """Whether a draw becomes a name, of which any will do: a text, letters, a port."""
    for parent in module.tree.ancestors(node):
        match parent:
            case ast.FormattedValue():
                return True
            case ast.Call(func=ast.Name(id="str" | "hex")):
                return True
            case ast.stmt():
                break
    return (
        _is_port(module, node)
        or _makes_letters(module, node)
        or _is_identifier(module, node)
        or _is_put_into_texts(module, node)
    )


def _is_put_into_texts(module: Module, node: ast.AST) -> bool:
    """Whether a variable holds a draw for texts only: `k = randint(0, 99)`, `f"folder_{k}"`."""
    match module.tree.statement(node):
        case ast.Assign(targets=[ast.Name() as target], value=ast.Call(func=func)) if func is node:
            loads = module.tree.loads(target)
            parents = [module.parent(load) for load in loads]
            return bool(loads) and all(isinstance(each, ast.FormattedValue) for each in parents)
    return False


def _is_identifier(module: Module, node: ast.AST) -> bool:
    """Whether a draw is the identifier of an object: `self.internal_id = random()`."""
    targets = assigned(module.tree.statement(node))
    names = [snake(word(target)) for target in targets]
    # What is chosen from something is what was there: `token = random.choice(words)`.
    is_chosen = word(node).startswith(_CHOICES)
    return any(
        _IDENTIFIER.search(name) is not None and not (is_chosen and name.endswith("token"))
        for name in names
    ) or _is_label(module, node, names)


def _is_label(module: Module, node: ast.AST, names: list[str]) -> bool:
    """Whether a draw names a run or request, or is made by a function that makes such names."""
    function = module.tree.function(node)
    made = snake(function.name) if isinstance(function, Function) else ""
    return any(map(_LABEL.search, names)) or _MAKES_LABEL.search(made) is not None


def _makes_letters(module: Module, node: ast.AST) -> bool:
    """Whether letters are drawn: `"".join(random.choice(string.ascii_letters) ...)`.

    Or digits, for a name: `run_id = "".join(map(str, np.random.randint(0, 10, 6)))`.
    """
    statement = module.tree.statement(node)
    names = {word(part) for part in ast.walk(statement)}
    if "join" not in names:
        return False
    is_text = any(_TEXT.search(snake(word(target))) for target in assigned(statement))
    return is_text or any(name.startswith(_LETTERS) for name in _words(module, node))


def _words(module: Module, node: ast.AST) -> Iterator[str]:
    """The names in the statement of a node, and in the definitions of those names."""
    for part in ast.walk(module.tree.statement(node)):
        yield word(part)
        binding = module.tree.binding(part) if isinstance(part, ast.Name) else None
        for definition in binding.definitions if binding else ():
            if definition.value is not None:
                yield from map(word, ast.walk(definition.value))


def _is_port(module: Module, node: ast.AST) -> bool:
    """Whether a draw is a port, or the colour of a picture: any will do."""
    targets = assigned(module.tree.statement(node))
    if any(_PORT.search(snake(word(target))) for target in targets):
        return True
    colours = [target for target in targets if _COLOUR.search(snake(word(target)))]
    return bool(colours) and (
        imports_drawing(module) or any(_is_drawn(module, target) for target in colours)
    )


def _is_drawn(module: Module, target: ast.expr) -> bool:
    """Whether a variable is passed to something that draws: `line.set_color(color)`."""
    loads = module.tree.loads(target) if isinstance(target, ast.Name) else []
    parents = [parent for load in loads for parent in module.tree.ancestors(load)]
    calls = {word(parent.func) for parent in parents if isinstance(parent, ast.Call)}
    return any(DRAWING_CALL.search(snake(name)) for name in calls)
