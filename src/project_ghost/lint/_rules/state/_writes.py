"""Changes of values: assignments, deletions, and methods that mutate."""

import ast
from collections.abc import Iterator
from typing import NamedTuple

from project_ghost.lint.python._facts import Aspect
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Binding, Definition, Function, Kind
from project_ghost.lint.python._syntax import word

__all__ = [
    "MUTATORS",
    "Write",
    "copies_defaults",
    "global_writes",
    "is_mutable",
    "names_class",
    "registers",
    "writes",
]

MUTATORS = frozenset(
    """
    add append appendleft clear difference_update discard extend extendleft insert
    intersection_update pop popitem popleft remove reverse rotate setdefault sort
    symmetric_difference_update update
    """.split()
)
_MUTABLE_TYPES = frozenset(
    {
        "builtins.list",
        "builtins.dict",
        "builtins.set",
        "builtins.bytearray",
        "collections.deque",
        "itertools.count",
        "itertools.cycle",
    }
)


class Write(NamedTuple):
    """A change: the changed expression, and the node that changes it."""

    owner: ast.expr
    node: ast.AST


def writes(module: Module) -> Iterator[Write]:
    """Changes of values: `x[0] = 1`, `x.append(1)`, `next(x)`."""
    for subscript in module.nodes(ast.Subscript):
        if not isinstance(subscript.ctx, ast.Load):
            yield Write(subscript.value, subscript)
    for method in sorted(MUTATORS):
        for call in module.method_calls.get(method, ()):
            assert isinstance(call.func, ast.Attribute)
            yield Write(call.func.value, call)
    for use in module.uses_of(["builtins.next"]):
        if use.call is not None and use.call.args:
            yield Write(use.call.args[0], use.call)


def global_writes(module: Module) -> Iterator[tuple[Binding, ast.AST]]:
    """Changes of globals, of this module and of imported ones, by code inside functions."""
    for binding in module.tree.module_scope.bindings.values():
        for definition in binding.definitions:
            # A definition inside a function uses `global`.
            if module.tree.function(definition.node) is not None and _rebinds(definition):
                yield binding, definition.node
    for write in (*writes(module), *_attribute_writes(module)):
        if module.tree.function(write.node) is None:
            continue
        owner = _root(module, write.owner)
        if owner is not None and (
            # `append` of another type need not mutate.
            not isinstance(write.node, ast.Call)
            or _is_constant(write.owner, owner)
            or _is_foreign_table(module, write.owner)
            or (
                isinstance(write.owner, ast.Name)
                and any(is_mutable(definition, module) for definition in owner.definitions)
            )
        ):
            yield owner, write.node


def _is_foreign_table(module: Module, node: ast.expr) -> bool:
    """Whether a list, dictionary or set is a global of another file."""
    if module.facts.ask_for(module.qualify(node), Aspect.CHANGE) is None:
        return False
    owner = node.value if isinstance(node, ast.Attribute) else None
    return owner is None or not names_class(module, owner)  # another rule checks classes


def _attribute_writes(module: Module) -> Iterator[Write]:
    """Assigned attributes, except those of classes, which another rule checks."""
    for attribute in module.nodes(ast.Attribute):
        if not isinstance(attribute.ctx, ast.Load):
            is_class = module.names.class_of(attribute.value) is not None
            if not is_class and not names_class(module, attribute.value):
                yield Write(attribute.value, attribute)


def names_class(module: Module, node: ast.expr) -> bool:
    """Whether a name is that of a class: `Vehicle`, `models.Vehicle`.

    One in capitals, `IDM`, is a constant unless the file that defines it says otherwise.
    """
    name = word(node)
    if not name[:1].isupper():
        return False
    if not name.isupper() and "_" not in name:
        return True
    return module.facts.ask_for(module.qualify(node), Aspect.CLASS) is not None


def _root(module: Module, owner: ast.expr) -> Binding | None:
    """The changed global of this module, or the import of the changed module."""
    if module.qualify(owner) == "sys.modules":
        return None  # loading a module
    is_direct = isinstance(owner, ast.Name)
    while isinstance(owner, ast.Attribute):
        owner = owner.value
    binding = module.tree.binding(owner) if isinstance(owner, ast.Name) else None
    if binding is None:
        return None
    if all(definition.kind is Kind.IMPORT for definition in binding.definitions):
        return binding  # also inside a function: it names the same module
    is_global = is_direct and binding.scope is module.tree.module_scope
    return binding if is_global else None


def _is_constant(node: ast.expr, owner: Binding) -> bool:
    """Whether a name from another module is written like a constant."""
    first = owner.definitions[0]
    is_module = isinstance(node, ast.Name) and isinstance(first.node, ast.Import)  # `as NX`
    return first.kind is Kind.IMPORT and not is_module and word(node).isupper()


def _rebinds(definition: Definition) -> bool:
    return definition.kind in (Kind.ASSIGN, Kind.AUGMENT, Kind.UNPACK, Kind.ITERATE, Kind.OTHER)


def is_mutable(definition: Definition, module: Module) -> bool:
    """Whether a definition's value can be changed in place."""
    type_ = module.types.infer(definition.value)
    return definition.kind is Kind.ASSIGN and type_ is not None and type_.name in _MUTABLE_TYPES


def copies_defaults(node: ast.ClassDef) -> bool:
    """Whether the class attributes are defaults that each instance copies, as in a dataclass."""
    decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
    bases = [ast.unparse(base) for base in node.bases]
    return any(mark in each for each in decorators for mark in ("dataclass", "attr", "define")) or (
        any(mark in each for each in bases for mark in ("BaseModel", "Struct", "NamedTuple"))
    )


def registers(module: Module, node: ast.AST) -> bool:
    """Whether a node is in a decorator: a function that returns its argument.

    A decorator runs while modules are loaded, so its changes are the same in every run.
    """
    function = module.tree.function(node)
    if not isinstance(function, Function) or not function.args.args:
        return False
    names = {argument.arg for argument in function.args.args}
    match function.body[-1]:
        case ast.Return(value=ast.Name(id=name)):
            return name in names and name != "self" and not _is_class_method(function)
    return False


def _is_class_method(function: Function) -> bool:
    return any(word(decorator) == "classmethod" for decorator in function.decorator_list)
