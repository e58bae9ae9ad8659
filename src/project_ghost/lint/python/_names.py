"""Full names of expressions: `t` is `time.time` after `from time import time as t`."""

import ast
import sys
from collections import defaultdict
from typing import TYPE_CHECKING

from . import _classes
from ._classes import ClassInfo, Receiver
from ._facts import FactKind, Facts
from ._scopes import Definition, Function, Kind
from ._stars import exports
from ._syntax import is_none
from ._tree import Tree
from ._type import PROPERTIES

if TYPE_CHECKING:
    from ._inference import Inference

__all__ = ["Names"]

# `from x import *` is followed for modules that rules know.
_STAR_SOURCES = frozenset(sys.stdlib_module_names) | {
    "jax",
    "numpy",
    "pandas",
    "scipy",
    "tensorflow",
    "torch",
}
# What a name means that a star of an unknown module brings: nobody uses it for anything else.
_CUSTOMARY = {"np": "numpy", "random": "random", "torch": "torch"}
# The same function under the name of the module that implements it.
_SAME = {
    "concurrent.futures._base": "concurrent.futures",
    "concurrent.futures.process": "concurrent.futures",
    "concurrent.futures.thread": "concurrent.futures",
    "numpy.random.mtrand": "numpy.random",
    "posix": "os",
    "scipy.random": "numpy.random",
}


