"""Functions of Blocks: numbers and tuples, as people write them, and what is special in them."""

# mypy: ignore-errors

import math
import numpy as np
from project_ghost.core import dmath
from project_ghost.engine.ops import clip, where, minimum, maximum, sign

K = 3
SCALE = np.float64(0.3)
COUNT = np.int64(7)
YES = np.bool_(True)
TABLE = (0.1, 0.2, 0.4)
ROWS = ((1, 2), (3, 4))

# What must happen to them, where they do not run in both.
INTERPRETED = (
    *("tuple_repeated", "tuple_sliced", "tuple_compared", "tuple_in", "tuple_sum", "tuple_max"),
    *("tuple_enumerate", "tuple_zip", "tuple_reversed", "is_integer", "hex_of", "string_branch"),
    *("bool_index", "helper_star", "helper_keyword", "array_made"),
)
REFUSED = ("negative_power_constant", "huge_literal_float", "bool_difference")


def int_returned(u, v, x):
    return 1


def bool_returned(u, v, x):
    return u > 0


def mixed_returned(u, v, x):
    if u > 0:
        return 1
    return 0.5


def floor_of_int_return(u, v, x):
    k = 1 if u > 0 else 0.5
    return k // 1 + k / 3


def tuple_added(u, v, x):
    t = v + (1.0, 2)
    return t[4] / 4 + t[0]


def tuple_repeated(u, v, x):
    t = (u,) * 3
    return t[2]


def tuple_sliced(u, v, x):
    a = v[1:]
    return a[0] - a[1]


def tuple_compared(u, v, x):
    return 1.0 if v < (0.0, 1.0, 2.0) else 0.0


def tuple_in(u, v, x):
    return 1.0 if u in v else 0.0


def tuple_sum(u, v, x):
    return sum(v)


def tuple_max(u, v, x):
    return max(v)


def tuple_loop(u, v, x):
    t = 0
    for e in v:
        t += e
    return t


def tuple_enumerate(u, v, x):
    t = 0.0
    for i, e in enumerate(v):
        t += i * e
    return t


def tuple_zip(u, v, x):
    t = 0.0
    for a, b in zip(v, TABLE):
        t += a * b
    return t


def tuple_index_variable(u, v, x):
    i = int(u) % 3
    return v[i]


def tuple_index_negative(u, v, x):
    return v[-1] + v[int(u) % 3 - 3]


def tuple_len(u, v, x):
    return len(v) / 2


def tuple_unpacked(u, v, x):
    a, b, c = v
    return a * b - c


def tuple_reversed(u, v, x):
    a, b, c = v[::-1]
    return a - b * c


def nested_rows(u, v, x):
    return ROWS[int(u) % 2][1] / 4


def numpy_scalar_global(u, v, x):
    return SCALE * u + COUNT / 2 + COUNT // 2


def numpy_bool_global(u, v, x):
    return 1.0 if YES and u > 0 else 2.0


def numpy_bool_added(u, v, x):
    return YES + u


def is_integer(u, v, x):
    return 1.0 if u.is_integer() else 0.0


def hex_of(u, v, x):
    return float.fromhex("0x1p-3") + u


def float_max(u, v, x):
    return max(u, x, 0)


def float_min_first(u, v, x):
    return math.copysign(1.0, min(0.0, -0.0 * abs(u)))


def clip_ops(u, v, x):
    return clip(u, -1, 1)


def clip_int_result(u, v, x):
    return clip(u, -1, 1) // 2


def where_ops(u, v, x):
    return where(u > 0, 1, u)


def where_int(u, v, x):
    return where(u > 0, 3, 2) / 2


def minimum_ops(u, v, x):
    return minimum(u, 1) + maximum(x, 0)


def sign_ops(u, v, x):
    return sign(u) * 2 + sign(-0.0)


def dmath_int(u, v, x):
    return dmath.sin(1) + dmath.sqrt(4) + dmath.cos(K)


def dmath_bool(u, v, x):
    return dmath.exp(u > 0)


def int_of_float_product(u, v, x):
    return int(u * 1000) % 7


def round_to_even(u, v, x):
    return round(u + 0.5) + round(x * 1000) / 1000


def floor_div_floats(u, v, x):
    return u // 0.3 + u % 0.3


def chained_floor(u, v, x):
    return -7 // 2 + -7 % 3 + 7 // -2 + 7 % -3


