"""The kinds of files to break, and the commands that read them."""

import hashlib
import struct
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from project_ghost.core.bus import Message
from project_ghost.hal.messages import GroundTruth, SensorHealth
from project_ghost.runs import checkpoint, prepare, recorded_run
from project_ghost.runs.reopen._checkpoint_file import pack_checkpoint, unpack_checkpoint
from project_ghost.scenario import load_scenario, parse_scenario, scenario_path
from project_ghost.state import (
    FlightMode,
    FlightStatus,
    MissionMode,
    MissionStatus,
    SensorHealthMap,
    vehicle_state_from_ground_truth,
)
from project_ghost.telemetry import Attachment, ChannelSpec, Column, MCAPFileSink, Recorder
from proofs.goldens import path_of

from .commonroad import break_xml, commonroad_commands, make_commonroad
from .golden import golden_commands
from .messages import break_messages, message_commands
from .more_targets import (
    break_carried_map,
    break_map,
    carried_map_commands,
    make_carried_maps,
    make_maps,
    make_studies,
    make_trajectories,
    map_commands,
    study_commands,
    trajectory_commands,
)
from .mutation import mutated, mutated_payload, mutated_text
from .parquet_pages import make_tables, table_commands
from .planning import break_plans, break_problem, make_plans, plan_commands, problem_commands
from .sweeps import break_sweep, make_sweeps, sweep_commands

_STEP_NS = 1_000_000
_CHUNK = 6
_DIGEST = 32


class Target(NamedTuple):
    """A kind of file: good ones by name, how to break one, and command lines for it.

    `commands(random, broken, good, output)` returns the arguments of `ghost`. `share` is how
    many of them come in a round of all kinds.
    """

    name: str
    make: Callable[[Path], list[Path]]
    broken: Callable[[bytes, Random], bytes]
    commands: Callable[[Random, Path, Path, Path], list[str]]
    share: int


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
    """The position of the data of one of the chunks."""
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
            ["view", one, "-o", str(output)],
            ["sign", one, "--key", str(good)],
        )
    )


def break_recording(data: bytes, random: Random) -> bytes:
    """A recording that is broken anywhere; every other one within the content of a chunk."""
    inside = chunk_content(data, random) if random.random() < 0.5 else (0, None)
    return mutated(data, random, *inside)


# ----------------------------------------------------------------- payloads


def make_payloads(folder: Path) -> list[Path]:
    """A file without checksums whose messages have room for other ones."""
    spec = ChannelSpec("/v", "V", {}, lambda payload: b'{"v":%d}'.ljust(8000) % payload)
    path = folder / "payloads.mcap"
    with Recorder(path, channels=[spec], compression="", force=True) as recorder:
        for i in range(4):
            recorder.record(Message("/v", i, i, i))
    return [_without_checksums(path, path)]


# ---------------------------------------------------------------- scenarios

_SCENARIO = """\
version: 1
name: everything
step: 20ms
duration: 200ms
seed: 3
map: t_junction
actors:
  car1:
    kind: car
    model: single_track
    speed_mps: 5
    route: {waypoints: [[0, 0], [14, 0], [20, 4]]}
    sensors:
      eye: {kind: detector, rate_hz: 10, range_m: 50, field_of_view_deg: 90}
      wheels: {kind: odometry, period: 100ms, latency: 100ms}
  car2: {kind: car, speed_mps: 1, route: {waypoints: [[22, 0], [50, 0]]}}
  walker: {kind: pedestrian, speed_mps: 1.2, route: {waypoints: [[0, 9], [9, 9]]}}
  quad:
    kind: quadrotor
    hover_m: [0, -9, 5]
    sensors: {imu: {kind: imu}, gnss: {kind: gnss, rate_hz: 5}, compass: {kind: compass}}
populations:
  crowd: {kind: pedestrian, count: 3, area: {low: [30, 30], high: [50, 50]}}
scenery:
  wall: {box: {x_m: 70, y_m: 0, length_m: 1, width_m: 9, yaw_deg: 30}}
  rock: {polygon: [[80, 0], [82, 0], [81, 2]]}
disturbances:
  wind: {velocity_mps: [1, 0, 0], gust_std_mps: 0.5}
  friction: {ice: {friction: 0.2, box: {x_m: 10, y_m: 0, length_m: 4, width_m: 4}}}
faults:
  - {kind: kill, actor: walker, at: 100ms}
  - {kind: sensor_dropout, actor: quad, sensor: gnss, at: 40ms, lasting: 100ms}
on_collision: respond
end: {first_collision: false, all_arrived: true}
recording: {pose: 100ms, signals: [Scene.bodies, 'quad.*'], every: 40ms}
"""


def make_scenarios(folder: Path) -> list[Path]:
    """Scenarios with all features, and the built-in ones."""
    own = folder / "everything.yaml"
    own.write_text(_SCENARIO, encoding="utf-8")
    found = [own, own, own]
    for name in ("t-junction-4", "motorway", "crowd", "urban-crossing"):
        path = folder / f"{name}.yaml"
        path.write_bytes(scenario_path(name).read_bytes())
        found.append(path)
    return found


def scenario_commands(random: Random, broken: Path, good: Path, output: Path) -> list[str]:
    """A command line that reads the broken scenario; runs of it are short."""
    del good
    short = ["--set", "step=20ms", "--duration", "200ms", "--exec", "interpreted"]
    return random.choice(
        (
            ["scenario", "validate", str(broken)],
            ["scenario", "validate", str(broken)],
            ["scenario", "show", "--json", str(broken)],
            ["run", str(broken), *short, "--no-record"],
            ["run", str(broken), *short, "-o", str(output)],
        )
    )


