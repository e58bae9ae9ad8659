"""Rows of cells, as a table where it fits and as a paragraph for each row where it does not."""

from collections.abc import Iterator, Sequence

from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from ._console import TerminalConsole
from ._safe import safe_text

__all__ = ["print_rows"]

_INDENT = "  "
_UNBOUNDED = 1_000_000
_NOTHING = ("", "-", "\u2013")


def print_rows(output: TerminalConsole, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows below their head; no cell is ever cut off or broken.

    A paragraph names what each cell is, and leaves out cells without a value.
    """
    # Escaped before they are measured: an escape is longer than its character.
    rows = [list(map(safe_text, row)) for row in rows]
    table = Table(*head)
    for row in rows:
        table.add_row(*map(Text, row))
    unbounded = output.options.update_width(_UNBOUNDED)
    if Measurement.get(output, unbounded, table).maximum <= output.width:
        output.print(table)
        return
    for first, *cells in rows:
        output.print(Text(f"{head[0]} {first}"), soft_wrap=True)
        named = zip(head[1:], cells, strict=True)
        parts = [f"{name} {cell}".strip() for name, cell in named if cell not in _NOTHING]
        for line in _lines(parts, output.width - len(_INDENT)):
            output.print(Text(_INDENT + line), soft_wrap=True)


def _lines(parts: Sequence[str], width: int) -> Iterator[str]:
    """Join parts to lines of at most this width, as far as single ones allow it."""
    line = ""
    for part in parts:
        longer = f"{line}; {part}" if line else part
        if line and len(longer) > width:
            yield f"{line};"
            line = part
        else:
            line = longer
    if line:
        yield line
