"""Programs that are started with an option by which they seed themselves: `sumo --random`."""

import ast
from collections.abc import Iterator

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function

__all__ = ["random_options"]

_OPTION = "--random"


def random_options(module: Module) -> Iterator[ast.Constant]:
    """The options of commands of SUMO that seed it by the clock, unless a condition guards them."""
    found = [
        each
        for each in module.nodes(ast.Constant)
        if each.value == _OPTION and _is_in_command(module, each)
    ]
    if found and _is_about_sumo(module):
        yield from found


def _is_in_command(module: Module, node: ast.Constant) -> bool:
    """Whether a text is always a part of a list, or is always appended to one."""
    parent = module.parent(node)
    is_appended = (
        isinstance(parent, ast.Call)
        and isinstance(parent.func, ast.Attribute)
        and parent.func.attr == "append"
    )
    if not isinstance(parent, ast.List | ast.Tuple) and not is_appended:
        return False
    for each in module.tree.ancestors(node):
        if isinstance(each, Function):
            return True
        if isinstance(each, ast.If | ast.IfExp | ast.BoolOp | ast.Compare):
            return False
    return True


def _is_about_sumo(module: Module) -> bool:
    names = [module.name, *module.imported]
    names += [str(each.value) for each in module.nodes(ast.Constant)]
    return any("sumo" in name.lower() or "traci" in name.lower() for name in names)
