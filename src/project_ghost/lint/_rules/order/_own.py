"""What belongs to one element of a loop: names made of it, and files named after it."""

import ast
import re
from collections.abc import Iterable

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import word

__all__ = ["OwnFiles"]

# Functions and methods that write the file that an argument names: one of the arguments, or the
# second one, where the first is the source.
_WRITING = re.compile(
    r"^(to_(csv|excel|feather|file|hdf|html|json|netcdf|parquet|pickle|xml|zarr)|imsave|imwrite"
    r"|makedirs|mkdir|save|savefig|savetxt|savez|savez_compressed|touch|write_(bytes|html|image"
    r"|json|text))$"
)
_COPYING = re.compile(
    r"^(copy|copy2|copyfile|copytree|download|download_file|link|move|put|rename|replace|symlink"
    r"|upload|upload_file|urlretrieve)$"
)


class OwnFiles:
    """The files that a turn of a loop opens or writes under a name made of its element."""

    def __init__(self, module: Module, loop: ast.AST, targets: set[str]) -> None:
        self._module = module
        self._made = _made_of(loop, targets)
        self._opened = {
            item.optional_vars.id
            for node in ast.walk(loop)
            if isinstance(node, ast.With | ast.AsyncWith)
            for item in node.items
            if isinstance(item.optional_vars, ast.Name)
            if isinstance(item.context_expr, ast.Call) and self._mentions(item.context_expr)
        }

    def writes(self, call: ast.Call) -> bool:
        """Whether a call writes such a file, which no other turn of the loop does."""
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        owner = call.func.value if isinstance(call.func, ast.Attribute) else None
        if any(isinstance(each, ast.Name) and each.id in self._opened for each in (owner, *given)):
            return True
        name = word(call.func)
        if _COPYING.search(name):
            return len(call.args) > 1 and self._mentions(call.args[1])
        if not _WRITING.search(name):
            return False
        paths = [*given, owner] if name.startswith(("write_", "touch", "mkdir")) else given
        return any(each is not None and self._mentions(each) for each in paths)

    def _mentions(self, node: ast.AST) -> bool:
        return _mentions(node, self._made)


def _made_of(loop: ast.AST, targets: set[str]) -> set[str]:
    """The elements, and the names that the loop assigns from them."""
    made = set(targets)
    assignments = [
        (target, node.value)
        for node in ast.walk(loop)
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    ]
    is_growing = True
    while is_growing:
        before = len(made)
        for target, value in assignments:
            if _mentions(value, made):
                made |= _names(target)
        is_growing = len(made) > before
    return made


def _mentions(node: ast.AST, names: Iterable[str]) -> bool:
    return any(isinstance(part, ast.Name) and part.id in names for part in ast.walk(node))


def _names(target: ast.expr) -> set[str]:
    parts = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
    return {part.id for part in parts if isinstance(part, ast.Name)}
