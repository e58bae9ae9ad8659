"""The modules of others than Ghost that a stored definition names.

Why the user is asked about them: ADR 29.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from project_ghost.engine import is_foreign_module

from ._runnable import Definition

__all__ = ["foreign_modules"]

# How files name a class: package.module:Class.
_CLASS = re.compile(r"(?P<module>[A-Za-z_][\w.]*):[A-Za-z_]\w*")


def foreign_modules(definition: Definition) -> list[str]:
    """Return the names of the modules, sorted; none for a definition that cannot be read.

    It is what the user is told. What may be imported is decided where it happens, so a module
    that is named in an unexpected way is refused, not imported.
    """
    try:
        texts = set(_texts(json.loads(definition.text)))
    except (ValueError, RecursionError):
        return []
    named = {match["module"] for text in texts if (match := _CLASS.fullmatch(text))}
    return sorted(name for name in named if is_foreign_module(name))


def _texts(value: Any) -> Iterator[str]:  # noqa: ANN401 - whatever JSON holds
    """Yield all texts that are values."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, dict):
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each
