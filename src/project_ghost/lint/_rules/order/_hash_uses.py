"""What the value of `hash()` is about, and where it goes."""

import ast
import re

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._syntax import word

__all__ = ["defines_hash", "is_numeric", "is_saved", "names_nodes", "replaces_empty"]

_COUNTS = frozenset({"abs", "float", "int", "len", "round"})
_SIZES = frozenset({"itemsize", "nbytes", "ndim", "shape", "size"})
_PICTURES = frozenset({"graphviz", "pydot", "pygraphviz"})
_DRAWS = frozenset({"add_edge", "add_node", "edge", "node"})
# Methods that give what a program keeps until another process reads it.
_SAVES = re.compile(
    r"^_*(get_state|__getstate__|__reduce__|state_dict|(to|as)_(dict|json|state)|serialize"
    r"|(save|dump|export|checkpoint|write)(_\w+)?)$"
)


def is_numeric(node: ast.expr) -> bool:
    """Whether a value is written as a number, or a tuple of numbers: `x.shape[0]`, `len(x)`."""
    match node:
        case ast.Constant(value=value):
            return isinstance(value, int | float)
        case ast.Call(func=ast.Name(id=name)):
            return name in _COUNTS
        case ast.Attribute(attr=name):
            return name in _SIZES
        case ast.Subscript(value=ast.Attribute(attr="shape")):
            return True
        case ast.Tuple(elts=parts):
            return all(map(is_numeric, parts))
        case ast.BinOp(left=left, right=right):
            return is_numeric(left) and is_numeric(right)
        case ast.UnaryOp(operand=operand):
            return is_numeric(operand)
    return False


def defines_hash(module: Module, node: ast.AST) -> bool:
    """Whether a function around a node becomes a method: `Car.__hash__ = lambda self: ...`."""
    for parent in module.tree.ancestors(node):
        match parent:
            case ast.Assign(targets=[ast.Attribute(attr="__hash__") | ast.Name(id="__hash__")]):
                return True
            case ast.FunctionDef(name=name) if any(
                isinstance(target, ast.Attribute)
                and target.attr == "__hash__"
                and word(each.value) == name
                for each in module.nodes(ast.Assign)
                for target in each.targets
            ):
                return True
    return False


def replaces_empty(module: Module, call: ast.Call) -> bool:
    """Whether a value only stands in for a parameter that is empty, and is not by default.

    That is `name if name else str(hash(self))`, with `name="default"`.
    """
    child: ast.AST = call
    for parent in module.tree.ancestors(call):
        match parent:
            case ast.IfExp(test=ast.Name() as given, orelse=orelse) if orelse is child:
                return _has_default(module, given)
            case ast.BoolOp(op=ast.Or(), values=[ast.Name() as given, *_]) if child is not given:
                return _has_default(module, given)
            case ast.stmt():
                return False
        child = parent
    return False


def _has_default(module: Module, given: ast.Name) -> bool:
    binding = module.tree.binding(given)
    values = [each.value for each in binding.definitions] if binding else []
    return bool(values) and all(isinstance(each, ast.Constant) and each.value for each in values)


def names_nodes(module: Module, call: ast.Call) -> bool:
    """Whether a value only names the nodes of a picture."""
    if _PICTURES.isdisjoint(module.imported):
        return False
    places = _places(module, call)
    return bool(places) and all(
        isinstance(parent := module.parent(each), ast.Call) and word(parent.func) in _DRAWS
        for each in places
    )


def is_saved(module: Module, call: ast.Call) -> bool:
    """Whether an attribute holds the value, and a method gives it to whom saves the object."""
    held = {name for each in _places(module, call) if (name := _held_by(module, each))}
    return any(
        isinstance(function := module.tree.function(load), Function)
        and _SAVES.search(function.name) is not None
        for name in held
        for load in module.flow.attribute_loads.get(name, [])
        if word(load.value) == "self"
    )


def _held_by(module: Module, node: ast.expr) -> str:
    """The attribute of `self` that gets a value: `self.x = v`, `self.x.add(v)`, `self.x[v] = 1`."""
    match module.parent(node):
        case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr=name)]):
            return name
        case ast.Call(
            func=ast.Attribute(
                value=ast.Attribute(value=ast.Name(id="self"), attr=name),
                attr="add" | "append" | "insert",
            )
        ):
            return name
        case ast.Subscript(
            value=ast.Attribute(value=ast.Name(id="self"), attr=name), ctx=ast.Store()
        ):
            return name
        case ast.Assign(
            targets=[ast.Subscript(value=ast.Attribute(value=ast.Name(id="self"), attr=name))]
        ):
            return name
    return ""


def _places(module: Module, call: ast.Call) -> list[ast.expr]:
    """Where a value is used, through a conversion to a text or number and a variable."""
    node: ast.expr = call
    parent = module.parent(node)
    while isinstance(parent, ast.Call) and word(parent.func) in ("str", "hex", "abs", "int"):
        node, parent = parent, module.parent(parent)
    match parent:
        case ast.Assign(targets=[ast.Name() as target]):
            return list(module.tree.loads(target))
    return [node]
