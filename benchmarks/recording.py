"""What recordings cost to write, to read and to compare, beside `mcap` and foxglove-sdk.

The plain writers get bytes that are ready, once without and once with the encoding that both
need. foxglove-sdk is compared with where it is installed (`make bench-peers`).
Writing is measured by the clock, because threads take part in it; reading in the CPU's time.
`GHOST_BENCH_MESSAGES=10_000_000` makes the comparison as large as the bar says,
`GHOST_BENCH_SECONDS=7000` the file of which one second is read (1 GB).
"""

import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from mcap.reader import make_reader
from mcap.writer import Writer

from benchmarks import Result
from benchmarks._timing import in_turns
from project_ghost.analysis.divergence import compare_recordings
from project_ghost.core.bus import Message
from project_ghost.runs import PreparedRun, prepare, recorded_run
from project_ghost.runs.record._channels import bus_channels
from project_ghost.runs.record._run_recorder import RunRecorder
from project_ghost.telemetry import (
    ChannelSpec,
    Column,
    Recorder,
    Recording,
    export_recording,
    signals_schema,
)

MESSAGES = 200_000
COMPARED = int(os.environ.get("GHOST_BENCH_MESSAGES", "1_000_000"))
SECONDS = int(os.environ.get("GHOST_BENCH_SECONDS", "200"))
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
    """The mcap library's writer, with its defaults, and its input."""
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


def _foxglove(encode: Callable[[Any], bytes] | None) -> None:
    """foxglove-sdk's writer, with its defaults, and its input."""
    import foxglove

    ready: list[Any] = [message.payload for message in _messages()] if encode else _encoded()
    context = foxglove.Context()
    path = _folder() / "foxglove.mcap"
    schema = foxglove.Schema(name="Car", encoding="jsonschema", data=SPEC.schema_bytes())
    with foxglove.open_mcap(path, allow_overwrite=True, context=context):
        channel = foxglove.Channel("/car", schema=schema, message_encoding="json", context=context)
        for i, payload in enumerate(ready):
            channel.log(encode(payload) if encode else payload, log_time=i * 1_000_000)


def _usual_json(payload: object) -> bytes:
    """The same bytes, as programs without an encoder of their own make them."""
    return _JSON.encode(payload).encode()


_JSON = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _peers(encode: Callable[[Any], bytes] | None, ours_s: float) -> dict[str, float]:
    """How many times faster we are than foxglove-sdk, if it is installed."""
    if find_spec("foxglove") is None:
        return {}
    (theirs_s,) = in_turns(lambda: _foxglove(encode), repeats=ROUNDS, clock=perf_counter)
    what = "with the same encoding" if encode else "bytes ready"
    if encode is _usual_json:
        what = "with the standard library's JSON"
    return {f"foxglove-sdk, {what}": theirs_s / ours_s}


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
    ours_s, ready_s, both_s, usual_s = in_turns(
        _typed,
        lambda: _plain(None),
        lambda: _plain(SPEC.encode),
        lambda: _plain(_usual_json),
        repeats=ROUNDS,
        clock=perf_counter,
    )
    return {
        "name": "recording, typed messages",
        "value": MESSAGES / ours_s,
        "unit": "messages/s",
        "ratios": {
            "mcap writer, with the same encoding": both_s / ours_s,
            "mcap writer, with the standard library's JSON": usual_s / ours_s,
            "mcap writer, bytes ready": ready_s / ours_s,
            **_peers(SPEC.encode, ours_s),
            **_peers(_usual_json, ours_s),
        },
    }


def bulk_messages() -> Result:
    """Samples of four signals, handed over in blocks; each is a message of the file."""
    _encoded()
    ours_s, plain_s = in_turns(_bulk, lambda: _plain(None), repeats=ROUNDS, clock=perf_counter)
    return {
        "name": "recording, bulk path",
        "value": MESSAGES / ours_s,
        "unit": "messages/s",
        "ratios": {"mcap writer, bytes ready": plain_s / ours_s, **_peers(None, ours_s)},
    }


def _second(name: str, ours: Callable[[Recording], object]) -> Result:
    """One second of one bulk channel out of a large file, which is opened for it."""
    path = _large()

    def opened() -> None:
        with Recording(path) as recording:
            ours(recording)

    def plain() -> int:
        with path.open("rb") as file:
            found = make_reader(file).iter_messages(
                ["/bulk1"], starting_at=_FROM_NS, ending_before=_TO_NS
            )
            return sum(1 for _ in found)

    ours_s, plain_s = in_turns(opened, plain, repeats=ROUNDS)
    size = path.stat().st_size / 1e6
    return {
        "name": f"a second of one channel, {name}",
        "value": 1000.0 * ours_s,
        "unit": f"ms, of {size:.0f} MB",
        "ratios": {"mcap reader, which leaves the samples undecoded": plain_s / ours_s},
    }


_FROM_NS, _TO_NS = 100_000_000_000, 101_000_000_000