class Names:
    """Finds the full dotted names of expressions, through imports, aliases and attributes."""

    def __init__(self, tree: Tree, module: str, facts: Facts) -> None:
        self.tree = tree
        self.module = module
        self.facts = facts
        self.classes = _classes.collect(tree, module)
        self.by_name = {info.name: info for info in self.classes.values()}
        self.inference: Inference | None = None  # for the types of receivers
        self._memo: dict[ast.AST, str | None] = {}
        self._receivers: dict[ast.Name, Receiver | None] = {}
        same: defaultdict[str | None, list[ClassInfo]] = defaultdict(list)
        for info in self.classes.values():
            same[info.name].append(info)
        for info in self.classes.values():
            # All of that name: an `if` and its `else` may each define the base.
            names = [self.qualify(_generic(base)) for base in info.node.bases]
            info.bases = [base for name in names for base in same.get(name, ())]
            info.foreign_bases = [name for name in names if name and name not in same]

    def qualify(self, node: ast.AST | None) -> str | None:
        """The full name of an expression; None if it is not certain enough."""
        if node is None:
            return None
        if node in self._memo:
            return self._memo[node]
        self._memo[node] = None  # for a name that is defined through itself
        found = self._qualify(node)
        if found is not None:
            head, _, tail = found.rpartition(".")
            found = f"{_SAME[head]}.{tail}" if head in _SAME else found
        self._memo[node] = found
        return found

    def receiver(self, node: ast.AST) -> Receiver | None:
        """The class behind `self` or `cls`."""
        if not isinstance(node, ast.Name):
            return None
        if node not in self._receivers:
            self._receivers[node] = _classes.receiver(self.tree, self.classes, node)
        return self._receivers[node]

    def class_of(self, node: ast.AST) -> ClassInfo | None:
        """The class of this file that an expression names: `C`, `cls`, `type(self)`."""
        found = self.receiver(node)
        if found is not None:
            return found.info if found.is_class else None
        match node:
            case ast.Attribute(value=value, attr="__class__"):
                return self.instance_of(value)
            case ast.Call(func=ast.Name(id="type"), args=[value]):
                return self.instance_of(value)
        return self.by_name.get(self.qualify(node) or "")

    def instance_of(self, node: ast.AST) -> ClassInfo | None:
        """The class of this file that an expression is an instance of."""
        found = self.receiver(node)
        if found is not None:
            return None if found.is_class else found.info
        type_ = self.inference.infer(node) if self.inference else None
        return self.by_name.get(type_.name) if type_ else None

    def _qualify(self, node: ast.AST) -> str | None:
        match node:
            case ast.Name():
                return self._name(node)
            case ast.Attribute():
                return self._attribute(node)
            case ast.Call(func=ast.Name(id="getattr"), args=[value, ast.Constant(value=str(name))]):
                base = self.qualify(value)
                return f"{base}.{name}" if base else None
            case ast.Call(func=func, args=[ast.Constant(value=str(name)), *_]) if self.qualify(
                func
            ) in ("importlib.import_module", "builtins.__import__"):
                return name
        return None

    def _name(self, node: ast.Name) -> str | None:
        binding = self.tree.binding(node)
        if binding is None:
            return self._unbound(node)
        found = None
        for definition in self.tree.reaching(binding, node):
            if definition.kind is Kind.ASSIGN and is_none(definition.value):
                continue  # the `except ImportError: x = None` of an optional import
            name = self.of_definition(definition)
            if name is None:
                return None
            found = found or name
        return found

    def _unbound(self, node: ast.Name) -> str | None:
        """The last star import that brings a name, or the built-in."""
        for module in reversed(self.tree.star_imports):
            fact = self.facts.ask(f"{module}.{node.id}")
            if fact is not None:
                return fact.name if fact.kind is FactKind.OUTSIDE else f"{module}.{node.id}"
        known = [m for m in self.tree.star_imports if m.partition(".")[0] in _STAR_SOURCES]
        for module in reversed(known):
            names = exports(module)
            if names is not None and node.id in names:
                return f"{module}.{node.id}"
        if self.tree.is_builtin(node):
            return f"builtins.{node.id}"
        unlisted = [module for module in known if exports(module) is None]
        if unlisted and node.id not in unlisted and node.id != "np":
            return f"{unlisted[-1]}.{node.id}"
        return _CUSTOMARY.get(node.id) if self.tree.star_imports else None

    def _attribute(self, node: ast.Attribute) -> str | None:
        info = self.class_of(node.value) or self.instance_of(node.value)
        if info is not None:
            return self._member(info, node.attr)
        base = self.qualify(node.value)
        if base is not None:
            owner = PROPERTIES[base].name if base in PROPERTIES else base
            fact = self.facts.ask(owner)
            if fact is not None and fact.kind is FactKind.VALUE:
                owner = fact.type.name if fact.type else owner
            return self.facts.outside(f"{owner}.{node.attr}")
        type_ = self.inference.infer(node.value) if self.inference else None
        return self.facts.outside(f"{type_.name}.{node.attr}") if type_ else None

    def inherited(self, info: ClassInfo, attribute: str) -> str | None:
        """The full name of an attribute that a class has from a base of another file."""
        for each in info.lineage():
            for base in each.foreign_bases:
                if self.facts.ask(f"{base}.{attribute}") is not None:
                    return self.facts.outside(f"{base}.{attribute}")
        return None

    def _member(self, info: ClassInfo, attribute: str) -> str | None:
        found = info.definitions(attribute)
        if not found:
            return self.inherited(info, attribute)
        definitions = [d for d in found if not (d.value and is_none(d.value))]
        if any(_classes.is_setter(d.node) for d in definitions):
            definitions = [d for d in definitions if d.kind is Kind.FUNCTION]
        names = {self.of_definition(definition) for definition in definitions}
        return names.pop() if len(names) == 1 else None

    def of_definition(self, definition: Definition) -> str | None:
        """The full name of the value of a definition."""
        if definition.kind is Kind.IMPORT:
            return self.facts.outside(definition.target)
        if definition.kind is Kind.ASSIGN:
            value = definition.value
            if isinstance(value, ast.Call) and _is_staticmethod(value):
                value = value.args[0]
            return self.qualify(value)
        node = definition.node
        if isinstance(node, ast.ClassDef):
            return self.classes[node].name
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            return self.of_function(node)
        return None

    def of_function(self, node: Function) -> str:
        """The full name of a function of this file."""
        return _classes.full_name(self.tree, node, self.module)


def _generic(base: ast.expr) -> ast.expr:
    return base.value if isinstance(base, ast.Subscript) else base


def _is_staticmethod(node: ast.Call) -> bool:
    return (
        isinstance(node.func, ast.Name) and node.func.id == "staticmethod" and len(node.args) == 1
    )
