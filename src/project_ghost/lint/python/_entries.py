"""Sets in dictionaries, by the names under which a file puts them: `row = {"tags": set()}`."""

import ast
from collections import defaultdict
from collections.abc import Iterator

from ._inference import Inference
from ._syntax import is_none, word
from ._type import SETS, Type, join

__all__ = ["entries"]

_OF_SETS = frozenset(dir(set))


def entries(types: Inference) -> dict[str, Type]:
    """The types of sets by their keys, where nothing else has the same key in the file."""
    values: defaultdict[str, list[ast.expr]] = defaultdict(list)
    for key, value in _stored(types):
        values[key].append(value)
    made = {key for key, found in values.items() if any(map(_makes_set, found))}
    others = set(_used_otherwise(types, made)) if made else set()
    joined = {key: join(map(types.infer, values[key])) for key in sorted(made - others)}
    return {key: type_ for key, type_ in joined.items() if type_ is not None and type_.name in SETS}


def _stored(types: Inference) -> Iterator[tuple[str, ast.expr]]:
    """The values under constant keys: of displays, and those that are assigned."""
    for node in types.tree.nodes[ast.Dict]:
        assert isinstance(node, ast.Dict)
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(key.value, str) and not is_none(value):
                yield key.value, value
    for entry in types.tree.nodes[ast.Subscript]:
        match entry, types.tree.parents[entry]:
            case (
                ast.Subscript(slice=ast.Constant(value=str(name)), ctx=ast.Store()),
                ast.Assign(value=given),
            ) if not is_none(given):
                yield name, given


def _makes_set(node: ast.expr) -> bool:
    if isinstance(node, ast.Set | ast.SetComp):
        return True
    return isinstance(node, ast.Call) and word(node.func) in ("set", "frozenset")


def _used_otherwise(types: Inference, keys: set[str]) -> Iterator[str]:
    """The keys whose values are used as no set can be: `row["tags"][0]`."""
    for entry in types.tree.nodes[ast.Subscript]:
        assert isinstance(entry, ast.Subscript)
        match entry.slice:
            case ast.Constant(value=str(name)) if name in keys:
                match types.tree.parents[entry]:
                    case ast.Subscript(value=used) if used is entry:
                        yield name
                    case ast.Attribute(attr=method) if method not in _OF_SETS:
                        yield name
