"""A function with twins in the place of operations that differ, for both executions.

The line numbers and names of variables stay, so that debuggers and messages show the source. The
globals that a function names are those of this moment: compiled code keeps them as constants, and
so does the interpreter.
"""

import __future__

import ast
import copy
import inspect
from collections.abc import Callable, Mapping
from dis import get_instructions
from types import CodeType
from typing import Any, final

import numpy as np

from . import _twins as twins
from ._examination import Examination, Rewrites
from ._source import Source, keep_source

_PREFIX = "_ghost_"
_OTHERS = {"float": float, "int": int, "zeros": np.zeros, "zeros_like": np.zeros_like}
_FUTURE = 0
for _name in __future__.all_feature_names:
    _FUTURE |= getattr(__future__, _name).compiler_flag


def rewritten(source: Source, examination: Examination) -> Callable[..., Any]:
    """The function, and the plain functions that it calls, with twins."""
    by_function = {each.function: each for each in examination.rewrites}
    return _rewritten(source, examination, by_function, {})


def _rewritten(
    source: Source,
    examination: Examination,
    sources: Mapping[Callable[..., Any], Source],
    made: dict[Source, Callable[..., Any]],
) -> Callable[..., Any]:
    if source in made:
        return made[source]
    function = source.function
    changes = _Changes(examination.rewrites[source])
    tree = changes.visit(copied(source.tree))
    assert isinstance(tree, ast.FunctionDef)
    tree.decorator_list, tree.returns = [], None
    tree.args.defaults, tree.args.kw_defaults = [], [None] * len(tree.args.kwonlyargs)
    for argument in ast.walk(tree.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    module = ast.fix_missing_locations(ast.Module([tree], []))
    flags = function.__code__.co_flags & _FUTURE
    code = compile(module, source.file, "exec", flags=flags, dont_inherit=True)
    (body,) = (each for each in code.co_consts if isinstance(each, CodeType))
    scope: dict[str, Any] = {"__name__": function.__module__}
    for name in _names(body):
        value = changes.globals.get(name, source.scope.get(name))
        if name in changes.globals or name in source.scope:
            other = sources.get(value) if inspect.isfunction(value) else None
            if other is not None and not _is_own(other.function):
                value = _rewritten(other, examination, sources, made)
            scope[name] = value
    exec(code, scope)  # noqa: S102 - the user's own source
    result: Callable[..., Any] = scope[tree.name]
    for attribute in ("__module__", "__qualname__", "__doc__", "__defaults__", "__kwdefaults__"):
        setattr(result, attribute, getattr(function, attribute))
    vars(result).update(vars(function))
    keep_source(result, tree)
    made[source] = result
    return result


def _is_own(function: Callable[..., Any]) -> bool:
    return (function.__module__ or "").startswith("project_ghost.")


def _names(code: CodeType) -> list[str]:
    """The global names in a function's code; not those of attributes, which may be the same."""
    found = [each.argval for each in get_instructions(code) if each.opname == "LOAD_GLOBAL"]
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found += _names(constant)
    return list(dict.fromkeys(found))


def copied(tree: ast.FunctionDef) -> ast.FunctionDef:
    """A copy of a tree, whose nodes know which node they were copied from."""
    for node in ast.walk(tree):
        node.original = node  # type: ignore[attr-defined]
    made = _copy(tree)
    assert isinstance(made, ast.FunctionDef)
    return made


def _copy(node: Any) -> Any:  # noqa: ANN401 - a node, a list, or a value
    if isinstance(node, list):
        return [_copy(each) for each in node]
    if not isinstance(node, ast.AST):
        return node
    made = copy.copy(node)
    for name, value in ast.iter_fields(node):
        setattr(made, name, _copy(value))
    return made


@final
class _Changes(ast.NodeTransformer):
    """Puts the twins into a tree; `globals` are the names that it uses for them."""

    def __init__(self, rewrites: Rewrites) -> None:
        self._rewrites = rewrites
        self.globals: dict[str, Any] = {}

    def visit(self, node: ast.AST) -> Any:  # noqa: ANN401 - a node
        """Rewrite a node after its parts."""
        original = getattr(node, "original", node)
        rewrites = self._rewrites
        if original in rewrites.frozen:
            made: Any = self._constant(rewrites.frozen[original])
        else:
            made = self.generic_visit(node)
        if original in rewrites.calls:
            made.func = self._twin(rewrites.calls[original])
        if original in rewrites.methods:
            made.args = [made.func.value, *made.args]
            made.func = self._twin(rewrites.methods[original])
        if isinstance(made, ast.BinOp) and original in rewrites.operators:
            twin = self._twin(rewrites.operators[original])
            made = ast.Call(twin, [made.left, made.right], [])
        if isinstance(made, ast.AugAssign) and (
            original in rewrites.operators or original in rewrites.loads
        ):
            made = self._assignment(made, original)
        for name in rewrites.wraps.get(original, ()):
            made = ast.Call(self._twin(name), [made], [])
        return ast.copy_location(made, node) if made is not node else node

    def _assignment(self, node: ast.AugAssign, original: ast.AST) -> ast.Assign:
        assert isinstance(node.target, ast.Name)
        loaded: ast.expr = ast.Name(node.target.id, ast.Load())
        if original in self._rewrites.loads:
            loaded = ast.Call(self._twin(self._rewrites.loads[original]), [loaded], [])
        result: ast.expr = ast.BinOp(loaded, node.op, node.value)
        if original in self._rewrites.operators:
            twin = self._twin(self._rewrites.operators[original])
            result = ast.Call(twin, [loaded, node.value], [])
        return ast.Assign([node.target], result)

    def _twin(self, name: str) -> ast.Name:
        value = _OTHERS.get(name) or getattr(twins, name)
        self.globals[_PREFIX + name] = value
        return ast.Name(_PREFIX + name, ast.Load())

    def _constant(self, value: object) -> ast.Name:
        name = f"{_PREFIX}value_{len(self.globals)}"
        self.globals[name] = value
        return ast.Name(name, ast.Load())
