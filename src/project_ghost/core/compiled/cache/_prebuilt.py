"""Machine code that comes with the installed package: for any processor of this kind of machine.

An archive in the package's folder has entries like those of the cache, made for a generic
processor (`ghost precompile`). The name of an entry is the hash of all that its machine code
depends on, so one that does not fit this source, Python, Numba or kind of machine is never found.
Whoever can write the archive can write the package's source too, so it is trusted like that.
"""

import hashlib
import io
import json
import os
import sys
import zipfile
import zlib
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from project_ghost.core.files import write_whole

from ._folder import WRITABLE_BY_OTHERS, trusted_owners
from ._sealed import read_sealed, sealed, sealed_names, unsealed
from ._target import target_text

_ABOUT = "about.json"
_NO_SECRET = b""  # the seal only detects damage here
# A zip archive wants a time, and the same content should give the same file.
_TIME = (1980, 1, 1, 0, 0, 0)
_UNREADABLE = (OSError, KeyError, ValueError, NotImplementedError, zipfile.BadZipFile, zlib.error)


class Prebuilt(NamedTuple):
    """What an archive says about itself."""

    made_of: str  # a digest of the package's source
    target: str
    entries: int
    size: int  # bytes


def prebuilt_path() -> Path:
    """Return where the archive is, or would be: `GHOST_PREBUILT`, else in the package's folder."""
    chosen = os.environ.get("GHOST_PREBUILT")
    return Path(chosen).absolute() if chosen else Path(__file__).parents[3] / "prebuilt.zip"


def prebuilt_names() -> list[str]:
    """Return the names of all entries; none if there is no archive."""
    try:
        with _opened() as archive:
            return [name for name in archive.namelist() if name != _ABOUT]
    except _UNREADABLE:
        return []


def read_prebuilt(name: str) -> bytes | None:
    """Return an entry; None if it is missing or damaged."""
    try:
        with _opened() as archive:
            return unsealed(archive.read(name), name, _NO_SECRET)
    except _UNREADABLE:
        return None


def write_prebuilt(path: Path, entries: Mapping[str, bytes], made_of: str, target: str) -> None:
    """Write the archive, in place of an earlier one."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        about = json.dumps({"made_of": made_of, "target": target}, sort_keys=True)
        archive.writestr(zipfile.ZipInfo(_ABOUT, _TIME), about)
        for name in sorted(entries):
            stored = sealed(name, entries[name], _NO_SECRET)
            archive.writestr(zipfile.ZipInfo(name, _TIME), stored, zipfile.ZIP_DEFLATED)
    write_whole(path, content.getvalue(), "the archive of machine code")


def pack_prebuilt(path: str, made_of: str) -> None:
    """Write everything that is in the cache to an archive; `made_of` is the `source_digest`."""
    entries = {name: content for name in sealed_names() if (content := read_sealed(name))}
    write_prebuilt(Path(path), entries, made_of, target_text())


def source_digest() -> str:
    """Return a digest of the package's source, and of the releases that machine code needs."""
    root = Path(__file__).parents[3]
    releases = [f"{name} {version(name)}" for name in ("llvmlite", "numba", "numpy")]
    digest = hashlib.sha256(repr((sys.version, releases)).encode())
    for path in sorted(root.rglob("*.py")):
        digest.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes())
    return digest.hexdigest()


class PrebuiltState(NamedTuple):
    """Whether there is an archive for this source, in words for people too."""

    up_to_date: bool
    text: str


def prebuilt_state() -> PrebuiltState:
    """Return whether there is an archive, and whether it was made of this source."""
    found = about_prebuilt()
    if found is None:
        return PrebuiltState(up_to_date=False, text="missing; `ghost precompile` makes it")
    text = f"{found.entries} functions, {found.size / 1e6:.1f} MB, for {found.target}"
    if found.made_of == source_digest():
        return PrebuiltState(up_to_date=True, text=text)
    text += ", of other source: what differs is not used; `ghost precompile` renews it"
    return PrebuiltState(up_to_date=False, text=text)


def about_prebuilt() -> Prebuilt | None:
    """Return what the archive says about itself; None if there is none that can be used."""
    try:
        with _opened() as archive:
            about = json.loads(archive.read(_ABOUT))
            size = prebuilt_path().stat().st_size
            # Without what it says about itself, and the notes beside the functions.
            names = archive.namelist()
            entries = sum(not name.endswith((_ABOUT, ".note")) for name in names)
            return Prebuilt(str(about["made_of"]), str(about["target"]), entries, size)
    except (*_UNREADABLE, TypeError):
        return None


def _opened() -> zipfile.ZipFile:
    path = prebuilt_path()
    found = path.stat()
    if found.st_uid not in trusted_owners() or found.st_mode & WRITABLE_BY_OTHERS:
        raise PermissionError(f"other users may have written {path}")
    return zipfile.ZipFile(path)
