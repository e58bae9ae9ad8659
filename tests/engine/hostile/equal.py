"""What looks dangerous and is the same in both: each runs compiled with the interpreter's bits."""


# mypy: ignore-errors

import math

import numpy as np

from project_ghost.core.bits import wrapping_product, wrapping_sum

OFFSET = 3
TABLE = np.array([0.5, -1.5, 2.5, 0.0])
WEIGHTS = (0.25, 0.5, 0.25)


def overlapping_add(u, s, y):
    s[1:] += s[:-1]
    s *= 0.5
    y[0] = s[5] + u[0]


def overlapping_shift_up(u, s, y):
    s[1:] = s[:-1]
    s[0] = u[0]
    y[0] = s[5]


def overlapping_shift_down(u, s, y):
    s[:-1] = s[1:]
    s[5] = u[0]
    y[0] = s[0]


def overlapping_reversed(u, s, y):
    s[:] = s[::-1]
    s[0] = u[0]
    y[0] = s[3]


def overlapping_by_names(u, s, y):
    a = s[1:]
    b = s[:-1]
    a -= b
    s *= 0.25
    y[0] = s[4] + u[0]


def overlapping_two_dimensions(u, s, y):
    m = s.reshape(2, 3)
    m[1] += m[0]
    m[:, 1:] = m[:, :-1]
    s *= 0.5
    s[0] = u[0]
    y[0] = m[1, 2]


def overlapping_with_factor(u, s, y):
    s[1:] += 0.5 * s[:-1]
    s *= 0.5
    s[0] = u[0]
    y[0] = s[5]


def summed(u, s, y):
    s[:] = u[0] * 0.1 + s * 0.9
    y[0] = np.sum(s)
    y[1] = s.sum()
    y[2] = s.mean() + s.std() + np.var(u)
    y[3] = sum(s)


def summed_long(u, s, y):
    a = np.zeros(200)
    for i in range(200):
        a[i] = u[0] / (i + 1) + 1e10 * (i % 3)
    y[0] = a.sum()
    y[1] = a.mean()
    y[2] = a.std()


def summed_column(u, s, y):
    a = np.zeros((30, 4))
    for i in range(30):
        for j in range(4):
            a[i, j] = u[j] * 0.1 * i + 1e8 * (i % 2)
    y[0] = a[:, 1].sum()
    y[1] = a[::2].sum()
    y[2] = a.T.sum()


def greatest_zero(u, s, y):
    a = np.zeros(4)
    a[0] = u[2]
    a[1] = -u[2]
    y[0] = a.max()
    y[1] = np.min(a)
    y[2] = max(a[0], a[1])
    y[3] = np.maximum(a[1], a[0])


def least_places(u, s, y):
    y[0] = np.argmin(u)
    y[1] = u.argmax()
    y[2] = float(np.argmax(np.abs(u)))


def sorted_with_ties(u, s, y):
    a = np.zeros(40)
    for i in range(40):
        a[i] = (i * 7) % 5 + u[2]
    order = np.argsort(a)
    y[0] = order[3]
    y[1] = order[20]
    b = np.sort(a)
    y[2] = b[5]
    y[3] = order[39]


def elementwise_extremes(u, s, y):
    y[:] = np.minimum(np.maximum(u, -0.5), 1.5)
    y[2] = np.clip(u, -1.0, 1.0)[0]


def signs(u, s, y):
    y[0] = np.sign(u[2])
    y[1] = np.sign(u[0])
    y[2] = math.copysign(1.0, u[2])


def clipped_number(u, s, y):
    y[0] = np.clip(u[0], -1.0, 1.0)
    y[1] = min(max(u[0], -1.0), 1.0)


def uninitialised(u, s, y):
    a = np.empty(4)
    b = np.empty((2, 3))
    c = np.empty_like(s)
    y[0] = a[2] + b[1, 1] + c[3] + u[0]


def integer_or_float(u, s, y):
    x = 0
    if u[0] > 0.0:
        x = 1.5
    y[0] = -x
    y[1] = x * -3
    y[2] = x // -2
    y[3] = x % -2


def total_from_integer_zero(u, s, y):
    total = 0
    for i in range(int(abs(u[1]))):
        total += u[i]
    y[0] = -total
    y[1] = total * -1


