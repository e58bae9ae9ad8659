"""Many draws at once in numpy, with the same bits as single draws."""

import numpy as np

from project_ghost.core.arrays import Floats

from ._draws import Key
from ._normal import CENTRE, central, normal_quantile
from ._philox import philox


def uniform_block(key: Key, lane: int, first: int, steps: int, draws: int) -> Floats:
    """Return the first `draws` uniforms of each of `steps` steps from `first`, one row per step."""
    k0, k1 = key
    pairs = (draws + 1) // 2
    step = np.arange(first, first + steps, dtype=np.int64)[:, None]
    pair = np.arange(pairs, dtype=np.int64)[None, :]
    zero = np.zeros((steps, pairs), dtype=np.int64)
    w0, w1, w2, w3 = philox(
        zero + pair, zero + (step & 0xFFFFFFFF), zero + (step >> 32), zero + lane, k0, k1
    )
    cells = np.empty((steps, 2 * pairs), dtype=np.int64)
    cells[:, 0::2] = (w1 & 0xFFFFF) << 32 | w0
    cells[:, 1::2] = (w3 & 0xFFFFF) << 32 | w2
    return (cells[:, :draws].astype(np.float64) + 0.5) * 2.220446049250313e-16


def normal_block(key: Key, lane: int, first: int, steps: int, draws: int) -> Floats:
    """Return the standard normals of the same draws."""
    p = uniform_block(key, lane, first, steps, draws)
    q = p - 0.5
    middle = np.abs(q) <= CENTRE
    normals = np.empty_like(p)
    normals[middle] = central(q[middle])
    normals[~middle] = [normal_quantile(value) for value in p[~middle].tolist()]
    return normals
