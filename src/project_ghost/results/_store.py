"""Objects in a folder or in a bucket of S3, each written whole or not at all.

Why: ADR 31.
"""

import hashlib
import io
import os
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import lru_cache
from itertools import islice
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, final

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import GhostError, InputError

from ._memory import import_pyarrow

if TYPE_CHECKING:
    from obstore.store import ObjectStore

__all__ = ["S3", "Store", "StoreError", "digest_of", "open_store"]

S3 = "s3://"
# Requests at once: most of the time of each is the way to the store and back.
_REQUESTS = 16
# What is read of an object at once where it need not be in memory as a whole.
_PIECE = 1 << 16
# How long a store may take to answer for the first time; later requests have obstore's patience,
# which outlasts the restart of a server.
_PROBE_S = 5.0

T = TypeVar("T")


class StoreError(InputError):
    """The store does not answer, or refuses what is asked of it."""


@final
class Store:
    """A folder, or a part of a bucket: `s3://bucket/path`.

    Names are paths below it, such as `parts/runs/1f0a.parquet`. Processes open their own by `url`.
    """

    def __init__(self, url: str, objects: "ObjectStore") -> None:
        self.url = url
        self._objects = objects

    def __repr__(self) -> str:
        return f"<Store {self.url}>"

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder of this machine's file system."""
        return not self.url.startswith(S3)

    def create(self, name: str, data: bytes) -> bool:
        """Write an object that nobody has written; returns whether it now is this one.

        After a lost answer the request is sent again, and the store says that the object exists.
        So an object with the same bytes counts as written.
        """
        return self._create(name, data) or self.read(name) == data

    def _create(self, name: str, data: "bytes | mmap") -> bool:
        from obstore.exceptions import AlreadyExistsError, PreconditionError

        def put() -> bool:
            try:
                self._objects.put(name, data, mode="create", use_multipart=False)
            except (AlreadyExistsError, PreconditionError):
                return False
            return True

        return self._asked(name, put)

    def create_file(self, name: str, path: Path) -> bool:
        """Write the content of a file, as `create`. The file is mapped and not read as a whole."""
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            with mmap(file.fileno(), 0, access=ACCESS_READ) as data:
                return self._create(name, data) or self.digest(name) == digest

    def write(self, name: str, data: bytes) -> None:
        """Write an object, in place of any other of its name."""
        self._asked(name, lambda: self._objects.put(name, data))

    def upload(self, name: str, path: Path) -> None:
        """Write an object with the content of a file, in pieces where it is large."""
        self._asked(name, lambda: self._objects.put(name, path))

    def read(self, name: str) -> bytes:
        """Return the content of an object; a `FileNotFoundError` if there is none."""
        return self._asked(name, lambda: bytes(self._objects.get(name).bytes()))

    def read_or_none(self, name: str) -> bytes | None:
        """Return the content of an object, or None if there is none."""
        try:
            return self.read(name)
        except FileNotFoundError:
            return None

    def read_each(self, names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Yield the name and the content of many objects, of which few are in memory at once."""
        if self.is_folder:
            yield from ((name, self.read(name)) for name in names)
            return
        todo = iter(names)
        with ThreadPoolExecutor(_REQUESTS) as threads:
            reads = deque(
                (name, threads.submit(self.read, name)) for name in islice(todo, _REQUESTS)
            )
            while reads:
                name, read = reads.popleft()
                yield name, read.result()
                reads.extend((each, threads.submit(self.read, each)) for each in islice(todo, 1))

    def open(self, name: str) -> "ObjectFile":
        """Return an object to read pieces of; a `FileNotFoundError` if there is none."""
        size = self._asked(name, lambda: self._objects.head(name)["size"])
        return ObjectFile(size, lambda begin, end: self._range(name, begin, end))

    def _range(self, name: str, begin: int, end: int) -> bytes:
        return self._asked(name, lambda: bytes(self._objects.get_range(name, start=begin, end=end)))

    def digest(self, name: str) -> str:
        """Return the SHA-256 of an object; a `FileNotFoundError` if there is none."""
        whole = hashlib.sha256()

        def read() -> None:
            for piece in self._objects.get(name).stream(min_chunk_size=_PIECE):
                whole.update(piece)

        self._asked(name, read)
        return whole.hexdigest()

    def names(self, folder: str) -> list[str]:
        """Return the names of all objects below a folder, sorted."""
        found = self._asked(folder, lambda: self._objects.list(folder, chunk_size=1000).collect())
        return sorted(each["path"] for each in found)

    def remove(self, name: str) -> None:
        """Remove an object."""
        self._asked(name, lambda: self._objects.delete(name))

    def probe(self) -> None:
        """Refuse a store that cannot be written to, or that replaces what `create` must keep."""
        if self.is_folder:
            return
        # ghost: allow[random-uuid] the name of an object that is removed again
        name = f"probe-{uuid.uuid4().hex}"
        short = Store(self.url, _s3(self.url, timedelta(seconds=_PROBE_S)))
        try:
            short.create(name, b"first")
            is_kept = not short.create(name, b"second")
            short.remove(name)
        except FileNotFoundError:
            raise StoreError(
                "there is no such bucket",
                self.url,
                "a bucket that exists",
                "make the bucket, or correct its name and AWS_ENDPOINT_URL",
            ) from None
        if not is_kept:
            raise StoreError(
                "the store replaces an object that must be created once: it ignores If-None-Match",
                self.url,
                "a store with conditional writes, as S3 has since 2024",
                "use another store, or a newer version of this one",
            )

    def _asked(self, name: str, request: Callable[[], T]) -> T:
        """The answer to a request; what the store says instead becomes one message."""
        from obstore.exceptions import BaseError

        try:
            return request()
        except FileNotFoundError:
            raise
        except (BaseError, OSError) as error:
            raise _refused(error, f"{self.url}/{name}") from error


@final
class ObjectFile(io.RawIOBase):
    """An object as a file of which pieces are read: `read(begin, end)` returns one."""

    def __init__(self, size: int, read: Callable[[int, int], bytes]) -> None:
        self.size = size
        self._read, self._at = read, 0

    def readable(self) -> bool:
        """Whether it can be read."""
        return True

    def seekable(self) -> bool:
        """Whether one can read at any place."""
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to a place."""
        self._at = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self.size}[whence]
        return self._at

    def tell(self) -> int:
        """Return the place."""
        return self._at

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 - of any type that can be written to
        """Read as much as the buffer takes, or as there is."""
        end = min(self._at + len(buffer), self.size)
        if end <= self._at:
            return 0
        data = self._read(self._at, end)
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)