def boolean_or_integer(u, s, y):
    x = u[0] > 0.0
    if u[1] > 0.0:
        x = 5
    y[0] = x * 2
    y[1] = x + x


def integer_returned_or_float(u, s, y):
    y[0] = -_sometimes(u[0])


def _sometimes(x):
    if x > 0.0:
        return 0
    return x


def chosen_integer(u, s, y):
    y[0] = -(0 if u[0] > 0.0 else u[0])
    y[1] = (u[1] and 0) * -1
    y[2] = -min(0, u[0])


def large_time(u, s, y, time_ns):
    t = time_ns + 4611686018427387904 // 2
    y[0] = t / 3
    y[1] = t / 1e9
    y[2] = 1.0 if t > 2.3e18 else 0.0
    y[3] = 1.0 if t == 2305843009213693952.0 else 0.0


def masked_products(u, s, y, sample):
    h = (sample * 2654435761 + 12345) & 0xFFFFFFFF
    h = (h * 1103515245) & 0x7FFFFFFF
    y[0] = h
    y[1] = wrapping_product(wrapping_product(h, h), h) % 1000
    y[2] = wrapping_sum(h << 31, h << 31) % 7
    y[3] = 1.0 if wrapping_product(h + 3037000500, h + 3037000500) < 0 else 0.0


def shifts(u, s, y, sample):
    n = sample % 60
    y[0] = (sample * 77) >> n
    y[1] = sample << 7
    y[2] = -sample >> 3
    y[3] = -5 >> (n + 30)


def floor_division(u, s, y, sample):
    n = int(u[1])
    y[0] = n // 2
    y[1] = n % 3
    y[2] = n // -3 + n % -4
    y[3] = (-n) // 3 + u[0] // 0.7 + u[0] % -0.7


def division_pairs(u, s, y):
    q, r = divmod(u[0], 0.3)
    y[0] = q
    y[1] = r
    n, m = divmod(int(u[1]), 3)
    y[2] = n + 10 * m


def integer_powers(u, s, y):
    n = int(u[1])
    y[0] = n**2
    y[1] = n**3 - n**0


def roundings(u, s, y):
    y[0] = round(u[0] * 2.5)
    y[1] = math.floor(u[0]) + math.ceil(u[0])
    y[2] = int(u[0]) + math.trunc(-u[0])
    y[3] = np.floor(u[0]) + np.rint(u[0]) + np.trunc(u[0])


def bool_times_float(u, s, y):
    y[0] = (u[0] > 0.0) * u[1]
    count = 0
    for i in range(4):
        count += u[i] > 0.0
    y[1] = count


def bool_logic(u, s, y):
    a = (u[0] > 0.0) & (u[1] > 0.0)
    b = (u[0] > 0.0) | (u[1] < 0.0)
    c = (u[0] > 0.0) ^ (u[1] > 0.0)
    y[0] = 1.0 if a else 0.0
    y[1] = 1.0 if b and not c else 0.0
    y[2] = float(c)


def masks(u, s, y):
    m = np.logical_or(np.logical_not(u > 0.0), u > 1.0)
    y[:] = np.where(m, u, 0.0)
    y[3] = 1.0 if np.any(m) and not np.all(m) else 0.0


def mask_counted(u, s, y):
    y[0] = np.sum(u > 0.0)


def negative_indexes(u, s, y):
    y[-1] = u[-1]
    y[0] = u[-4]
    n = -2
    y[1] = u[n]
    y[2] = s[-6:][0] + s[:-2][1] + s[10:].sum() + s[-100:2].sum()


def division_with_infinity(u, s, y):
    big = 1e308
    x = big * 10.0
    y[0] = 1.0 / x
    y[1] = 1.0 if x > 1.0 else 0.0
    nan = x - x
    y[2] = 1.0 if nan != nan else 0.0
    y[3] = min(u[0], 1.0 if nan < 1.0 else 2.0)


def unused_nan_on_local_array(u, s, y):
    a = np.zeros(3)
    a[0] = 1e308
    a *= 100.0
    a[1] = a[0] - a[0]
    y[0] = 1.0 if a[1] == a[1] else 2.0
    y[1] = max(a[1], 1.0) if a[1] > 0.0 else -1.0


def chained_comparison(u, s, y):
    y[0] = 1.0 if -1.0 < u[0] <= u[1] < 2.0 else 0.0


