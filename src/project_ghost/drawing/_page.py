"""A page that needs no other file, no script and no network, on a screen of any width."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import final

from .figures._figure import Figure
from .figures._svg import SVG_RULES, panel_svg

__all__ = ["Page", "Table"]

_RULES = """
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#5b6570;--ground:#fff;--raised:#f4f6f8;
--line:#d5dae0;--good:#12653b;--good-ground:#e3f4ea;--bad:#b3261e;--bad-ground:#fdebe9;
--note:#7a5200;--note-ground:#fff4dc}
@media (prefers-color-scheme:dark){:root{--ink:#e8ebee;--soft:#a3adb8;--ground:#15191e;
--raised:#1d2329;--line:#343c45;--good:#7fe0a8;--good-ground:#12301f;--bad:#ff9a93;
--bad-ground:#3a1917;--note:#f0c674;--note-ground:#33290f}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
main{max-width:62rem;margin:0 auto;padding:1.5rem 1rem 4rem}
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
tbody td:first-child{white-space:nowrap}
thead th{color:var(--soft);font-weight:600;white-space:nowrap}
td.number,th.number{text-align:right;white-space:nowrap}
figure{margin:1.2rem 0 2rem}
figcaption{color:var(--soft);font-size:.92rem;max-width:46rem;margin-top:.4rem}
figcaption b{color:var(--ink)}
.panels{display:flex;flex-wrap:wrap;gap:1rem;align-items:flex-start}
.panels svg{flex:1 1 21rem;max-width:30rem;min-width:0;width:100%;height:auto}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem;font-size:.92rem}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
@media (max-width:34rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}
h1{font-size:1.4rem}}
@media print{.panels svg{max-width:48%}h2{break-after:avoid}figure{break-inside:avoid}}
"""


@final
@dataclass(frozen=True)
class Table:
    """Rows of texts. A cell may be (text, tone), its tone `good`, `bad` or `note`."""

    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[str | tuple[str, str]]]
    numbers: Sequence[int] = ()  # the columns of numbers, which stand to the right


@final
class Page:
    """Collects parts in their order. All texts are plain; what is in them stays text."""

    def __init__(self, title: str, description: str = "") -> None:
        self._title = title
        self._description = description
        self._parts: list[str] = [f"<h1>{escape(title)}</h1>"]

    def verdict(self, tone: str, headline: str, texts: Sequence[str] = ()) -> None:
        """What it comes to, large; `tone` is good, bad or note."""
        lines = "".join(f"<p>{escape(text)}</p>" for text in texts)
        self._parts.append(
            f'<div class="verdict {tone}"><strong>{escape(headline)}</strong>{lines}</div>'
        )

    def heading(self, text: str) -> None:
        """Begin a section."""
        self._parts.append(f"<h2>{escape(text)}</h2>")

    def text(self, text: str, *, soft: bool = False) -> None:
        """A paragraph; a soft one is of less weight."""
        look = ' class="soft"' if soft else ""
        self._parts.append(f"<p{look}>{escape(text)}</p>")

    def points(self, texts: Sequence[str]) -> None:
        """A list."""
        self._parts.append(f"<ul>{''.join(f'<li>{escape(t)}</li>' for t in texts)}</ul>")

    def facts(self, facts: Sequence[tuple[str, str]]) -> None:
        """Names and what they stand for."""
        lines = "".join(f"<dt>{escape(n)}</dt><dd>{escape(v)}</dd>" for n, v in facts)
        self._parts.append(f"<dl>{lines}</dl>")

    def table(self, table: Table) -> None:
        """A table, which is scrolled by itself where it is wider than the screen."""
        head = "".join(
            f'<th scope="col"{_number(table, i)}>{escape(text)}</th>'
            for i, text in enumerate(table.head)
        )
        rows = "".join(
            f"<tr>{''.join(_cell(table, i, cell) for i, cell in enumerate(row))}</tr>\n"
            for row in table.rows
        )
        self._parts.append(
            f'<p class="soft">{escape(table.caption)}</p><div class="wide" tabindex="0">'
            f'<table aria-label="{escape(table.caption)}">'
            f"<thead><tr>{head}</tr></thead>\n<tbody>{rows}</tbody></table></div>"
        )

    def figure(self, figure: Figure) -> None:
        """A figure: each panel finds its place in the width that there is."""
        panels = "\n".join(
            panel_svg(panel, f"{panel.title}: {figure.alt}" if panel.title else figure.alt)
            for panel in figure.panels
        )
        self._parts.append(
            f'<figure id="{escape(figure.name)}"><div class="panels">{panels}</div>'
            f"<figcaption><b>{escape(figure.title)}.</b> {escape(figure.caption)}</figcaption>"
            "</figure>"
        )

    def html(self) -> str:
        """The page."""
        about = f'<meta name="description" content="{escape(self._description)}">\n'
        return (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
            f"<title>{escape(self._title)}</title>\n{about if self._description else ''}"
            f"<style>{_RULES}{SVG_RULES}</style>\n</head>\n<body>\n<main>\n"
            + "\n".join(self._parts)
            + "\n</main>\n</body>\n</html>\n"
        )


def _number(table: Table, column: int) -> str:
    return ' class="number"' if column in table.numbers else ""


def _cell(table: Table, column: int, cell: str | tuple[str, str]) -> str:
    if isinstance(cell, tuple):
        return f'<td class="{cell[1]}">{escape(cell[0])}</td>'
    return f"<td{_number(table, column)}>{escape(cell)}</td>"
