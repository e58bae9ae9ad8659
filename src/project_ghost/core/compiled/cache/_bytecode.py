"""What the bytecode of a function may read, apart from its arguments."""

import dis
import hashlib
from collections.abc import Iterator
from functools import lru_cache
from types import CodeType
from typing import NamedTuple

# Loads of something from outside of the function, and of an attribute of what was just loaded.
_OUTER = frozenset(
    {"LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF", "LOAD_CLASSDEREF"}
    | {"LOAD_FROM_DICT_OR_GLOBALS", "LOAD_FROM_DICT_OR_DEREF"}
)
_ATTRIBUTE = frozenset({"LOAD_ATTR", "LOAD_METHOD"})


class Read(NamedTuple):
    """A global or closed-over name, and the chain of attributes that is read from it at once."""

    name: str
    attributes: tuple[str, ...]


class Reads(NamedTuple):
    """All that a function's code may read, inner functions included."""

    names: tuple[Read, ...]
    imports: tuple[tuple[str, int], ...]  # modules, and the level of relative imports
    words: frozenset[str]  # every name and string in the code: any attribute is one of them


# Kept: code never changes.
@lru_cache(maxsize=4096)
def reads_of(code: CodeType) -> Reads:
    """Return what the code may read."""
    found: dict[Read, None] = {}
    imports: dict[tuple[str, int], None] = {}
    words: set[str] = set()
    for each in _nested(code):
        words |= {*each.co_names, *(c for c in each.co_consts if isinstance(c, str))}
        name = ""
        attributes: tuple[str, ...] = ()
        recent: list[object] = [0, None]  # the constants that an import takes: level, names
        for instruction in dis.get_instructions(each):
            operation, value = instruction.opname, instruction.argval
            if operation in ("EXTENDED_ARG", "CACHE"):
                continue
            if name and operation in _ATTRIBUTE:
                attributes = (*attributes, value)
                continue
            if name:
                found[Read(name, attributes)] = None
            name, attributes = (value, ()) if operation in _OUTER else ("", ())
            if operation == "IMPORT_NAME":
                level = recent[-2]
                imports[value, level if isinstance(level, int) else 0] = None
            recent.append(value)
        if name:
            found[Read(name, attributes)] = None
    return Reads(tuple(found), tuple(imports), frozenset(words))


def _nested(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _nested(constant)


@lru_cache(maxsize=4096)
def code_digest(code: CodeType) -> bytes:
    """Return a digest of all of the code that matters when it runs, without its constants."""
    parts = (
        *(code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags),
        *(code.co_code, code.co_exceptiontable),
        *(code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars),
    )
    return hashlib.sha256(repr(parts).encode()).digest()
