"""Tensors that are drawn for their shape: to trace, convert, export or measure a model."""

import ast
import re
from functools import partial

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._syntax import snake, word

from ._pictures import assigned

__all__ = ["only_has_shape"]

_SIZES = frozenset({"ndim", "numel", "shape", "size"})
_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
# Functions and classes that run a model for its shapes: they trace, convert, export or measure it.
_SHAPES = re.compile(
    r"(^|_)(check|compile|convert|converter|dummy|example|export|exporter|fake|flops|infer|jit|macs"
    r"|onnx|profile|script|shapes?|summary|tensorrt|torchscript|trace|tracer|tracing|trt|verify"
    r"|warm_?up)(_|$)"
)
_DUMMY = re.compile(r"(^|_)(dummy|fake|example)(_|$)")
_TRACER = re.compile(r"(^|\.)(onnx\.export|jit\.trace|trace_module|torchinfo\.summary)$")
# Functions that make an input to trace a model with, and parameters that take one.
_EXAMPLE = re.compile(r"^_*(get_)?((example|dummy)_(kw)?inputs?|inputs?_(example|dummy))$")


def only_has_shape(module: Module, node: ast.AST) -> bool:
    """Whether a tensor is drawn for its shape: to trace, convert, export or measure a model.

    It is passed to a model then, and neither returned nor kept.
    """
    if not (module.qualify(node) or "").startswith(("torch.rand", "tensorflow.random")):
        return False
    statement = module.tree.statement(node)
    if _is_example(module, node) or _is_tried(module, node) or _is_tried_later(module, statement):
        return True
    if _is_traced(module, statement):
        return True
    if isinstance(statement, ast.Return) or not _is_only_passed(module, statement):
        return False
    names = [each.name for each in module.tree.ancestors(node) if isinstance(each, _NAMED)]
    targets = [word(each) for each in assigned(statement)]
    return any(_SHAPES.search(snake(name)) for name in names) or any(
        _DUMMY.search(snake(name)) for name in targets
    )


def _is_example(module: Module, node: ast.AST) -> bool:
    """Whether a tensor is an input that a model is traced with: `def input_example(self)`."""
    return any(
        (isinstance(parent, ast.keyword) and _EXAMPLE.search(parent.arg or ""))
        or (isinstance(parent, Function) and _EXAMPLE.search(snake(parent.name)))
        for parent in module.tree.ancestors(node)
    )


def _is_tried(module: Module, node: ast.AST) -> bool:
    """Whether a call only gets a tensor of a shape: `size = f(rand(1, n)).shape`, `_ = f(rand())`.

    Only a size of its result is read, or nothing.
    """
    is_passed = False
    for parent in module.tree.ancestors(node):
        match parent:
            case ast.Attribute(attr=name) if name in _SIZES:
                return is_passed
            case ast.Assign(targets=[ast.Name(id="_")]):
                return is_passed
            case ast.Assign(targets=[ast.Name() as target]) if is_passed:
                loads = module.tree.loads(target)
                return bool(loads) and all(_reads_size(module, load) for load in loads)
            case ast.Call(func=func) if func is not node:
                is_passed = is_passed or _is_inside(parent.args, node)
            case ast.stmt():
                return False
    return False


def _reads_size(module: Module, node: ast.AST) -> bool:
    parent = module.parent(node)
    return isinstance(parent, ast.Attribute) and parent.attr in _SIZES


def _is_tried_later(module: Module, statement: ast.stmt) -> bool:
    match statement:
        case ast.Assign(targets=[ast.Name() as target]):
            loads = module.tree.loads(target)
            return bool(loads) and all(_is_tried(module, load) for load in loads)
    return False


def _is_traced(module: Module, statement: ast.stmt) -> bool:
    """Whether a variable holds a tensor that only goes to what traces or exports a model."""
    match statement:
        case ast.Assign(targets=[ast.Name() as target]):
            loads = module.tree.loads(target)
            return bool(loads) and all(map(partial(_goes_to_tracer, module), loads))
    return False


def _goes_to_tracer(module: Module, node: ast.AST) -> bool:
    """Whether a node is an argument of a tracer: `torch.onnx.export(model, (x,), path)`."""
    for parent in module.tree.ancestors(node):
        match parent:
            case ast.Call(func=func) if _TRACER.search(ast.unparse(func)):
                return True
            case ast.stmt():
                return False
    return False


def _is_inside(arguments: list[ast.expr], node: ast.AST) -> bool:
    return any(part is node for each in arguments for part in ast.walk(each))


def _is_only_passed(module: Module, statement: ast.stmt) -> bool:
    """Whether the names that a statement assigns are not attributes, and never returned alone."""
    for target in assigned(statement):
        if not isinstance(target, ast.Name | ast.Subscript):
            return False
        loads = module.tree.loads(target) if isinstance(target, ast.Name) else []
        if any(isinstance(module.parent(load), ast.Return | ast.Tuple) for load in loads):
            return False
    return True
