"""Long functions of generated C, split so that a compiler needs time in proportion to their length.

The time and memory of optimising compilers grow faster than the length of a function. CasADi writes
one assignment a line, over local numbers `a0`, `a1` and so on. These become an array, and the lines
functions of a few hundred each. The operations and their order stay, and with them the bits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["count_statements", "split_long_functions"]

# Shorter functions compile quickly, and run faster with numbers in registers.
_LONG = 4_000
_PART = 250

_HEAD = re.compile(
    r"static int (casadi_f\d+)\(const casadi_real\*\* arg, casadi_real\*\* res, "
    r"casadi_int\* iw, casadi_real\* w, int mem\) \{"
)
_LOCALS = re.compile(r"  casadi_real (a\d+(?:, a\d+)*);")
_LOCAL = re.compile(r"\ba(\d+)\b")
_STATEMENT = re.compile(r"  [^{}]*;")
_END = "  return 0;"
_MACRO = """\
#if defined(__GNUC__)
  #define GHOST_PART static __attribute__((noinline))
#else
  #define GHOST_PART static
#endif
"""


def count_statements(source: str) -> int:
    """Return how many statements a C file has."""
    return source.count(";\n")


def split_long_functions(source: str, long: int = _LONG, part: int = _PART) -> str:
    """Return the C file with functions of at most `part` statements in place of the `long` ones."""
    lines = source.split("\n")
    made: list[str] = []
    at = 0
    while at < len(lines):
        head = _HEAD.fullmatch(lines[at])
        end = lines.index("}", at) if head else at
        if head and end - at >= long:
            made += _split(head[1], lines[at : end + 1], part)
        else:
            made += lines[at : end + 1]
        at = end + 1
    return source if len(made) == len(lines) else _MACRO + "\n".join(made)


def _split(name: str, function: list[str], part: int) -> Iterator[str]:
    """The lines of a function in parts; as they were where they have another form."""
    head, *body, closing = function
    declared = [line for line in body if _LOCALS.fullmatch(line)]
    statements = [line for line in body if not _LOCALS.fullmatch(line)]
    if statements.pop() != _END or not all(map(_STATEMENT.fullmatch, statements)):
        yield from function
        return
    size = 1 + max(int(number) for line in declared for number in _LOCAL.findall(line))
    arguments = "const casadi_real** arg, casadi_real** res, casadi_int* iw, casadi_real* w"
    starts = range(0, len(statements), part)
    for number, start in enumerate(starts):
        yield f"GHOST_PART int {name}_{number}({arguments}, casadi_real* a) {{"
        for line in statements[start : start + part]:
            yield _LOCAL.sub(lambda found: f"a[{int(found[1])}]", line)
        yield from (_END, closing)
    yield from (head, f"  casadi_real a[{size}];")
    for number, _ in enumerate(starts):
        yield f"  if ({name}_{number}(arg, res, iw, w, a)) return 1;"
    yield from (_END, closing)
