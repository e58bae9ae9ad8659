"""Goal: an element with any text is read back as that text, as XML and as HTML."""

from html.parser import HTMLParser
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from project_ghost.drawing import element

# Characters that XML can hold at all; a carriage return is read as a line feed.
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]))


class Collector(HTMLParser):
    """Collects the texts and the values of attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.values: list[str | None] = []

    def handle_starttag(self, tag, attrs) -> None:  # noqa: ARG002 - HTMLParser's
        self.values += [value for _, value in attrs]

    def handle_data(self, data) -> None:
        self.texts.append(data)


@given(TEXTS, TEXTS)
def test_texts_and_attributes_come_back_as_they_were(words, value) -> None:
    written = str(element("p", words, title=value))
    root = ElementTree.fromstring(written)  # noqa: S314 - our own text
    assert (root.text or "", root.get("title")) == (words, value)
    parser = Collector()
    parser.feed(written)
    parser.close()
    assert ("".join(parser.texts), parser.values) == (words, [value])


def test_attributes_are_named_as_in_svg_and_none_is_left_out() -> None:
    written = str(element("path", class_="a", stroke_width=1.25, fill=None, viewBox="0 0 1 1"))
    assert written == '<path class="a" stroke-width="1.25" viewBox="0 0 1 1"/>'


def test_only_elements_that_are_always_empty_are_written_short() -> None:
    assert str(element("td")) == "<td></td>"
    assert str(element("rect")) == "<rect/>"


def test_elements_are_on_lines_of_their_own_unless_beside_text() -> None:
    bold = element("b", "now")
    assert str(element("p", bold, " or never")) == "<p><b>now</b> or never</p>"
    assert str(element("g", bold, bold)) == "<g>\n<b>now</b>\n<b>now</b>\n</g>"
