"""Decode samples from recorded messages in blocks, for recordings with millions of messages.

Every rule of VehicleState is checked on a whole block at once, which is much faster than
building each object. The checks here are stricter than the constructors: a block that fails
them is decoded message by message through the constructors, which accept it or raise an error.
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

from ._samples import BLOCK, SampleBlock, block_of_states, conditions_of
from ._wire_state import DECODER

# The encoded flight, mission, sensors and version fields that passed the constructors.
AcceptedFields: TypeAlias = set[tuple[bytes, ...]]

_SIZE = 15
_STAMP_LIMIT = 1 << 64
# Stricter than the constructors, which decide about values in between.
_NORM_ERROR_MAX = 1e-4
_EIGENVALUE_MIN = -1e-13
# Limits the number of remembered combinations of fields other than motion.
_ACCEPTED_MAX = 4096


class _UnusualError(Exception):
    """A value that needs the constructors' checks."""


def sample_blocks(channel: RecordedChannel) -> Iterator[SampleBlock]:
    """Yield all samples of a channel of VehicleState, in stored order."""
    accepted: AcceptedFields = set()
    read = block_of_messages if channel.message_encoding == "json" else _decode_checked
    stored = ((each.log_time, each.data) for each in channel.stored())
    while messages := list(islice(stored, BLOCK)):
        yield read(messages, channel, accepted)


def block_of_messages(
    messages: list[tuple[int, bytes]], channel: RecordedChannel, accepted: AcceptedFields
) -> SampleBlock:
    """Decode messages given with their stamps; updates the set `accepted`."""
    try:
        return _decode_fast(messages, accepted)
    except (_UnusualError, MsgspecError, UnicodeDecodeError, np.linalg.LinAlgError):
        return _decode_checked(messages, channel, accepted)


def _decode_fast(messages: list[tuple[int, bytes]], accepted: AcceptedFields) -> SampleBlock:
    stamps_ns, rows, covariances = [], [], []
    has_covariance = []
    for _, data in messages:
        # Decode and release one by one: many objects at once do not fit in the CPU cache.
        state = DECODER.decode(data)
        nav = state.nav
        if state.rest() not in accepted:
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
    _require_usual_covariances(stacked)
    return SampleBlock(
        stamps_ns,
        motion[:, 0:3],
        orientations,
        has_covariance,
        stacked,
        conditions_of(stacked),
    )


def _require_usual_covariances(covariances: Floats) -> None:
    transposed = np.swapaxes(covariances, 1, 2)
    if not np.isfinite(covariances).all() or not np.array_equal(covariances, transposed):
        raise _UnusualError
    try:
        np.linalg.cholesky(covariances)  # a fraction of the time of eigenvalues
    except np.linalg.LinAlgError:
        if not (np.linalg.eigvalsh(covariances)[:, 0] >= _EIGENVALUE_MIN).all():
            raise _UnusualError from None


def _stamp(value: int) -> int:
    if not 0 <= value < _STAMP_LIMIT:
        raise _UnusualError
    return value


def _decode_checked(
    messages: list[tuple[int, bytes]], channel: RecordedChannel, accepted: AcceptedFields
) -> SampleBlock:
    states = []
    for stamp_ns, data in messages:
        payload = channel.decode(data, stamp_ns)
        try:
            states.append(from_json_dict(VehicleState, payload))
        except GhostError as error:
            place = f"{channel.where}, time {stamp_ns:_} ns, {error.where}"
            raise InputError(error.what, place, error.expected, error.fix) from None
        # No rule relates these fields to the motion, so they are valid with any motion.
        if len(accepted) < _ACCEPTED_MAX:
            _remember_fields(data, accepted)
    return block_of_states(states)


def _remember_fields(data: bytes, accepted: AcceptedFields) -> None:
    try:
        accepted.add(DECODER.decode(data).rest())
    except (MsgspecError, UnicodeDecodeError):
        return  # another field is unusual, so the fast path does not apply anyway
