"""The summary at the end of a file: where its chunks, attachments and metadata are.

It is used only if its checksum is right and if the places that it names are records one after
the other, without gaps in them; what lies between the places is scanned. Whether they hold what
it says is checked when they are read, and all of it by `McapFile.require_true_summary`.
"""

import zlib
from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import NamedTuple

from project_ghost.core.errors import InputError

from ._records import (
    ATTACHMENT,
    ATTACHMENT_INDEX,
    CHUNK,
    CHUNK_INDEX,
    DATA_END,
    FOOTER,
    MAGIC,
    METADATA,
    METADATA_INDEX,
    RECORD_HEAD,
    ChunkIndex,
    Fields,
    read_attachment_index,
    read_chunk_index,
    read_data_end,
    read_footer,
    read_metadata_index,
)

_FOOTER_SIZE = 20
_FOOTER_FIELDS_SIZE = 16  # before its checksum
_DATA_END_SIZE = 4
# Larger ones are scanned like a file without a summary.
_SUMMARY_BYTES_MAX = 64 << 20
# The fields of a message index before its entries, and the size of an entry.
_INDEX_HEAD, _INDEX_ENTRY = RECORD_HEAD.size + 6, 16
# The fields of a chunk before its data, without the name of the compression.
_CHUNK_HEAD = RECORD_HEAD.size + 8 + 8 + 8 + 4 + 4 + 8


class Extent(NamedTuple):
    """A record of the data section; of a chunk also its message indexes."""

    start: int
    stop: int
    opcode: int
    chunk: ChunkIndex | None = None


class Summary(NamedTuple):
    """A summary whose checksum is right."""

    data_end: int  # the offset of the record that ends the data section
    data_crc: int
    records: list[tuple[int, int, int]]  # but chunk indexes: opcode, content offset and size
    chunk_indexes: list[ChunkIndex]
    extents: list[Extent]


def read_summary(read: Callable[[int, int], bytes], size: int, where: str) -> Summary | None:
    """Read the summary of a complete file; None if it cannot be used."""
    footer = size - len(MAGIC) - RECORD_HEAD.size - _FOOTER_SIZE
    data_head = RECORD_HEAD.pack(FOOTER, _FOOTER_SIZE)
    if footer < len(MAGIC) or read(footer, RECORD_HEAD.size) != data_head:
        return None
    fields = Fields(read(footer + RECORD_HEAD.size, _FOOTER_SIZE), where)
    start, _, crc = read_footer(fields)
    data_end = start - RECORD_HEAD.size - _DATA_END_SIZE
    length = footer + RECORD_HEAD.size + _FOOTER_FIELDS_SIZE - start
    if not crc or data_end < len(MAGIC) or not 0 < length <= _SUMMARY_BYTES_MAX:
        return None
    data = read(data_end, RECORD_HEAD.size + _DATA_END_SIZE + length)
    if not data.startswith(RECORD_HEAD.pack(DATA_END, _DATA_END_SIZE)):
        return None
    if zlib.crc32(data[start - data_end :]) != crc:
        return None
    data_crc = read_data_end(Fields(data, where, RECORD_HEAD.size))[0]
    try:
        records, extents = [], []
        for opcode, at, end in _records(data, start - data_end, footer - data_end):
            extent = _extent(opcode, Fields(data, where, at, end))
            if extent is not None:
                extents.append(extent)
            if opcode != CHUNK_INDEX:
                records.append((opcode, data_end + at, end - at))
    except InputError:
        return None
    chunk_indexes = [each.chunk for each in extents if each.chunk is not None]
    extents.sort(key=itemgetter(0))
    position = len(MAGIC)
    for each in extents:
        if each.start < position or each.stop <= each.start:
            return None
        position = each.stop
    if position > data_end:
        return None
    return Summary(data_end, data_crc, records, chunk_indexes, extents)


def _records(data: bytes, at: int, stop: int) -> Iterator[tuple[int, int, int]]:
    while at < stop:
        if at + RECORD_HEAD.size > stop:
            raise InputError("a record is cut off", "", "")
        opcode, size = RECORD_HEAD.unpack_from(data, at)
        start, at = at + RECORD_HEAD.size, at + RECORD_HEAD.size + size
        if at > stop:
            raise InputError("a record is cut off", "", "")
        yield opcode, start, at


def _extent(opcode: int, fields: Fields) -> Extent | None:
    if opcode == CHUNK_INDEX:
        index = read_chunk_index(fields)
        start = index.chunk_start_offset
        stop = start + index.chunk_length + index.message_index_length
        return Extent(start, stop, CHUNK, index)
    if opcode == ATTACHMENT_INDEX:
        attachment = read_attachment_index(fields)
        return Extent(attachment.offset, attachment.offset + attachment.length, ATTACHMENT)
    if opcode == METADATA_INDEX:
        metadata = read_metadata_index(fields)
        return Extent(metadata.offset, metadata.offset + metadata.length, METADATA)
    return None


def data_place(index: ChunkIndex) -> int | None:
    """Return the offset of a chunk's data; None if the sizes contradict each other."""
    head = _CHUNK_HEAD + len(index.compression.encode())
    if index.chunk_length != head + index.compressed_size:
        return None
    return index.chunk_start_offset + head


def counts_of(index: ChunkIndex) -> dict[int, int] | None:
    """Return the messages of a chunk by channel, from the sizes of its message indexes.

    None if it has no indexes, or if only reading them would tell.
    """
    start = index.chunk_start_offset + index.chunk_length
    stop = start + index.message_index_length
    places = index.message_index_offsets
    by_offset = sorted(zip(places.values(), places, strict=True))
    counts = {}
    for place, (offset, number) in enumerate(by_offset, start=1):
        end = by_offset[place][0] if place < len(by_offset) else stop
        count, rest = divmod(end - offset - _INDEX_HEAD, _INDEX_ENTRY)
        if offset != start or rest or count < 0:
            return None
        counts[number] = count
        start = end
    return counts or None
