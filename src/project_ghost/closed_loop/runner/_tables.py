"""Tables of many simulations: metrics, scores and reports."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from project_ghost.closed_loop.metrics import RunScore
from project_ghost.core.files import whole_file, write_whole

from ._report import RunnerReport

__all__ = [
    "FINAL",
    "MetricNumber",
    "metric_numbers",
    "metric_rows",
    "report_rows",
    "score_rows",
    "write_table",
]

# The scenario of the row with the score of all.
FINAL = "final_score"
Row = dict[str, Any]


class MetricNumber(NamedTuple):
    """One number, or text, that a metric found."""

    metric: str
    statistic: str
    value: float | None
    text: str | None
    note: str


def metric_numbers(score: RunScore) -> Iterator[MetricNumber]:
    """Yield each number that each metric found; first its score."""
    for name, result in score.results.items():
        for statistic, found in {"score": result.score, **result.statistics}.items():
            value = float(found) if isinstance(found, int | float) else None
            text = None if value is not None or found is None else str(found)
            yield MetricNumber(name, statistic, value, text, result.note)


def metric_rows(reports: Sequence[RunnerReport]) -> list[Row]:
    """A row for each number that each metric found: `metrics.parquet`."""
    return [
        {**_run(report), **number._asdict()}
        for report in reports
        if report.metrics is not None
        for number in metric_numbers(report.metrics)
    ]


def score_rows(reports: Sequence[RunnerReport]) -> list[Row]:
    """A row for each run, for each type of scenario, and for all: `scores.parquet`.

    A run that failed counts with 0, and so does each of its metrics.
    """
    rows = []
    for planner in dict.fromkeys(report.planner_name for report in reports):
        own = [report for report in reports if report.planner_name == planner]
        names = dict.fromkeys(name for report in own for name in _scores(report))
        rows += [_score_row(report, names) for report in own]
        kinds: dict[str, list[RunnerReport]] = {}
        for report in own:
            kinds.setdefault(report.scenario_type, []).append(report)
        for kind, members in kinds.items():
            rows.append(_mean_row(kind, kind, planner, members, names))
        rows.append(_mean_row(FINAL, FINAL, planner, own, names))
    return rows


def report_rows(reports: Sequence[RunnerReport]) -> list[Row]:
    """A row for each run: `runner_report.parquet`."""
    return [report.row() for report in reports]


def _run(report: RunnerReport) -> Row:
    return {
        "scenario": report.scenario_name,
        "log_name": report.log_name,
        "scenario_type": report.scenario_type,
        "planner_name": report.planner_name,
    }


def _scores(report: RunnerReport) -> dict[str, float | None]:
    if report.metrics is None:
        return {}
    return {
        name: result.score
        for name, result in report.metrics.results.items()
        if result.score is not None
    }


def _score_row(report: RunnerReport, names: Mapping[str, None]) -> Row:
    scores = _scores(report)
    return {
        **_run(report),
        "num_scenarios": 1,
        "aggregator_type": "" if report.metrics is None else report.metrics.challenge,
        "failed": not report.succeeded,
        **{name: scores.get(name) if report.succeeded else 0.0 for name in names},
        "score": report.score,
    }


def _mean_row(
    name: str, kind: str, planner: str, reports: Sequence[RunnerReport], names: Mapping[str, None]
) -> Row:
    rows = [_score_row(report, names) for report in reports]
    return {
        "scenario": name,
        "log_name": None,
        "scenario_type": kind,
        "planner_name": planner,
        "num_scenarios": len(reports),
        "aggregator_type": rows[0]["aggregator_type"],
        "failed": any(row["failed"] for row in rows),
        **{each: _mean([row[each] for row in rows]) for each in names},
        "score": _mean([row["score"] for row in rows]),
    }


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    total = 0.0
    for value in known:
        total += value
    return total / len(known) if known else None


def write_table(folder: Path, name: str, rows: Sequence[Row]) -> Path:
    """Write rows as `name.parquet`, or as `name.csv` without pyarrow."""
    columns = list(dict.fromkeys(key for row in rows for key in row))
    if find_spec("pyarrow") is None:
        text = io.StringIO()
        writer = csv.DictWriter(text, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        path = folder / f"{name}.csv"
        write_whole(path, text.getvalue(), "the table")
        return path
    import pyarrow
    from pyarrow import parquet

    table = pyarrow.table({each: [row.get(each) for row in rows] for each in columns})
    path = folder / f"{name}.parquet"
    with whole_file(path, "the table") as file:
        parquet.write_table(table, file)
    return path
