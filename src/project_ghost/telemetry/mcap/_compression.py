"""Compressing chunks, and decompressing them to no more than they said."""

import zlib
from typing import Final, Literal, TypeAlias, get_args

import lz4.frame
import zstandard

from project_ghost.core.errors import InputError

from ._records import Chunk, corrupt

Compression: TypeAlias = Literal["", "lz4", "zstd"]
COMPRESSIONS: Final[tuple[str, ...]] = get_args(Compression)

# A writer's chunks have a few megabytes. What says more is refused before it takes memory.
CHUNK_BYTES_MAX = 256 << 20

# The lowest level: a recording is mostly digits of floats, which higher ones hardly shrink.
_ZSTD_LEVEL = 1


def compressed(data: bytes, compression: Compression) -> bytes:
    """The data, compressed; the same data gives the same bytes with one library version."""
    if compression == "zstd":
        return zstandard.ZstdCompressor(level=_ZSTD_LEVEL).compress(data)
    if compression == "lz4":
        packed: bytes = lz4.frame.compress(data)
        return packed
    return data


def decompressed(chunk: Chunk, data: bytes, where: str) -> bytes:
    """A chunk's content, if it is what the chunk says: size and checksum."""
    size = chunk.uncompressed_size
    if size > CHUNK_BYTES_MAX:
        raise InputError(
            f"a chunk says that it has {size:_} bytes",
            where,
            f"chunks of at most {CHUNK_BYTES_MAX:_} bytes",
            "write it with smaller chunks; a corrupt or malicious file says so too",
        )
    if chunk.compression not in COMPRESSIONS:
        raise InputError(
            f"a chunk is compressed with {chunk.compression[:40]!r}",
            where,
            "no compression, 'lz4' or 'zstd'",
            "write it anew with one of these",
        )
    try:
        content = _expanded(chunk.compression, data, size)
    except (zstandard.ZstdError, RuntimeError, EOFError, MemoryError) as error:
        raise corrupt(f"a chunk cannot be decompressed ({error})", where) from None
    if content is None or len(content) != size:
        raise corrupt("a chunk's content has another size than it says", where)
    if chunk.uncompressed_crc and zlib.crc32(content) != chunk.uncompressed_crc:
        raise corrupt("a chunk's checksum is not that of its content", where)
    return content


def _expanded(compression: str, data: bytes, size: int) -> bytes | None:
    """At most `size` bytes, or None where there are more or less."""
    if not compression:
        return data
    if not data:
        return b""
    if compression == "lz4":
        machine = lz4.frame.LZ4FrameDecompressor()
        content: bytes = machine.decompress(data, max_length=max(size, 1))
        return content if machine.eof or machine.needs_input else None
    said = zstandard.frame_content_size(data)
    if said not in (-1, size):  # -1: the frame does not say
        return None
    return zstandard.ZstdDecompressor().decompress(data, max_output_size=max(size, 1))