def opening() -> Result:
    """The file opened, and nothing read of its messages."""
    return _second("only opened", lambda run: run.stop_ns)


def a_second_as_arrays() -> Result:
    """The samples as arrays."""
    return _second("arrays", lambda run: run["/bulk1"].arrays(_FROM_NS, _TO_NS))


def a_second_as_messages() -> Result:
    """Each sample decoded as a message."""
    return _second("messages", lambda run: list(run.messages(["/bulk1"], _FROM_NS, _TO_NS)))


def a_second_as_table() -> Result:
    """The samples as a table of pyarrow."""
    return _second("table", lambda run: run["/bulk1"].table(_FROM_NS, _TO_NS))


def a_second_exported() -> Result:
    """The samples as a Parquet file."""
    target = _folder() / "second"
    return _second(
        "Parquet",
        lambda run: export_recording(
            run,
            target,
            "parquet",
            channels=["/bulk1"],
            start_ns=_FROM_NS,
            stop_ns=_TO_NS,
            force=True,
        ),
    )


def a_second_compared() -> Result:
    """All channels of that second compared with those of another file, opened too."""

    def compared(run: Recording) -> None:
        with Recording(_large()) as other:
            compare_recordings(run, other, start_ns=_FROM_NS, stop_ns=_TO_NS)

    return _second("diff of all channels with another file", compared)


@cache
def _large() -> Path:
    """Three channels at 1000 Hz: 200 s are 35 MB."""
    path = _folder() / "large.mcap"
    random = np.random.default_rng(0)
    with Recorder(path, force=True) as recorder:
        for number in range(3):
            recorder.add_signals(f"/bulk{number}", [Column("x"), Column("p", (3,))])
        for second in range(SECONDS):
            stamps = (np.arange(1000) + 1000 * second) * 1_000_000
            for number in range(3):
                recorder.record_rows(f"/bulk{number}", stamps, random.normal(size=(1000, 4)))
            recorder.advance((second + 1) * 1_000_000_000)
    return path


