"""The end of a sweep: its tables, then complete.json with their digests, each created once.

Why: ADR 31.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any

from project_ghost.core.errors import InputError
from project_ghost.core.files import pretty_json
from project_ghost.core.scratch import scratch_folder, written_to_scratch

from ._aggregate import AGGREGATES, FAILED, aggregates
from ._compact import Compacted, DifferentResultsError
from ._parquet import FORMAT_VERSION, GROUP_ROWS, TableWriter, read_groups
from ._parts import withdrawals
from ._schema import METRICS, RunTable, arrow_schema, arrow_table
from ._store import Store

__all__ = [
    "COMPLETE",
    "RUNS",
    "TABLES",
    "check_complete",
    "commit",
    "completed",
    "reopen",
    "stored_document",
]

COMPLETE = "complete.json"
RUNS, MEANS = "runs", "aggregates"
TABLES = (RUNS, "metrics", "timings", MEANS)


def commit(store: Store, compacted: Compacted, table: RunTable) -> dict[str, Any]:
    """Write the tables of all runs, then complete.json; returns its content.

    Two processes that finish a sweep at once write the same runs. Of the other tables, in which
    times differ, the first that was written stays. Nothing is in the store before all tables are
    whole.
    """
    withdrawn = withdrawals(store)
    _remove_outdated(store, withdrawn)
    with scratch_folder() as folder:
        with written_to_scratch("a table of the sweep"):
            _write_tables(folder, compacted, table)
            runs = partial(_groups, folder / _file(RUNS), f"{store.url}/{_file(RUNS)}")
            measured = [*(["score"] if table.metrics else []), *table.metrics, "contacts"]
            with TableWriter(folder / _file(MEANS), arrow_schema(AGGREGATES)) as writer:
                writer.add(arrow_table(aggregates(runs, measured), AGGREGATES))
            statuses = Counter(each for group in runs(["status"]) for each in group[0].to_pylist())
        document = {
            "failed": statuses[FAILED],
            "runs": statuses.total(),
            "sha256": {_file(name): _created(store, name, folder) for name in TABLES},
            "version": FORMAT_VERSION,
            **({"withdrawn": withdrawn} if withdrawn else {}),
        }
    data = pretty_json(document).encode()
    if not store.create(COMPLETE, data):
        return completed(store) or document
    return document


def _write_tables(folder: Path, compacted: Compacted, table: RunTable) -> None:
    fields = {RUNS: table.result, "metrics": METRICS, "timings": table.timings}
    with ExitStack() as stack:
        writers = {
            name: stack.enter_context(TableWriter(folder / _file(name), arrow_schema(each)))
            for name, each in fields.items()
        }
        for window in compacted.windows():
            for name, rows in window._asdict().items():
                writers[name].add(rows)


def _groups(path: Path, where: str, columns: Sequence[str] | None) -> Iterator[Any]:
    with path.open("rb") as file:
        yield from read_groups(file, path.stat().st_size, where, columns=columns)


def _file(table: str) -> str:
    return f"{table}.parquet"


def completed(store: Store) -> dict[str, Any] | None:
    """Return the content of complete.json, or None if the sweep is not complete.

    It is not complete either if rows were withdrawn since: complete.json is then outdated.
    """
    document = _document(store)
    if document is None or document.get("withdrawn", []) != withdrawals(store):
        return None
    return document


def reopen(store: Store) -> None:
    """Remove the tables and complete.json: rows are going to change."""
    for name in (*map(_file, TABLES), COMPLETE):  # without the last, the others would be nobody's
        with suppress(FileNotFoundError):
            store.remove(name)


def _remove_outdated(store: Store, withdrawn: list[str]) -> None:
    """Remove tables that were made before rows were withdrawn."""
    document = _document(store)
    if document is not None and document.get("withdrawn", []) != withdrawn:
        reopen(store)


def _document(store: Store) -> dict[str, Any] | None:
    data = store.read_or_none(COMPLETE)
    if data is None:
        return None
    where = f"{store.url}/{COMPLETE}"
    document = stored_document(data, where, {"runs": int, "sha256": dict})
    for name, digest in document["sha256"].items():
        if not isinstance(digest, str) or name not in {_file(each) for each in TABLES}:
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
        found = None
        with suppress(FileNotFoundError):
            found = store.digest(name)
        if found != digest:
            how = "missing" if found is None else "not the one that was made"
            raise InputError(
                f"the table {name} is {how}",
                f"{store.url}/{COMPLETE}",
                f"SHA-256 {digest}",
                f"remove it and {COMPLETE}; `ghost sweep finish` makes both from the parts",
            )
    return document


def _created(store: Store, name: str, folder: Path) -> str:
    """Create a table, unless there is one; returns the digest of the one that is there."""
    file, path = _file(name), folder / _file(name)
    # Another version of the library may have written other bytes for the same table.
    if not store.create_file(file, path) and name == RUNS and not _is_there(store, file, path):
        raise DifferentResultsError(
            "the table of runs that is there has other results than the parts",
            f"{store.url}/{file}",
            "the same bits wherever a run is repeated",
            "remove that file, and finish the sweep again",
        )
    return store.digest(file)


def _is_there(store: Store, file: str, path: Path) -> bool:
    """Whether the table in the store has the same rows as the file."""
    where = f"{store.url}/{file}"
    there = store.open(file)
    groups = (
        read_groups(there, there.size, where),
        _groups(path, where, columns=None),
    )
    pairs = zip_longest(*map(_rebatched, groups))
    return all(a is not None and b is not None and a.equals(b) for a, b in pairs)


def _rebatched(tables: Iterable[Any]) -> Iterator[Any]:
    """The same rows in tables of a fixed size, however many were in one."""
    import pyarrow

    waiting = None
    for table in tables:
        waiting = table if waiting is None else pyarrow.concat_tables([waiting, table])
        while waiting.num_rows >= GROUP_ROWS:
            yield waiting.slice(0, GROUP_ROWS)
            waiting = waiting.slice(GROUP_ROWS)
    if waiting is not None:
        yield waiting
