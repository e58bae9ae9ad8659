"""Files of the cache, each sealed with a keyed digest of its name and content.

The key is random, made with the folder, and readable by its owner only. A file that is damaged,
renamed, or comes from another cache does not have the right seal: it counts as missing, and is
replaced when there is something to write. Nothing here fails: a cache that cannot be used, and a
full disk, cost time only.
"""

import hmac
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256

from ._folder import (
    KEY_FILE,
    WRITABLE_BY_OTHERS,
    CacheError,
    Folder,
    FolderMissingError,
    cache_directory,
    opened_folder,
)

_KEY_BYTES = 32
_MAGIC = b"ghost sealed 1\n"
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def read_sealed(name: str) -> bytes | None:
    """Return the content of a file of the cache; None if it is missing or its seal is wrong."""
    try:
        with opened_folder(create=False) as folder:
            key = _key(folder)
            return None if key is None else unsealed(_read(folder, name), name, key)
    except (CacheError, OSError):
        return None


def write_sealed(name: str, content: bytes) -> bool:
    """Store a file of the cache; return whether it could be stored."""
    try:
        with opened_folder(create=True) as folder:
            if not folder.writable:
                return False
            key = _key(folder) or _new_key(folder)
            _write(folder, name, sealed(name, content, key))
            return True
    except (CacheError, OSError):
        return False


def sealed_names() -> list[str]:
    """Return the names of all files in the cache, in order."""
    try:
        with opened_folder(create=False) as folder:
            return sorted(os.listdir(folder.descriptor))  # noqa: PTH208 - of a descriptor
    except (CacheError, OSError):
        return []


def cache_state() -> str:
    """Return where the cache is, how large, and whether it is used: a line for people."""
    path = cache_directory()
    try:
        with opened_folder(create=False) as folder:
            names = os.listdir(folder.descriptor)  # noqa: PTH208 - of a descriptor
            sizes = [os.stat(each, dir_fd=folder.descriptor).st_size for each in names]
            kept = f"{len(names)} files, {sum(sizes) / 1e6:.1f} MB"
            if _key(folder) is None and not folder.writable:
                return f"{path}: not used, as its key cannot be read"
            return f"{path}: {kept}{'' if folder.writable else ', read only'}"
    except FolderMissingError:
        return f"{path}: empty"
    except (CacheError, OSError) as error:
        return f"{path}: not used, because {error}; all is compiled for each process"


def sealed(name: str, content: bytes, key: bytes) -> bytes:
    """Return the content with a seal before it."""
    return _MAGIC + _seal(name, content, key) + content


def _seal(name: str, content: bytes, key: bytes) -> bytes:
    return hmac.digest(key, name.encode() + b"\0" + content, sha256)


def unsealed(stored: bytes, name: str, key: bytes) -> bytes | None:
    """Return the content of what was sealed; None if the seal is wrong."""
    start = len(_MAGIC) + sha256().digest_size
    magic, seal, content = stored[: len(_MAGIC)], stored[len(_MAGIC) : start], stored[start:]
    intact = magic == _MAGIC and hmac.compare_digest(seal, _seal(name, content, key))
    return content if intact else None


def _key(folder: Folder) -> bytes | None:
    """Return the folder's key; None if there is none, or another user can have written it."""
    try:
        key = _read(folder, KEY_FILE)
    except (CacheError, FileNotFoundError):
        return None
    return key if len(key) == _KEY_BYTES else None


def _new_key(folder: Folder) -> bytes:
    """Make a key, and return the one that is there then: another process may have been faster."""
    place = folder.descriptor
    with suppress(FileNotFoundError):
        os.unlink(KEY_FILE, dir_fd=place)  # not a key
    # ghost: allow[os-entropy] a secret; no result depends on it
    with _part(folder, KEY_FILE, os.urandom(_KEY_BYTES)) as part, suppress(FileExistsError):
        os.link(part, KEY_FILE, src_dir_fd=place, dst_dir_fd=place)
    key = _key(folder)
    if key is None:
        raise CacheError("its key cannot be made")
    return key


def _read(folder: Folder, name: str) -> bytes:
    """Return the bytes of a file that belongs to the folder's owner and only he may write to."""
    descriptor = os.open(name, _READ, dir_fd=folder.descriptor)
    with open(descriptor, "rb") as file:  # noqa: PTH123 - no path
        found = os.fstat(descriptor)
        if found.st_uid != folder.owner or found.st_mode & WRITABLE_BY_OTHERS:
            raise CacheError(f"another user may have written {name}")
        return file.read()


def _write(folder: Folder, name: str, content: bytes) -> None:
    with _part(folder, name, content) as part:
        os.replace(part, name, src_dir_fd=folder.descriptor, dst_dir_fd=folder.descriptor)


@contextmanager
def _part(folder: Folder, name: str, content: bytes) -> Iterator[str]:
    """Write a temporary neighbour, which is gone after the block unless it was renamed."""
    # ghost: allow[os-entropy] the name is temporary, and no result depends on it
    part = f".{name}.{os.urandom(4).hex()}.part"
    descriptor = os.open(part, _CREATE, 0o600, dir_fd=folder.descriptor)
    try:
        with open(descriptor, "wb") as file:  # noqa: PTH123 - no path
            file.write(content)
        yield part
    finally:
        with suppress(FileNotFoundError):
            os.unlink(part, dir_fd=folder.descriptor)
