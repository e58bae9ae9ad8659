"""The columns of the tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, final

__all__ = ["IDENTITY", "METRICS", "OUTCOME", "TIMINGS", "Field", "RunTable", "arrow_schema"]


class Field(NamedTuple):
    """A column: its name and its type, as pyarrow calls it."""

    name: str
    type: str


IDENTITY = (
    Field("id", "string"),
    Field("scenario", "string"),
    Field("planner", "string"),
    Field("seed", "int64"),
)
OUTCOME = (
    Field("status", "string"),
    Field("scenario_type", "string"),
    Field("score", "float64"),
    Field("digest", "string"),
    Field("recording_sha256", "string"),
    Field("level", "string"),
    Field("ended_by", "string"),
    Field("duration_ns", "int64"),
    Field("contacts", "int64"),
    Field("first_contact_ns", "int64"),
    Field("error_kind", "string"),
    Field("error", "string"),
)
# What may differ between two results of one run.
TIMINGS = (
    Field("host", "string"),
    Field("pid", "int64"),
    Field("attempts", "int64"),
    Field("started_s", "float64"),
    Field("took_s", "float64"),
    Field("traceback", "string"),
)
METRICS = (
    Field("id", "string"),
    Field("metric", "string"),
    Field("statistic", "string"),
    Field("value", "float64"),
    Field("text", "string"),
    Field("note", "string"),
)


# Columns in which every row has a value.
FILLED = frozenset(
    {"id", "scenario", "seed", "status", "scenario_type", "scene", "settings"}
    | {"pid", "attempts", "started_s", "took_s", "metric", "statistic"}
)


@final
@dataclass(frozen=True)
class RunTable:
    """The columns of runs.parquet: identity, parameters, outcome, metrics."""

    parameters: tuple[Field, ...] = ()
    metrics: tuple[str, ...] = ()

    @property
    def result(self) -> tuple[Field, ...]:
        """The columns that must be the same whenever the run is repeated."""
        values = (Field(name, "float64") for name in self.metrics)
        return (*IDENTITY, *self.parameters, *OUTCOME, *values)

    @property
    def timings(self) -> tuple[Field, ...]:
        """The columns of timings.parquet."""
        return (IDENTITY[0], *TIMINGS)

    @property
    def part(self) -> tuple[Field, ...]:
        """The columns of a part, which also has those of the timings."""
        return (*self.result, *TIMINGS)


def arrow_schema(fields: Sequence[Field]) -> Any:  # noqa: ANN401 - a pyarrow.Schema
    """Return the columns as a schema of pyarrow."""
    import pyarrow

    return pyarrow.schema([(each.name, pyarrow.type_for_alias(each.type)) for each in fields])


def arrow_table(rows: Sequence[Sequence[object]], fields: Sequence[Field]) -> Any:  # noqa: ANN401
    """Return rows as a table of pyarrow."""
    import pyarrow

    schema = arrow_schema(fields)
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(fields)
    arrays = [
        pyarrow.array(column, field.type) for column, field in zip(columns, schema, strict=True)
    ]
    return pyarrow.Table.from_arrays(arrays, schema=schema)
