"""The belief traceability report: from memory, and from recordings through the command.

python -m benchmarks.belief --samples 1000000      the full size, as the bars have it
"""

import argparse
import json
import re
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks import Result
from project_ghost.analysis.belief_traceability import (
    build_traceability_report,
    encode_belief_report_to_bytes,
)
from project_ghost.cli import main as ghost
from project_ghost.core.randomness import RandomSource
from project_ghost.hal.messages import SensorHealth
from project_ghost.state import (
    FlightMode,
    FlightStatus,
    IMUBiases,
    MissionMode,
    MissionStatus,
    NavigationState,
    Pose,
    SensorHealthMap,
    Twist,
    VehicleState,
)
from project_ghost.telemetry import (
    CHANNEL_STATE_NAV,
    MCAPReplayReader,
    decode_message,
    encode_to_bytes,
)
from project_ghost.telemetry.mcap._chunk import ChunkBuilder
from project_ghost.telemetry.mcap._writer import McapWriter

SAMPLES = 2_000
PERIOD_NS = 10_000_000
COVARIANCES = 997
_CHUNK_BYTES = 1 << 20

_ZERO = np.zeros(3)
_BIASES = IMUBiases(_ZERO, _ZERO)
_SENSORS = SensorHealthMap({"gnss": SensorHealth.OK, "imu": SensorHealth.OK})
_FLIGHT = FlightStatus(armed=True, flight_mode=FlightMode.OFFBOARD)
_MISSION = MissionStatus(MissionMode.NAVIGATE)


