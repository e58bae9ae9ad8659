"""XML elements with line numbers that track which of their parts were read.

The parser is the standard library's expat. Document types, and with them entities, are refused
to prevent entity expansion attacks; size, depth and number of elements are bounded.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.parsers import expat

from project_ghost.core.errors import InputError

from .model._road_map import Unread

__all__ = ["Element", "read_xml", "unread_parts"]

_MISPLACED_DECLARATION = expat.errors.codes[expat.errors.XML_ERROR_MISPLACED_XML_PI]

BYTES_MAX = 128_000_000
ELEMENTS_MAX = 4_000_000
DEPTH_MAX = 64

_NUMBER = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?")


class Element:
    """An element; accessing a part of it marks that part as read."""

    __slots__ = (
        "attributes",
        "attributes_read",
        "elements",
        "file",
        "is_read",
        "line",
        "tag",
        "text",
    )

    def __init__(self, tag: str, attributes: dict[str, str], file: str, line: int) -> None:
        self.tag = tag
        self.file = file
        self.line = line
        self.text = ""
        self.elements: list[Element] = []
        self.attributes = attributes
        self.attributes_read: set[str] = set()
        self.is_read = False

    @property
    def where(self) -> str:
        """The file, line and tag, for errors."""
        return f"{self.file}:{self.line}: <{self.tag}>"

    def refused(self, what: str, expected: str, fix: str = "correct the file") -> InputError:
        """An error about this element, to be raised."""
        return InputError(what, self.where, expected, fix)

    def children(self, *tags: str) -> Iterator["Element"]:
        """The child elements with one of these tags, in file order."""
        for element in self.elements:
            if element.tag in tags:
                element.is_read = True
                yield element

    def child(self, tag: str) -> "Element | None":
        """The first child element with this tag."""
        return next(self.children(tag), None)

    def below(self, *tags: str) -> Iterator["Element"]:
        """All descendants along a path of tags."""
        if not tags:
            yield self
            return
        for element in self.children(tags[0]):
            yield from element.below(*tags[1:])

    def get(self, name: str, default: str = "") -> str:
        """An attribute's text."""
        self.attributes_read.add(name)
        return self.attributes.get(name, default)

    def required(self, name: str) -> str:
        """The text of a required attribute."""
        text = self.get(name)
        if not text:
            raise self.refused(f"the attribute {name!r} is missing", f"{name}=...")
        return text

    def number(self, name: str, default: float | None = None) -> float:
        """An attribute as a finite number."""
        text = self.get(name).strip()
        if not text:
            if default is None:
                raise self.refused(f"the attribute {name!r} is missing", f"{name}=... (a number)")
            return default
        return self._finite(name, text)

    def whole(self, name: str) -> int:
        """An attribute as a whole number."""
        return self._whole(name, self.required(name))

    def required_child(self, tag: str) -> "Element":
        """The first child element with this tag, which must be there."""
        found = self.child(tag)
        if found is None:
            raise self.refused(f"the element <{tag}> is missing", f"<{tag}> in <{self.tag}>")
        return found

    def text_of(self, tag: str, default: str = "") -> str:
        """The text of the first child element with this tag."""
        found = self.child(tag)
        return default if found is None else found.text.strip()

    def number_of(self, tag: str, default: float | None = None) -> float:
        """The text of the first child element with this tag, as a finite number."""
        found = self.child(tag)
        if found is None and default is not None:
            return default
        return self.required_child(tag).as_number()

    def as_number(self) -> float:
        """The element's own text as a finite number."""
        return self._finite("the text", self.text.strip())

    def as_whole(self) -> int:
        """The element's own text as a whole number."""
        return self._whole("the text", self.text)

    def _finite(self, name: str, text: str) -> float:
        value = float(text) if _NUMBER.fullmatch(text) else float("inf")
        if abs(value) == float("inf"):
            raise self.refused(f"{name} is {text[:80]!r}", "a finite number")
        return value

    def _whole(self, name: str, text: str) -> int:
        if not re.fullmatch(r"[-+]?[0-9]{1,18}", text.strip()):
            raise self.refused(f"{name} is {text[:80]!r}", "a whole number")
        return int(text)


