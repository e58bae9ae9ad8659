"""Compare two sweeps run by run: what changed with the planner, or with the version of the code."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, final

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.results import Mean, RunTable, differing_columns, mean_of

from ._claim import table_of
from ._open import OpenSweep
from ._row import FAILED

__all__ = ["Pair", "PairKind", "SweepComparison", "compare_sweeps"]

Row = Mapping[str, Any]
# What differs between two planners or versions by itself.
_NOT_COMPARED = ("id", "planner", "recording_sha256")


class PairKind(StrEnum):
    """What two sweeps say about one run."""

    SAME = "same"  # bit for bit
    CHANGED = "changed"
    FAILED = "failed"  # in one of them or in both
    ONLY_A = "only in A"
    ONLY_B = "only in B"


@final
@dataclass(frozen=True)
class Pair:
    """The rows of one run in both sweeps; `columns` are those in which they differ.

    `difference` is that of the compared column, B minus A, None where one has no value.
    """

    kind: PairKind
    a: Row | None
    b: Row | None
    columns: tuple[str, ...] = ()
    difference: float | None = None

    @property
    def row(self) -> Row:
        """One of the rows."""
        row = self.a if self.a is not None else self.b
        assert row is not None
        return row


@final
@dataclass(frozen=True)
class SweepComparison:
    """All pairs, and what they were paired and compared by.

    Changed pairs are in the order of their differences, the largest first.
    """

    paired_by: tuple[str, ...]
    column: str
    pairs: tuple[Pair, ...]

    @property
    def is_same(self) -> bool:
        """Whether both sweeps have the same runs with the same results, none of which failed."""
        return all(pair.kind is PairKind.SAME for pair in self.pairs)

    def of(self, kind: PairKind) -> list[Pair]:
        """The pairs of one kind."""
        return [pair for pair in self.pairs if pair.kind is kind]

    def mean_difference(self) -> Mean | None:
        """The mean of B minus A over pairs with both values; a run that failed counts as 0."""
        found = [pair.difference for pair in self.pairs if pair.difference is not None]
        return mean_of(found) if found else None


@checked_arguments
def compare_sweeps(
    a: OpenSweep,
    b: OpenSweep,
    *,
    planners: tuple[str, str] | None = None,
    column: str | None = None,
) -> SweepComparison:
    """Pair the runs of two sweeps by scenario, seed and parameters, and compare their results.

    `planners` are the ones to compare, of A and of B, which may be the same store. Without them
    the sweeps have one planner each, or the same ones, which then are paired by name.
    """
    tables = (table_of(a.document), table_of(b.document))
    parameters = _shared_parameters(*tables)
    rows = [each.runs().to_pylist() for each in (a, b)]
    names = [list(dict.fromkeys(row["planner"] for row in found)) for found in rows]
    by_planner = False
    if planners is not None:
        rows = [_of_planner(*each) for each in zip(rows, planners, names, (a, b), strict=True)]
    elif a.store.url == b.store.url:
        raise InputError(
            "both stores are the same",
            a.store.url,
            "two stores, or two planners of one",
            "name another store"
            if len(names[0]) < 2
            else f"give --planners {','.join(names[0][:2])}",
        )
    elif len(names[0]) > 1 or len(names[1]) > 1:
        by_planner = True
        _require_same_planners(names, a, b)
    key = ("scenario", *(["planner"] if by_planner else []), "seed", *parameters)
    compared = _column(column, tables)
    shared = [field.name for field in tables[0].result if field in tables[1].result]
    columns = [name for name in shared if name not in (*_NOT_COMPARED, *key)]
    keyed = [_by_key(*each, key) for each in zip(rows, (a, b), strict=True)]
    pairs = _pairs(keyed[0], keyed[1], columns, compared)
    return SweepComparison(key, compared, tuple(pairs))


def _shared_parameters(a: RunTable, b: RunTable) -> list[str]:
    names = [[field.name for field in table.parameters] for table in (a, b)]
    for name in {*names[0], *names[1]} - ({*names[0]} & {*names[1]}):
        raise InputError(
            f"the parameter {name} is in {'A' if name in names[0] else 'B'} only",
            "compare",
            "two sweeps of the same parameters",
            "give it to the other sweep too, with one value",
        )
    return names[0]


def _of_planner(
    rows: Sequence[Row], planner: str, known: Sequence[str], opened: OpenSweep
) -> list[Row]:
    if planner not in known:
        raise InputError(
            f"there is no planner {planner!r}{did_you_mean(planner, filter(None, known))}",
            opened.store.url,
            f"one of {', '.join(map(str, known))}",
            "correct --planners",
        )
    return [row for row in rows if row["planner"] == planner]


def _require_same_planners(names: Sequence[Sequence[str]], a: OpenSweep, b: OpenSweep) -> None:
    if set(names[0]) != set(names[1]):
        shown = [", ".join(str(name) for name in found) for found in names]
        raise InputError(
            f"the sweeps have other planners: {shown[0]} and {shown[1]}",
            f"{a.store.url} and {b.store.url}",
            "one planner in each, the same ones in both, or a choice",
            "give --planners, such as --planners idm,mine.py:Mine",
        )


def _column(column: str | None, tables: Sequence[RunTable]) -> str:
    if column is None:
        return "score" if all(table.metrics for table in tables) else "contacts"
    shared = [
        field.name
        for field in tables[0].result
        if field in tables[1].result and field.type in ("int64", "float64")
    ]
    if column not in shared:
        raise InputError(
            f"there is no column {column!r} of numbers in both{did_you_mean(column, shared)}",
            "--by",
            f"one of {', '.join(shared)}",
            "correct the name",
        )
    return column


def _by_key(
    rows: Sequence[Row], opened: OpenSweep, key: Sequence[str]
) -> dict[tuple[object, ...], Row]:
    found: dict[tuple[object, ...], Row] = {}
    for row in rows:
        place = tuple(_comparable(row[name]) for name in key)
        if place in found:
            raise InputError(
                f"the runs {found[place]['id']} and {row['id']} differ in none of {', '.join(key)}",
                opened.store.url,
                "scenarios with names of their own",
                "rename one of the scenarios",
            )
        found[place] = row
    return found


def _comparable(value: object) -> object:
    """A value as both sweeps write it: a column holds 4 as 4 or as 4.0."""
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _pairs(
    a: Mapping[tuple[object, ...], Row],
    b: Mapping[tuple[object, ...], Row],
    columns: Sequence[str],
    column: str,
) -> list[Pair]:
    pairs = [_pair(row, b[key], columns, column) for key, row in a.items() if key in b]
    pairs += [Pair(PairKind.ONLY_A, row, None) for key, row in a.items() if key not in b]
    pairs += [Pair(PairKind.ONLY_B, None, row) for key, row in b.items() if key not in a]
    # Stable: what differs alike stays in the order of A.
    return sorted(pairs, key=_size, reverse=True)


def _size(pair: Pair) -> tuple[bool, bool, float]:
    """The largest difference first; before it a value that one of them lacks."""
    has_changed = pair.kind is PairKind.CHANGED
    lacks = has_changed and pair.difference is None
    return has_changed, lacks, abs(pair.difference or 0.0)


def _pair(a: Row, b: Row, columns: Sequence[str], column: str) -> Pair:
    differing = tuple(differing_columns(a, b, columns))
    if FAILED in (a["status"], b["status"]):
        kind = PairKind.FAILED
    else:
        kind = PairKind.CHANGED if differing else PairKind.SAME
    values = [0.0 if row["status"] == FAILED else row[column] for row in (a, b)]
    difference = None if None in values else float(values[1]) - float(values[0])
    return Pair(kind, a, b, differing, difference)
