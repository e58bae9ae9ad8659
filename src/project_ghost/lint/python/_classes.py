"""The classes of a file: their bases, and the definitions of their attributes."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from ._scopes import Definition, Function, Kind, Scope
from ._syntax import word
from ._tree import Tree

__all__ = [
    "ClassInfo",
    "Receiver",
    "collect",
    "definition_of",
    "full_name",
    "is_enum",
    "is_property",
    "is_setter",
    "owner",
    "receiver",
]


class ClassInfo:
    """A class, with the definitions of its attributes in its body and through `self`."""

    def __init__(self, node: ast.ClassDef, scope: Scope, name: str) -> None:
        self.node = node
        self.scope = scope
        self.name = name
        self.bases: list[ClassInfo] = []
        self.foreign_bases: list[str] = []
        self.instance: defaultdict[str, list[Definition]] = defaultdict(list)

    def lineage(self) -> Iterator["ClassInfo"]:
        """The class, then its bases in this file, nearest first; each once."""
        pending, seen = [self], set[ast.ClassDef]()
        while pending:
            info = pending.pop(0)
            if info.node not in seen:
                seen.add(info.node)
                yield info
                pending.extend(info.bases)

    def definitions(self, attribute: str) -> list[Definition]:
        """The definitions of an attribute in the nearest class that defines it."""
        for info in self.lineage():
            binding = info.scope.bindings.get(attribute)
            found = [*(binding.definitions if binding else ()), *info.instance.get(attribute, ())]
            if found:
                return found
        return []

    def method(self, name: str) -> Function | None:
        """A method by name, its own or inherited within the file."""
        for info in self.lineage():
            binding = info.scope.bindings.get(name)
            if binding is not None:
                node = binding.definitions[-1].node
                return node if isinstance(node, Function) else None
        return None

    def methods(self) -> Iterator[Function]:
        """Its own methods, in the order of the source."""
        for statement in self.node.body:
            if isinstance(statement, Function):
                yield statement


class Receiver(NamedTuple):
    """The class, or the instance, that the first parameter of a method is."""

    info: ClassInfo
    is_class: bool


def collect(tree: Tree, module: str) -> dict[ast.ClassDef, ClassInfo]:
    """All classes of a file, with the attributes that their methods assign to `self`."""
    classes = {
        node: ClassInfo(node, tree.scope_of[node], full_name(tree, node, module))
        for node in tree.nodes[ast.ClassDef]
        if isinstance(node, ast.ClassDef)
    }
    for node in tree.nodes[ast.Attribute]:
        assert isinstance(node, ast.Attribute)
        if isinstance(node.ctx, ast.Load) or not isinstance(node.value, ast.Name):
            continue
        found = receiver(tree, classes, node.value)
        if found is not None:
            found.info.instance[node.attr].append(definition_of(tree, node))
    return classes


def receiver(tree: Tree, classes: dict[ast.ClassDef, ClassInfo], name: ast.Name) -> Receiver | None:
    """The class of a first parameter, `self` or `cls` by another name too."""
    binding = tree.binding(name)
    if binding is None or len(binding.definitions) != 1:
        return None
    function = binding.scope.node
    if binding.definitions[0].kind is not Kind.PARAMETER or not isinstance(function, Function):
        return None
    around = owner(tree, function)
    first = next(iter([*function.args.posonlyargs, *function.args.args]), None)
    if not isinstance(around, ast.ClassDef) or first is not binding.definitions[0].node:
        return None
    decorators = {d.id for d in function.decorator_list if isinstance(d, ast.Name)}
    if "staticmethod" in decorators:
        return None
    is_class = "classmethod" in decorators or function.name in ("__new__", "__init_subclass__")
    return Receiver(classes[around], is_class)


def owner(tree: Tree, node: ast.AST) -> ast.AST | None:
    """The class or function whose body contains a node, also inside an `if` or `try`."""
    kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
    return next((parent for parent in tree.ancestors(node) if isinstance(parent, kinds)), None)


def is_enum(info: ClassInfo) -> bool:
    """Whether the attributes of a class are objects of it, which hash by their names."""
    bases = [base for each in info.lineage() for base in each.foreign_bases]
    return any(base in ("enum.Enum", "enum.Flag", "enum.StrEnum") for base in bases)


def is_property(node: Function) -> bool:
    """Whether reading an attribute calls this function."""
    return any(word(each) in ("property", "cached_property") for each in node.decorator_list)


def is_setter(node: ast.AST) -> bool:
    """Whether assigning to a property calls this function."""
    return isinstance(node, Function) and any(
        word(decorator) in ("setter", "deleter") for decorator in node.decorator_list
    )


def full_name(tree: Tree, node: ast.ClassDef | Function, module: str) -> str:
    """The name of a class or function, with the classes and functions around it."""
    outer = [p.name for p in tree.ancestors(node) if isinstance(p, ast.ClassDef | Function)]
    return ".".join([module, *reversed(outer), node.name])


def definition_of(tree: Tree, target: ast.Attribute) -> Definition:
    """What an assignment gives to an attribute."""
    parent = tree.parents[target]
    match parent:
        case ast.Assign(value=value) if target in parent.targets:
            return Definition(Kind.ASSIGN, target, value)
        case ast.AnnAssign(value=annotated, annotation=annotation):
            return Definition(Kind.ASSIGN, target, annotated, annotation)
        case ast.AugAssign(value=value):
            return Definition(Kind.AUGMENT, target, value)
        case ast.Tuple(elts=targets) | ast.List(elts=targets):
            return _part(tree.parents[parent], target, parent, targets)
        case _:
            return Definition(Kind.OTHER, target)


def _part(
    statement: ast.AST, target: ast.Attribute, whole: ast.AST, targets: list[ast.expr]
) -> Definition:
    """The definition of one of several attributes: `self.nodes, self.edges = search(graph)`."""
    is_whole = isinstance(statement, ast.Assign) and whole in statement.targets
    if not is_whole or any(isinstance(each, ast.Starred) for each in targets):
        return Definition(Kind.OTHER, target)
    assert isinstance(statement, ast.Assign)
    place = targets.index(target)
    match statement.value:
        case ast.Tuple(elts=values) | ast.List(elts=values):
            if len(values) != len(targets) or any(isinstance(v, ast.Starred) for v in values):
                return Definition(Kind.OTHER, target)
            return Definition(Kind.ASSIGN, target, values[place])
    return Definition(Kind.UNPACK, target, statement.value, part=place)