def read_xml(path: Path | str, data: bytes | None = None) -> Element:
    """The root element of a file; with `data`, its content, the file is not opened."""
    name = str(path)
    try:
        if data is None:
            with Path(path).open("rb") as file:
                data = file.read(BYTES_MAX + 1)
    except OSError as error:
        raise InputError(
            f"the file cannot be read: {error.strerror}", name, "an XML file", "check the path"
        ) from None
    if len(data) > BYTES_MAX:
        raise InputError(
            f"the file has more than {BYTES_MAX:_} bytes",
            name,
            f"a map of at most {BYTES_MAX:_} bytes",
            "split the map into parts",
        )
    return _Builder(name).build(data)


def _before_declaration(data: bytes) -> str:
    """What a file has before its XML declaration, in words."""
    before = data.partition(b"<?xml")[0].removeprefix(b"\xef\xbb\xbf").strip()
    if not before:
        return "white space"
    return "a comment" if before.startswith(b"<!--") else "other content"


class _Builder:
    """Builds elements from the parser's events."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        self._open: list[Element] = []
        self._texts: list[list[str]] = []  # of the open elements, in parts
        self._root: Element | None = None
        self._count = 0

    def build(self, data: bytes) -> Element:
        try:
            self._parser.Parse(data, True)  # noqa: FBT003 - expat's own
        except expat.ExpatError as error:
            where = f"{self._file}:{error.lineno}, column {error.offset + 1}"
            if error.code == _MISPLACED_DECLARATION:
                raise InputError(
                    f"{_before_declaration(data)} stands before the XML declaration <?xml ...?>",
                    where,
                    "the declaration at the very start of the file",
                    "move it below the declaration, or remove it",
                ) from None
            raise InputError(
                f"the file is not well-formed XML: {expat.errors.messages[error.code]}",
                where,
                "a well-formed XML file",
                "check the lines above too: an unclosed tag is reported late",
            ) from None
        assert self._root is not None
        return self._root

    def _refused(self, what: str, expected: str, fix: str) -> InputError:
        return InputError(what, f"{self._file}:{self._parser.CurrentLineNumber}", expected, fix)

    def _doctype(self, *_declaration: object) -> None:
        raise self._refused(
            "the file has a document type declaration",
            "a file without <!DOCTYPE ...>, because entities could expand without limit",
            "remove the declaration",
        )

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > ELEMENTS_MAX or len(self._open) >= DEPTH_MAX:
            raise self._refused(
                "the file has too many elements, or nests them too deeply",
                f"at most {ELEMENTS_MAX:_} elements, {DEPTH_MAX} levels deep",
                "split the map into parts",
            )
        element = Element(tag, attributes, self._file, self._parser.CurrentLineNumber)
        if self._open:
            self._open[-1].elements.append(element)
        else:
            self._root = element
            element.is_read = True
        self._open.append(element)
        self._texts.append([])

    def _end(self, _tag: str) -> None:
        self._open.pop().text = "".join(self._texts.pop())

    def _characters(self, text: str) -> None:
        if self._texts:
            self._texts[-1].append(text)


def unread_parts(root: Element) -> tuple[Unread, ...]:
    """The elements and attributes that were not read, by path, in order of first appearance.

    The contents of an unread element are not counted separately.
    """
    counts: dict[str, int] = {}

    def visit(element: Element, path: str) -> None:
        for name in element.attributes:
            if name not in element.attributes_read:
                counts[f"{path}@{name}"] = counts.get(f"{path}@{name}", 0) + 1
        for child in element.elements:
            place = f"{path}/{child.tag}"
            if child.is_read:
                visit(child, place)
            else:
                counts[place] = counts.get(place, 0) + 1

    visit(root, root.tag)
    return tuple(Unread(path, count) for path, count in counts.items())
