"""Samples out of recorded messages, many at once, for recordings with millions of them.

Each message is held to all that a VehicleState must be, but together with its neighbours,
which is quicker by far than to build each one. Only what is clearly right is taken so; a
block in which anything is unusual is built message by message through the constructors,
which take it after all, or say what is wrong.
"""

from collections.abc import Iterator
from itertools import islice
from typing import TypeAlias

import numpy as np
from msgspec import MsgspecError

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import GhostError, InputError
from project_ghost.state import VehicleState
from project_ghost.telemetry import RecordedChannel, from_json_dict

from ._samples import BLOCK, SampleBlock, block_of_states, eigenvalues_of
from ._wire_state import DECODER

# The texts of flight, mission, sensors and version that were found right.
Seen: TypeAlias = set[tuple[bytes, ...]]

_SIZE = 15
_STAMP_LIMIT = 1 << 64
# Stricter than what the constructors take, which decide about everything between.
_NORM_ERROR_MAX = 1e-4
_EIGENVALUE_MIN = -1e-13
# How many different states of all that is not motion are remembered as right.
_REST_MAX = 4096


class _UnusualError(Exception):
    """Something that only the constructors can judge."""


def sample_blocks(channel: RecordedChannel) -> Iterator[SampleBlock]:
    """All samples of a channel of VehicleState, in stored order."""
    seen: Seen = set()
    read = block_of_messages if channel.message_encoding == "json" else _carefully
    stored = ((each.log_time, each.data) for each in channel.stored())
    while messages := list(islice(stored, BLOCK)):
        yield read(messages, channel, seen)


def block_of_messages(
    messages: list[tuple[int, bytes]], channel: RecordedChannel, seen: Seen
) -> SampleBlock:
    """Some messages, by their stamps; `seen` is what was found right before."""
    try:
        return _quickly(messages, seen)
    except (_UnusualError, MsgspecError, UnicodeDecodeError, np.linalg.LinAlgError):
        return _carefully(messages, channel, seen)


def _quickly(messages: list[tuple[int, bytes]], seen: Seen) -> SampleBlock:
    stamps_ns, rows, covariances = [], [], []
    has_covariance = []
    for _, data in messages:
        # Read and let go one by one: many at once do not fit into the processor's cache.
        state = DECODER.decode(data)
        nav = state.nav
        if state.rest() not in seen:
            raise _UnusualError
        stamps_ns.append(_stamp(state.stamp_sim_ns))
        _stamp(state.stamp_wall_ns)
        rows.append(nav.motion())
        covariance = nav.covariance_15x15
        has_covariance.append(covariance is not None)
        if covariance is not None:
            if len(covariance.entries) != _SIZE:
                raise _UnusualError
            covariances.append(np.array(covariance.entries))
    motion = np.array(rows)
    if not np.isfinite(motion).all():
        raise _UnusualError
    orientations = motion[:, 3:7]
    w, x, y, z = orientations.T
    if (np.abs(np.sqrt(w * w + x * x + y * y + z * z) - 1.0) > _NORM_ERROR_MAX).any():
        raise _UnusualError
    stacked = np.array(covariances).reshape(-1, _SIZE, _SIZE)
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


def _stamp(value: int) -> int:
    if not 0 <= value < _STAMP_LIMIT:
        raise _UnusualError
    return value


def _carefully(
    messages: list[tuple[int, bytes]], channel: RecordedChannel, seen: Seen
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
            _note_rest(data, seen)
    return block_of_states(states)


def _note_rest(data: bytes, seen: Seen) -> None:
    try:
        seen.add(DECODER.decode(data).rest())
    except (MsgspecError, UnicodeDecodeError):
        return  # unusual elsewhere, so the next like it will be too
