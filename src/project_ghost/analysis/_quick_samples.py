"""Samples out of recorded messages, many at once, for recordings with millions of them.

Each message is held to all that a VehicleState must be, but together with its neighbours,
which is quicker by far than to build each one. Only what is clearly right is taken so; a
block in which anything is unusual is built message by message through the constructors,
which take it after all, or say what is wrong.
"""

from array import array
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

import numpy as np

from project_ghost.core.errors import GhostError, InputError
from project_ghost.state import VehicleState
from project_ghost.telemetry import RecordedChannel, from_json_dict

from ._samples import BLOCK, Floats, SampleBlock, block_of_states, eigenvalues_of

_SIZE = 15
_STAMP_LIMIT = 1 << 64
# Stricter than what the constructors take, which decide about everything between.
_NORM_ERROR_MAX = 1e-4
_EIGENVALUE_MIN = -1e-13
# How many different states of all that is not motion are remembered as right.
_REST_MAX = 4096

_FLOATS = {float}
_LISTS = {list}


class _UnusualError(Exception):
    """Something that only the constructors can judge."""


def sample_blocks(channel: RecordedChannel) -> Iterator[SampleBlock]:
    """All samples of a channel of VehicleState, in stored order."""
    seen: set[str] = set()
    stored = ((each.log_time, each.data) for each in channel.stored())
    while messages := list(islice(stored, BLOCK)):
        yield block_of_messages(messages, channel, seen)


def block_of_messages(
    messages: list[tuple[int, bytes]], channel: RecordedChannel, seen: set[str]
) -> SampleBlock:
    """Some messages, by their stamps; `seen` is what was found right before."""
    try:
        return _quickly(messages, channel, seen)
    except (_UnusualError, LookupError, TypeError, AttributeError, np.linalg.LinAlgError):
        return _carefully(messages, channel, seen)


def _quickly(
    messages: list[tuple[int, bytes]], channel: RecordedChannel, seen: set[str]
) -> SampleBlock:
    stamps_ns, rows, covariances = [], [], []
    has_covariance = []
    for stamp_ns, data in messages:
        # Decoded and let go one by one: many at once do not fit into the processor's cache.
        payload = channel.decode(data, stamp_ns)
        nav = payload["nav"]
        if _rest(payload) not in seen:
            raise _UnusualError
        stamps_ns.append(_stamp(payload["stamp_sim_ns"]))
        _stamp(payload["stamp_wall_ns"])
        rows.append(_motion(nav))
        covariance = nav["covariance_15x15"]
        has_covariance.append(covariance is not None)
        if covariance is not None:
            covariances.append(_entries(covariance))
    motion = np.array(rows)
    if not np.isfinite(motion).all():
        raise _UnusualError
    orientations = motion[:, 3:7]
    w, x, y, z = orientations.T
    if (np.abs(np.sqrt(w * w + x * x + y * y + z * z) - 1.0) > _NORM_ERROR_MAX).any():
        raise _UnusualError
    stacked = np.frombuffer(b"".join(covariances)).reshape(-1, _SIZE, _SIZE)
    return SampleBlock(
        stamps_ns,
        motion[:, 0:3],
        orientations,
        has_covariance,
        stacked,
        _eigenvalues(stacked),
    )


def _eigenvalues(covariances: Floats) -> Floats:
    if not len(covariances):
        return np.empty((0, _SIZE))
    transposed = np.swapaxes(covariances, 1, 2)
    if not np.isfinite(covariances).all() or not np.array_equal(covariances, transposed):
        raise _UnusualError
    eigenvalues = eigenvalues_of(covariances)
    if not (eigenvalues[:, 0] >= _EIGENVALUE_MIN).all():
        raise _UnusualError
    return eigenvalues


def _rest(payload: dict[str, Any]) -> str:
    """All but stamps and numbers of motion, as a text in which 1, 1.0 and true differ."""
    nav = payload["nav"]
    if len(payload) != 7 or len(nav) != 6:
        raise _UnusualError
    return repr(
        (
            payload["flight"],
            payload["mission"],
            payload["sensors"],
            payload["schema_version"],
            nav["twist_world"]["frame"],
            nav["twist_body"]["frame"],
        )
    )


def _stamp(value: object) -> int:
    if type(value) is not int or not 0 <= value < _STAMP_LIMIT:
        raise _UnusualError
    return value


def _motion(nav: dict[str, Any]) -> list[float]:
    """The 31 numbers of a navigation state, position and quaternion first."""
    pose, biases = nav["pose"], nav["imu_biases"]
    world, body = nav["twist_world"], nav["twist_body"]
    if len(pose) != 2 or len(world) != 3 or len(body) != 3 or len(biases) != 2:
        raise _UnusualError
    arrays = (
        pose["position_enu_m"],
        pose["orientation_q"],
        world["linear_mps"],
        world["angular_rps"],
        body["linear_mps"],
        body["angular_rps"],
        nav["accel_body_mps2"],
        biases["accel_bias_mps2"],
        biases["gyro_bias_rps"],
    )
    numbers: list[float] = []
    for each in arrays:
        entries = each["__array"]
        if len(each) != 2 or each["__dtype"] != "float64" or type(entries) is not list:
            raise _UnusualError
        if len(entries) != (4 if len(numbers) == 3 else 3):
            raise _UnusualError
        numbers += entries
    if set(map(type, numbers)) != _FLOATS:
        raise _UnusualError
    return numbers


def _entries(covariance: dict[str, Any]) -> bytes:
    rows = covariance["__array"]
    if len(covariance) != 2 or covariance["__dtype"] != "float64" or type(rows) is not list:
        raise _UnusualError
    if len(rows) != _SIZE or set(map(type, rows)) != _LISTS or set(map(len, rows)) != {_SIZE}:
        raise _UnusualError
    entries = list(chain.from_iterable(rows))
    if set(map(type, entries)) != _FLOATS:
        raise _UnusualError
    return array("d", entries).tobytes()


def _carefully(
    messages: list[tuple[int, bytes]], channel: RecordedChannel, seen: set[str]
) -> SampleBlock:
    states = []
    for stamp_ns, data in messages:
        payload = channel.decode(data, stamp_ns)
        try:
            states.append(from_json_dict(VehicleState, payload))
        except GhostError as error:
            place = f"{channel.where}, time {stamp_ns:_} ns, {error.where}"
            raise InputError(error.what, place, error.expected, error.fix) from None
        # Right with this motion is right with any: the two have no rule in common.
        if len(seen) < _REST_MAX:
            seen.add(_rest(payload))
    return block_of_states(states)
