"""The checkpoint file: everything needed to continue a run from a moment, and nothing else.

    "GHOST CHECKPOINT 1\\n", the length of the header (8 bytes, little-endian), the header,
    the definition, its attached files, its planners, the snapshot, SHA-256 over all of that

The header is canonical JSON: the run, the moment, and the name and size of each part in order.
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

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.duration import seconds_text
from project_ghost.core.errors import InputError
from project_ghost.core.files import unwritable, whole_file
from project_ghost.runs.runnable._runnable import Definition, DefinitionKind

__all__ = [
    "SUFFIX",
    "Checkpoint",
    "pack_checkpoint",
    "read_checkpoint",
    "unpack_checkpoint",
    "write_checkpoint",
]

SUFFIX = ".ghost"
_VERSION = 1
_MAGIC = f"GHOST CHECKPOINT {_VERSION}\n".encode()
_ANY_MAGIC = re.compile(rb"GHOST CHECKPOINT ([0-9]{1,9})\n")
_LENGTH = 8
_DIGEST = 32
_SNAPSHOT = "snapshot"
_PLANNER = "planner/"  # before the name of an actor; no file has a name like that
_KEYS = {"ghost": str, "scenario": str, "seed": int, "step_ns": int, "time_ns": int}


@final
@dataclass(frozen=True)
class Checkpoint:
    """A moment of a run: its definition, and the engine's snapshot.

    `ghost` is the version that made the checkpoint. The outputs of the tick at `time_ns` are
    computed and published; a continued run starts with its updates. `where` is the file it was
    read from, for error messages.
    """

    name: str
    ghost: str
    seed: int
    step_ns: int
    time_ns: int
    definition: Definition
    snapshot: bytes = b""
    # By actor: what its planner can see, and its own state.
    planners: Mapping[str, bytes] = field(default_factory=dict)
    where: str = field(default="checkpoint", compare=False)

    def __repr__(self) -> str:
        return f"<Checkpoint of {self.name} at {seconds_text(self.time_ns)}, seed {self.seed}>"

    @property
    def tick(self) -> int:
        """The number of steps before this moment."""
        return self.time_ns // self.step_ns


def pack_checkpoint(checkpoint: Checkpoint) -> bytes:
    """Return the bytes of a checkpoint file."""
    parts = [
        (checkpoint.definition.kind, checkpoint.definition.text.encode()),
        *sorted(checkpoint.definition.attached.items()),
        *((f"{_PLANNER}{actor}", data) for actor, data in sorted(checkpoint.planners.items())),
        (_SNAPSHOT, checkpoint.snapshot),
    ]
    header = {
        "ghost": checkpoint.ghost,
        "parts": [[name, len(data)] for name, data in parts],
        "scenario": checkpoint.name,
        "seed": checkpoint.seed,
        "step_ns": checkpoint.step_ns,
        "time_ns": checkpoint.time_ns,
    }
    text = json.dumps(header, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()
    body = b"".join([_MAGIC, len(text).to_bytes(_LENGTH, "little"), text, *(d for _, d in parts)])
    return body + hashlib.sha256(body).digest()


def unpack_checkpoint(data: bytes, where: str) -> Checkpoint:
    """Decode a checkpoint; raise an error if the bytes are damaged or not a checkpoint."""
    _require_magic(data, where)
    if hashlib.sha256(data[:-_DIGEST]).digest() != data[-_DIGEST:]:
        raise _invalid("the checkpoint is damaged: its digest does not match", where)
    start = len(_MAGIC) + _LENGTH
    length = int.from_bytes(data[len(_MAGIC) : start], "little")
    try:
        return _from_parts(data, start, length, where)
    except (ValueError, LookupError, TypeError, RecursionError):
        # The digest matches, so another program wrote the file.
        raise _invalid("the header of the checkpoint is invalid", where) from None


def _from_parts(data: bytes, start: int, length: int, where: str) -> Checkpoint:
    header: dict[str, Any] = json.loads(data[start : start + length])
    if any(type(header[key]) is not kind for key, kind in _KEYS.items()):
        raise ValueError(header)
    offset = start + length
    parts: list[tuple[str, bytes]] = []
    for name, size in header["parts"]:
        if type(name) is not str or type(size) is not int or size < 0:
            raise ValueError(name)
        parts.append((name, data[offset : offset + size]))
        offset += size
    if offset != len(data) - _DIGEST or parts[-1][0] != _SNAPSHOT:
        raise ValueError(offset)
    if header["step_ns"] < 1 or header["time_ns"] < 0 or header["time_ns"] % header["step_ns"]:
        raise ValueError(header)
    middle = dict(parts[1:-1])
    planners = {n.removeprefix(_PLANNER): d for n, d in middle.items() if n.startswith(_PLANNER)}
    attached = {name: data for name, data in middle.items() if not name.startswith(_PLANNER)}
    return Checkpoint(
        header["scenario"],
        header["ghost"],
        header["seed"],
        header["step_ns"],
        header["time_ns"],
        Definition(DefinitionKind(parts[0][0]), parts[0][1].decode(), attached),
        parts[-1][1],
        planners,
        where,
    )


def _require_magic(data: bytes, where: str) -> None:
    if data.startswith(_MAGIC):
        return
    match = _ANY_MAGIC.match(data)
    if match is None:
        raise _invalid("this is not a checkpoint", where)
    raise InputError(
        f"the checkpoint has version {int(match[1])}",
        where,
        f"version {_VERSION}",
        "use the version of Ghost that made it, or make it again from the recording",
    )


def _invalid(what: str, where: str) -> InputError:
    return InputError(
        what,
        where,
        "an unchanged file from `ghost checkpoint`",
        "make it again: ghost checkpoint run.mcap --at TIME",
    )


@checked_arguments
def read_checkpoint(path: Path | str) -> Checkpoint:
    """Read a checkpoint file."""
    target = Path(path)
    try:
        with target.open("rb") as file:
            # Check the first bytes before reading what may be a recording of gigabytes.
            _require_magic(file.read(len(_MAGIC) + _LENGTH), str(target))
            file.seek(0)
            return unpack_checkpoint(file.read(), str(target))
    except OSError as error:
        raise InputError(
            f"the checkpoint cannot be read: {error.strerror}",
            str(target),
            "a file from `ghost checkpoint`",
            "correct the name",
        ) from None


@checked_arguments
def write_checkpoint(checkpoint: Checkpoint, path: Path | str, *, force: bool = False) -> Path:
    """Write a checkpoint file, completely or not at all."""
    target = Path(path)
    require_writable(target, force=force)
    with whole_file(target, "the checkpoint", durable=True) as file:
        file.write(pack_checkpoint(checkpoint))
    return target


def require_writable(path: Path, *, force: bool) -> None:
    """Raise an error unless a file can be written to the path.

    An existing file is accepted only with `force`, a folder never.
    """
    if path.is_dir():
        raise InputError(
            "the path is a folder",
            str(path),
            "the name of a file",
            f"write -o {path / f'c{SUFFIX}'}",
        )
    if not path.parent.is_dir():
        raise unwritable(path, "there is no such folder", "the checkpoint")
    if not os.access(path.parent, os.W_OK):
        raise unwritable(path, "the folder is not writable", "the checkpoint")
    if os.path.lexists(path) and not force:
        raise InputError(
            "the file already exists",
            str(path),
            "an unused path",
            "choose another with -o, or replace it with --force (in Python: force=True)",
        )
