"""The end of a sweep: its tables, then complete.json with their digests, each created once.

Why: ADR 31.
"""

import json
from collections.abc import Mapping
from typing import Any

from project_ghost.core.errors import InputError
from project_ghost.core.files import pretty_json

from ._aggregate import AGGREGATES, aggregates
from ._compact import Compacted, DifferentResultsError
from ._parquet import FORMAT_VERSION, parquet_of, read_parquet
from ._schema import RunTable, arrow_table
from ._store import Store, digest_of

__all__ = ["COMPLETE", "RUNS", "TABLES", "check_complete", "commit", "completed", "stored_document"]

COMPLETE = "complete.json"
RUNS = "runs"
TABLES = (RUNS, "metrics", "timings", "aggregates")


def commit(store: Store, compacted: Compacted, table: RunTable) -> dict[str, Any]:
    """Write the tables of all runs, then complete.json; returns its content.

    Two processes that finish a sweep at once write the same runs. Of the other tables, in which
    times differ, the first that was written stays.
    """
    rows = compacted.runs.to_pylist()
    measured = [*(["score"] if table.metrics else []), *table.metrics, "contacts"]
    tables = {
        RUNS: compacted.runs,
        "metrics": compacted.metrics,
        "timings": compacted.timings,
        "aggregates": arrow_table(aggregates(rows, measured), AGGREGATES),
    }
    digests = {f"{name}.parquet": _created(store, name, each) for name, each in tables.items()}
    document = {
        "failed": sum(row["status"] == "failed" for row in rows),
        "runs": len(rows),
        "sha256": digests,
        "version": FORMAT_VERSION,
    }
    data = pretty_json(document).encode()
    if not store.create(COMPLETE, data):
        return completed(store) or document
    return document


def completed(store: Store) -> dict[str, Any] | None:
    """Return the content of complete.json, or None if the sweep is not complete."""
    data = store.read_or_none(COMPLETE)
    if data is None:
        return None
    where = f"{store.url}/{COMPLETE}"
    document = stored_document(data, where, {"runs": int, "sha256": dict})
    for name, digest in document["sha256"].items():
        if not isinstance(digest, str) or name not in {f"{each}.parquet" for each in TABLES}:
            raise InputError(
                f"its sha256 has {name!r}: {digest!r}",
                where,
                "the digests of the tables",
                f"remove {COMPLETE}; `ghost sweep finish` makes it from the parts",
            )
    return document


def stored_document(data: bytes, where: str, keys: Mapping[str, type]) -> dict[str, Any]:
    """Return a JSON object of a store; refuse another version, and one without these keys."""
    try:
        document = dict(json.loads(data))
    except (ValueError, TypeError):
        document = {}
    version = document.get("version", "unknown")
    if version != FORMAT_VERSION:
        raise InputError(
            f"its version is {version}",
            where,
            f"version {FORMAT_VERSION} of the results of sweeps",
            "use the version of Ghost that wrote it",
        )
    for key, kind in keys.items():
        if not isinstance(document.get(key), kind):
            raise InputError(
                f"its {key} is {document.get(key)!r}",
                where,
                "an object that `ghost sweep` wrote, unchanged",
                "copy it from elsewhere, or run the sweep into another store",
            )
    return document


def check_complete(store: Store) -> dict[str, Any]:
    """Return the content of complete.json; refuse tables that are not those it was written for."""
    document = completed(store) or {"sha256": {}}
    for name, digest in document["sha256"].items():
        data = store.read_or_none(name)
        if data is None or digest_of(data) != digest:
            raise InputError(
                f"the table {name} is {'missing' if data is None else 'not the one that was made'}",
                f"{store.url}/{COMPLETE}",
                f"SHA-256 {digest}",
                f"remove it and {COMPLETE}; `ghost sweep finish` makes both from the parts",
            )
    return document


def _created(store: Store, name: str, table: Any) -> str:  # noqa: ANN401 - a pyarrow.Table
    """Create a table, unless there is one; returns the digest of the one that is there."""
    file, data = f"{name}.parquet", parquet_of(table)
    if store.create(file, data):
        return digest_of(data)
    there = store.read(file)
    # Another version of the library may have written other bytes for the same table.
    if name == RUNS and not read_parquet(there, f"{store.url}/{file}").equals(table):
        raise DifferentResultsError(
            "the table of runs that is there has other results than the parts",
            f"{store.url}/{file}",
            "the same bits wherever a run is repeated",
            "remove that file, and finish the sweep again",
        )
    return digest_of(there)
