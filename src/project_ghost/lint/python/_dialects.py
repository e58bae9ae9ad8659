"""Python of another version: syntax that only Python 2, or a newer Python, can parse.

Such a file is whole, and a Python that its authors use reads it. A file that is broken in every
Python is told apart from it by the line at which the parser gave up.
"""

import re
import sys

__all__ = ["dialect_of"]

# The message of the parser, and how its line looks, in Python 2. None: any line.
_PYTHON_2: tuple[tuple[str, re.Pattern[str] | None], ...] = (
    ("Missing parentheses in call to 'print'", None),
    ("Missing parentheses in call to 'exec'", None),
    ("leading zeros in decimal integer literals", re.compile(r"(?<!\w)0[0-7]+(?!\w)")),
    ("multiple exception types", re.compile(r"^\s*except\s+[\w.]+\s*,\s*[a-z_]\w*\s*:")),
    ("multiple exception types", re.compile(r"^\s*except\s+\([^()]*\)\s*,\s*[a-z_]\w*\s*:")),
    ("parameters cannot be parenthesized", None),
    ("invalid decimal literal", re.compile(r"(?<!\w)\d+[lL](?!\w)")),
    ("invalid hexadecimal literal", re.compile(r"(?<!\w)0[xX][0-9a-fA-F]+[lL](?!\w)")),
    ("invalid syntax", re.compile(r"^\s*raise\s+[\w.]+\s*,")),
    ("invalid syntax", re.compile(r"^\s*except\s+(?:[\w.]+|\([^()]*\))\s*,\s*[a-z_]\w*\s*:")),
    ("invalid syntax", re.compile(r"^\s*print\s+[\w\"'(]")),
    ("invalid syntax", re.compile(r"^\s*exec\s+[\w\"'].*\sin\s")),
    ("invalid syntax", re.compile(r"[\w)\]\s]<>[\w(\[\s]")),
    ("invalid syntax", re.compile(r"`[^`]+`")),
    ("invalid syntax", re.compile(r"(?<!\w)[uU][rR]['\"]")),
)
# The first minor version of Python 3 that reads a line which looks so.
_NEWER: tuple[tuple[int, re.Pattern[str]], ...] = (
    (11, re.compile(r"^\s*except\s*\*")),
    (12, re.compile(r"^\s*type\s+\w+\s*(?:\[|=)")),
    (12, re.compile(r"^\s*(?:async\s+)?def\s+\w+\s*\[")),
    (12, re.compile(r"^\s*class\s+\w+\s*\[")),
    (13, re.compile(r"^\s*(?:type|class|(?:async\s+)?def)\s+\w+\s*\[[^\]]*(?<![=!<>])=(?!=)")),
    (14, re.compile(r"^\s*except\s*\*?\s*[A-Z][\w.]*\s*(?:,\s*[A-Z][\w.]*\s*)+:")),
    (14, re.compile(r"(?<!\w)[tT][rR]?['\"]")),
)
_F_STRING = re.compile(r"(?<!\w)(?:[fF][rR]?|[rR][fF])(\"\"\"|'''|\"|')")
_F_STRINGS = 12  # from here on an expression in one may hold everything
_STRING = re.compile(r"(?:[rRbBfFuU]{1,2}(?=['\"]))?(\"\"\"|'''|\"|')(?:\\.|(?!\1)[^\\\n])*\1")
_OPENING, _CLOSING = "([{", ")]}"


def dialect_of(text: str, error: SyntaxError) -> str:
    """The Python that reads a text which this one does not, such as `Python 2`, or nothing."""
    lines, message = text.split("\n"), error.msg or ""
    number = min(max(error.lineno or 1, 1), len(lines))
    line = lines[number - 1]
    running = sys.version_info[1]
    newer = [minor for minor, form in _NEWER if minor > running and form.search(line)]
    if newer:
        return f"Python 3.{max(newer)}"
    if running < _F_STRINGS and _is_newer_f_string(message, lines, number):
        return f"Python 3.{_F_STRINGS}"
    if any(part in message and (form is None or form.search(line)) for part, form in _PYTHON_2):
        return "Python 2"
    return ""


def _is_newer_f_string(message: str, lines: list[str], number: int) -> bool:
    """Whether an f-string was given up for what its expression holds, and is whole otherwise."""
    if message == "f-string expression part cannot include a backslash":
        return True
    if not message.startswith(("f-string: ", "unterminated ", "invalid syntax")):
        return False
    rest = "\n".join(lines[number - 1 :])
    return any(
        _holds_newer(rest, found.end(), found[1]) for found in _F_STRING.finditer(lines[number - 1])
    )


def _holds_newer(text: str, start: int, quote: str) -> bool:
    """Whether an expression of an f-string has its own quotes or a line end, and the string ends.

    `f"{row["name"]}"`
    """
    place, is_newer = start, False
    while place < len(text):
        if text.startswith(quote, place):
            return is_newer
        mark = text[place]
        if mark == "\n" and len(quote) == 1:
            return False
        if mark == "\\" or text.startswith(("{{", "}}"), place):
            place += 2
        elif mark == "{":
            place, is_new = _after_expression(text, place + 1, quote)
            is_newer = is_newer or is_new
        else:
            place += 1
    return False


def _after_expression(text: str, place: int, quote: str) -> tuple[int, bool]:
    """The place behind the brace that ends an expression, and whether it needs a newer Python."""
    depth, is_newer, is_format = 0, False, False
    while place < len(text):
        string = None if is_format else _STRING.match(text, place)
        mark = text[place]
        if string is not None:
            is_newer = is_newer or string[1] == quote
            place = string.end()
            continue
        if mark in "\"'":
            break  # a string without an end
        if mark == "\n":
            is_newer = is_newer or len(quote) == 1
        elif mark == "}" and depth == 0:
            return place + 1, is_newer
        elif mark in _OPENING:
            depth += 1
        elif mark in _CLOSING:
            depth -= 1
        is_format = is_format or (mark == ":" and depth == 0)
        place += 1
    return len(text), False