# ------------------------------------------------------------ runs to reopen


def make_runs(folder: Path) -> list[Path]:
    """Short runs with their recordings, which can be run again."""
    found = []
    for name, text in (("everything", _SCENARIO), ("junction", "")):
        scenario = parse_scenario(text) if text else load_scenario("t-junction-4", _BRIEF)
        (folder / name).mkdir(exist_ok=True)
        prepared = prepare(scenario, execution="interpreted")
        recorded_run(prepared, folder / name, force=True)
        path = folder / f"{name}.mcap"
        path.write_bytes((folder / name / "run.mcap").read_bytes())
        found += [path, _without_checksums(path, folder / f"{name}-unchecked.mcap")]
    return found


_BRIEF = ["duration=300ms"]


def run_commands(random: Random, broken: Path, good: Path, output: Path) -> list[str]:
    """A command line that runs the broken recording's scenario again, or a part of it."""
    one, interpreted = str(broken), ["--exec", "interpreted"]
    at = random.choice(("100ms", "0s", "1h", "-1s", "70ms"))
    return random.choice(
        (
            ["verify", one, "-n", "1", "--executor", "in-process", *interpreted],
            ["rerun", one, "-o", str(output), *interpreted],
            ["rerun", one, "-o", str(output), "--set", "seed=9", *interpreted],
            ["replay", one, "--component", random.choice(("Cars/driver", "Contacts", "None"))],
            ["checkpoint", one, f"--at={at}", "-o", str(output), *interpreted],
            ["run", one, "--no-record"],
            ["info", "--check", one],
            ["diff", one, str(good)],
            ["export", one, "--to", "layout", "-o", str(output)],
            ["summarize-run", one],
            ["trace-behavior", one],
        )
    )


def make_goldens(folder: Path) -> list[Path]:
    """Runs as the fixture `ghost` stores them, and the golden file of a built-in scenario."""
    stored = folder / "crowd.json"
    stored.write_bytes(path_of("crowd").read_bytes())
    return [*make_runs(folder), stored]


def break_golden(data: bytes, random: Random) -> bytes:
    """A golden file that is broken anywhere."""
    return mutated(data, random) if data.startswith(b"{") else break_recording(data, random)


# ------------------------------------------------------------- checkpoints


def make_checkpoints(folder: Path) -> list[Path]:
    """Moments of short runs."""
    return [
        checkpoint(run, "100ms", folder / f"{run.stem}.ghost", force=True).path
        for run in make_runs(folder)
        if not run.stem.endswith("unchecked")
    ]


def break_checkpoint(data: bytes, random: Random) -> bytes:
    """A checkpoint that is broken anywhere; most with digests that fit, so that it gets far."""
    if random.random() < 0.2:
        return mutated(data, random)
    found = unpack_checkpoint(data, "the good one")
    if random.random() < 0.2:
        text = mutated_text(found.definition.text.encode(), random).decode("utf-8", "replace")
        return pack_checkpoint(replace(found, definition=replace(found.definition, text=text)))
    snapshot = found.snapshot[:-_DIGEST]
    start = snapshot.index(b"\n") + 1 + 8
    stop = start + int.from_bytes(snapshot[start - 8 : start], "little")
    header = mutated(snapshot[start:stop], random)
    snapshot = b"".join(
        [snapshot[: start - 8], len(header).to_bytes(8, "little"), header, snapshot[stop:]]
    )
    return pack_checkpoint(replace(found, snapshot=snapshot + hashlib.sha256(snapshot).digest()))


def checkpoint_commands(random: Random, broken: Path, good: Path, output: Path) -> list[str]:
    """A command line that continues from the broken checkpoint."""
    del good
    start = ["run", "--from", str(broken), "--exec", "interpreted"]
    return random.choice(
        (
            [*start, "--no-record"],
            [*start, "-o", str(output)],
            [*start, "--no-record", "--set", "seed=5"],
        )
    )


TARGETS = (
    Target("recordings", make_recordings, break_recording, recording_commands, 9),
    Target("payloads", make_payloads, mutated_payload, recording_commands, 2),
    Target("scenarios", make_scenarios, mutated_text, scenario_commands, 5),
    Target("runs", make_runs, break_recording, run_commands, 1),
    Target("messages of runs", make_runs, break_messages, message_commands, 2),
    Target("checkpoints", make_checkpoints, break_checkpoint, checkpoint_commands, 1),
    Target("commonroad", make_commonroad, break_xml, commonroad_commands, 2),
    Target("trajectories", make_trajectories, break_map, trajectory_commands, 3),
    Target("traces in Parquet", make_tables, mutated, table_commands, 2),
    Target("maps", make_maps, break_map, map_commands, 3),
    Target("maps in recordings", make_carried_maps, break_carried_map, carried_map_commands, 2),
    Target("studies", make_studies, mutated, study_commands, 2),
    Target("goldens", make_goldens, break_golden, golden_commands, 1),
    Target("planning problems", make_commonroad, break_problem, problem_commands, 2),
    Target("plans", make_plans, break_plans, plan_commands, 1),
    Target("sweeps", make_sweeps, break_sweep, sweep_commands, 1),
)
