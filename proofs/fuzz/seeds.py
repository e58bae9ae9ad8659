"""Files that once hung a command or took all memory: each is tried before the broken ones."""

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import zstandard

from project_ghost.telemetry import Column, Recorder
from project_ghost.telemetry.mcap._records import (
    CHANNEL,
    CHUNK,
    MAGIC,
    MESSAGE,
    Channel,
    record,
    text,
    u16,
    u32,
    u64,
)

from .forging import forged, rewrite
from .more_targets import make_carried_maps
from .parquet_pages import lying_table

_XODR = """\
<OpenDRIVE><header name="s"/><road id="1" length="100" junction="-1"><planView>{geometry}</planView>
<lanes><laneSection s="0"><center><lane id="0"/></center><right><lane id="{lane}" type="driving">
<width sOffset="0" a="3" b="0" c="0" d="0"/></lane></right></laneSection></lanes>{more}</road>
</OpenDRIVE>"""
_LINE = '<geometry s="0" x="0" y="0" hdg="0" length="100"><line/></geometry>'
_SPIRAL = _LINE.replace("<line/>", '<spiral curvStart="0" curvEnd="0.4"/>')
_LONG = _LINE.replace("100", "40000").replace("<line/>", '<poly3 a="0" b="0" c="1e-3" d="-1e-8"/>')
_REPEAT = (
    '<objects><object id="1" type="tree" s="0" t="3" radius="1"><repeat s="1e6" length="99999" '
    'distance="1"/></object></objects>'
)


class Seed(NamedTuple):
    """A file and the command that reads it."""

    name: str
    file: Path
    command: list[str]


def seeds(folder: Path) -> Iterator[Seed]:
    """Write the files, one after the other."""
    here = ["--exec", "interpreted"]
    good = "".join(f"{i} {i} {i * i} 0 0 0 0 1\n" for i in range(5))
    for name, content in {
        "a lane far from the centre": _XODR.format(geometry=_LINE, lane=-1_000_000_000, more=""),
        "objects beyond the road": _XODR.format(geometry=_SPIRAL, lane=-1, more=_REPEAT),
        "a long cubic": _XODR.format(geometry=_LONG, lane=-1, more=""),
        "megabytes of text": _XODR.format(geometry=_LINE, lane=-1, more="x&amp;\n" * 3_000_000),
        "thousands of pieces": _XODR.format(geometry=_LINE * 20_000, lane=-1, more=""),
    }.items():
        file = _written(folder / "seed.xodr", content.encode())
        yield Seed(name, file, ["map", str(file)])
    [carried] = make_carried_maps(folder)
    hostile = _XODR.format(geometry=_LINE, lane=-1_000_000_000, more="").encode()
    digest = hashlib.sha256(hostile).hexdigest()
    file = forged(carried, folder / "s.mcap", {"small.xodr": hostile}, {"map_sha256": digest})
    verify = ["verify", str(file), "-n", "1", "--executor", "in-process", *here]
    yield Seed("a map in a recording", file, verify)
    truth = _written(folder / "truth.tum", good.encode())
    for value in ("1e308", "nan", "9" * 5000):
        broken = good.replace("2 2 4", f"2 {value} 4")
        file = _written(folder / "seed.tum", broken.encode())
        files = ["--truth", str(truth), "--belief", str(file), "-o", str(folder / "output")]
        kinds = ["--truth-format", "tum", "--belief-format", "tum", "--align", "sim3"]
        yield Seed(f"a position of {value[:9]}", file, ["import-trajectory", *files, *kinds])
    for value in ("9" * 5000, "1e999999"):
        file = _written(folder / "seed.txt", good.replace("2 2 4", f"{value} 2 4").encode())
        yield Seed(f"a time of {value[:9]}", file, ["study", "analyze", str(file)])
    rows = "".join(f"{i},{i},{i},{i},0\n" for i in range(3000))
    file = _written(folder / "seed.csv", f"run,car,t,px,py\n{rows}".encode())
    columns = "repeat=run,actor=car,time=t[s],x=px,y=py"
    yield Seed("a sparse table", file, ["study", "analyze", str(file), "--columns", columns])
    file = _written(folder / "seed.parquet", lying_table(["time_s", "x_m", "y_m"], 1500 << 20))
    yield Seed("a page that lies", file, ["study", "analyze", str(file)])
    file = _many_messages(folder / "messages.mcap")
    for words in (["info"], ["info", "--check"], ["summarize-run"], ["diff", str(file)]):
        yield Seed("millions of messages", file, [*words, str(file)])
    for to in ("csv", "parquet"):
        words = ["export", str(file), "--to", to, "-o", str(folder / "output")]
        yield Seed("millions of messages", file, words)
    file = _many_columns(folder / "columns.mcap")
    yield Seed("a hundred thousand columns", file, ["info", str(file)])


def _written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def _many_messages(path: Path) -> Path:
    """24 kB that unpack to 8.5 million messages."""
    content = record(MESSAGE, u16(1), u32(0), u64(0, 0)) * 8_500_000
    packed = zstandard.ZstdCompressor().compress(content)
    parts = [
        record(1, text(""), text("somebody")),
        record(CHANNEL, u16(1), u16(0), text("/a"), text("json"), u32(0)),
        record(CHUNK, u64(0, 9, len(content)), u32(0), text("zstd"), u64(len(packed)), packed),
        record(0x0F, u32(0)),
        record(2, u64(0, 0), u32(0)),
    ]
    return _written(path, MAGIC + b"".join(parts) + MAGIC)


def _many_columns(path: Path) -> Path:
    """A bulk channel whose columns have names that become one and the same."""
    plain = path.with_suffix(".plain")
    with Recorder(plain, force=True) as recorder:
        recorder.add_signals("/s", [Column("x")])
    names = json.dumps([["!" * (i % 5 + 1) + str(i), [], ""] for i in range(100_000)])

    def renamed(channel: Channel) -> Channel:
        return channel._replace(metadata={"ghost.columns": names})

    return rewrite(plain, path, channel=renamed)


Attempt = Callable[[list[str], int], str | None]


def seed_failures(folder: Path, attempt: Attempt) -> list[str]:
    """The seeds that ended wrongly."""
    found = []
    for seed in seeds(folder):
        problem = attempt(seed.command, seed.file.stat().st_size)
        if problem is not None:
            found.append(f"{seed.name}: ghost {' '.join(seed.command)}\n  {problem}")
    return found
