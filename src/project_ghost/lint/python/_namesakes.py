"""Types that the owner of an attribute leaves open, by the names of attributes and methods.

Where all attributes called `neighbours` of a package are sets, `node.neighbours` is one, whatever
`node` is.
"""

import ast
from functools import cached_property

from ._contents import CONTAINERS
from ._facts import Aspect
from ._inference import Inference
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
        return super()._attribute(node) or self._by_name(node, node.attr)

    def _call(self, node: ast.Call) -> Type | None:
        # What other functions return does not depend on their arguments.
        name = self.names.qualify(node.func)
        is_open = name is None or name in self.functions or name.startswith(_KEEPING)
        found = super()._call(node) if is_open else None
        if found is None and isinstance(node.func, ast.Attribute):
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
