"""GHO412."""

import ast
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from project_ghost.core.level import Level
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._components import Component
from project_ghost.lint.python._module import Module

if TYPE_CHECKING:
    from project_ghost.core.agreement import Type

__all__ = ["ExecutionDifference"]

_FUNCTIONS = ("output", "update", "derivative", "step")
# Modules whose functions the engine knows; importing them runs nothing of the file's own.
_KNOWN = ("math", "numpy", "project_ghost.core.dmath", "project_ghost.engine.ops")
# The entries of the table that other rules find in all code.
_ELSEWHERE = ("POWER", "CALL", "NARROW", "GLOBAL")
_ARRAYS = ("State", "Continuous", "Output", "Noise")
_READ_ONLY = ("Input", "Parameter", "Noise")
# Where the shape stands among the arguments of a declaration.
_SHAPE_AT = {"Input": 0, "Output": 0, "Noise": 0, "State": 1, "Continuous": 1, "Parameter": 1}


class ExecutionDifference(Rule):
    """A Block or Kernel does what interpreted and compiled code make differently.

    ## What it does
    Examines `output`, `update`, `derivative` and `step` of Blocks and Kernels as the engine does
    when it is made, by the same table: arithmetic with truth values, variables without a value,
    shifts by a number, writes into inputs, `try`, `is`, `isinstance`, integers beyond 64 bits.

    ## Why is this bad
    The engine refuses such a component: whether a run is compiled depends on its length and on
    a cache, and must not change its bits. The linter says it before the code is run.

    ## Example
    ```python
    from project_ghost.engine import Block, Input, Output

    class Votes(Block):
        a = Input()
        b = Input()
        count = Output()

        @staticmethod
        def output(a, b):
            return (a > 0.0) + (b > 0.0)
    ```

    ## Use instead
    ```python
    from project_ghost.engine import Block, Input, Output

    class Votes(Block):
        a = Input()
        b = Input()
        count = Output()

        @staticmethod
        def output(a, b):
            return (1.0 if a > 0.0 else 0.0) + (1.0 if b > 0.0 else 0.0)
    ```
    """

    code = "GHO412"
    name = "execution-difference"
    level = Level.PROCESS

    def check(self, module: Module) -> Iterator[Problem]:
        """Find what the engine would refuse."""
        # The engine trusts the project's own functions, which tests run both ways.
        if module.name.startswith("project_ghost."):
            return
        for node, kind in module.components.items():
            if kind is not Component.HOST:
                for function in node.body:
                    if isinstance(function, ast.FunctionDef) and function.name in _FUNCTIONS:
                        yield from self._problems(module, node, kind, function)

    def _problems(
        self, module: Module, node: ast.ClassDef, kind: Component, function: ast.FunctionDef
    ) -> Iterator[Problem]:
        from project_ghost.core.agreement import Unknown, differences_in

        declared = _declared(module, node)
        arguments = {
            each.arg: _type(module, each.arg, declared.get(each.arg), kind) or Unknown()
            for each in (*function.args.posonlyargs, *function.args.args)
        }
        for place, remark in differences_in(function, arguments, _scope(module)):
            if remark.difference is not None and remark.difference.name not in _ELSEWHERE:
                yield Problem(place, f"{remark.what}: {remark.instead}")


def _declared(module: Module, node: ast.ClassDef) -> dict[str, ast.Call]:
    """The calls that declare the ports, states and parameters of a class."""
    found: dict[str, ast.Call] = {}
    for info in module.names.classes[node].lineage():
        for statement in info.node.body:
            match statement:
                case (
                    ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call)
                    | ast.AnnAssign(target=ast.Name(id=name), value=ast.Call() as call)
                ):
                    found.setdefault(name, call)
    return found


def _type(
    module: Module, name: str, declaration: ast.Call | None, kind: Component
) -> "Type | None":
    """The type of an argument, as the engine derives it; None where it is not known."""
    from project_ghost.core.agreement import Array, Float, Int, Tuple

    if declaration is None:
        context: dict[str, Type] = {"dt_s": Float(), "time_ns": Int(60), "sample": Int(60)}
        return context.get(name)
    word = (module.qualify(declaration.func) or "").rpartition(".")[2]
    if word == "Size":
        return Int(31)
    if word not in _SHAPE_AT:
        return None
    shape = _shape(declaration, _SHAPE_AT[word])
    if shape is None:
        return None
    if kind is Component.KERNEL and (shape or word in _ARRAYS):
        return Array(Float(), max(1, len(shape)), name if word in _READ_ONLY else "")
    if not shape:
        return Float()
    match shape:
        case [ast.Constant(value=int(size))]:
            return Tuple((Float(),) * size)
    return None


def _shape(declaration: ast.Call, at: int) -> list[ast.expr] | None:
    """The shape that a declaration gives; None where it is not written out."""
    given = {each.arg: each.value for each in declaration.keywords}
    node = given.get("shape", declaration.args[at] if len(declaration.args) > at else None)
    if node is None:
        return []
    return node.elts if isinstance(node, ast.Tuple) else None


def _scope(module: Module) -> Mapping[str, Any]:
    """What the imports of a file stand for, of the modules that are known."""
    found: dict[str, Any] = {}
    for node in module.nodes(ast.Import):
        for alias in node.names:
            if alias.name in _KNOWN and (alias.asname or "." not in alias.name):
                found[alias.asname or alias.name] = import_module(alias.name)
    for imported in module.nodes(ast.ImportFrom):
        for alias in imported.names:
            for full in (imported.module or "", f"{imported.module}.{alias.name}"):
                if imported.level == 0 and full in _KNOWN:
                    owner = import_module(full)
                    is_module = full != imported.module
                    found[alias.asname or alias.name] = (
                        owner if is_module else getattr(owner, alias.name, None)
                    )
    return {name: value for name, value in found.items() if value is not None}
