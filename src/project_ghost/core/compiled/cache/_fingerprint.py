"""A digest of a function and of everything that its machine code depends on.

Everything that a function may reach is digested whole: code, constants, defaults, closed-over
values, globals, and in turn what these consist of. Of modules and classes it is what the code can
name, and of classes what operators use. What Python, numpy and Numba define counts by its name, as
their versions are part of every key. What cannot be digested exactly raises `InexactError`.
"""

import copyreg
import functools
import hashlib
import importlib.util
import inspect
import struct
import sys
import types
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, final

import numpy as np

from project_ghost.core.errors import InputError

from ._bytecode import Reads, code_digest, reads_of

# What these define counts by its name: keys of machine code have their versions.
_KNOWN = frozenset({*sys.stdlib_module_names, "builtins", "llvmlite", "numba", "numpy"})
# Functions that read by a name that they are given, so that no digest of their caller is complete.
_BY_ANY_NAME = frozenset(
    {"builtins.__import__", "builtins.eval", "builtins.exec", "builtins.globals"}
    | {"importlib.import_module", "importlib.__import__", "sys._getframe", "inspect.currentframe"}
)
# The same, of what they are given, which matters only for modules: all of other things is digested.
_OF_ANY_NAME = frozenset({"__dict__", "attrgetter", "getattr", "getmembers", "vars"})
# Attributes of a class that its code cannot depend on, or that Python makes anew in each process.
_OF_NO_EFFECT = frozenset(
    {"__annotations__", "__annotate__", "__annotate_func__", "__annotations_cache__", "__doc__"}
    | {"__dict__", "__weakref__", "__module__", "__qualname__", "__orig_bases__", "__parameters__"}
    | {"__firstlineno__", "__static_attributes__", "__type_params__", "__abstractmethods__"}
    | {"__dataclass_fields__", "__dataclass_params__"}
)
# What makes objects of a class, or stores them: an object that is there does not use it.
_CONSTRUCTION = frozenset(
    {
        "__new__",
        "__init__",
        "__post_init__",
        "__init_subclass__",
        "__set_name__",
        "__class_getitem__",
    }
    | {"__reduce__", "__reduce_ex__", "__getstate__", "__setstate__", "__getnewargs__"}
)
# The flag of classes that a class statement made, and not C.
_MADE_BY_PYTHON = 1 << 9
# Operations of types that are written in C.
_SLOTS = (
    types.WrapperDescriptorType,
    types.MethodDescriptorType,
    types.ClassMethodDescriptorType,
    types.GetSetDescriptorType,
    types.MemberDescriptorType,
)


class InexactError(InputError):
    """A function uses something of which no exact digest can be made."""


def fingerprint(function: Callable[..., Any]) -> str:
    """Return a digest that changes when the function, or anything that it uses, changes.

    Raises `InexactError` where that cannot be promised.
    """
    try:
        return _Digest(_Named(set(), [])).whole(function)
    except RecursionError:
        raise _inexact(function, "its values are nested too deeply") from None