@checked_arguments
def open_store(place: str | Path, *, is_new: bool = True) -> Store:
    """Return the store of a folder or of `s3://bucket/path`.

    A folder that does not exist is made, or refused unless it may be new.
    """
    text = str(place)
    if not text.startswith(S3):
        if "://" in text:
            raise InputError(
                f"{text} is no place for results",
                "the store",
                "a folder, or s3://bucket/path",
                "choose one of these",
            )
        text = os.path.abspath(text)  # noqa: PTH100 - `resolve` would follow links
        if not is_new and not Path(text).is_dir():
            raise InputError(
                "there is no such folder", text, "the -o of a `ghost sweep`", "correct the path"
            )
    return _opened(text.rstrip("/") or "/")


# A connection, not a state: the content is asked for each time.
@lru_cache(maxsize=8)
def _opened(url: str) -> Store:
    return Store(url, _s3(url) if url.startswith(S3) else _folder(url))


def _folder(path: str) -> "ObjectStore":
    require_extra()
    from obstore.store import LocalStore

    try:
        return LocalStore(path, mkdir=True)
    except OSError as error:
        raise _refused(error, path) from None


def _s3(url: str, patience: timedelta | None = None) -> "ObjectStore":
    require_extra()
    from obstore.exceptions import BaseError
    from obstore.store import S3Store

    options: dict[str, Any] = {}
    endpoint = os.environ.get("AWS_ENDPOINT_URL_S3") or os.environ.get("AWS_ENDPOINT_URL", "")
    if endpoint:
        options["endpoint"] = endpoint
    if endpoint.startswith("http://"):
        options["client_options"] = {"allow_http": True}
    if patience is not None:
        options["retry_config"] = {"retry_timeout": patience, "max_retries": 3}
    bucket, _, prefix = url.removeprefix(S3).partition("/")
    try:
        return S3Store(bucket, prefix=prefix or None, **options)
    except (BaseError, ValueError) as error:
        raise _refused(error, url) from error


def require_extra() -> None:
    """Refuse to go on without the libraries of the extra `sweep`."""
    try:
        import obstore  # noqa: F401 - whether they are there

        import_pyarrow()
    except ImportError as error:
        raise InputError(
            f"results of sweeps need {error.name}",
            "project_ghost.results",
            "the extra `sweep`",
            "pip install 'ghost-sim[sweep]', from where Ghost was installed",
        ) from None


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of an object's content."""
    return hashlib.sha256(data).hexdigest()


def _refused(error: Exception, where: str) -> GhostError:
    from obstore.exceptions import NotSupportedError, PermissionDeniedError, UnauthenticatedError

    # What follows the first line is the representation of obstore's own error, for developers.
    text = (str(error).splitlines() or [type(error).__name__])[0]
    if isinstance(error, PermissionDeniedError | PermissionError):
        return StoreError(
            f"there is no permission for that: {text}",
            where,
            "a store that may be written to",
            "choose another, or change the permissions",
        )
    if isinstance(error, UnauthenticatedError):
        return StoreError(
            f"the store does not accept the credentials: {text}",
            where,
            "credentials in the environment: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION",
            "set them in this shell, and on every machine with workers",
        )
    if not where.startswith(S3):
        return StoreError(
            f"the folder does not take or give that: {text}",
            where,
            "a folder that can be read and written to, with space left",
            "make space, or choose another; all that was written stays valid",
        )
    if isinstance(error, NotSupportedError):
        return StoreError(
            f"the store cannot do that: {text}", where, "a store with conditional writes"
        )
    return StoreError(
        f"the store does not do what is asked: {text}",
        where,
        "a bucket that answers and takes the credentials of the environment",
        "check the path, the network, AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY",
    )
