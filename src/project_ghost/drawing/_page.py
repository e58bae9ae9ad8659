"""A page that needs no other file, no script and no network, on a screen of any width."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, final

from ._element import Element, element
from ._theme import Theme, themed
from .figures._figure import Figure
from .figures._svg import FIGURE_RULES, panel_svg

__all__ = ["Page", "Table", "Tone", "colour_rules"]


class Tone(StrEnum):
    """The meaning of a text's colour."""

    GOOD = "good"
    BAD = "bad"
    NOTE = "note"


Cell: TypeAlias = str | tuple[str, Tone]


def colour_rules(theme: Theme) -> str:
    """The colours of a theme as variables of a style sheet."""
    return (
        f":root{{--ink:{theme.ink};--soft:{theme.soft};--ground:{theme.ground};"
        f"--line:{theme.line};--good:{theme.good};--good-ground:{theme.good_ground};"
        f"--bad:{theme.bad};--bad-ground:{theme.bad_ground};"
        f"--note:{theme.note};--note-ground:{theme.note_ground}}}"
    )


_RULES = (
    ":root{color-scheme:light dark}"
    + themed(colour_rules)
    + """
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
main{max-width:78rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.7rem;line-height:1.25;margin:.2rem 0 .6rem}
h2{font-size:1.25rem;margin:2.6rem 0 .5rem;padding-top:1rem;border-top:1px solid var(--line)}
p,ul{margin:.5rem 0;max-width:46rem}
.soft{color:var(--soft);font-size:.92rem}
.verdict{border-radius:.5rem;padding:.9rem 1.1rem;margin:1rem 0}
.verdict strong{display:block;font-size:1.2rem;line-height:1.35}
.verdict p{margin:.35rem 0 0}
.good{background:var(--good-ground);color:var(--good)}
.bad{background:var(--bad-ground);color:var(--bad)}
.note{background:var(--note-ground);color:var(--note)}
.verdict p{color:var(--ink)}
td.good,td.bad,td.note{background:none;font-weight:600;white-space:nowrap}
.wide{overflow-x:auto;margin:.8rem 0}
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{padding:.32rem .8rem .32rem 0;text-align:left;vertical-align:top;
border-bottom:1px solid var(--line)}
tbody td:first-child{min-width:9rem}
details{margin:.6rem 0}
summary{cursor:pointer}
thead th{color:var(--soft);font-weight:600;white-space:nowrap}
td.number,th.number{text-align:right;white-space:nowrap}
figure{margin:1.2rem 0 2rem}
figcaption{color:var(--soft);font-size:.92rem;max-width:46rem;margin-top:.4rem}
figcaption b{color:var(--ink)}
.panels{max-width:62rem;display:flex;flex-wrap:wrap;gap:1rem;align-items:flex-start}
.panels svg{flex:1 1 21rem;max-width:30rem;min-width:0;width:100%;height:auto}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem;font-size:.92rem}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
@media (max-width:34rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}
h1{font-size:1.4rem}}
@media print{.panels svg{max-width:48%}h2{break-after:avoid}figure{break-inside:avoid}}
"""
)


@final
@dataclass(frozen=True)
class Table:
    """Rows of texts; a cell may have a tone. `numbers` are the columns aligned to the right."""

    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    numbers: Sequence[int] = ()


@final
class Page:
    """Collects the parts of a page in their order. Every text is plain text."""

    def __init__(self, title: str, description: str = "") -> None:
        self._title = title
        self._description = description
        self._parts = [element("h1", title)]

    def verdict(self, tone: Tone, headline: str, texts: Sequence[str] = ()) -> None:
        """Add the conclusion, in large letters, with smaller texts below it."""
        lines = (element("p", text) for text in texts)
        self._add(element("div", element("strong", headline), *lines, class_=f"verdict {tone}"))

    def heading(self, text: str) -> None:
        """Begin a section."""
        self._add(element("h2", text))

    def text(self, text: str, *, soft: bool = False) -> None:
        """Add a paragraph; a soft one has less weight."""
        self._add(element("p", text, class_="soft" if soft else None))

    def points(self, texts: Sequence[str]) -> None:
        """Add a list."""
        self._add(element("ul", *(element("li", text) for text in texts)))

    def facts(self, facts: Sequence[tuple[str, str]]) -> None:
        """Add names with their values."""
        pairs = ((element("dt", name), element("dd", value)) for name, value in facts)
        self._add(element("dl", *(part for pair in pairs for part in pair)))

    def table(self, table: Table) -> None:
        """Add a table, which scrolls by itself where it is wider than the screen."""
        head = (
            element("th", text, scope="col", class_=_alignment(table, i))
            for i, text in enumerate(table.head)
        )
        rows = (
            element("tr", *(_cell(table, i, cell) for i, cell in enumerate(row)))
            for row in table.rows
        )
        self._add(element("p", table.caption, class_="soft"))
        written = element(
            "table",
            element("thead", element("tr", *head)),
            element("tbody", *rows),
            aria_label=table.caption,
        )
        self._add(element("div", written, class_="wide", tabindex="0"))

    def figure(self, figure: Figure, *, folded: str | None = None) -> None:
        """Add a figure; its panels stand beside each other where there is room.

        A folded one unfolds below a line of text.
        """
        panels = (
            panel_svg(panel, f"{panel.title}: {figure.alt}" if panel.title else figure.alt)
            for panel in figure.panels
        )
        caption = element("figcaption", element("b", f"{figure.title}."), f" {figure.caption}")
        name = figure.name if folded is None else f"{figure.name}-folded"
        written = element("figure", element("div", *panels, class_="panels"), caption, id=name)
        if folded is not None:
            written = element("details", element("summary", folded), written)
        self._add(written)

    def html(self) -> str:
        """The page as the text of a file."""
        about = [element("meta", name="description", content=self._description)]
        head = element(
            "head",
            element("meta", charset="utf-8"),
            element("meta", name="viewport", content="width=device-width,initial-scale=1"),
            element("title", self._title),
            *(about if self._description else ()),
            element("style", f"{_RULES}{FIGURE_RULES}"),
        )
        body = element("body", element("main", *self._parts))
        return f"<!doctype html>\n{element('html', head, body, lang='en')}\n"

    def _add(self, part: Element) -> None:
        self._parts.append(part)


def _alignment(table: Table, column: int) -> str | None:
    return "number" if column in table.numbers else None


def _cell(table: Table, column: int, cell: Cell) -> Element:
    if isinstance(cell, tuple):
        return element("td", cell[0], class_=cell[1])
    return element("td", cell, class_=_alignment(table, column))
