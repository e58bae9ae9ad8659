"""What recordings cost to write, to read and to compare, beside the plain `mcap` writer.

The plain writer gets bytes that are ready, once without and once with the encoding that both
need. `GHOST_BENCH_MESSAGES=10_000_000` makes the comparison as large as the bar says.
"""

import atexit
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from mcap.reader import make_reader
from mcap.writer import Writer

from benchmarks import Result
from benchmarks._timing import in_turns
from project_ghost.analysis.divergence import compare_recordings
from project_ghost.core.bus import Message
from project_ghost.telemetry import ChannelSpec, Column, Recorder, Recording, signals_schema

MESSAGES = 200_000
COMPARED = int(os.environ.get("GHOST_BENCH_MESSAGES", "1_000_000"))
COLUMNS = 4
ROUNDS = 3
SHAPES: dict[str, tuple[int, ...]] = {"x": (), "y": (), "yaw": (), "v": ()}
SPEC = ChannelSpec("/car", "Car", signals_schema("Car", SHAPES))


@cache
def _folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="ghost-bench-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def _messages(count: int = MESSAGES) -> list[Message]:
    values = np.random.default_rng(0).normal(size=(count, COLUMNS)).tolist()
    names = list(SHAPES)
    return [
        Message("/car", i * 1_000_000, i, dict(zip(names, row, strict=True)))
        for i, row in enumerate(values)
    ]


def _plain(encode: Callable[[Any], bytes] | None) -> None:
    """The mcap library's writer, with its defaults, and what it is given."""
    ready: list[Any] = [message.payload for message in _messages()] if encode else _encoded()
    with (_folder() / "plain.mcap").open("wb") as file:
        writer = Writer(file)
        writer.start()
        schema = writer.register_schema("Car", "jsonschema", SPEC.schema_bytes())
        channel = writer.register_channel("/car", "json", schema)
        for i, payload in enumerate(ready):
            data = encode(payload) if encode else payload
            writer.add_message(channel, i * 1_000_000, data, i * 1_000_000, i)
        writer.finish()  # type: ignore[no-untyped-call]


@cache
def _encoded() -> list[bytes]:
    return [SPEC.encode(message.payload) for message in _messages()]


def _typed() -> None:
    with Recorder(_folder() / "typed.mcap", channels=[SPEC], force=True) as recorder:
        record = recorder.record
        for message in _messages():
            record(message)


def _bulk() -> None:
    values = np.random.default_rng(0).normal(size=(MESSAGES, COLUMNS))
    stamps = np.arange(MESSAGES) * 1_000_000
    with Recorder(_folder() / "bulk.mcap", force=True) as recorder:
        recorder.add_signals("/signals", [Column(name) for name in SHAPES])
        for start in range(0, MESSAGES, 16_384):
            stop = start + 16_384
            recorder.record_rows("/signals", stamps[start:stop], values[start:stop])
            recorder.advance(min(stop, MESSAGES) * 1_000_000)


def typed_messages() -> Result:
    """Messages of the bus: encoded, hashed, indexed, written."""
    _encoded()
    ours_s, ready_s, both_s = in_turns(
        _typed, lambda: _plain(None), lambda: _plain(SPEC.encode), repeats=ROUNDS
    )
    return {
        "name": "recording, typed messages",
        "value": MESSAGES / ours_s,
        "unit": "messages/s",
        "ratios": {
            "mcap writer, with the same encoding": both_s / ours_s,
            "mcap writer, bytes ready": ready_s / ours_s,
        },
    }


def bulk_messages() -> Result:
    """Samples of four signals, handed over in blocks; each is a message of the file."""
    _encoded()
    ours_s, plain_s = in_turns(_bulk, lambda: _plain(None), repeats=ROUNDS)
    return {
        "name": "recording, bulk path",
        "value": MESSAGES / ours_s,
        "unit": "messages/s",
        "ratios": {"mcap writer, bytes ready": plain_s / ours_s},
    }


def reading() -> Result:
    """All messages of a file, as stored."""
    _typed()
    path = _folder() / "typed.mcap"

    def ours() -> int:
        with Recording(path) as recording:
            return sum(1 for _ in recording["/car"].stored())

    def plain() -> int:
        with path.open("rb") as file:
            return sum(1 for _ in make_reader(file).iter_messages(log_time_order=False))

    ours_s, plain_s = in_turns(ours, plain, repeats=ROUNDS)
    return {
        "name": "reading, messages as stored",
        "value": MESSAGES / ours_s,
        "unit": "messages/s",
        "ratios": {"mcap reader": plain_s / ours_s},
    }


@cache
def _run(name: str, count: int, differing_from: int) -> Path:
    """A recording of ten channels; after `differing_from` every message is another."""
    path = _folder() / f"{name}.mcap"
    specs = [ChannelSpec(f"/c{i}", "Car", SPEC.schema) for i in range(10)]
    payload = {"x": 1.25, "y": -0.5, "yaw": 0.1, "v": 13.888888888888889}
    with Recorder(path, channels=specs, force=True) as recorder:
        for i in range(count):
            payload["x"] = i * 0.001 + (1e-9 if i >= differing_from else 0.0)
            recorder.record(Message(f"/c{i % 10}", i // 10 * 1_000_000, i, payload))
    return path


def _comparison(name: str, differing_from: int) -> Result:
    one = _run("one", COMPARED, COMPARED)
    two = _run(f"two-{differing_from}", COMPARED, differing_from)
    start = time.process_time()
    with Recording(one) as a, Recording(two) as b:
        found = compare_recordings(a, b)
    took_s = time.process_time() - start
    assert found.is_same == (differing_from >= COMPARED)
    return {"name": name, "value": took_s, "unit": f"s, {COMPARED:_} messages", "ratios": {}}


def comparing_equal() -> Result:
    """Two recordings whose chunks are the same bytes."""
    return _comparison("diff, chunks equal", COMPARED)


def comparing_different() -> Result:
    """Two recordings that part at the beginning: every message has to be looked at."""
    return _comparison("diff, every message different", 10)


BENCHMARKS = [typed_messages, bulk_messages, reading, comparing_equal, comparing_different]
