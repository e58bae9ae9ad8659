"""What attributes and methods are by their name alone, where all of that name in a file agree."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from ._classes import ClassInfo, definition_of, is_property, is_setter
from ._facts import LIBRARIES
from ._inference import Inference
from ._scopes import Definition, Function, Kind
from ._syntax import is_none
from ._type import SETS, Type, join

__all__ = ["NOT_A_SET", "Members", "is_common", "members"]

# The type of each name; None if namesakes differ, or the type of one is not known. The name of a
# method ends in `()`, and its type is that of what it returns. A name that ends in `[]` stands for
# a use that no set has: some objects with an attribute of that name, perhaps of a library, hold
# something else.
Members = Mapping[str, Type | None]
NOT_A_SET = "[]"

# Values of every kind may have these.
_COMMON = frozenset(
    name for kind in (bytes, dict, float, list, object, set, str, Path) for name in dir(kind)
)
_OF_SETS = frozenset(dir(set))


def members(types: Inference) -> Members:
    """What the attributes and methods that a file defines are, by their names."""
    found: defaultdict[str, list[Type | None]] = defaultdict(list)
    for info in types.names.classes.values():
        for name in dict.fromkeys([*info.scope.bindings, *info.instance]):
            if not is_common(name):
                for key, type_ in _of_class(types, info, name):
                    found[key].append(type_)
    for name, definition in _of_others(types):
        found[name].append(types.of_attribute(name, [definition]))
    others = dict.fromkeys(f"{name}{NOT_A_SET}" for name in _used_otherwise(types))
    return {name: _common(each) for name, each in found.items()} | others


def is_common(name: str) -> bool:
    """Whether objects of any library may have an attribute or method of this name."""
    return name in _COMMON


def _of_class(types: Inference, info: ClassInfo, name: str) -> Iterator[tuple[str, Type | None]]:
    """What a name is in a class: an attribute, or a method that returns something."""
    binding = info.scope.bindings.get(name)
    definitions = [*(binding.definitions if binding else ()), *info.instance.get(name, ())]
    functions = [d.node for d in definitions if isinstance(d.node, Function)]
    if functions:
        readers = [each for each in functions if not is_setter(each)]
        for each in filter(types.gives_value, readers):
            yield name if is_property(each) else f"{name}()", types.returned(each)
        return
    given = [each for each in definitions if not _says_nothing(each, name)]
    if given:
        yield name, types.of_attribute(name, given)


def _of_others(types: Inference) -> Iterator[tuple[str, Definition]]:
    """The attributes that are assigned to objects other than `self`."""
    for name, nodes in types.attributes.items():
        for node in nodes:
            if isinstance(node.ctx, ast.Store) and not is_common(name):
                definition = definition_of(types.tree, node)
                if types.names.receiver(node.value) is None and not _says_nothing(definition, name):
                    yield name, definition


def _used_otherwise(types: Inference) -> Iterator[str]:
    """The attributes and methods whose values are used as no set can be: `node.targets[0]`."""
    parents = types.tree.parents
    for name, nodes in types.attributes.items():
        if is_common(name):
            continue
        for node in nodes:
            call = parents[node]
            is_called = isinstance(call, ast.Call) and call.func is node
            value = call if is_called else node
            match parents[value]:
                case ast.Subscript(value=used) if used is value:
                    yield f"{name}()" if is_called else name
                case ast.Attribute(attr=method) if method not in _OF_SETS:
                    yield f"{name}()" if is_called else name


def _says_nothing(definition: Definition, name: str) -> bool:
    """Whether a definition is a placeholder, a change, or a copy of a namesake."""
    value = definition.value
    is_copy = isinstance(value, ast.Attribute) and value.attr == name
    is_empty = value is not None and is_none(value) and definition.annotation is None
    return definition.kind is Kind.AUGMENT or is_copy or is_empty


def _common(found: list[Type | None]) -> Type | None:
    type_ = join(found)
    return type_ if type_ is not None and _tells(type_) else None


def _tells(type_: Type) -> bool:
    """Whether a type is a set, or contains some."""
    if type_.name in SETS:
        return True
    if type_.name.partition(".")[0] not in LIBRARIES:
        return True  # perhaps a class of another file that derives from a set
    return any(part is not None and _tells(part) for part in type_.arguments)
