"""All parts as one table of each kind, in the order of the plan.

Why: ADR 31.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, final

from project_ghost.core.errors import GhostError

from ._parts import METRIC_PARTS, read_parts
from ._schema import METRICS, TIMINGS, RunTable, arrow_schema
from ._store import Store

__all__ = [
    "Compacted",
    "DifferentResultsError",
    "compact",
    "different_results",
    "differing_columns",
]


class DifferentResultsError(GhostError):
    """Two results of one run differ."""

    is_difference = True


@final
@dataclass(frozen=True)
class Compacted:
    """Tables of pyarrow with the runs that are done, and the ids of those that are not."""

    runs: Any
    metrics: Any
    timings: Any
    missing: tuple[str, ...]


def compact(store: Store, ids: Sequence[str], table: RunTable) -> Compacted:
    """Put the parts together, in the order of the ids. Two results of one run must be the same."""
    import pyarrow
    from pyarrow import compute

    parts = read_parts(store, table.part)
    schema = arrow_schema(table.part)
    names = pyarrow.array(
        [name for name, part in parts.items() for _ in range(part.num_rows)], pyarrow.string()
    )
    rows = pyarrow.concat_tables([each.select(schema.names) for each in parts.values()] or [
        schema.empty_table()
    ]).append_column("part", names)  # fmt: skip
    place = compute.index_in(rows.column("id"), value_set=pyarrow.array(ids, pyarrow.string()))
    rows = rows.append_column("place", place).filter(compute.is_valid(place))
    rows = rows.sort_by([("place", "ascending"), ("part", "ascending")])
    rows = _one_each(rows, [field.name for field in table.result], store)
    done = set(rows.column("id").to_pylist())
    return Compacted(
        rows.select([field.name for field in table.result]).combine_chunks(),
        _metrics_of(rows, read_parts(store, METRICS, METRIC_PARTS)),
        rows.select(["id", *(field.name for field in TIMINGS)]).combine_chunks(),
        tuple(each for each in ids if each not in done),
    )


def _one_each(rows: Any, result: Sequence[str], store: Store) -> Any:  # noqa: ANN401 - tables
    """The first row of each run; the others must say the same."""
    places = rows.column("place").to_pylist()
    kept = [i for i, place in enumerate(places) if i == 0 or place != places[i - 1]]
    if len(kept) == len(places):
        return rows
    first = 0
    for i in range(1, len(places)):
        if places[i] != places[first]:
            first = i
            continue
        pair = rows.take([first, i]).to_pylist()
        names = differing_columns(pair[0], pair[1], result)
        if names:
            raise different_results(pair[0], pair[1], names, store.url)
    return rows.take(kept)


def differing_columns(
    first: Mapping[str, Any], second: Mapping[str, Any], columns: Sequence[str]
) -> list[str]:
    """The columns in which two rows differ in any bit."""
    return [name for name in columns if repr(first[name]) != repr(second[name])]


def different_results(
    first: Mapping[str, Any], second: Mapping[str, Any], names: Sequence[str], where: str
) -> DifferentResultsError:
    """The error about two results of one run."""
    shown = "; ".join(f"{name} is {first[name]!r} and {second[name]!r}" for name in names[:3])
    makers = " and ".join(
        f"process {each['pid']} of {each['host']}"
        + (f" (parts/runs/{each['part']})" if "part" in each else "")
        for each in (first, second)
    )
    return DifferentResultsError(
        f"two results of the run {first['id']} differ: {shown}",
        f"{where}, made by {makers}",
        "the same bits wherever a run is repeated",
        f"find the first difference: `ghost sweep rerun` it on both, then `ghost diff`; "
        f"`ghost lint` finds usual causes in a planner (scenario {first['scenario']})",
    )


def _metrics_of(rows: Any, parts: Mapping[str, Any]) -> Any:  # noqa: ANN401 - tables of pyarrow
    """The metrics of these rows, each from the part with the name of the row's."""
    import pyarrow

    schema = arrow_schema(METRICS)
    pieces = []
    for name, metrics in parts.items():
        own = rows.filter(pyarrow.compute.equal(rows.column("part"), name))
        place = pyarrow.compute.index_in(
            metrics.column("id"), value_set=own.column("id").combine_chunks()
        )
        metrics = metrics.append_column("place", own.column("place").take(place))
        pieces.append(metrics.filter(pyarrow.compute.is_valid(place)))
    if not pieces:
        return schema.empty_table()
    # A stable sort, so that the metrics of a run stay in their order.
    return pyarrow.concat_tables(pieces).sort_by("place").select(schema.names).combine_chunks()
