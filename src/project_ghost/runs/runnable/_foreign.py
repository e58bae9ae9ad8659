"""The modules of others than Ghost that a stored definition names.

Why the user is asked about them: ADR 29.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from project_ghost.core.arguments import checked_arguments
from project_ghost.engine import is_foreign_module

from ._runnable import Definition

__all__ = ["foreign_modules"]

_PLANNER = "planner"  # the key that names one
# How files name a class: package.module:Class.
_CLASS = re.compile(r"(?P<module>[A-Za-z_][\w.]*):[A-Za-z_]\w*")


@checked_arguments
def foreign_modules(definition: Definition, *, planners: bool = True) -> list[str]:
    """Return the names of the modules, sorted; none for a definition that cannot be read.

    Without `planners` those of planners are left out, which recorded plans do without.
    It is what the user is told. What may be imported is decided where it happens, so a module
    that is named in an unexpected way is refused, not imported.
    """
    try:
        texts = set(_texts(json.loads(definition.text), () if planners else (_PLANNER,)))
    except (ValueError, RecursionError):
        return []
    named = {match["module"] for text in texts if (match := _CLASS.fullmatch(text))}
    return sorted(name for name in named if is_foreign_module(name))


def _texts(value: Any, without: tuple[str, ...]) -> Iterator[str]:  # noqa: ANN401 - any JSON
    """Yield all texts that are values, but those of some keys."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, dict):
            waiting += [item for key, item in each.items() if key not in without]
        elif isinstance(each, list):
            waiting += each
