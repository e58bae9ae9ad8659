"""A schedule as text for a terminal."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from project_ghost.engine.component._declarations import Value

from ._summary import DueFacts, GroupFacts, ReadFacts, ScheduleFacts

_UNITS = (("h", 3_600_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000))
_GAPS_SHOWN = 12
_RUNS_SHOWN = 6


def schedule_text(facts: ScheduleFacts) -> str:
    """Groups, executed order with all reads, publications, and who is due when."""
    length_ns = facts.hyperperiod_steps * facts.step_ns
    lines = [
        f"step {spelled(facts.step_ns)}, "
        f"hyperperiod {facts.hyperperiod_steps} steps ({spelled(length_ns)}), "
        f"default policy {facts.default_policy}",
        "",
        "Groups",
        *_table(
            ("name", "rate", "period", "phase", "due"),
            [
                (
                    g.name,
                    f"{g.rate_hz} Hz",
                    spelled(Fraction(g.period_ns)),
                    spelled(g.phase_ns),
                    due(g),
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


def spelled(time_ns: Fraction | int) -> str:
    """A duration in its largest fitting unit, exactly if three decimals can say it."""
    if not time_ns:
        return "0"
    unit, size = next(((u, n) for u, n in _UNITS if time_ns >= n), ("ns", 1))
    exact = Fraction(time_ns * 1000) / size
    thousandths = round(exact)
    return f"{'' if exact == thousandths else 'about '}{thousandths / 1000:.12g} {unit}"


def due(group: GroupFacts) -> str:
    """When a group is due, in words."""
    gaps = group.gaps_steps
    if gaps is not None and len(gaps) == 1:
        return "every step" if gaps[0] == 1 else f"every {gaps[0]} steps"
    if gaps is not None and len(gaps) <= _GAPS_SHOWN:
        return f"after {', '.join(map(str, gaps))} steps, and so on"
    low = group.cycle_steps // group.cycle_count
    return f"after {low} or {low + 1} steps, {group.cycle_count} times in {group.cycle_steps}"


def read_note(read: ReadFacts) -> str:
    """What happens to a value on its way: policy, delay, gain and offset."""
    parts = [read.policy] if read.policy else []
    if read.delay_samples:
        late = "1 sample" if read.delay_samples == 1 else f"{read.delay_samples} samples"
        parts.append(f"{late} late, first {_number(read.initial)}")
    if read.gain != 1.0:
        parts.append(f"times {read.gain:g}")
    if read.offset != 0.0:
        parts.append(f"plus {read.offset:g}")
    return ", ".join(parts)


def _number(value: Value) -> str:
    if isinstance(value, tuple | list | np.ndarray):
        return f"({', '.join(map(_number, value))})"
    return f"{value:g}"


def _order(facts: ScheduleFacts) -> Iterator[str]:
    heads = [(str(i), row.name, row.type, row.group) for i, row in enumerate(facts.order, start=1)]
    reads = [
        (f"{r.input}{' *' if r.feedthrough else ''}", f"<- {r.source}", read_note(r))
        for row in facts.order
        for r in row.reads
    ]
    shown = iter(_aligned(reads))
    for head, row in zip(_aligned(heads), facts.order, strict=True):
        yield f"  {head}"
        for _ in row.reads:
            yield f"      {next(shown)}".rstrip()
        for name, value in row.defaults:
            yield f"      {name} = {_number(value)}, not connected"


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
