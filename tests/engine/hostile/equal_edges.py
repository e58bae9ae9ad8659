"""Edges of numbers, arrays, slices, types and control flow that are the same in both."""

# mypy: ignore-errors

import math
import numpy as np
from typing import NamedTuple
from project_ghost.core import dmath
from project_ghost.core.bits import wrapping_product, wrapping_sum
import math as m_alias

BIG = 9007199254740993
GRID = np.array([[1.0, -2.0], [0.5, 4.0]])
COUNTS = np.array([3, -5, 7])
FLAGS = np.array([True, False, True])
NEST = ((1.0, 2), (3.0, 4))
ROOT = math.sqrt


class Pair(NamedTuple):
    left: float
    right: float


_W = np.array([0.1, 0.2, 0.3, 0.4])


def _tail(a):
    return a[3:]


def _half(x):
    return x / 2


def _twice(x):
    return x * 2


def _whole(x):
    return int(x)


def _weighted(a, w=_W):
    t = 0.0
    for i in range(4):
        t += a[i] * w[i]
    return t


def _classify(x):
    if x > 1.0:
        return 2
    if x > 0.0:
        return True
    if x > -1.0:
        return 0.5
    return -1


def _store(a, x):
    a[0] = x


def tuple_of_views(u, s, y):
    a, b = s[0:3], s[3:6]
    a[0] = b[1] + u[0]
    b[:] = a
    y[0] = a[2] - b[0]


def builtin_max_zero(u, s, y):
    y[0] = 1.0 / math.copysign(1.0, max(u[2], 0.0))
    y[1] = math.copysign(1.0, min(u[2], 0.0, -0.0))
    y[2] = math.copysign(1.0, max(0.0, u[2]))
    y[3] = math.copysign(1.0, max(-0.0, u[2], 0.0))


def builtin_max_nan(u, s, y):
    inf = 1e308 * 10.0 * (1.0 + abs(u[0]))
    nan = inf - inf
    a = max(nan, 1.0)
    b = max(1.0, nan)
    y[0] = 1.0 if a == a else 0.0
    y[1] = 1.0 if b == b else 0.0
    c = min(nan, 2.0, 1.0)
    y[2] = 1.0 if c == c else 0.0


def int_float_compare(u, s, y, sample):
    n = 9007199254740992 + sample % 3
    y[0] = 1.0 if n == 9007199254740992.0 else 0.0
    y[1] = 1.0 if n > 9007199254740992.0 else 0.0
    y[2] = 1.0 if n == float(n) else 0.0


def time_float_compare(u, s, y, time_ns):
    t = time_ns * 9007199254 + 1
    y[0] = 1.0 if t > float(t) else (2.0 if t == float(t) else 3.0)


def global_big_compare(u, s, y):
    y[0] = 1.0 if BIG == 9007199254740992.0 else 0.0


def int_array_compare(u, s, y, sample):
    n = np.zeros(2, dtype=np.int64)
    n[0] = 9007199254740992 + sample % 3
    y[0] = 1.0 if n[0] == 9007199254740992.0 else 0.0
    y[1] = 1.0 if n[0] > 9007199254740992.0 else 0.0


def modulo_infinite(u, s, y):
    inf = 1e308 * 100.0
    y[0] = u[0] % inf if u[0] >= 0 else 0.0
    b = u[0] % inf
    y[1] = 1.0 if b == inf else 0.0
    y[2] = u[0] // inf
    y[3] = u[0] % -inf if u[0] <= 0 else 0.0


def modulo_of_infinity(u, s, y):
    inf = 1e308 * 100.0 * (2.0 + u[0])
    a = inf % 2.0
    b = inf // 2.0
    y[0] = 1.0 if a == a else 0.0
    y[1] = 1.0 if b == b else 0.0


