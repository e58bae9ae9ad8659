"""Layers whose weights are drawn from the global generator of their framework."""

import ast
import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._stars import TORCH_LAYERS
from project_ghost.lint.python._syntax import snake, word

from .framework_global_random import INITIALISERS

__all__ = ["Layers", "drawn_layers", "is_torch_layer"]

_KERAS = frozenset(
    """
    Conv1D Conv2D Conv2DTranspose Conv3D Dense DepthwiseConv2D Embedding GRU GRUCell LSTM LSTMCell
    MultiHeadAttention SeparableConv2D SimpleRNN
    """.split()
)
# What gives a layer other weights than those that it drew.
_LOADS = re.compile(
    r"^(from_pretrained|load_(\w+_)?(checkpoint|params|parameters|pretrained\w*|state_dict"
    r"|weights)|set_weights)$"
)


class Layers(NamedTuple):
    """The first layer of a file, where it is, and how many other places make some."""

    first: ast.Call
    framework: str
    owner: str  # a class or function
    others: int


def drawn_layers(module: Module) -> Layers | None:
    """The layers of a file that keep the weights which they drew without a seed."""
    found: dict[ast.AST, tuple[ast.Call, str]] = {}
    for call in module.nodes(ast.Call):
        framework = _framework(module, call)
        if framework and not _is_given_weights(module, call):
            found.setdefault(_owner(module, call), (call, framework))
    if not found or any(True for _ in module.uses_of(INITIALISERS)):
        return None  # initialisers draw the weights again, and are found
    kept = {owner: made for owner, made in found.items() if not _gets_others(owner)}
    if not kept:
        return None
    owner, (first, framework) = next(iter(kept.items()))
    return Layers(first, framework, getattr(owner, "name", ""), len(kept) - 1)


def is_torch_layer(module: Module, call: ast.Call) -> bool:
    """Whether a call makes a layer of torch whose weights are drawn."""
    if word(call.func) not in TORCH_LAYERS:
        return False
    return (module.qualify(call.func) or "").startswith("torch.nn.")


def _framework(module: Module, call: ast.Call) -> str:
    if is_torch_layer(module, call):
        return "torch"
    if word(call.func) not in _KERAS:
        return ""
    name = module.qualify(call.func) or ""
    is_keras = name.startswith(("tensorflow.", "keras.")) and ".layers." in name
    is_given = any("initializer" in (each.arg or "initializer") for each in call.keywords)
    return "tensorflow" if is_keras and not is_given else ""


def _owner(module: Module, node: ast.AST) -> ast.AST:
    """The outermost class or function around a node."""
    around = [
        parent
        for parent in module.tree.ancestors(node)
        if isinstance(parent, ast.ClassDef | Function)
    ]
    return around[-1] if around else module.tree.root


def _is_given_weights(module: Module, call: ast.Call) -> bool:
    """Whether a layer gets its weights right after: `self.layer.weight = Parameter(values)`."""
    match module.tree.statement(call):
        case ast.Assign(targets=[target], value=value) if value is call:
            text = ast.unparse(target)
        case _:
            return False
    return any(
        ast.unparse(each.value) == text
        and (_is_set(each) or any(map(_is_set, islice(module.tree.ancestors(each), 2))))
        for each in module.types.attributes.get("weight", ())
    )


def _is_set(node: ast.AST) -> bool:
    """Whether something is assigned, or filled: `weight.data = x`, `weight.data.copy_(x)`."""
    if not isinstance(node, ast.Attribute):
        return False
    return isinstance(node.ctx, ast.Store) or node.attr in ("copy_", "fill_", "zero_")


def _gets_others(owner: ast.AST) -> bool:
    """Whether the weights of a class are set otherwise after they were drawn."""
    return any(
        isinstance(node, ast.Call) and _LOADS.search(snake(word(node.func)))
        for scope in _constructors(owner)
        for node in ast.walk(scope)
    )


def _constructors(owner: ast.AST) -> Iterator[ast.AST]:
    if not isinstance(owner, ast.ClassDef):
        yield owner
        return
    for each in owner.body:
        if isinstance(each, Function) and each.name in ("__init__", "setup", "build"):
            yield each
