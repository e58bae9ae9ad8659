"""Elements: a tag with attributes and content, written as text that is both XML and HTML."""

import re
from dataclasses import dataclass
from html import escape
from typing import TypeAlias, final

__all__ = ["Attribute", "Content", "Element", "element", "number"]

Attribute: TypeAlias = str | float | None
Content: TypeAlias = "Element | str"

# XML and HTML agree on the short form `<x/>` for these only.
_ALWAYS_EMPTY = frozenset({"circle", "input", "meta", "path", "polygon", "polyline", "rect"})
# Neither XML nor UTF-8 can hold these; readers see a question mark in a diamond.
_FORBIDDEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# HTML takes the text of these as it is, up to their end.
_VERBATIM = frozenset({"script", "style"})


@final
@dataclass(frozen=True, slots=True)
class Element:
    """A tag with attributes and content. Texts are plain here and escaped when written."""

    tag: str
    attributes: tuple[tuple[str, str], ...]
    content: tuple[Content, ...]

    def __str__(self) -> str:
        """The element as text; elements inside it are on lines of their own, unless beside text."""
        head = "".join(
            (self.tag, *(f' {name}="{_quoted(text)}"' for name, text in self.attributes))
        )
        if not self.content and self.tag in _ALWAYS_EMPTY:
            return f"<{head}/>"
        written = _verbatim if self.tag in _VERBATIM else _escaped
        parts = [c if isinstance(c, Element) else written(c) for c in self.content]
        line = "\n" if parts and all(isinstance(part, Element) for part in parts) else ""
        return f"<{head}>{line}{line.join(map(str, parts))}{line}</{self.tag}>"


def element(tag: str, /, *content: Content, **attributes: Attribute) -> Element:
    """An element; `stroke_width=1.5` is its attribute stroke-width, and None leaves one out.

    A name that Python reserves takes a `_` at its end: `class_`.
    """
    written = (
        (name.rstrip("_").replace("_", "-"), value if isinstance(value, str) else number(value, 2))
        for name, value in attributes.items()
        if value is not None
    )
    return Element(tag, tuple(written), content)


def number(value: float, decimals: int = 1) -> str:
    """A number with at most this many decimals."""
    text = f"{value:.{decimals}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _escaped(text: str) -> str:
    return escape(_FORBIDDEN.sub("\ufffd", text), quote=False)


def _verbatim(text: str) -> str:
    """The text without anything that could end its element; the same to scripts, JSON and CSS."""
    return text.replace("</", "<\\/").replace("<!--", "<\\!--")


def _quoted(text: str) -> str:
    return _escaped(text).replace('"', "&quot;")
