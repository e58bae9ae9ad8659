"""A moment of a run as a file: all that it takes to go on from there, and nothing else.

    "GHOST CHECKPOINT 1\\n", the length of the head (8 bytes, little-endian), the head,
    the scenario, the files that came with it, the snapshot, SHA-256 over all of that

The head is canonical JSON: what it is of, and the name and size of each part, in their order.
The same moment of the same run gives the same bytes.
"""

import hashlib
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, final

from project_ghost.core.errors import InputError

__all__ = ["SUFFIX", "Checkpoint", "packed", "read_checkpoint", "unpacked", "write_checkpoint"]

SUFFIX = ".ghost"
_VERSION = 1
_MAGIC = f"GHOST CHECKPOINT {_VERSION}\n".encode()
_ANY_MAGIC = re.compile(rb"GHOST CHECKPOINT ([0-9]{1,9})\n")
_LENGTH = 8
_DIGEST = 32
_SCENARIO, _SNAPSHOT = "scenario", "snapshot"
_KEYS = {"ghost": str, "scenario": str, "seed": int, "step_ns": int, "time_ns": int}


@final
@dataclass(frozen=True)
class Checkpoint:
    """A moment of a run: the scenario that was run, its files, and the engine's snapshot.

    `scenario` is the canonical text; `ghost` the version that made it. At `time_ns` the
    outputs of the tick are made and published: who goes on begins with its updates.
    """

    name: str
    ghost: str
    seed: int
    step_ns: int
    time_ns: int
    scenario: str
    attached: Mapping[str, bytes] = field(default_factory=dict)
    snapshot: bytes = b""

    @property
    def tick(self) -> int:
        """How many steps there were before."""
        return self.time_ns // self.step_ns


def packed(checkpoint: Checkpoint) -> bytes:
    """The bytes of a checkpoint's file."""
    parts = [
        (_SCENARIO, checkpoint.scenario.encode()),
        *sorted(checkpoint.attached.items()),
        (_SNAPSHOT, checkpoint.snapshot),
    ]
    head = {
        "ghost": checkpoint.ghost,
        "parts": [[name, len(data)] for name, data in parts],
        "scenario": checkpoint.name,
        "seed": checkpoint.seed,
        "step_ns": checkpoint.step_ns,
        "time_ns": checkpoint.time_ns,
    }
    text = json.dumps(head, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()
    body = b"".join([_MAGIC, len(text).to_bytes(_LENGTH, "little"), text, *(d for _, d in parts)])
    return body + hashlib.sha256(body).digest()


def unpacked(data: bytes, where: str) -> Checkpoint:
    """The checkpoint that these bytes are; refuses what is not one, or not whole."""
    _require_magic(data, where)
    if hashlib.sha256(data[:-_DIGEST]).digest() != data[-_DIGEST:]:
        raise _refused("the checkpoint is damaged: its digest does not fit", where)
    start = len(_MAGIC) + _LENGTH
    length = int.from_bytes(data[len(_MAGIC) : start], "little")
    try:
        return _from_parts(data, start, length)
    except (ValueError, LookupError, TypeError, RecursionError):
        # Its digest fits, so that it was made like this: by something else.
        raise _refused("the head of the checkpoint is not as Ghost makes it", where) from None


def _from_parts(data: bytes, start: int, length: int) -> Checkpoint:
    head: dict[str, Any] = json.loads(data[start : start + length])
    if any(type(head[key]) is not kind for key, kind in _KEYS.items()):
        raise ValueError(head)
    at = start + length
    parts: list[tuple[str, bytes]] = []
    for name, size in head["parts"]:
        if type(name) is not str or type(size) is not int or size < 0:
            raise ValueError(name)
        parts.append((name, data[at : at + size]))
        at += size
    if at != len(data) - _DIGEST or parts[0][0] != _SCENARIO or parts[-1][0] != _SNAPSHOT:
        raise ValueError(at)
    if head["step_ns"] < 1 or head["time_ns"] < 0 or head["time_ns"] % head["step_ns"]:
        raise ValueError(head)
    return Checkpoint(
        head["scenario"],
        head["ghost"],
        head["seed"],
        head["step_ns"],
        head["time_ns"],
        parts[0][1].decode(),
        dict(parts[1:-1]),
        parts[-1][1],
    )


def _require_magic(data: bytes, where: str) -> None:
    if data.startswith(_MAGIC):
        return
    found = _ANY_MAGIC.match(data)
    if found is None:
        raise _refused("this is not a checkpoint", where)
    raise InputError(
        f"the checkpoint is of version {int(found[1])}",
        where,
        f"version {_VERSION}",
        "use the version of Ghost that made it, or make it again from the recording",
    )


def _refused(what: str, where: str) -> InputError:
    return InputError(
        what,
        where,
        "a file that `ghost checkpoint` has made, unchanged",
        "make it again: ghost checkpoint run.mcap --at TIME",
    )


def read_checkpoint(path: Path | str) -> Checkpoint:
    """Read a checkpoint's file."""
    wanted = Path(path)
    try:
        with wanted.open("rb") as file:
            # A mistyped name may be a recording of gigabytes.
            _require_magic(file.read(len(_MAGIC) + _LENGTH), str(wanted))
            file.seek(0)
            return unpacked(file.read(), str(wanted))
    except OSError as error:
        raise InputError(
            f"the checkpoint cannot be read: {error.strerror}",
            str(wanted),
            "a file that `ghost checkpoint` has made",
            "correct the name",
        ) from None


def write_checkpoint(checkpoint: Checkpoint, path: Path | str, *, force: bool = False) -> Path:
    """Write a checkpoint's file, by way of another that gets its name when it is whole."""
    wanted = Path(path)
    require_free(wanted, force=force)
    part = wanted.with_name(f".{wanted.name}.part")
    try:
        with part.open("wb") as file:
            file.write(packed(checkpoint))
            file.flush()
            os.fsync(file.fileno())
        part.replace(wanted)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise _unwritable(wanted, error.strerror) from None
    return wanted


def _unwritable(path: Path, why: str | None) -> InputError:
    return InputError(
        f"the checkpoint cannot be written: {why}",
        str(path),
        "a folder that exists and may be written to, on a disk with room",
        "choose another path with -o",
    )


def require_free(path: Path, *, force: bool) -> None:
    """Refuse a path where something is, unless `force` says to replace it; never a folder.

    Nor can a file be where there is no folder for it.
    """
    if path.is_dir():
        raise InputError(
            "it is a folder",
            str(path),
            "the name of a file",
            f"write -o {path / f'c{SUFFIX}'}",
        )
    if not path.parent.is_dir():
        raise _unwritable(path, "there is no such folder")
    if not os.access(path.parent, os.W_OK):
        raise _unwritable(path, "the folder is closed")
    if os.path.lexists(path) and not force:
        raise InputError(
            "there is a file already",
            str(path),
            "a path where nothing is",
            "choose another with -o, or replace it with --force (in Python: force=True)",
        )
