"""Modules made of generated source, importable by name as machine code needs it."""

import linecache
import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any, final


def generated_module(name: str, source: str, namespace: Mapping[str, Any]) -> ModuleType:
    """Return the module of this name; it is made of the source if it is new."""
    if name not in sys.modules:
        module = ModuleType(name)
        vars(module).update(namespace)
        vars(module)["__loader__"] = _Loader(source)
        linecache.lazycache(f"{name}.py", vars(module))
        exec(compile(source, f"{name}.py", "exec"), vars(module))  # noqa: S102 - generated source
        sys.modules[name] = module
    return sys.modules[name]


@final
class _Loader:
    """Has the text of a generated module, for tracebacks and for Numba's messages."""

    def __init__(self, source: str) -> None:
        self._source = source

    def get_source(self, _name: str) -> str:
        return self._source
