"""Types that the owner of an attribute leaves open, by the names of attributes and methods.

Where all attributes called `neighbours` of a package are sets, `node.neighbours` is one, whatever
`node` is. So is `row["tags"]` where a file puts nothing else under this key. Some libraries give
sets of what they are given.
"""

import ast
from functools import cached_property

from ._contents import CONTAINERS
from ._entries import entries
from ._facts import Aspect
from ._inference import Inference
from ._libraries import set_attribute, set_function
from ._members import NOT_A_SET, Members, is_common, members
from ._scopes import Function
from ._type import Type

__all__ = ["Namesakes"]

_KEEPING = ("builtins.", "collections.", "copy.")
_HOLDING = CONTAINERS | {"builtins.tuple", "types.GeneratorType"}


class Namesakes(Inference):
    """Infers like another inference, and asks for namesakes where that knows nothing."""

    def __init__(self, plain: Inference) -> None:
        super().__init__(plain.tree, plain.names)
        self.plain = plain
        self._package = plain.names.module.partition(".")[0]

    @cached_property
    def functions(self) -> dict[str | None, list[Function]]:
        """The functions of the file, by their full names."""
        return self.plain.functions

    @cached_property
    def members(self) -> Members:
        """What the attributes and methods that the file defines are, by their names."""
        return members(self.plain)

    @cached_property
    def entries(self) -> dict[str, Type]:
        """The sets that the file puts into dictionaries, by their keys."""
        return entries(self.plain)

    def infer(self, node: ast.AST | None) -> Type | None:
        """The type of an expression; None if it is unknown."""
        if node is None or node in self._memo:
            return self._memo.get(node) if node is not None else None
        found = self.plain.infer(node)
        if not _is_whole(found):
            found = super().infer(node) or found
        self._memo[node] = found
        return found

    def _attribute(self, node: ast.Attribute) -> Type | None:
        found = super()._attribute(node) or self._by_name(node, node.attr)
        if found is None and node.attr not in self.members:
            return set_attribute(node.attr)
        return found

    def _subscript(self, node: ast.Subscript) -> Type | None:
        found = super()._subscript(node)
        if found is None and isinstance(node.slice, ast.Constant):
            return self._entry(node.value, node.slice)
        return found

    def _entry(self, table: ast.expr, key: ast.expr) -> Type | None:
        """What a table of unknown content has under a key."""
        if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
            return None
        return self.entries.get(key.value) if _may_hold(self.plain.infer(table)) else None

    def _call(self, node: ast.Call) -> Type | None:
        # What other functions return does not depend on their arguments.
        name = self.names.qualify(node.func)
        is_open = name is None or name in self.functions or name.startswith(_KEEPING)
        found = super()._call(node) if is_open else set_function(name)
        if found is None and isinstance(node.func, ast.Attribute):
            if node.func.attr in ("get", "setdefault") and node.args:
                return self._entry(node.func.value, node.args[0])
            return self._by_name(node.func, f"{node.func.attr}()")
        return found

    def _by_name(self, node: ast.Attribute, name: str) -> Type | None:
        """The type of all attributes or methods of a name."""
        if is_common(node.attr) or not self._may_be_own(node):
            return None
        own = self.members.get(name)
        if name in self.members and (own is None or self._is_doubtful(name, own)):
            return None
        fact = self.names.facts.ask_for(f"{self.names.module}.{name}", Aspect.NAMESAKES)
        return own if fact is None else fact.type

    def _is_doubtful(self, name: str, type_: Type) -> bool:
        """Whether some object has something else than a set under a name."""
        return f"{name}{NOT_A_SET}" in self.members and self.plain.as_set(type_) is not None

    def _may_be_own(self, node: ast.Attribute) -> bool:
        """Whether the owner of an attribute is unknown, or of this package."""
        info = self.names.instance_of(node.value) or self.names.class_of(node.value)
        if info is not None:
            return not info.definitions(node.attr)
        type_ = self.plain.infer(node.value)
        name = self.names.qualify(node.value) if type_ is None else type_.name
        return name is None or name.partition(".")[0] == self._package


def _is_whole(type_: Type | None) -> bool:
    """Whether nothing about a type is open."""
    if type_ is None:
        return False
    if type_.arguments:
        return all(map(_is_whole, type_.arguments))
    return type_.name not in _HOLDING


def _may_hold(type_: Type | None) -> bool:
    """Whether a type may be a table of which no entry is known."""
    if type_ is None:
        return True
    return type_.name == "builtins.dict" and (not type_.arguments or type_.arguments[-1] is None)