def main() -> int:
    """Measure at any size."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.belief", description=__doc__)
    parser.add_argument("--samples", type=int, default=SAMPLES)
    parser.add_argument("--only", choices=sorted(_BY_NAME), help="one of the two")
    arguments = parser.parse_args()
    samples = arguments.samples
    for name in [arguments.only] if arguments.only else _BY_NAME:
        before_s = time.process_time()
        result = _BY_NAME[name](samples)
        print(f"{name}: {time.process_time() - before_s:.1f} s of processor time in all")
        seconds = samples * result["value"] / 1e6
        ratios = ", ".join(f"{ratio:.2f} x {name}" for name, ratio in result["ratios"].items())
        print(
            f"{result['name']}: {seconds:.1f} s, {result['value']:.1f} {result['unit']}; {ratios}"
        )
    return 0


def in_memory(samples: int = SAMPLES) -> Result:
    """Build and encode the report of states that are there."""
    truth, belief = _repeated(samples, 0), _repeated(samples, 1)
    start_s, cpu_s = time.perf_counter(), time.process_time()
    size = len(encode_belief_report_to_bytes(build_traceability_report(truth=truth, belief=belief)))
    taken_s = time.perf_counter() - start_s
    if samples > SAMPLES:
        print(f"of which the report: {time.process_time() - cpu_s:.1f} s of processor time")
    few = min(samples, 20_000)
    start_s = time.perf_counter()
    plain = _plain_report(truth[:few], belief[:few])
    plain_s = time.perf_counter() - start_s
    if few == samples and abs(len(plain) - size) > size // 100:
        raise AssertionError("the plain version writes something else")
    return {
        "name": "belief report, in memory",
        "value": taken_s / samples * 1e6,
        "unit": "us/sample",
        "ratios": {"plain numpy": plain_s / few / (taken_s / samples)},
    }


def through_the_command(samples: int = SAMPLES) -> Result:
    """The same from two recordings, with `ghost analyze-belief`."""
    with TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("truth.mcap", "belief.mcap")]
        for which, path in enumerate(paths):
            _record(path, samples, which)
        output = Path(folder) / "report.json"
        command = ["analyze-belief", "--truth-mcap", str(paths[0]), "--belief-mcap", str(paths[1])]
        start_s, cpu_s = time.perf_counter(), time.process_time()
        if ghost([*command, "--output", str(output)]) != 0:
            raise AssertionError("the command failed")
        taken_s = time.perf_counter() - start_s
        if samples > SAMPLES:
            print(f"of which the command: {time.process_time() - cpu_s:.1f} s of processor time")
        return {
            "name": "ghost analyze-belief",
            "value": taken_s / samples * 1e6,
            "unit": "us/sample",
            "ratios": {"plain numpy": _plain_command_s(paths, samples) / (taken_s / samples)},
        }


def _plain_command_s(paths: list[Path], samples: int) -> float:
    """The same with a message decoded after the other; seconds for each sample."""
    few = min(samples, SAMPLES)
    start_s = time.perf_counter()
    states = []
    for path in paths:
        with MCAPReplayReader(path) as reader:
            states.append([decode_message(message) for message in islice(reader, few)])
    _plain_report(*states)
    return (time.perf_counter() - start_s) / few


def _repeated(samples: int, which: int) -> list[VehicleState]:
    """A thousand states at new times: two million different ones need eight gigabytes."""
    navs = [each.nav for each in _states(COVARIANCES, which)]
    return [
        VehicleState(
            i * PERIOD_NS, i * PERIOD_NS, navs[i % COVARIANCES], _SENSORS, _FLIGHT, _MISSION
        )
        for i in range(samples)
    ]


def _record(path: Path, samples: int, which: int) -> None:
    """A recording that repeats a thousand states at new times: encoding is not what counts."""
    states = [encode_to_bytes(each) for each in _states(COVARIANCES, which)]
    pieces = [re.split(rb'(?<="stamp_sim_ns":)\d+,"stamp_wall_ns":\d+', each) for each in states]
    with path.open("wb") as file:
        writer, builder = McapWriter(file, "benchmark"), ChunkBuilder()
        schema, record = writer.new_schema("VehicleState", "", b"")
        writer.put(record)
        channel, record = writer.new_channel(CHANNEL_STATE_NAV, "json", schema, {})
        writer.put(record)
        for i in range(samples):
            head, tail = pieces[i % COVARIANCES]
            stamp_ns = i * PERIOD_NS
            stamps = b'%d,"stamp_wall_ns":%d' % (stamp_ns, stamp_ns)
            builder.add(channel, i, stamp_ns, head + stamps + tail)
            if builder.size > _CHUNK_BYTES:
                writer.add_chunk(builder)
        writer.add_chunk(builder)
        writer.finish()


def _states(samples: int, which: int) -> Iterator[VehicleState]:
    """Truth (0) or belief (1): a circle, and one nearby with a covariance."""
    random = RandomSource(7).child("belief").numpy_rng()
    factors = random.normal(size=(COVARIANCES, 15, 15))
    products = factors @ factors.transpose(0, 2, 1) / 15.0
    covariances = (products + products.transpose(0, 2, 1)) / 2.0
    noise = random.normal(size=(COVARIANCES, 3)) * 0.1
    for i in range(samples):
        angle = 1e-3 * i
        position = np.array([np.cos(angle), np.sin(angle), 0.1 * angle])
        half = 0.5 * angle + 0.01 * which
        q = np.array([np.cos(half), 0.0, 0.0, np.sin(half)])
        if which:
            position += noise[i % COVARIANCES]
        yield VehicleState(
            i * PERIOD_NS,
            i * PERIOD_NS,
            NavigationState(
                Pose(position, q),
                Twist(position, _ZERO, "world"),
                Twist(position, _ZERO, "body"),
                _ZERO,
                _BIASES,
                covariances[i % COVARIANCES] if which else None,
            ),
            _SENSORS,
            _FLIGHT,
            _MISSION,
        )


def _plain_report(truth: list[VehicleState], belief: list[VehicleState]) -> str:
    """What one writes first: numpy for each sample, and the standard library's JSON."""
    records = []
    for true, believed in zip(truth, belief, strict=True):
        a, b = true.nav.pose, believed.nav.pose
        covariance = believed.nav.covariance_15x15
        assert covariance is not None
        dot = min(1.0, abs(float(np.dot(a.orientation_q, b.orientation_q))))
        records.append(
            {
                "timestamp_ns": true.stamp_sim_ns,
                "truth_position_xyz": a.position_enu_m.tolist(),
                "belief_position_xyz": b.position_enu_m.tolist(),
                "truth_orientation_xyzw": np.roll(a.orientation_q, -1).tolist(),
                "belief_orientation_xyzw": np.roll(b.orientation_q, -1).tolist(),
                "position_error_norm_m": float(np.linalg.norm(b.position_enu_m - a.position_enu_m)),
                "orientation_error_rad": float(2.0 * np.arccos(dot)),
                "covariance_trace": float(np.trace(covariance)),
                "covariance_condition_number": float(np.linalg.cond(covariance)),
                "covariance_available": True,
                "analysis_version": 1,
            }
        )
    position = [each["position_error_norm_m"] for each in records]
    orientation = [each["orientation_error_rad"] for each in records]
    report = {
        "records": records,
        "total_samples": len(records),
        "mean_position_error_m": float(np.mean(position)),
        "max_position_error_m": float(np.max(position)),
        "mean_orientation_error_rad": float(np.mean(orientation)),
        "max_orientation_error_rad": float(np.max(orientation)),
    }
    return json.dumps({"report": report, "schema_version": "1"}, sort_keys=True, indent=2)


BENCHMARKS = (in_memory, through_the_command)
_BY_NAME = {"memory": in_memory, "command": through_the_command}

if __name__ == "__main__":
    sys.exit(main())