def referenced(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the values that a plain function names, by name: globals, closed-over ones.

    Of a module, the attributes that the function reads from it, under `module.attribute`.
    """
    found: dict[str, Any] = {}
    outer = _outer(function)
    for name, attributes in reads_of(function.__code__).names:
        if name not in outer:
            continue
        value, path = outer[name], name
        found[path] = value
        for attribute in attributes:
            if not inspect.ismodule(value) or not hasattr(value, attribute):
                break
            value, path = getattr(value, attribute), f"{path}.{attribute}"
            found[path] = value
    return found


def modules_of(function: Callable[..., Any]) -> set[str]:
    """Return the modules of the function, and of all functions and named tuples that it uses."""
    found: dict[Callable[..., Any], str] = {}
    _collect_modules(function, found)
    return set(found.values())


def _collect_modules(value: Any, found: dict[Callable[..., Any], str]) -> None:  # noqa: ANN401
    function = getattr(value, "py_func", value)
    if not (inspect.isfunction(function) or _is_named_tuple(function)) or function in found:
        return
    found[function] = str(function.__module__)
    if inspect.isfunction(function):
        for other in referenced(function).values():
            _collect_modules(other, found)


def _is_named_tuple(value: Any) -> bool:  # noqa: ANN401
    return inspect.isclass(value) and issubclass(value, tuple) and hasattr(value, "_fields")


def _outer(function: Any) -> Mapping[str, Any]:  # noqa: ANN401
    """Return everything that the function can name outside of itself."""
    closed_over: dict[str, Any] = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        with suppress(ValueError):  # not assigned yet
            closed_over[name] = cell.cell_contents
    return ChainMap(closed_over, function.__globals__, function.__builtins__)


def _is_known(module: object) -> bool:
    return isinstance(module, str) and module.partition(".")[0] in _KNOWN


def _is_known_class(kind: type) -> bool:
    """Tell whether a class is of Python, numpy or Numba, and does not only say so."""
    if not kind.__flags__ & _MADE_BY_PYTHON:
        return _is_known(kind.__module__)
    found: Any = sys.modules.get(kind.__module__)
    for name in kind.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is kind and _is_known(kind.__module__)


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _listed(state: Any) -> Any:  # noqa: ANN401
    return list(state) if hasattr(state, "__next__") else state


def _inexact(value: object, why: str) -> InexactError:
    name = getattr(value, "__qualname__", None) or type(value).__name__
    module = getattr(value, "__module__", None) or type(value).__module__
    return InexactError(
        f"the result may depend on something that no fingerprint can cover: {why}",
        f"{module}.{name}",
        "code that uses numbers, texts, arrays, tuples, enums and functions",
        "pass it as a parameter, or make it such a value",
    )


class _Named(NamedTuple):
    """What attributes are found by, where it does not show which code reads them."""

    words: set[str]  # all names and strings of the code that was met
    owners: list[types.ModuleType | type]  # modules that were passed on, and classes


@final
class _Digest:
    """Feeds values to a hash: each with its type and length, so that no two read the same."""

    def __init__(self, named: _Named) -> None:
        self._named = named
        self._hash = hashlib.sha256()
        # Values met before, by their identity; kept, so that no other gets the same one.
        self._seen: dict[int, tuple[int, Any]] = {}
        self._classes: set[type] = set()  # of objects that were met
        self._path: list[str] = []

    def whole(self, value: Any) -> str:  # noqa: ANN401
        """Return the digest of a value, and of what code can read from modules and classes.

        Whatever attribute is read, and by whatever way the code came to its owner: the name of the
        attribute is in the code.
        """
        self.part(value)
        done = 0
        # More of them may come with each attribute.
        while done < (count := len(self._named.words) * len(self._named.owners)):
            done = count
            for owner in self._named.owners[:]:
                self._attributes(owner)
        return self._hash.hexdigest()

    def part(self, value: Any) -> str:  # noqa: ANN401
        """Return the digest of a value; attributes are left to the caller."""
        self._value(value)
        return self._hash.hexdigest()

    def _put(self, kind: str, content: bytes = b"") -> None:
        self._hash.update(f"{kind} {len(content)}:".encode() + content)

    def _text(self, kind: str, text: str) -> None:
        self._put(kind, text.encode("utf-8", "surrogatepass"))

    def _values(self, kind: str, values: Iterable[Any]) -> None:
        found = list(values)
        self._put(f"{kind} of {len(found)}")
        for each in found:
            self._value(each)

    def _items(self, kind: str, values: dict[str, Any]) -> None:
        self._put(f"{kind} of {len(values)}")
        for name in sorted(values):
            self._text("name", name)
            self._value(values[name])

    def _value(self, value: Any) -> None:  # noqa: ANN401
        if self._number_or_text(value):
            return
        if value is sys.modules:
            raise self._refused(value)
        if id(value) in self._seen:
            self._put(f"again {self._seen[id(value)][0]}")
            return
        self._seen[id(value)] = (len(self._seen), value)
        if not (self._container(value) or self._code(value) or self._array(value)):
            self._object(value)

    def _number_or_text(self, value: Any) -> bool:  # noqa: ANN401
        """Digest a value whose type says all about it; return whether it is one."""
        match value:
            case None | bool() | types.EllipsisType() | types.NotImplementedType():
                self._text("constant", repr(value))
            case int() if type(value) is int:
                self._text("int", str(value) if abs(value) < 1 << 256 else hex(value))
            case float() if type(value) is float:
                self._put("float", struct.pack("<d", value))
            case complex() if type(value) is complex:
                self._put("complex", struct.pack("<dd", value.real, value.imag))
            case str() if type(value) is str:
                self._text("str", value)
            case bytes() if type(value) is bytes:
                self._put("bytes", value)
            case _:
                return False
        return True

    def _container(self, value: Any) -> bool:  # noqa: ANN401
        kind = type(value)
        if kind in (tuple, list):
            self._values(kind.__name__, value)
        elif kind in (dict, types.MappingProxyType):
            self._values("dict", [part for item in value.items() for part in item])
        elif kind in (set, frozenset):
            # In no order, so in the order of their digests.
            self._values(kind.__name__, sorted(_Digest(self._named).part(each) for each in value))
        else:
            return False
        return True

    def _array(self, value: Any) -> bool:  # noqa: ANN401
        if isinstance(value, np.dtype):
            self._text("dtype", f"{value.str} {value.descr if value.names else ''}")
            return True
        if not isinstance(value, np.generic) and type(value) is not np.ndarray:
            return False
        if value.dtype.hasobject:
            self._text("objects", f"{value.dtype} {value.shape}")
            self._value(value.tolist())
            return True
        layout = f"{value.flags.c_contiguous} {value.flags.f_contiguous} {value.flags.writeable}"
        self._text("array", f"{type(value).__name__} {value.shape} {layout}")
        self._value(value.dtype)
        self._put("content", value.tobytes())
        return True

    def _code(self, value: Any) -> bool:  # noqa: ANN401
        """Digest a function, class or module; return whether it is one."""
        if inspect.isfunction(value):
            self._function(value)
        elif isinstance(value, types.CodeType):
            self._put("code", code_digest(value))
            self._values("constants", value.co_consts)
        elif inspect.ismodule(value):
            self._text("module", value.__name__)
            self._named.owners.append(value)
        elif isinstance(value, type):
            self._class(value)
        elif isinstance(value, types.MethodType):
            self._values("method", (value.__func__, value.__self__))
        elif isinstance(value, staticmethod | classmethod):
            self._values(type(value).__name__, (value.__func__,))
        elif isinstance(value, property):
            self._values("property", (value.fget, value.fset, value.fdel))
        elif isinstance(value, functools.cached_property):
            self._values("cached_property", (value.func,))
        elif isinstance(value, functools._lru_cache_wrapper):
            self._values("cached", (value.__wrapped__,))
        else:
            return self._builtin(value)
        return True

    def _builtin(self, value: Any) -> bool:  # noqa: ANN401
        """Digest something that is written in C, or made by Numba; return whether it is one."""
        if hasattr(value, "py_func"):  # a dispatcher of Numba
            options = getattr(value, "targetoptions", {})
            self._items("dispatcher", {"function": value.py_func, **options})
        elif hasattr(value, "_defn") and _is_known(type(value).__module__):  # an intrinsic
            self._values("intrinsic", (value._defn,))
        elif isinstance(value, _SLOTS):
            self._text("slot", value.__name__)
            if value.__objclass__.__module__ != "builtins":
                self._value(value.__objclass__)
        elif isinstance(value, types.BuiltinMethodType | types.MethodWrapperType):
            owner = value.__self__
            if inspect.ismodule(owner) or owner is None:
                self._by_name(value, getattr(value, "__module__", None), value.__qualname__)
            else:
                self._text("method", value.__name__)
                self._value(owner)
        elif isinstance(value, np.ufunc):
            name = str(value.__name__)
            if getattr(np, name, None) is not value:
                raise self._refused(value)
            self._text("ufunc", name)
        else:
            return False
        return True

    def _by_name(self, value: Any, module: object, name: str) -> None:  # noqa: ANN401
        full = f"{module}.{name}"
        if not _is_known(module) or full in _BY_ANY_NAME:
            raise self._refused(value)
        self._text("known", full)

    def _function(self, function: Any) -> None:  # noqa: ANN401
        name = f"{function.__module__}.{function.__qualname__}"
        # Not by `__module__`, which decorators copy.
        if _is_known(module := function.__globals__.get("__name__")):
            self._by_name(function, module, function.__qualname__)
            return
        self._path.append(name)
        self._named.words.update(reads_of(function.__code__).words)
        self._value(function.__code__)
        self._values("defaults", function.__defaults__ or ())
        self._items("keyword defaults", function.__kwdefaults__ or {})
        self._items("attributes", vars(function))
        self._reads(function, reads_of(function.__code__), _outer(function))
        self._path.pop()

    def _reads(self, function: Any, reads: Reads, outer: Mapping[str, Any]) -> None:  # noqa: ANN401
        for name, attributes in sorted(reads.names):
            self._text("read", name)
            if name not in outer:
                self._put("missing")
                continue
            value, left = outer[name], list(attributes)
            # Of a module only the attribute counts. Of everything else all of it does.
            while left and inspect.ismodule(value):
                attribute = left.pop(0)
                self._text("attribute", f"{value.__name__}.{attribute}")
                if not hasattr(value, attribute):
                    self._put("missing")
                    break
                value = getattr(value, attribute)
            else:
                self._value(value)
        for name, level in reads.imports:
            self._import(function, name, level)

    def _import(self, function: Any, name: str, level: int) -> None:  # noqa: ANN401
        package = function.__globals__.get("__package__") or ""
        try:
            full = importlib.util.resolve_name("." * level + name, package)
            self._value(importlib.import_module(full))  # as the function will do
        except ImportError:
            raise _inexact(function, f"it imports {name}, which is not there") from None

    def _attributes(self, owner: types.ModuleType | type) -> None:
        """Digest the attributes of a module or class that some code can name."""
        words, reading = self._named.words, sorted(_OF_ANY_NAME & self._named.words)
        if isinstance(owner, type):
            found = {n: v for n, v in vars(owner).items() if reading or n in words}
            found = {n: v for n, v in found.items() if not _is_special(n)}
        elif _is_known(owner.__name__):
            return
        elif reading:
            raise _inexact(owner, f"{reading[0]} may read anything of this module")
        else:
            found = {word: getattr(owner, word) for word in words if hasattr(owner, word)}
        self._items(f"of {owner.__name__}", found)

    def _class(self, kind: type, unused: frozenset[str] = frozenset()) -> None:
        self._text("class", f"{kind.__module__}.{kind.__qualname__}")
        if _is_known_class(kind):
            return
        self._named.owners.append(kind)
        self._values("bases", kind.__bases__)
        self._value(type(kind))
        content = {n: v for n, v in vars(kind).items() if _is_special(n) and n not in unused}
        for name in ("_fields", "_field_defaults", "_member_map_"):  # of named tuples and enums
            if name in vars(kind):
                content[name] = vars(kind)[name]
        self._path.append(f"{kind.__module__}.{kind.__qualname__}")
        self._items("content", {n: v for n, v in content.items() if n not in _OF_NO_EFFECT})
        self._path.pop()

    def _object(self, value: Any) -> None:  # noqa: ANN401
        """Digest what pickle would store of a value: all of it, or it refuses."""
        try:
            reduce = copyreg.dispatch_table.get(type(value))
            reduced = reduce(value) if reduce else value.__reduce_ex__(4)
        except Exception:
            raise self._refused(value) from None
        if isinstance(reduced, str):
            self._by_name(value, getattr(value, "__module__", None), reduced)
            return
        made, arguments, *rest = reduced
        if made is copyreg.__newobj__:  # type: ignore[attr-defined]
            self._class_of(value)
            arguments = arguments[1:]
        self._values("object", (made, arguments))
        self._values("state", (_listed(each) for each in rest))

    def _class_of(self, value: Any) -> None:  # noqa: ANN401
        kind = type(value)
        if kind in self._classes:
            self._text("class", f"{kind.__module__}.{kind.__qualname__}")
            return
        self._classes.add(kind)
        self._class(kind, _CONSTRUCTION)

    def _refused(self, value: Any) -> InexactError:  # noqa: ANN401
        where = self._path[-1] if self._path else "a value"
        kind = f"{type(value).__module__}.{type(value).__qualname__}"
        name = getattr(value, "__qualname__", None)
        return InexactError(
            f"no exact fingerprint can be made of {name or 'a value'} of the type {kind}",
            where,
            "code that uses numbers, texts, arrays, tuples, enums, classes and functions only",
            "pass what it needs as a parameter, or make it a constant of such a type",
        )
