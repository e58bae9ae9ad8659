"""A schedule as text for a terminal."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.duration import duration_text

from ._summary import DueFacts, ScheduleFacts, value_text

_RUNS_SHOWN = 6


@checked_arguments
def schedule_text(facts: ScheduleFacts) -> str:
    """Groups, executed order with all reads, publications, and when groups are due."""
    length_ns = facts.hyperperiod_steps * facts.step_ns
    lines = [
        f"step {duration_text(facts.step_ns)}, "
        f"hyperperiod {facts.hyperperiod_steps} steps ({duration_text(length_ns)}), "
        f"default policy {facts.default_policy}",
        "",
        "Groups",
        *_table(
            ("name", "rate", "period", "phase", "due"),
            [
                (
                    g.name,
                    f"{g.rate_hz} Hz",
                    duration_text(Fraction(g.period_ns)),
                    duration_text(g.phase_ns),
                    g.due_text,
                )
                for g in facts.groups
            ],
        ),
        "",
        "Order of execution (* feedthrough: its writer comes first in every tick)",
        *_order(facts),
    ]
    if facts.publications:
        lines += ["", "Publications"]
        lines += _table(
            ("channel", "group", "signals"),
            [(p.channel, p.group, p.content) for p in facts.publications],
        )
    if facts.stops:
        lines += ["", f"Ends where one of these is not 0: {', '.join(facts.stops)}"]
    lines += ["", f"Due, in {facts.hyperperiod_steps} steps once all groups have begun"]
    if facts.due is None:
        lines.append("  too many to list: choose rates whose least common multiple is smaller")
    else:
        lines += _table(
            ("groups", "times", "steps"),
            [(", ".join(d.groups), str(d.count), _steps(d)) for d in facts.due],
        )
    lines += [f"note: {note}" for note in facts.notes]
    return "\n".join(lines) + "\n"


def _order(facts: ScheduleFacts) -> Iterator[str]:
    heads = [(str(i), row.name, row.type, row.group) for i, row in enumerate(facts.order, start=1)]
    reads = [
        (f"{r.input}{' *' if r.feedthrough else ''}", f"<- {r.source}", r.note)
        for row in facts.order
        for r in row.reads
    ]
    shown = iter(_aligned(reads))
    for head, row in zip(_aligned(heads), facts.order, strict=True):
        yield f"  {head}"
        for _ in row.reads:
            yield f"      {next(shown)}".rstrip()
        for name, value in row.defaults:
            yield f"      {name} = {value_text(value)}, not connected"


def _steps(due: DueFacts) -> str:
    runs = [f"{first}" if first == last else f"{first}-{last}" for first, last in due.runs]
    if len(runs) > _RUNS_SHOWN:
        runs = [*runs[: _RUNS_SHOWN - 2], "...", runs[-1]]
    return ", ".join(runs)


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"  {line}" for line in _aligned([headings, *rows])]


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns as wide as their widest cell, but for the last."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(f"{c:<{w}}" for c, w in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
