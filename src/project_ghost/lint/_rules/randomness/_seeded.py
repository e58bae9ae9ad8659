"""Draws from a global generator that is seeded before, or that are seeds themselves."""

import ast
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import is_none, word

from ._global_seeding import generator_of, is_seeded_at, seeded_by
from ._names import is_name
from ._optional import may_be_none
from ._pictures import is_only_seen
from ._seeders import seeds_framework
from ._shapes import only_has_shape
from ._unread import decides_nothing
from .varying_seed import VARYING, names_seed

__all__ = ["draw_severity"]

_HARMLESS = (is_name, decides_nothing, only_has_shape, is_only_seen)


def draw_severity(module: Module, node: ast.AST, generator: str | None = None) -> Severity | None:
    """Info for a draw inside `with manual_seed(seed):`, and for one that is a seed itself.

    The first is seeded, and the generator is restored; the second is found by `varying-seed`. A
    draw after a seeding call of its own function, or from a global generator that all ways to its
    function seed, one for a name, one that no result depends on, and a tensor that is drawn for its
    shape is a hint. The generator is that of the function's library, if none is given.
    """
    is_varying = module.qualify(node) in VARYING
    for parent in module.tree.ancestors(node):
        match parent:
            case ast.Assign(targets=[target]) if is_varying and names_seed(word(target)):
                return Severity.INFO
            case ast.keyword(arg=str(name)) if is_varying and names_seed(name):
                return Severity.INFO
            case ast.With(items=items) | ast.AsyncWith(items=items):
                if any(_seeds(item.context_expr) for item in items):
                    return Severity.INFO
    if any(ask(module, node) for ask in _HARMLESS):
        return Severity.HINT
    generator = generator or generator_of(module.qualify(node) or "")
    if _is_seeded_before(module, node, generator):
        return Severity.HINT
    is_repeated = generator is not None and is_seeded_at(module, node, generator)
    return Severity.HINT if is_repeated else None


def _is_seeded_before(module: Module, node: ast.AST, generator: str | None) -> bool:
    """Whether the function of a draw seeds the generator first, by a seed that cannot be None."""
    function = module.tree.function(node)
    return function is not None and any(
        call.lineno <= getattr(node, "lineno", 0)
        and module.tree.function(call) is function
        and _seeds(call)
        and generator in (seeded_by(module, call) or (generator,))
        and not may_be_none(module, _given(call)[0])
        for call in (
            *module.method_calls.get("seed", ()),
            *module.method_calls.get("manual_seed", ()),
            *module.method_calls.get("set_state", ()),
            *_seeding_calls(module),
        )
    )


def _seeding_calls(module: Module) -> Iterator[ast.Call]:
    """Calls of functions that seed all generators, in any case."""
    for call in module.nodes(ast.Call):
        if seeds_framework(word(call.func).lstrip("_")):
            parents = module.tree.ancestors(call)
            if not any(isinstance(each, ast.If | ast.IfExp | ast.BoolOp) for each in parents):
                yield call


def _seeds(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=func) if "seed" in word(func).lower() or word(func) == "set_state":
            given = _given(node)
            return bool(given) and not is_none(given[0])
    return False


def _given(call: ast.Call) -> list[ast.expr]:
    return [*call.args, *(keyword.value for keyword in call.keywords)]
