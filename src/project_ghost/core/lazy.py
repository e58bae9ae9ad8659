"""Names of a package that are imported when they are first used.

A package that offers much, of which a program needs little, would otherwise make every program
start slowly. Type checkers read the same names from an `if TYPE_CHECKING:` block.
"""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module

__all__ = ["lazy_names"]


def lazy_names(package: str, homes: Mapping[str, tuple[str, ...]]) -> Callable[[str], object]:
    """Return the `__getattr__` of a package; `homes` are names by the module that has them."""
    modules = {name: module for module, names in homes.items() for name in names}

    def __getattr__(name: str) -> object:  # noqa: N807 - Python calls it
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{modules[name]}"), name)
        setattr(sys.modules[package], name, value)  # from now on found without this function
        return value

    return __getattr__
