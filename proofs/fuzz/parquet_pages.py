"""A Parquet file whose page unpacks to far more than its footer declares."""

import io

import numpy as np
import pyarrow
import zstandard
from pyarrow import parquet

_SKIPPABLE_FRAME = 0x184D2A50


def lying_table(names: list[str], zeros: int, rows: int = 8_000) -> bytes:
    """Columns of numbers, where the page of the first is packed zeros, so many bytes of them."""
    columns = {name: np.random.default_rng(1).random(rows) for name in names}
    sink = io.BytesIO()
    marked = pyarrow.table(columns).replace_schema_metadata({b"ghost.results": b"1"})
    options = {"write_statistics": False, "use_dictionary": False, "data_page_size": 1 << 30}
    parquet.write_table(marked, sink, compression="zstd", **options)
    data: bytes = sink.getvalue()
    column = parquet.ParquetFile(sink).metadata.row_group(0).column(0)
    begin: int = column.data_page_offset
    room: int = column.total_compressed_size
    packed = _zeros(zeros)
    # A data page of plain values, whose size is not known before its header is.
    size = room - len(_header(zeros, room, rows))
    filling = size - len(packed) - 8
    packed += _SKIPPABLE_FRAME.to_bytes(4, "little") + filling.to_bytes(4, "little")
    page = _header(zeros, size, rows) + packed + bytes(filling)
    assert len(page) == room
    return data[:begin] + page + data[begin + room :]


def _zeros(size: int) -> bytes:
    packer = zstandard.ZstdCompressor().compressobj(size=size)
    block = bytes(1 << 20)
    parts = [packer.compress(block) for _ in range(size >> 20)]
    return b"".join([*parts, packer.flush()])


def _header(unpacked: int, packed: int, values: int) -> bytes:
    sizes = b"".join(b"\x15" + _integer(each) for each in (0, unpacked, packed))
    page = b"".join(b"\x15" + _integer(each) for each in (values, 0, 3, 3))
    return sizes + b"\x2c" + page + b"\x00\x00"


def _integer(value: int) -> bytes:
    """A number of the compact protocol of Thrift."""
    value <<= 1
    result = b""
    while value > 127:
        result += bytes([value & 127 | 128])
        value >>= 7
    return result + bytes([value])
