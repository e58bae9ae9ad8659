"""Traces in Parquet, and one whose page unpacks to far more than its footer declares."""

import io
from pathlib import Path
from random import Random

import numpy as np
import pyarrow
import zstandard
from pyarrow import parquet

_SKIPPABLE_FRAME = 0x184D2A50


def make_tables(folder: Path) -> list[Path]:
    """Traces with pages of each version, with and without dictionaries."""
    rows = range(40)
    columns = {
        "repeat": [str(i % 2) for i in rows],
        "actor": ["car"] * len(rows),
        "time_s": [0.1 * (i // 2) for i in rows],
        "x_m": [float(i) for i in rows],
        "y_m": [0.5 * i for i in rows],
    }
    result = []
    for version, compression in (("1.0", "zstd"), ("2.0", "snappy"), ("2.0", "none")):
        path = folder / f"{version}-{compression}.parquet"
        options = {"data_page_version": version, "compression": compression, "row_group_size": 15}
        parquet.write_table(
            pyarrow.table(columns), path, use_dictionary=compression != "none", **options
        )
        result.append(path)
    return result


def table_commands(_random: Random, broken: Path, _good: Path, output: Path) -> list[str]:
    """A command line that reads the broken traces."""
    path = output.with_name("broken.parquet")
    path.write_bytes(broken.read_bytes())
    return ["study", "analyze", str(path)]


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