def exporting() -> Result:
    """Parquet of all samples, and of typed messages."""
    path, typed = _large(), _folder() / "typed.mcap"
    _typed()
    count = 3000 * SECONDS + MESSAGES

    def ours() -> None:
        for source in (path, typed):
            with Recording(source) as recording:
                export_recording(recording, _folder() / "tables", "parquet", force=True)

    (ours_s,) = in_turns(ours, repeats=1)
    return {
        "name": "export, Parquet",
        "value": count / ours_s,
        "unit": f"messages/s, {MESSAGES / count:.0%} of them typed",
        "ratios": {},
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


# ghost: allow[cached-state] both figures are of one pair of files, which is made only once
@cache
def _compared(differing_from: int) -> dict[str, float]:
    """Time and memory of a new process that compares two runs that differ from there on."""
    one = _run("one", COMPARED, COMPARED)
    two = _run(f"two-{differing_from}", COMPARED, differing_from)
    command = [sys.executable, "-m", "benchmarks._fresh_diff", str(one), str(two)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
    figures: dict[str, float] = json.loads(done.stdout)
    assert figures["same"] == (differing_from >= COMPARED)
    return figures


def _time(name: str, differing_from: int) -> Result:
    took_s = _compared(differing_from)["took_s"]
    return {"name": name, "value": took_s, "unit": f"s, {COMPARED:_} messages", "ratios": {}}


def _memory(name: str, differing_from: int) -> Result:
    grown_mb = _compared(differing_from)["grown_mb"]
    return {"name": name, "value": grown_mb, "unit": f"MB, {COMPARED:_} messages", "ratios": {}}


def comparing_equal() -> Result:
    """Two recordings whose chunks are the same bytes."""
    return _time("diff, chunks equal", COMPARED)


def comparing_different() -> Result:
    """Two recordings that part at the beginning: every message has to be looked at."""
    return _time("diff, every message different", 10)


def memory_of_equal() -> Result:
    """The growth of the process's memory meanwhile."""
    return _memory("diff, chunks equal: memory", COMPARED)


def memory_of_different() -> Result:
    """The growth of the process's memory meanwhile."""
    return _memory("diff, every message different: memory", 10)


# --------------------------------------------------------------- whole runs


@cache
def _prepared(*settings: str) -> PreparedRun:
    prepared = prepare("motorway", ["duration=20s", *settings], execution="compiled")
    prepared.run()  # compiled from here on
    return prepared


@cache
def _published() -> list[Message]:
    """Every message of the bus of a run."""
    heard: list[Message] = []
    _prepared().run(listeners=[lambda engine: engine.bus.subscribe("bench", heard.append)])
    return heard


def _record_run(path: Path, *, viewer: bool) -> None:
    """What `ghost run` does with the messages of a run."""
    runnable = _prepared("recording.viewer=true" if viewer else "recording.viewer=false").runnable
    with RunRecorder(path, runnable, attachments=[], manifest={}, force=True) as recorder:
        for message in _published():
            recorder.record(message)


def _write_plainly(path: Path, *, viewer: bool) -> None:
    """The same messages by the plain writer: the bus's encoded here too, views as bytes."""
    views: list[Any] = []
    if viewer:
        with Recording(_folder() / "run-seen.mcap") as recording:
            for channel in recording.channels.values():
                if channel.is_view:
                    views += [(channel, m.log_time, m.data) for m in channel.stored()]
    _plain_run(path, views)


def _plain_run(path: Path, views: list[Any]) -> None:
    with path.open("wb") as file:
        writer = Writer(file)
        writer.start()
        ids: dict[str, tuple[int, Callable[[Any], bytes]]] = {}
        for spec in bus_channels(_prepared().runnable):
            schema = writer.register_schema(spec.schema_name, "jsonschema", spec.schema_bytes())
            ids[spec.name] = writer.register_channel(spec.name, "json", schema), spec.encode
        for message in _published():
            number, encode = ids[message.channel]
            stamp = message.stamp_sim_ns
            writer.add_message(number, stamp, encode(message.payload), stamp, message.sequence)
        for channel, stamp, data in views:
            if channel.name not in ids:
                schema = writer.register_schema(channel.schema_name, "protobuf", channel.schema)
                number = writer.register_channel(channel.name, "protobuf", schema)
                ids[channel.name] = number, bytes
            writer.add_message(ids[channel.name][0], stamp, data, stamp, 0)
        writer.finish()  # type: ignore[no-untyped-call]


def _whole_run(name: str, *, viewer: bool) -> Result:
    ours, plain = _folder() / "run-seen.mcap", _folder() / "run-plain.mcap"
    ours_s, plain_s = in_turns(
        lambda: _record_run(ours, viewer=viewer),
        lambda: _write_plainly(plain, viewer=viewer),
        repeats=ROUNDS,
        clock=perf_counter,
    )
    return {
        "name": name,
        "value": len(_published()) / ours_s,
        "unit": "messages/s",
        "ratios": {"mcap writer, with the same encoding": plain_s / ours_s},
    }


def recording_a_run() -> Result:
    """The messages of 20 s of traffic, as `ghost run` takes them, without views."""
    return _whole_run("recording, a run's messages", viewer=False)


def recording_a_run_for_viewers() -> Result:
    """The same with what viewers show; the plain writer gets the bytes of that."""
    return _whole_run("recording, a run's messages and views", viewer=True)


def sampling_a_run() -> Result:
    """All bodies of 20 s of traffic at every tick, beside the same run without that."""
    sampled = _prepared("recording.signals=['Scene.bodies']", "recording.every=50ms")
    plain = _prepared("recording.viewer=true")
    samples = 20 * 20 + 1
    one, two = _folder() / "sampled", _folder() / "not-sampled"
    for folder in (one, two):
        folder.mkdir(exist_ok=True)
    with_s, without_s = in_turns(
        lambda: recorded_run(sampled, one, force=True),
        lambda: recorded_run(plain, two, force=True),
        repeats=ROUNDS,
    )
    return {
        "name": "recording, signals of a compiled run",
        "value": with_s,
        "unit": f"s, a run with {samples} samples of {50 * 11} numbers",
        "ratios": {"the run without them": without_s / with_s},
    }


def recording_a_compiled_run() -> Result:
    """20 s of traffic, compiled and recorded, beside the same run without a recording."""
    return _compiled_run("a compiled run", "recording.viewer=true")


def recording_a_long_compiled_run() -> Result:
    """200 s of it: opening and closing the file count little."""
    return _compiled_run("a long compiled run", "recording.viewer=true", "duration=200s")


def recording_a_long_compiled_run_without_views() -> Result:
    """200 s without what viewers show."""
    return _compiled_run(
        "a long compiled run without views", "recording.viewer=false", "duration=200s"
    )


def _compiled_run(name: str, *settings: str) -> Result:
    prepared = _prepared(*settings)
    folder = _folder() / "recorded"
    folder.mkdir(exist_ok=True)

    def recorded() -> object:
        return recorded_run(prepared, folder, force=True)

    with_s, without_s = in_turns(recorded, prepared.run, clock=perf_counter)
    with_cpu_s, without_cpu_s = in_turns(recorded, prepared.run)
    return {
        "name": f"recording, {name}",
        "value": with_s / without_s,
        "unit": f"times the run without a recording ({with_cpu_s / without_cpu_s:.1f} in CPU time)",
        "ratios": {},
    }


BENCHMARKS = [
    typed_messages,
    bulk_messages,
    recording_a_run,
    recording_a_run_for_viewers,
    sampling_a_run,
    recording_a_compiled_run,
    recording_a_long_compiled_run,
    recording_a_long_compiled_run_without_views,
    reading,
    opening,
    a_second_as_arrays,
    a_second_as_messages,
    a_second_as_table,
    a_second_exported,
    a_second_compared,
    exporting,
    comparing_equal,
    comparing_different,
    memory_of_equal,
    memory_of_different,
]
