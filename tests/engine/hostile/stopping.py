"""What stops a run: with `armed` 1 each fails in both executions, with the same message."""


# mypy: ignore-errors

import math

import numpy as np


def root_of_negative(u, s, y, armed):
    y[0] = math.sqrt(-armed)


def unused_root_of_negative(u, s, y, armed):
    y[0] = 1.0 if math.sqrt(-armed) > 0.0 else 2.0


def integer_of_nan(u, s, y, armed):
    big = 1e308 * 10.0 * armed
    y[0] = int(big - big) if armed > 0.0 else 0


def integer_of_infinity(u, s, y, armed):
    y[0] = int(1e308 * 10.0) if armed > 0.0 else 0


def integer_of_large(u, s, y, armed):
    y[0] = int(1e17 * armed)


def floor_of_large(u, s, y, armed):
    y[0] = math.floor(1e300 * armed)


def rounded_large(u, s, y, armed):
    y[0] = round(-1e30 * armed)


def division_by_zero(u, s, y, armed):
    y[0] = 1.0 / (1.0 - armed)


def zero_by_zero(u, s, y, armed):
    x = (1.0 - armed) * u[2]
    y[0] = 1.0 if armed == 0.0 else x / x


def zero_by_zero_on_input(u, s, y, armed):
    y[0] = 0.0 if armed == 0.0 else u[2] / u[2]


def zero_by_zero_on_local_array(u, s, y, armed):
    a = np.zeros(3)
    y[0] = 0.0 if armed == 0.0 else (1.0 if a[0] / a[1] > 0.0 else 2.0)


def modulo_zero_on_local_array(u, s, y, armed):
    a = np.zeros(3)
    y[0] = 0.0 if armed == 0.0 else (1.0 if a[0] % a[1] > 0.0 else 2.0)


def floor_zero_on_local_array(u, s, y, armed):
    a = np.ones(3)
    y[0] = a[0] // (a[1] - armed)


def integer_by_zero_on_local_array(u, s, y, armed):
    a = np.zeros(3, dtype=np.int64)
    y[0] = 0.0 if armed == 0.0 else a[0] // a[1]


def integer_modulo_zero(u, s, y, armed):
    y[0] = 5 % (1 - int(armed))


def array_by_zero(u, s, y, armed):
    y[:] = u / (1.0 - armed)


def array_by_array_with_zero(u, s, y, armed):
    d = np.ones(4)
    d[2] -= armed
    y[:] = u / d


def array_by_zero_in_place(u, s, y, armed):
    s /= 1.0 - armed
    y[0] = 0.0


def number_by_array_with_zero(u, s, y, armed):
    d = np.ones(4)
    d[1] -= armed
    e = 1.0 / d
    y[0] = e[0]


def factorial(u, s, y, armed):
    n = 1
    for i in range(1, 20 + int(5.0 * armed)):
        n *= i
    y[0] = n


def fibonacci(u, s, y, armed):
    a, b = 0, 1
    for _ in range(80 + int(40.0 * armed)):
        a, b = b, a + b
    y[0] = a


def time_squared(u, s, y, armed, time_ns):
    t = time_ns + 4000000000 * int(armed)
    y[0] = t * t


def generator_of_numbers(u, s, y, armed):
    x = 12345
    for _ in range(3 + int(armed) * 10):
        x = x * 1103515245 + 12345
        if armed == 0.0:
            x = x % 65536
    y[0] = x


def masked_overflow(u, s, y, armed):
    h = 65537 & 0x7FFFFFFF
    h = (h * h * (1 + int(armed) * 1103515245)) & 0x7FFFFFFF
    y[0] = (h * h * h) % 1000 if armed > 0.0 else 0.0


def negative_shift(u, s, y, armed):
    y[0] = 8 >> (1 - int(armed) * 3)


def index_beyond(u, s, y, armed):
    y[0] = u[3 + int(armed)]


def index_below(u, s, y, armed):
    y[0] = u[-4 - int(armed)]


def index_of_local_beyond(u, s, y, armed):
    a = np.zeros(3)
    y[0] = a[2 + int(armed)]


def index_written_beyond(u, s, y, armed):
    y[3 + int(armed)] = 1.0


def nan_written(u, s, y, armed):
    big = 1e308 * 10.0 * armed
    y[0] = big - big if armed > 0.0 else 0.0


def sorted_nan(u, s, y, armed):
    a = np.zeros(3)
    if armed > 0.0:
        big = 1e308 * 10.0
        a[0] = big - big
    y[0] = np.sort(a)[2]


def mean_of_nothing(u, s, y, armed):
    y[0] = s[int(armed) * 6 :].mean()


def greatest_of_nothing(u, s, y, armed):
    y[0] = np.max(s[int(armed) * 6 :])


def raised(u, s, y, armed):
    if armed > 0.0:
        raise ValueError("too much")
    y[0] = 0.0


def asserted(u, s, y, armed):
    assert armed == 0.0, "too much"
    y[0] = 0.0


def _inverse(x):
    return 1.0 / x


def stops_inside_helper(u, s, y, armed):
    y[0] = _inverse(u[1] + 100.0 * (1.0 - armed))


def integer_division_fails(u, s, y, armed, sample):
    y[0] = sample // (1 - int(armed))


def float_floor_fails(u, s, y, armed):
    y[0] = 5.0 // (1.0 - armed)


def divmod_fails(u, s, y, armed):
    a, b = divmod(5.0, 1.0 - armed)
    y[0] = a + b


def index_of_tuple_beyond(u, s, y, armed, sample):
    t = (1.0, 2.0, 3.0)
    y[0] = t[2 + int(armed)]


def zero_step(u, s, y, armed):
    total = 0
    for i in range(0, 4, 1 - int(armed)):
        total += i
    y[0] = total


def zero_slice_step(u, s, y, armed):
    y[0] = s[:: 1 - int(armed)].sum()


def integer_minimum(u, s, y, armed):
    n = -4611686018427387904 * (1 + int(armed))
    y[0] = abs(n) / 4


def integer_negated(u, s, y, armed):
    n = (-4611686018427387904) + (-4611686018427387904) * int(armed)
    y[0] = -n / 4
