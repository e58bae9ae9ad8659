"""Parameters that take a seed or a generator."""

import ast
import re

from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._syntax import defaults, is_none

__all__ = ["SOURCE", "omissible_sources"]

# Parameters and attributes that hold a seed or a generator.
SOURCE = re.compile(
    r"^_*(random_state|(rng_|random_)?seed|rng|np_rng|np_random|random_generator|generator|prng)_*$"
)


def omissible_sources(function: Function) -> tuple[str, ...]:
    """The seeds and generators that callers may omit: None by default, and read by the function."""
    optional = [
        name for name, default in defaults(function) if is_none(default) and SOURCE.search(name)
    ]
    read = (
        {part.id for part in ast.walk(function) if isinstance(part, ast.Name)} if optional else ()
    )
    return tuple(name for name in optional if name in read)
