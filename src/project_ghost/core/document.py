"""YAML files as values that know their position, so that an error names file, line and key.

The files are plain: mappings, lists, texts, numbers, true, false and null. Values that YAML
readers interpret differently (`on`, `010`, `1:30`), anchors, tags and duplicate keys are refused.

Why: ADR 7.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias, final

import yaml

from .errors import GhostError, InputError
from .wording import did_you_mean

__all__ = ["DocumentError", "Node", "Plain", "document_of", "parse_document", "read_document"]

Scalar: TypeAlias = str | int | float | bool | None
Numbers: TypeAlias = float | tuple["Numbers", ...]
Plain: TypeAlias = Scalar | tuple["Plain", ...] | dict[str, "Plain"]

_BYTES_MAX = 1_000_000
_DEPTH_MAX = 32
_DIGITS_MAX = 40

_NULL = ("", "~", "null", "Null", "NULL")
_TRUE, _FALSE = ("true", "True", "TRUE"), ("false", "False", "FALSE")
_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*(_[0-9]+)*)")
_FLOAT = re.compile(r"[-+]?([0-9]+(_[0-9]+)*\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?")
# The meaning of each in YAML 1.1, and how to write what was meant.
_AMBIGUOUS = (
    (re.compile(r"yes|no|on|off", re.I), "a truth value", "true or false"),
    (re.compile(r"[-+]?0[0-9_]+"), "an octal number", "the number without leading zeros"),
    (re.compile(r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?"), "a number to base 60", "'90s'"),
)


class DocumentError(InputError):
    """An error about a value of a file, which knows the file and the key."""


@final
@dataclass(frozen=True)
class Node:
    """A value of a file with its position.

    Each method returns the value as one type, or raises an `InputError`.
    """

    content: "Scalar | list[Node] | dict[str, Node]"
    file: str
    line: int
    key: str

    @property
    def where(self) -> str:
        """The position as errors name it. A value that is not from a file has the line 0."""
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}{': ' if self.key else ''}{self.key}"

    def refused(self, what: str, expected: str, fix: str = "") -> DocumentError:
        """Return the error about this value."""
        return DocumentError(what, self.where, expected, fix, self.key)

    @contextmanager
    def located(self, keys: Mapping[str, "Node"] = MappingProxyType({})) -> Iterator[None]:
        """Give an error that was raised without knowledge of the file its place in it.

        It is placed at the value whose key is the error's `key`, or else at this node. A duration
        that is `delay_ns` as an argument is `delay` in a file.
        """
        try:
            yield
        except DocumentError:
            raise
        except GhostError as error:
            node = keys.get(error.key) or keys.get(error.key.removesuffix("_ns")) or self
            raise node.refused(error.what, error.expected, error.fix) from error.__cause__

    def mapping(self, required: tuple[str, ...], optional: tuple[str, ...]) -> dict[str, "Node"]:
        """Return the values by key; refuse a missing or an unknown key."""
        known = (*required, *optional)
        for key, node in self.entries().items():
            if key not in known:
                raise node.refused(
                    f"there is no key {key!r} here{did_you_mean(key, known)}",
                    f"one of {', '.join(known)}",
                    "correct the key, or remove it",
                )
        return self.entries_with(*required)

    def entries_with(self, *required: str) -> dict[str, "Node"]:
        """Return the values by key; refuse a missing key."""
        mapping = self.entries()
        for key in required:
            if key not in mapping:
                raise self.refused(
                    f"the key {key!r} is missing",
                    f"the keys {', '.join(required)}",
                    f"add a line `{key}: ...`",
                )
        return mapping

    def entries(self) -> dict[str, "Node"]:
        """Return the values of a mapping by key."""
        if isinstance(self.content, dict):
            return self.content
        raise self._not("a mapping", "write `key: value` pairs, indented below or in { }")

    def items(self) -> list["Node"]:
        """Return the values of a list."""
        if isinstance(self.content, list):
            return self.content
        raise self._not("a list", "write it as `[a, b]`, or one `- item` a line")

    def text(self) -> str:
        """Return a text; refuse a number."""
        if isinstance(self.content, str):
            return self.content
        raise self._not("a text", "put it in quotes if it is meant as text")

    def boolean(self) -> bool:
        """Return true or false."""
        if isinstance(self.content, bool):
            return self.content
        raise self._not("true or false", "write true or false, without quotes")

    def number(self) -> float:
        """Return a finite number."""
        if isinstance(self.content, int | float) and not isinstance(self.content, bool):
            value = float(self.content)
            if isfinite(value):
                return value
        raise self._not("a finite number", "write a decimal number such as 2, -0.5 or 1e-3")

    def numbers(self) -> "Numbers":
        """Return a finite number, or nested tuples for nested lists of them."""
        if isinstance(self.content, list):
            return tuple(item.numbers() for item in self.content)
        return self.number()

    def whole(self) -> int:
        """Return a whole number."""
        if isinstance(self.content, int) and not isinstance(self.content, bool):
            return self.content
        raise self._not("a whole number", "write a number such as 100")

    def quantity(self) -> int | float | str:
        """Return a number, or the text of a duration, a rate or a ratio."""
        if isinstance(self.content, int | float | str) and not isinstance(self.content, bool):
            return self.content
        raise self._not("a number, or a text with a unit", "write it as 100, '10ms' or '1/3'")

    def plain(self) -> "Plain":
        """Return the value in plain Python types, with lists as tuples."""
        if isinstance(self.content, dict):
            return {key: node.plain() for key, node in self.content.items()}
        if isinstance(self.content, list):
            return tuple(node.plain() for node in self.content)
        return self.content

    def _not(self, expected: str, fix: str) -> InputError:
        name = self.key or "the file"
        return self.refused(f"{name} is {self._shown()}", expected, fix)

    def _shown(self) -> str:
        if isinstance(self.content, dict):
            return "a mapping"
        if isinstance(self.content, list):
            return "a list"
        if self.content is None:
            return "empty"
        kind = {str: "text", bool: "truth value"}.get(type(self.content), "number")
        return f"the {kind} {self.content!r}"


def document_of(value: object, name: str, key: str = "") -> Node:
    """Return plain values as a document without line numbers; `name` is the file in errors."""
    if isinstance(value, dict):
        below = f"{key}." if key else ""
        entries = {k: document_of(each, name, f"{below}{k}") for k, each in value.items()}
        return Node(entries, name, 0, key)
    if isinstance(value, list | tuple):
        items = [document_of(each, name, f"{key}[{i}]") for i, each in enumerate(value)]
        return Node(items, name, 0, key)
    if value is None or isinstance(value, str | int | float):
        return Node(value, name, 0, key)
    raise TypeError(value)


def read_document(path: Path | str, data: bytes | None = None) -> Node:
    """Read the only document of a YAML file, or of its content `data`."""
    text = _text_of(Path(path), str(path), data)
    if _FAST_LOADER is not None and Path(path).is_relative_to(_PACKAGE):
        with suppress(yaml.YAMLError):  # the other reader has our messages
            return _Reader(str(path), yaml.parse(text, Loader=_FAST_LOADER)).document()
    return parse_document(text, str(path))


def parse_document(text: str, name: str) -> Node:
    """Read the only document of a YAML text; `name` is the file in errors."""
    try:
        return _Reader(name, yaml.parse(text, Loader=yaml.SafeLoader)).document()
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise InputError(
            f"the character {chr(error.character)!r} is not allowed in YAML",
            f"{name}:{line}",
            "printable characters",
            "remove it",
        ) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise InputError(
            f"this is not YAML: {error.problem or error.context}",
            f"{name}:{mark.line + 1}, column {mark.column + 1}" if mark else name,
            "a YAML file",
            "look at the line above too: a missing quote, bracket or colon shows late; "
            "indent with spaces, not tabs",
        ) from None


# The reader in C takes a tenth of the time, but draws the line between YAML and mistakes a little
# differently. It reads only files of this package, on which a test compares both readers.
_FAST_LOADER = getattr(yaml, "CSafeLoader", None)
_PACKAGE = Path(__file__).parents[1]


def _text_of(path: Path, name: str, data: bytes | None) -> str:
    try:
        if data is None:
            with path.open("rb") as file:
                data = file.read(_BYTES_MAX + 1)
    except OSError as error:
        close = ""
        if isinstance(error, FileNotFoundError):
            close = _nearest(path)
        raise InputError(
            f"the file cannot be read: {error.strerror}{close}",
            name,
            "a YAML file",
            "check the path" if not isinstance(error, IsADirectoryError) else "name a file in it",
        ) from None
    if len(data) > _BYTES_MAX:
        raise InputError(
            f"the file has more than {_BYTES_MAX:_} bytes", name, "a file written by a person"
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"the byte 0x{data[error.start]:02x} is not UTF-8",
            f"{name}:{line}",
            "a text file in UTF-8",
            "save the file as UTF-8",
        ) from None


def _nearest(path: Path) -> str:
    """Return the end of a message about a missing file: a similar name, or the missing folder."""
    if not path.parent.is_dir():
        return f": there is no folder {str(path.parent)!r}"
    alike = sorted(
        str(path.parent / other.name)
        for other in path.parent.glob("*")
        if other.suffix == path.suffix and other.is_file()
    )
    return did_you_mean(str(path), alike)


class _Reader:
    """Builds nodes from the parser's events."""

    def __init__(self, file: str, events: Iterator[yaml.Event]) -> None:
        self._file = file
        self._events = events

    def document(self) -> Node:
        self._take()  # the beginning of the stream
        if isinstance(self._take(), yaml.StreamEndEvent):
            raise InputError(
                "the file is empty", self._file, "a YAML mapping", "begin with a key and a colon"
            )
        node = self._node(self._take(), "", 0)
        self._take()  # the end of the document
        extra = self._take()
        if not isinstance(extra, yaml.StreamEndEvent):
            raise self._error(
                extra, "", "a second document begins here", "one document", "remove the line `---`"
            )
        return node

    def _take(self) -> yaml.Event:
        return next(self._events)

    def _error(self, event: yaml.Event, key: str, what: str, expected: str, fix: str) -> InputError:
        return Node(None, self._file, _line_of(event), key).refused(what, expected, fix)

    def _node(self, event: yaml.Event, key: str, depth: int) -> Node:
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            what, fix = (
                "anchors and aliases are not supported",
                "write out the value in each place",
            )
            raise self._error(event, key, what, "values written out in place", fix)
        tag = getattr(event, "tag", None)
        if tag is not None:
            what, fix = f"the tag {tag!r} is not supported", "remove the word that begins with !"
            raise self._error(event, key, what, "plain values", fix)
        if depth > _DEPTH_MAX:
            what, fix = "this is nested too deeply", "close the brackets that were opened before"
            raise self._error(event, "", what, f"at most {_DEPTH_MAX} levels", fix)
        line = _line_of(event)
        if isinstance(event, yaml.MappingStartEvent):
            return Node(dict(self._entries(key, depth)), self._file, line, key)
        if isinstance(event, yaml.SequenceStartEvent):
            return Node(list(self._items(key, depth)), self._file, line, key)
        assert isinstance(event, yaml.ScalarEvent)
        return Node(self._scalar(event, key), self._file, line, key)

    def _entries(self, key: str, depth: int) -> Iterator[tuple[str, Node]]:
        lines: dict[str, int] = {}
        while not isinstance(event := self._take(), yaml.MappingEndEvent):
            name = self._node(event, key, depth + 1)
            if not isinstance(event, yaml.ScalarEvent) or name.content is None:
                raise name.refused("a key is not a text", "keys that are words", "write `key: ...`")
            word = str(event.value)
            if word in lines:
                raise name.refused(
                    f"the key {word!r} is duplicated, first in line {lines[word]}",
                    "each key once",
                    "remove one of the two, or rename it",
                )
            lines[word] = name.line
            value = self._node(self._take(), f"{key}.{word}" if key else word, depth + 1)
            # Errors name the line of the key, even if the value begins below it.
            yield word, Node(value.content, self._file, name.line, value.key)

    def _items(self, key: str, depth: int) -> Iterator[Node]:
        number = 0
        while not isinstance(event := self._take(), yaml.SequenceEndEvent):
            yield self._node(event, f"{key}[{number}]", depth + 1)
            number += 1

    def _scalar(self, event: yaml.ScalarEvent, key: str) -> Scalar:
        text: str = event.value
        if event.style:  # in quotes, or a block of text
            return text
        if text in _NULL:
            return None
        if text in (*_TRUE, *_FALSE):
            return text in _TRUE
        for pattern, meaning, instead in _AMBIGUOUS:
            if pattern.fullmatch(text):
                raise self._error(
                    event,
                    key,
                    f"{text} is {meaning} to some YAML readers, and something else to others",
                    "a value that all of them read alike",
                    f"write {instead}; or put it in quotes, if it is meant as text",
                )
        if len(text) <= _DIGITS_MAX and _INTEGER.fullmatch(text):
            return int(text)
        if len(text) <= _DIGITS_MAX and _FLOAT.fullmatch(text):
            return float(text)
        return text


def _line_of(event: yaml.Event) -> int:
    assert event.start_mark is not None
    return event.start_mark.line + 1