def modulo_signs(u, s, y):
    y[0] = math.copysign(1.0, u[1] % 3.0)
    y[1] = math.copysign(1.0, u[1] % -3.0)
    y[2] = math.copysign(1.0, u[1] // 5.0)
    y[3] = math.copysign(1.0, u[2] // 5.0)


def modulo_tiny(u, s, y):
    y[0] = (-1e-20 * abs(u[0])) % 3.0
    y[1] = (1e-20 * u[0]) // 3.0
    a, b = divmod(-1e-17 * abs(u[0]) - 1e-300, 0.1)
    y[2] = a
    y[3] = b


def divmod_integers(u, s, y, sample):
    a, b = divmod(sample - 50, 7)
    c, d = divmod(sample - 50, -7)
    y[0] = a * 100 + b
    y[1] = c * 100 + d


def degrees(u, s, y):
    y[0] = math.degrees(u[0])
    y[1] = math.radians(u[3])
    y[2] = math.degrees(u[3] * 1e300)


def root_of_negative_array(u, s, y):
    r = np.sqrt(u)
    y[0] = 1.0 if r[0] != r[0] else r[0]


def halves(u, s, y):
    h = np.rint(u * 0.5)
    y[0] = math.copysign(1.0, h[1])
    y[1] = h[1]
    y[2] = np.floor(-0.0 * abs(u[0]))
    y[3] = math.copysign(1.0, np.ceil(u[0] * 0.1))


def rounded_halves(u, s, y):
    y[0] = round(u[1] * 0.5)
    y[1] = math.copysign(1.0, round(u[1] * 0.1))
    y[2] = int(u[1] * 0.5)
    y[3] = math.floor(u[1] * 0.5) + math.ceil(u[1] * 0.5)


def shadowed_builtin(u, s, y):
    max = u[0]
    sum = max + 1.0
    y[0] = sum


def local_alias(u, s, y):
    f = math.sqrt
    y[0] = f(u[0] * u[0])


def global_alias(u, s, y):
    y[0] = ROOT(u[0] * u[0]) + m_alias.sqrt(4.0)


def named_tuple(u, s, y):
    p = Pair(u[0], 2)
    y[0] = p.left / p.right
    y[1] = p.right // 4
    y[2] = p[1] / 4


def nested_tuples(u, s, y, sample):
    i = sample % 2
    y[0] = NEST[i][0] + u[0]
    y[1] = NEST[1][1] / 3


def mixed_tuple(u, s, y):
    t = (1, 2.0) if u[0] > 0 else (1.5, 2)
    y[0] = t[0] // 2
    y[1] = t[1] / 4


def global_int_array(u, s, y, sample):
    y[0] = COUNTS[sample % 3] // 2
    y[1] = COUNTS[0] * COUNTS[1] / 4
    y[2] = COUNTS.sum()
    y[3] = COUNTS[1] % 3


def global_flags(u, s, y, sample):
    y[0] = 1.0 if FLAGS[sample % 3] else 0.0
    y[1] = FLAGS.sum()
    y[2] = FLAGS[0] * u[0]


def int_array_overflow(u, s, y, sample):
    n = np.ones(2, dtype=np.int64)
    for _ in range(50):
        n[0] *= 3
    y[0] = n[0] % 1000
    y[1] = 1.0 if n[0] > 0 else 0.0


def int_array_sum_overflow(u, s, y):
    n = np.full(4, 4611686018427387904)
    y[0] = n.sum() / 4.0


def int_array_product(u, s, y):
    n = np.arange(6)
    k = n * n * 3 - 7
    y[0] = k[5] + k.sum()
    y[1] = (k / 2)[3]


def int_array_floor_zero(u, s, y, sample):
    n = np.arange(4)
    y[0] = 7 // (n[0] + 1) + n[3] // -2
    y[1] = -n[3] % 2


def int_array_negative_shift(u, s, y):
    n = np.arange(6) - 3
    y[0] = n[0] >> 1
    y[1] = n[0] & 5
    y[2] = n[0] ^ 6
    y[3] = ~n[1]


def absolute_integers(u, s, y, sample):
    y[0] = abs(sample - 20) // 3
    y[1] = abs(-sample) / 7
    y[2] = -sample // 3


def bitmix(u, s, y, sample):
    h = sample
    h = wrapping_product(h ^ (h >> 33), -49064778989728563)
    h = wrapping_product(h ^ (h >> 33), -4265267296055464877)
    y[0] = (h ^ (h >> 33)) % 1000003


def accumulate_from_int(u, s, y):
    total = 0
    for x in u:
        total += x
    y[0] = total / 3
    y[1] = total // 1


def int_then_half(u, s, y):
    n = 7
    for _ in range(3):
        n = n / 2
    y[0] = n


def swap_types(u, s, y, sample):
    a, b = 1, 2.5
    for _ in range(sample % 3):
        a, b = b, a
    y[0] = a // 2
    y[1] = b / 4


def bool_then_float(u, s, y):
    flag = False
    if u[0] > 1:
        flag = 2.5
    y[0] = flag + 1


def bool_xor(u, s, y):
    y[0] = (u[0] > 0) ^ (u[1] > 0)
    y[1] = (u[0] > 0) & 1
    y[2] = (u[0] > 0) | 2


def bool_shift(u, s, y):
    y[0] = (u[0] > 0) << 2


def float_truth(u, s, y):
    y[0] = u[2] or 3.0
    y[1] = u[1] and u[0]
    y[2] = math.copysign(1.0, u[2] or -0.0)


def mask_in_place(u, s, y):
    k = s > 0.0
    k[0] = u[0] > 0.0
    k &= s < 0.3
    k[1] = True
    y[0] = k.sum()
    y[1] = 1.0 if k.any() else 0.0


def mask_or(u, s, y):
    k = (s > 0.0) | (s < -0.3)
    y[0] = k.sum()
    y[1] = np.where(k, s, -s)[2] + u[0]
    s[0] = u[1]


def empties(u, s, y):
    e = np.zeros(0)
    y[0] = e.sum()
    y[1] = e.size
    y[2] = s[3:3].sum()


def slices_clipped(u, s, y, sample):
    y[0] = s[2:100].sum()
    y[1] = s[-100:2].sum()
    y[2] = s[5:1:-2].sum()
    y[3] = s[sample % 8 :].sum()
    s[0] = u[0]


def slice_steps(u, s, y, sample):
    k = 1 + sample % 3
    y[0] = s[::k].sum()
    y[1] = s[::-k].sum()
    s[0] = u[0]


def broadcast_one(u, s, y):
    s[0:3] = u[0:1]
    y[0] = s[2]


def broadcast_rows(u, s, y):
    g = s.reshape(2, 3)
    g += u[0:3]
    g *= 0.5
    y[0] = g[1, 2]


def broadcast_column(u, s, y):
    g = np.zeros((3, 2))
    g += u[0:2]
    h = g + u[0:3].reshape(3, 1)
    y[0] = h[2, 0]


def transposed(u, s, y):
    g = s.reshape(2, 3)
    y[0] = g.T[2, 0] + u[0]


def raveled_write(u, s, y):
    g = s.reshape(2, 3)
    r = g[1:].ravel()
    r[0] = u[0]
    y[0] = s[3]


def rows_iterated(u, s, y):
    g = s.reshape(2, 3)
    for row in g:
        row[0] = u[0] * 0.5
        row += 1.0
    y[0] = s[3]


def changed_while_iterated(u, s, y):
    total = 0.0
    for x in s:
        s[5] = x * 0.5 + u[0]
        total += x
    y[0] = total


def zipped_neighbours(u, s, y):
    total = 0.0
    for a, b in zip(s, s[1:]):
        total += a * b
    for i, a in enumerate(s):
        s[(i + 1) % 6] = 0.5 * a + u[0] * 0.1
    y[0] = total


def loop_variable_changed(u, s, y):
    total = 0
    for i in range(5):
        total += i
        i = i * 2
        total += i
    y[0] = total + i


def range_backwards(u, s, y, sample):
    total = 0.0
    for i in range(5, -1, -1 - sample % 2):
        total = total * 0.5 + s[i]
    s[0] = u[0]
    y[0] = total


def range_step_zero(u, s, y, sample):
    total = 0
    for i in range(0, 4, sample % 2 + 1):
        total += i
    y[0] = total


def shapes(u, s, y):
    g = s.reshape(3, 2)
    a, b = g.shape
    y[0] = a / b + g.size / 4 + len(g) / 8 + g.ndim


def annotated(u, s, y):
    x: float = 1
    k: int = 3
    y[0] = x / k + u[0]


def chained_assignment(u, s, y):
    a = b = s[1:3]
    a[0] = u[0]
    b[1] = a[0] * 0.5
    y[0] = s[1] + s[2]


def alias_written(u, s, y):
    t = s
    t[0] = u[0]
    t = t[1:]
    t += 0.1
    t *= 0.5
    y[0] = s[1]


def returned_view(u, s, y):
    v = _tail(s)
    v[0] = u[0]
    y[0] = s[3] + v[0]


def helper_two_types(u, s, y, sample):
    y[0] = _half(sample) + _half(u[0])
    y[1] = _twice(sample) / 3 + _twice(u[0])


def helper_whole(u, s, y, sample):
    y[0] = _whole(u[1]) / 4 + _whole(sample) / 4 + _whole(u[0] > 0)


def helper_default_array(u, s, y):
    y[0] = _weighted(u)


def helper_several_returns(u, s, y):
    y[0] = _classify(u[0])
    y[1] = _classify(u[1]) / 2


def helper_none(u, s, y):
    r = _store(s, u[0])
    y[0] = s[0] if r is None else 1.0


def infinite_arithmetic(u, s, y):
    inf = 1e200 * 1e200
    d = inf - inf * (1.0 if u[0] > 0.0 else 0.5)
    y[0] = 1.0 if d != d else 0.0
    p = 0.0 * inf
    y[1] = 0.0 if p == p else 1.0


def infinity_constant(u, s, y):
    best = math.inf
    for x in u:
        if x < best:
            best = x
    y[0] = best
    y[1] = 1.0 if np.isinf(-math.inf) else 0.0


def nan_constant(u, s, y):
    x = math.nan
    if u[0] > -100.0:
        x = u[0]
    y[0] = x if not math.isnan(x) else 5.0


def subnormals(u, s, y):
    x = 5e-324 * (1.0 + abs(u[1]))
    y[0] = x
    y[1] = x / 3.0
    y[2] = x * 0.5


def cancelling(u, s, y):
    y[0] = (u[0] * 1e16 + 1.0) - u[0] * 1e16
    y[1] = u[0] * u[0] - u[0] * u[0] * (1.0 + 1e-16)
    y[2] = u[0] * u[1] + u[3] * u[0] - u[1] * u[3]


def long_sum(u, s, y):
    t = 0.0
    for i in range(1000):
        t += u[0] / (i + 1)
    y[0] = t
    a = np.zeros(100)
    for i in range(100):
        a[i] = u[0] * 0.1 * i
    k = 0.0
    for i in range(100):
        k = k + a[i] * a[i]
    y[1] = k


def statistics(u, s, y):
    y[0] = s.mean()
    y[1] = s.std()
    y[2] = s.var()
    y[3] = s.reshape(2, 3)[:, 1].mean()
    s[1] = u[0]


def minimum_of_three(u, s, y):
    y[0] = min(u[0], u[1], 1)
    y[1] = max(u[0], 1) // 1
    y[2] = min(3, max(0, int(u[1]))) / 2


def clip_swapped(u, s, y):
    y[0] = np.clip(u[0], 1.0, -1.0)
    c = np.clip(u, -1.0, 1.0)
    y[1] = math.copysign(1.0, c[2])


def elementwise_zero(u, s, y):
    a = np.maximum(u, 0.0)
    b = np.minimum(u, -0.0)
    y[0] = math.copysign(1.0, a[2])
    y[1] = math.copysign(1.0, b[2])
    y[2] = np.abs(u)[2]


def negative_zero(u, s, y):
    y[0] = math.copysign(1.0, -u[2])
    y[1] = math.copysign(1.0, 0 - u[2])
    y[2] = math.copysign(1.0, u[2] * -1)
    y[3] = math.copysign(1.0, u[2] + 0.0)


def negated_array(u, s, y):
    a = -u
    y[0] = math.copysign(1.0, a[2])
    y[1] = (0.0 - u)[1]


def sorted_zeros(u, s, y):
    a = np.array([0.0, -0.0, u[2], -u[2], u[0]])
    b = np.sort(a)
    y[0] = math.copysign(1.0, b[1])
    y[1] = math.copysign(1.0, b[2])
    y[2] = np.argsort(a)[2]


def cumulated_masses(u, s, y):
    c = np.cumsum(np.abs(u))
    y[0] = c[3]
    y[1] = c[1] / (c[3] + 1.0)


def dmath_edges(u, s, y):
    y[0] = dmath.atan2(u[2], -1.0)
    y[1] = dmath.sin(u[3] * 1e12)
    y[2] = dmath.exp(-abs(u[3]))
    y[3] = dmath.pow(abs(u[0]) + 0.5, u[1])


def early_return(u, s, y):
    if u[0] > 0.0:
        y[0] = 1.0
        return
    y[0] = -1.0


def returned_value(u, s, y):
    y[0] = u[0]
    return 5


def conditional_type(u, s, y):
    k = 1 if u[0] > 0 else True
    y[0] = k + 1


def while_else(u, s, y):
    k = 0
    while k < 3:
        k += 1
        if u[0] > 1e9:
            break
    else:
        k = 10
    y[0] = k


def for_else(u, s, y):
    for i in range(4):
        if s[i] > 100.0:
            break
    else:
        i = 9
    y[0] = i
    s[0] = u[0]


def nested_break(u, s, y):
    n = 0
    for i in range(4):
        for j in range(4):
            if i * j > 3:
                break
            n += i + j
        else:
            n += 100
            continue
        n += 1000
    y[0] = n


def equal_arrays(u, s, y):
    y[0] = (s == u[0]).sum() + (s != s).sum()
    s[2] = u[0]


def int_to_float_array(u, s, y):
    a = np.arange(4) + 0.5
    b = np.arange(4) / 3
    y[0] = a[3] + b[2]
    y[:] = np.arange(4)


def ones_like_int(u, s, y):
    a = np.ones_like(np.arange(3))
    a[0] = 7
    y[0] = a[0] / 2 + a.sum()


def full_bool(u, s, y):
    a = np.full(3, True)
    a[1] = u[0] > 0
    y[0] = a.sum()


def full_int_then_float(u, s, y):
    a = np.full(3, 1)
    a[0] = u[1]
    y[0] = a[0] / 2


def float_into_int_array(u, s, y):
    a = np.zeros(2, dtype=int)
    a[0] = u[0]
    a[1] += 2
    y[0] = a[0]


def augmented_index_once(u, s, y):
    i = 0
    s[i] += u[0]
    i += 1
    s[i] -= s[i - 1]
    s *= 0.5
    y[0] = s[0]


def fields_of_noise(u, s, y, w):
    y[0] = max(w[0], w[1]) - min(w[0], w[1])
    y[1] = round(w[0] * 10) / 10


def squares(u, s, y):
    y[0] = np.square(u)[0]
    y[1] = (u * u).sum()
    y[2] = np.sqrt((u * u).sum())