def globals_used(u, s, y):
    y[0] = u[0] * OFFSET + TABLE[1] + WEIGHTS[2]
    for i in range(3):
        y[1] += WEIGHTS[i] * TABLE[i]
    y[1] = 0.0
    y[2] = math.pi


def tuples(u, s, y):
    p = (u[0], u[1])
    q = (p[1], p[0], 0)
    a, b, c = q
    y[0] = a - b
    y[1] = -c
    for x in p:
        y[2] = x
    y[3] = len(q)


def swapped(u, s, y):
    s[0], s[5] = s[5], s[0]
    a, b = u[0], u[1]
    a, b = b, a
    y[0] = a - 2.0 * b


def fibonacci_small(u, s, y):
    a, b = 0, 1
    for _ in range(40):
        a, b = b, a + b
    y[0] = a


def counters(u, s, y):
    n = 0
    for i in range(20):
        for j in range(i):
            if (i + j) % 3 == 0:
                n += 1
            else:
                n -= i * j
    y[0] = n


def integer_arrays(u, s, y):
    order = np.zeros(5, dtype=np.int64)
    flags = np.zeros(5, dtype=np.bool_)
    for i in range(5):
        order[i] = (i * 3) % 5
        flags[i] = u[i % 4] > 0.0
    y[0] = order[order[2]]
    order[1] += 4
    order[0] = u[0]
    y[1] = order[1] / 2 + order[0]
    y[2] = 1.0 if flags[1] else 0.0
    y[3] = order.sum()


def literal_arrays(u, s, y):
    a = np.array([1.0, 2.0, u[0]])
    m = np.array([[1.0, 0.5], [u[1], 2.0]])
    y[0] = a[2] * m[1, 0] + a.sum()
    y[1] = m[0].sum()


def ranges(u, s, y):
    a = np.arange(5)
    t = 0
    for i in range(9, 0, -2):
        t += i * a[i % 5]
    y[0] = t


def iterated(u, s, y):
    t = 0.0
    for x in u:
        t += x
    for i, x in enumerate(s):
        t += i * x
    for a, b in zip(u, s):
        t -= a * b
    y[0] = t


def while_with_break(u, s, y):
    n = 0
    x = abs(u[0]) + 1.0
    while True:
        x *= 0.5
        n += 1
        if x < 0.01:
            break
    y[0] = n
    for i in range(10):
        if i > u[1]:
            y[1] = i
            break
    else:
        y[1] = -1.0


def whole_array_arithmetic(u, s, y):
    y[:] = (u * 2.0 - 1.0) / (abs(u[0]) + 3.0)
    s[:4] = np.abs(u) + np.sqrt(np.abs(u)) - s[2:]
    s *= 0.5
    t = s.copy()
    t += 1.0
    y[3] = t[0] - s[0]


def whole_array_division(u, s, y):
    y[:] = u / (np.abs(u) + 1.0)
    y /= 3.0


def column_views(u, s, y):
    m = s.reshape(3, 2)
    c = m[:, 1]
    c *= 0.5
    c += u[0]
    y[0] = m[2, 1] + c[0]
    r = m[1]
    r[0] = u[1]
    y[1] = s[2]


def cumulated(u, s, y):
    c = np.cumsum(u)
    y[:] = c
    y[2] = 0.0


def guarded_root(u, s, y):
    x = u[0]
    y[0] = math.sqrt(x) if x > 0.0 else 0.0
    y[1] = math.sqrt(u[0] * u[0] + u[1] * u[1])


def square_root_of_negative_unused(u, s, y):
    x = np.sqrt(-1.0 - abs(u[0]))
    y[0] = 0.0 if x != x else 1.0


def noise_used(w, u, s, y):
    y[0] = w[0] + 2.0 * w[1] + u[0]


def default_argument(u, s, y):
    y[0] = _scaled(u[0]) + _scaled(u[1], 3.0)


def _scaled(x, factor=2):
    return x * factor


def keyword_argument(u, s, y):
    y[0] = _scaled(factor=u[1], x=u[0])


def float_condition(u, s, y):
    y[0] = 1.0 if u[2] else 2.0
    y[1] = 3.0 if not u[0] else 4.0
    y[2] = bool(u[1])
