"""Hostile component types of random graphs: what Python, numpy and Numba make differently.

Each does what the engine rewrites, or what looks as if it differed. `tests/engine/hostile` has many
more, each alone; here they meet rates, policies, ports and each other. Outputs stay within bounds.
"""

import math

import numpy as np

from project_ghost.core.bits import wrapping_product, wrapping_sum
from project_ghost.engine import AbstractComponent, Block, Input, Kernel, Noise, Output, State
from project_ghost.engine.ops import clip

# ruff: noqa: D102, ANN205, ANN001 - what they are is in what they declare
# mypy: disallow_untyped_defs=False, disallow_untyped_calls=False, check_untyped_defs=False


class Overlaps(Kernel):
    """Slices that overlap in place, forwards, backwards and by rows."""

    u = Input()
    s = State(tuple(0.1 * n for n in range(6)), shape=(6,))
    y = Output(shape=(3,))

    @staticmethod
    def step(u, s, y):
        s[1:] += 0.5 * s[:-1]
        s[:-2] = s[2:]
        s[:] = s[::-1]
        rows = s.reshape(2, 3)
        rows[1] -= rows[0]
        s *= 0.25
        s[0] = clip(u, -5.0, 5.0)
        y[:] = s[::2]


class Reduces(Kernel):
    """Sums, means, extremes over zeros of both signs, and sorting with ties."""

    v = Input(shape=(3,))
    w = Noise(shape=(4,))
    y = Output(shape=(3,))

    @staticmethod
    def output(v, w, y):
        a = np.zeros(7)
        a[:4] = w
        a[4:] = np.clip(v, -5.0, 5.0)
        a[0] = -0.0
        a[5] = 0.0
        # ghost: allow[unstable-argsort] the engine sorts equal values in their order
        order = np.argsort(a)
        # ghost: allow[float-sum] the engine adds in the order of the indexes
        y[0] = a.sum() / 7 + a.std()
        y[1] = np.sort(np.abs(a))[3] + np.argmin(a) + math.copysign(1.0, max(a[0], a[5]))
        # ghost: allow[float-sum] as above
        y[2] = order[2] + np.minimum(a, 0.0)[0] + a[::-2].mean()


class Counts(Kernel):
    """Integers: wide, negative, masked, wrapping, beside floats and truth values."""

    u = Input()
    n = State()
    y = Output()

    @staticmethod
    def output(n, y):
        y[0] = n[0]

    @staticmethod
    def update(u, n, sample, time_ns):
        k = sample - 20
        h = wrapping_product(wrapping_sum(k, time_ns), -49064778989728563)
        total = 0
        for i in range(3):
            total += (k // (i + 2)) * (k % (i + 3)) + (h >> (7 * i)) % 11
        flags = np.zeros(3, dtype=bool)
        flags[0] = u > 0.0
        flags[k % 3] = True
        if u > 0.5:
            total = total / 4
        n[0] = total % 100 + flags.sum() + int(clip(u, -9.0, 9.0) * 10) / 8


class Edges(Block):
    """Rounding, remainders and signs of zeros, in plain numbers."""

    u = Input()
    x = State(0.25)
    y = Output()

    @staticmethod
    def output(u, x):
        a = clip(u, -50.0, 50.0)
        k = 1 if a > 0 else 0.5
        b, c = divmod(a, -0.3)
        zero = math.copysign(1.0, a * 0.0) + math.copysign(1.0, max(-0.0, a * 0.0))
        rest = a % 0.7 + a // 0.7 + b % 5 - c
        return rest + k // 1 + round(a) / 8 + math.floor(x) + zero + (a or 1)

    @staticmethod
    def update(u, x):
        best = float("inf")
        for each in (u, x, 1.0):
            if abs(each) < best:
                best = abs(each)
        return 0.9 * clip(best, -9.0, 9.0) - 0.1 * clip(x, -9.0, 9.0)


HOSTILE: tuple[type[AbstractComponent], ...] = (Overlaps, Reduces, Counts, Edges)
