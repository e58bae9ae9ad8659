"""Which files are broken, and which commands get them."""

import struct
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from project_ghost.core.bus import Message
from project_ghost.hal.messages import GroundTruth, SensorHealth
from project_ghost.state import (
    FlightMode,
    FlightStatus,
    MissionMode,
    MissionStatus,
    SensorHealthMap,
    vehicle_state_from_ground_truth,
)
from project_ghost.telemetry import Attachment, Column, MCAPFileSink, Recorder

_STEP_NS = 1_000_000
_CHUNK = 6


class Target(NamedTuple):
    """A kind of file: good ones by name, and command lines for a broken one.

    `commands(random, broken, good, output)` returns the arguments of `ghost`.
    """

    name: str
    make: Callable[[Path], list[Path]]
    # Where in a good file the content is that half of the cases should break: start and stop.
    inside: Callable[[bytes, Random], tuple[int, int]]
    commands: Callable[[Random, Path, Path, Path], list[str]]


def _record(path: Path, compression: str, ticks: int = 40) -> Path:
    recorder = Recorder(
        path,
        attachments=[Attachment("scenario.json", "application/json", b'{"name":"x"}')],
        manifest={"seed": "1", "scenario": "x"},
        compression=compression,  # type: ignore[arg-type]
        chunk_span_ns=15 * _STEP_NS,
        force=True,
    )
    with recorder:
        recorder.add_signals("/signals", [Column("x"), Column("p", (2,), "m")])
        recorder.add_links(_STEP_NS)
        for tick in range(ticks):
            payload = {"x": 0.1 * tick, "p": (1.0, -0.0), "name": "car"}
            recorder.record(Message("/car", tick * _STEP_NS, tick, payload))
        stamps = np.arange(ticks) * _STEP_NS
        recorder.record_rows("/signals", stamps, np.full((ticks, 3), 0.1))
        recorder.record_links(np.arange(ticks) * 77)
    return path


def _without_checksums(path: Path, target: Path) -> Path:
    """The same file, but its chunks say 0, which is never checked: damage gets further in."""
    data = bytearray(path.read_bytes())
    at = 8
    while at + 9 <= len(data):
        opcode, size = struct.unpack_from("<BQ", data, at)
        if opcode == _CHUNK:
            data[at + 9 + 24 : at + 9 + 28] = bytes(4)
        at += 9 + size
    target.write_bytes(data)
    return target


def chunk_content(data: bytes, random: Random) -> tuple[int, int]:
    """Where the data of one of the chunks is."""
    found, at = [(0, len(data))], 8
    while at + 9 <= len(data):
        opcode, size = struct.unpack_from("<BQ", data, at)
        if opcode == _CHUNK:
            head = 9 + 28 + 4 + struct.unpack_from("<I", data, at + 9 + 28)[0] + 8
            found.append((at + head, at + 9 + size))
        at += 9 + size
    return random.choice(found[1:] or found)


def _states(path: Path) -> Path:
    with MCAPFileSink(path) as sink:
        for i in range(4):
            truth = GroundTruth(
                i, np.ones(3), np.array([1.0, 0.0, 0.0, 0.0]), np.ones(3), np.ones(3), np.ones(3)
            )
            state = vehicle_state_from_ground_truth(
                gt=truth,
                sensors_health=SensorHealthMap({"imu": SensorHealth.OK}),
                flight=FlightStatus(armed=True, flight_mode=FlightMode.LAND),
                mission=MissionStatus(MissionMode.IDLE),
                stamp_wall_ns=i,
            )
            sink.publish("/state/nav", i, state)
    return path


def make_recordings(folder: Path) -> list[Path]:
    """Small good recordings of every kind."""
    plain = _record(folder / "plain.mcap", "")
    return [
        plain,
        _without_checksums(plain, folder / "unchecked.mcap"),
        _without_checksums(plain, folder / "unchecked-again.mcap"),
        _record(folder / "zstd.mcap", "zstd"),
        _record(folder / "lz4.mcap", "lz4"),
        _states(folder / "states.mcap"),
    ]


def recording_commands(random: Random, broken: Path, good: Path, output: Path) -> list[str]:
    """A command line that reads the broken recording."""
    one = str(broken)
    pair = random.choice(([one, str(good)], [str(good), one], [one, one]))
    return random.choice(
        (
            ["info", one],
            ["info", "--check", "--json", one],
            ["diff", *pair],
            ["diff", *pair, "--json", "--tolerance", "0.5"],
            ["diff", *pair, "--channels", "/*"],
            ["export", one, "--to", "csv", "-o", str(output)],
            ["export", one, "--to", "parquet", "-o", str(output)],
            ["recover", one, "-o", str(output)],
            ["analyze-belief", "--truth-mcap", pair[0], "--belief-mcap", pair[1]],
        )
    )


TARGETS = (Target("recordings", make_recordings, chunk_content, recording_commands),)
