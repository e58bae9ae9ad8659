"""The tables of a sweep's page."""

from collections.abc import Sequence

from project_ghost.drawing import Table, Tone
from project_ghost.results import Mean, mean_of
from project_ghost.sweep._row import FAILED

from ._content import Content, Row, measured, number_text, value_text

__all__ = [
    "aggregates_table",
    "failures_table",
    "hosts_table",
    "metrics_table",
    "requirements_table",
    "worst_table",
]

_ROWS_MAX = 24
_WORST = 12
_ID_DIGITS = 10
_MESSAGE_MAX = 160


def aggregates_table(content: Content) -> Table:
    """The mean of the compared column by type of scenario and planner."""
    found = content.means
    rows = [
        (kind, planner or "", f"{count:,}", f"{failed:,}", number_text(mean), _interval(low, high))
        for kind, planner, _, count, failed, mean, low, high in found[:_ROWS_MAX]
    ]
    more = f"; the first {_ROWS_MAX} of {len(found):,}" if len(found) > _ROWS_MAX else ""
    return Table(
        f"{content.column} by scenario and planner; a run that failed counts as 0{more}",
        ("scenario", "planner", "runs", "failed", "mean", "95 % interval"),
        rows,
        (2, 3, 4, 5),
    )


def metrics_table(content: Content) -> Table:
    """The mean of each metric by planner."""
    planners = list(content.planners)
    rows = [
        (name, *(_mean(content.planners[planner], name) for planner in planners))
        for name in content.table.metrics
    ]
    kept = [row for row in rows if any(row[1:])]
    head = ("metric", *(planner or "all runs" for planner in planners))
    return Table("the mean of each metric", head, kept, range(1, len(head)))


def _mean(rows: Sequence[Row], column: str) -> str:
    values = measured(rows, column)
    has_some = any(row[column] is not None for row in rows)
    return number_text(mean_of(values).mean) if values and has_some else ""


def _interval(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return ""
    return f"{number_text(low)} to {number_text(high)}"


def worst_table(content: Content) -> Table:
    """The runs with the lowest score, or with the most contacts."""
    column, is_score = content.column, bool(content.table.metrics)
    ok = [row for row in content.rows if row["status"] != FAILED and row[column] is not None]
    worst = sorted(ok, key=lambda row: row[column] if is_score else -row[column])[:_WORST]
    parameters = content.parameters
    head = ("id", "scenario", *(["planner"] if any(content.planners) else []), "seed",
            *parameters, column, *(["contacts"] if is_score else []))  # fmt: skip
    rows = [
        (row["id"][:_ID_DIGITS], *(value_text(row[name]) for name in head[1:])) for row in worst
    ]
    what = "lowest score" if is_score else "most contacts"
    return Table(
        f"the runs with the {what}; `ghost sweep rerun` runs one again and records it",
        head,
        rows,
        range(head.index("seed"), len(head)),
    )


def failures_table(content: Content) -> Table:
    """The kinds of errors, with the first run of each."""
    kinds: dict[str, list[Row]] = {}
    for row in content.failed:
        kinds.setdefault(row["error_kind"] or "", []).append(row)
    rows = [
        (kind, f"{len(found):,}", found[0]["id"][:_ID_DIGITS], _short(found[0]["error"]))
        for kind, found in sorted(kinds.items(), key=lambda item: -len(item[1]))
    ]
    return Table("the runs that failed", ("error", "runs", "first", "message"), rows, (1,))


def requirements_table(content: Content) -> Table:
    """What was required, and whether it is met."""
    assert content.verdict is not None
    rows = [
        (
            each["requirement"],
            ("met", Tone.GOOD) if each["is_met"] else ("missed", Tone.BAD),
            f"{each['missed']:,} of {each['total']:,}",
        )
        for each in content.verdict["requirements"]
    ]
    return Table("what was required", ("requirement", "verdict", "missed by"), rows, (2,))


def hosts_table(content: Content) -> Table:
    """Who made the runs, and how long they took."""
    hosts: dict[str, list[Row]] = {}
    for row in content.timings:
        hosts.setdefault(row["host"] or "", []).append(row)
    rows = []
    for host, found in sorted(hosts.items()):
        took = [row["took_s"] for row in found]
        tried = sum(row["attempts"] > 1 for row in found)
        mean: Mean = mean_of(took)
        rows.append(
            (
                host,
                f"{len(found):,}",
                f"{len({row['pid'] for row in found}):,}",
                f"{sum(took):,.1f}",
                f"{1000.0 * mean.mean:,.1f}",
                f"{1000.0 * max(took):,.1f}",
                f"{tried:,}",
            )
        )
    head = ("host", "runs", "processes", "sum [s]", "mean [ms]", "longest [ms]", "tried again")
    return Table("where runs were executed, and for how long", head, rows, range(1, 7))


def _short(text: str) -> str:
    line = (text or "").splitlines()[0] if text else ""
    return line if len(line) <= _MESSAGE_MAX else f"{line[:_MESSAGE_MAX]} ..."