def negative_power_constant(u, v, x):
    return 10**-3 * u


def power_constant(u, v, x):
    return 2**10 * u


def large_literal(u, v, x):
    return 10**18 + u


def huge_literal_float(u, v, x):
    return 10.0**18 * 0 + u


def folded_constants(u, v, x):
    return (0.1 + 0.2) * u + 1 / 3


def folded_ints(u, v, x):
    return (1 << 40) * u + (7 & ~2)


def string_branch(u, v, x):
    mode = "a" if u > 0 else "b"
    return 1.0 if mode == "a" else 2.0


def none_branch(u, v, x):
    k = None
    if u > -100:
        k = u
    return k if k is not None else 0.0


def nan_compare(u, v, x):
    n = float("nan")
    return 1.0 if n == n else u


def inf_literal(u, v, x):
    best = float("inf")
    return u if u < best else 0.0


def inf_overflow_literal(u, v, x):
    return 1.0 if u < 1e400 else 0.0


def while_newton(u, v, x):
    g = 1.0
    k = 0
    while abs(g * g - (u * u + 2)) > 1e-12 and k < 50:
        g = 0.5 * (g + (u * u + 2) / g)
        k += 1
    return g


def nested_conditional(u, v, x):
    return (1 if u > 0 else 2) / (3 if x > 0 else 4.0)


def and_or_values(u, v, x):
    return (u and x) or 1


def not_number(u, v, x):
    return (not u) + 1.0


def bool_index(u, v, x):
    return v[u > 0]


def bool_multiplied(u, v, x):
    return (u > 0) * x + (u <= 0) * 2


def bool_difference(u, v, x):
    return (u > 0) - (x > 0)


def comparison_chain(u, v, x):
    return 1.0 if -1 < u <= 1 != x else 0.0


def augmented_types(u, v, x):
    k = 3
    k -= 0.5
    k *= 2
    k //= 2
    return k


def augmented_shift(u, v, x):
    k = 3
    k <<= 4
    k >>= 1
    k |= 1
    k ^= 5
    k &= 255
    return k / 2 + u


def divide_in_place(u, v, x):
    k = 7
    k /= 2
    return k + u


def mod_in_place(u, v, x):
    k = -7
    k %= 3
    u %= 3
    u //= 2
    return k + u


def argument_reassigned(u, v, x):
    u = int(u)
    return u / 3 + u // 2


def recursion_guard(u, v, x):
    return _a(u) + _a(1)


def _a(z):
    return _b(z) * 2


def _b(z):
    return z + 1


def helper_keyword(u, v, x):
    return _k(u, scale=2) + _k(x)


def _k(z, *, scale=3, offset=0.5):
    return z * scale + offset


def helper_tuple(u, v, x):
    p, q = _pq(u)
    return p / q


def _pq(z):
    return z + 1, 3


def helper_star(u, v, x):
    return _pq(*(u,))[0]


def staged_integers(u, v, x, sample):
    return (sample * 7919) % 104729 / 104729


def xorshift(u, v, x, sample):
    h = sample + 1
    h ^= (h << 13) & 0xFFFFFFFF
    h ^= h >> 17
    h ^= (h << 5) & 0xFFFFFFFF
    return h / 4294967296.0


def sample_power(u, v, x, sample):
    return sample**2 / 3 + sample**3 % 7


def time_seconds(u, v, x, time_ns):
    return time_ns / 1e9 + time_ns // 1000000 % 10 + time_ns / 1000000000


def time_difference(u, v, x, time_ns, dt_s):
    return (time_ns - 1000000) * 1e-9 / dt_s


def fused(u, v, x):
    return u * x + v[0] * v[1] - v[2] * u


def array_made(u, v, x):
    a = np.array(v)
    return a.sum() + a[0]


def array_of_tuple_sorted(u, v, x):
    a = np.sort(np.array([v[0], v[1], v[2], u]))
    return a[1] - a[2]


def numpy_of_scalar(u, v, x):
    return np.sqrt(u * u) + np.floor(u) + np.abs(u) + np.sign(u)


def numpy_minimum_int(u, v, x):
    return np.minimum(u, 1) // 1


def math_trunc(u, v, x):
    return math.trunc(u) + math.floor(x) + math.ceil(u)


def math_constants(u, v, x):
    return math.pi * u + math.tau + np.pi + math.e
