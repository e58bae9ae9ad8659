"""Copy a sweep from one store to another: all of it, and checked."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import final

from project_ghost.batch import Progress, SilentProgress
from project_ghost.core.errors import InputError
from project_ghost.results import (
    COMPLETE,
    RUN_PARTS,
    TABLES,
    Store,
    check_complete,
    completed,
    digest_of,
)

from ._claim import PLAN, SCENES, SWEEP, read_claim
from ._open import OpenSweep
from ._work import RECORDINGS, recording_name

__all__ = ["Copied", "copy_sweep"]

# Objects that are copied at once: each is in memory, and most of the time is the network's.
_AT_ONCE = 4


@final
@dataclass(frozen=True)
class Copied:
    """What was copied: objects and bytes; `before` were there already, with the same content."""

    objects: int
    size: int
    before: int


def copy_sweep(source: Store, target: Store, progress: Progress | None = None) -> Copied:
    """Copy a sweep, complete or not. The same call continues one that was ended.

    A target may hold a part of the same sweep, to which the runs are added. Tables must have the
    digests of complete.json, recordings those of their rows, and each object is read again where
    it was written.
    """
    read_claim(source)
    _require_same_sweep(source, target)
    is_complete = completed(source) is not None
    if is_complete:
        check_complete(source)
    names = _ordered(source.names(""), is_complete=is_complete)
    progress = progress or SilentProgress()
    progress.begin(sum(map(len, names)))
    digests = {recording_name(run_id): digest for run_id, digest in _recordings(source)}
    objects = size = before = 0
    with ThreadPoolExecutor(_AT_ONCE) as threads:
        for group in names:  # one after the other: a row is never without its recording
            for written in threads.map(partial(_copied, source, target, digests), group):
                objects += written is not None
                before += written is None
                size += written or 0
                progress.advance(1)
    return Copied(objects, size, before)


def _require_same_sweep(source: Store, target: Store) -> None:
    if source.url == target.url:
        raise InputError("both stores are the same", source.url, "two stores", "name another")
    there = target.read_or_none(SWEEP)
    if there is not None and there != source.read(SWEEP):
        raise InputError(
            "the store holds another sweep",
            f"{target.url}/{SWEEP}",
            "an empty store, or one of the same sweep",
            "choose another place",
        )


def _ordered(names: list[str], *, is_complete: bool) -> list[list[str]]:
    """The objects in the order in which a sweep writes them, which makes a cut copy valid."""
    tables = {f"{name}.parquet" for name in TABLES}
    last = tables | {COMPLETE}
    kinds: list[list[str]] = [[], [], [], [], []]
    for name in names:
        if name.startswith(f"{SCENES}/") or name == PLAN:
            kinds[0].append(name)
        elif name == SWEEP:
            kinds[1].append(name)
        elif name.startswith(f"{RUN_PARTS}/"):
            kinds[3].append(name)
        elif name in last:
            # Tables of a sweep that another process is finishing just now are made again.
            kinds[4].extend([name] if is_complete and name in tables else [])
        else:
            kinds[2].append(name)
    return [*kinds, [COMPLETE] if is_complete else []]


def _recordings(source: Store) -> Iterator[tuple[str, str]]:
    """The digests of all recordings that have a row."""
    opened = OpenSweep(source)
    if opened.document["is_recorded"]:
        for window in opened.windows(["id", "recording_sha256"]):
            for row in window.to_pylist():
                if row["recording_sha256"] is not None:
                    yield row["id"], row["recording_sha256"]


def _copied(source: Store, target: Store, digests: dict[str, str], name: str) -> int | None:
    """Copy an object; returns its size, or None if it is there."""
    data = source.read(name)
    expected = digests.get(name)
    if expected is not None and digest_of(data) != expected:
        raise InputError(
            f"the recording is not the one of its row: its SHA-256 is {digest_of(data)}",
            f"{source.url}/{name}",
            f"SHA-256 {expected}",
            "make it again with `ghost sweep rerun`",
        )
    there = target.read_or_none(name)
    if there == data:
        return None
    if there is not None and _is_made_once(name):
        raise InputError(
            "an object of this name with another content is there",
            f"{target.url}/{name}",
            "an empty store, or a part of the same sweep",
            "choose another place",
        )
    target.write(name, data)
    if target.read(name) != data:
        raise InputError(
            "the object that was written does not come back",
            f"{target.url}/{name}",
            "the bytes that were written",
            "check the store, and copy again",
        )
    return len(data)


def _is_made_once(name: str) -> bool:
    return name.endswith(".parquet") or name.startswith((f"{RECORDINGS}/", f"{SCENES}/"))
