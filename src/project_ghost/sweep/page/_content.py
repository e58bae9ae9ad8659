"""What a page of a sweep is about: its rows, and the column that they are compared by."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, final

from project_ghost.core.errors import InputError
from project_ghost.results import RunTable, completed, with_overall
from project_ghost.sweep._claim import table_of
from project_ghost.sweep._open import OpenSweep
from project_ghost.sweep._row import FAILED

__all__ = ["Content", "Row", "content_of", "measured", "number_text", "value_text"]

Row = Mapping[str, Any]


@final
@dataclass(frozen=True)
class Content:
    """The rows of a sweep that are done, with what its store says about it."""

    url: str
    document: Mapping[str, Any]
    table: RunTable
    means: Sequence[tuple[Any, ...]]  # of the compared column, by type of scenario and planner
    rows: Sequence[Row]
    timings: Sequence[Row]
    digests: Mapping[str, str]  # of the tables, if it is complete
    verdict: Mapping[str, Any] | None

    @property
    def column(self) -> str:
        """The column that runs are compared by."""
        return _compared(self.table)

    @cached_property
    def failed(self) -> list[Row]:
        """The runs that failed."""
        return [row for row in self.rows if row["status"] == FAILED]

    @cached_property
    def planners(self) -> dict[str, list[Row]]:
        """The rows by planner; without planners under one empty name."""
        found: dict[str, list[Row]] = {}
        for row in self.rows:
            found.setdefault(row["planner"] or "", []).append(row)
        return found

    @property
    def parameters(self) -> list[str]:
        """The parameters with more than one value."""
        names = [field.name for field in self.table.parameters]
        return [name for name in names if len({repr(row[name]) for row in self.rows}) > 1]


def _compared(table: RunTable) -> str:
    return "score" if table.metrics else "contacts"


def content_of(opened: OpenSweep) -> Content:
    """Read what a page needs."""
    complete = completed(opened.store)
    verdict = opened.store.read_or_none("verdict.json")
    table, runs = table_of(opened.document), opened.runs()
    return Content(
        opened.store.url,
        opened.document,
        table,
        with_overall(lambda columns: [runs.select(columns)], [_compared(table)]),
        runs.to_pylist(),
        opened.timings().to_pylist(),
        {} if complete is None else complete["sha256"],
        None if verdict is None or complete is None else _verdict(verdict, opened.store.url),
    )


def _verdict(data: bytes, url: str) -> Mapping[str, Any]:
    """Read verdict.json: whether the sweep passed, and each requirement."""
    try:
        verdict = json.loads(data)
        return {
            "passed": bool(verdict["passed"]),
            "requirements": [
                {
                    "requirement": str(each["requirement"]),
                    "is_met": bool(each["is_met"]),
                    "missed": int(each["missed"]),
                    "total": int(each["total"]),
                }
                for each in verdict["requirements"]
            ],
        }
    except (ValueError, TypeError, LookupError, OverflowError) as error:
        raise InputError(
            f"the verdict cannot be read: {error!r}",
            f"{url}/verdict.json",
            "a verdict that `ghost sweep --require` wrote",
            "remove it, and run the sweep with --require again",
        ) from None


def measured(rows: Iterable[Row], column: str) -> list[float]:
    """The values of a column: a run that failed counts as 0, one without a value not at all."""
    values = (0.0 if row["status"] == FAILED else row[column] for row in rows)
    return [float(value) for value in values if value is not None]


def number_text(value: float) -> str:
    """A number with four digits."""
    return f"{value:.4g}".replace("-", "\u2212")


def value_text(value: object) -> str:
    """A cell as text."""
    if value is None:
        return ""
    return number_text(value) if isinstance(value, float) else str(value)
