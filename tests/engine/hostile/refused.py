"""What is known to differ: each is refused when the engine is made, by this word of the table."""


# mypy: ignore-errors

import math
import random
import time

import numpy as np
from project_ghost.core.agreement import Difference

EXPECTED = {}
COUNTER = 0
BIG = 2**64
SMALL_FLOAT = np.float32(0.1)


def expects(difference):
    def note(function):
        EXPECTED[function.__name__] = difference
        return function

    return note


@expects(Difference.POWER)
def cube(u, s, y):
    y[0] = u[0] ** 3


@expects(Difference.POWER)
def square(u, s, y):
    y[0] = u[0] ** 2.0


@expects(Difference.POWER)
def square_root_by_power(u, s, y):
    y[0] = abs(u[0]) ** 0.5


@expects(Difference.POWER)
def power_in_place(u, s, y):
    x = u[0]
    x **= 2
    y[0] = x


@expects(Difference.POWER)
def inverse_of_integer(u, s, y):
    n = int(u[1]) + 5
    y[0] = n**-1


@expects(Difference.POWER)
def variable_power(u, s, y):
    n = int(u[1]) + 5
    y[0] = 2**n


@expects(Difference.POWER)
def power_of_array(u, s, y):
    y[:] = u**2


def _power_of(x):
    return x**2


@expects(Difference.POWER)
def power_in_a_helper(u, s, y):
    y[0] = _power_of(u[0])


@expects(Difference.CALL)
def power_function(u, s, y):
    y[0] = pow(u[0], 2.0)


@expects(Difference.CALL)
def numpy_power(u, s, y):
    y[0] = np.power(u[0], 2.0)


@expects(Difference.BOOLEAN_ARITHMETIC)
def booleans_added(u, s, y):
    y[0] = (u[0] > 0.0) + (u[1] > 0.0)


@expects(Difference.BOOLEAN_ARITHMETIC)
def booleans_subtracted(u, s, y):
    y[0] = (u[0] > 0.0) - (u[0] < 0.0)


@expects(Difference.BOOLEAN_ARITHMETIC)
def booleans_multiplied(u, s, y):
    y[0] = (u[0] > 0.0) * (u[1] > 0.0)


@expects(Difference.BOOLEAN_ARITHMETIC)
def boolean_negated(u, s, y):
    y[0] = -(u[0] > 0.0)


@expects(Difference.BOOLEAN_ARITHMETIC)
def flags_added(u, s, y):
    a = u[0] > 0.0
    b = u[1] > 0.0
    c = a + b
    y[0] = c


@expects(Difference.BOOLEAN_ARITHMETIC)
def masks_added(u, s, y):
    m = (u > 0.0) + (u < -1.0)
    y[0] = 1.0 if m[0] else 0.0


@expects(Difference.BOOLEAN_INVERTED)
def boolean_inverted(u, s, y):
    y[0] = 1.0 if ~(u[0] > 0.0) else 0.0


@expects(Difference.BOOLEAN_INVERTED)
def mask_inverted(u, s, y):
    m = ~(u > 0.0)
    y[0] = 1.0 if m[0] else 0.0


@expects(Difference.BOOLEAN_INDEX)
def boolean_index(u, s, y):
    y[0] = u[u[0] > 0.0]


@expects(Difference.UNBOUND)
def unbound_after_if(u, s, y):
    if u[0] > 0.0:
        x = 1.0
    y[0] = x


@expects(Difference.UNBOUND)
def unbound_after_loop(u, s, y):
    for i in range(int(abs(u[1]))):
        x = u[i]
    y[0] = x


@expects(Difference.UNBOUND)
def unbound_loop_variable(u, s, y):
    for i in range(int(abs(u[1]))):
        y[1] = u[0]
    y[0] = i


@expects(Difference.UNBOUND)
def unbound_in_loop(u, s, y):
    for i in range(3):
        if i > 0:
            y[0] = last
        if u[0] > 5.0:
            last = u[i]


@expects(Difference.UNBOUND)
def unbound_after_while(u, s, y):
    n = u[1]
    while n > 0.0:
        x = n
        n -= 1.0
    y[0] = x


@expects(Difference.UNBOUND)
def used_before(u, s, y):
    y[0] = late
    late = 1.0


@expects(Difference.NARROW)
def float32_zeros(u, s, y):
    a = np.zeros(3, dtype=np.float32)
    a[0] = u[0]
    y[0] = a[0]


@expects(Difference.NARROW)
def float32_by_text(u, s, y):
    a = np.zeros(3, dtype="f4")
    a[0] = u[0]
    y[0] = a[0]


@expects(Difference.NARROW)
def int32_zeros(u, s, y):
    a = np.zeros(3, dtype=np.int32)
    a[0] = 2147483647
    a[0] += 1
    y[0] = a[0]


@expects(Difference.NARROW)
def int8_zeros(u, s, y):
    a = np.zeros(3, np.int8)
    y[0] = a[0]


@expects(Difference.NARROW)
def unsigned(u, s, y):
    a = np.zeros(3, dtype=np.uint64)
    a[0] = 3
    y[0] = a[0]


@expects(Difference.NARROW)
def narrowed(u, s, y):
    y[:] = u.astype(np.float32)


@expects(Difference.NARROW)
def float32_global(u, s, y):
    y[0] = u[0] * SMALL_FLOAT


@expects(Difference.NARROW)
def imaginary(u, s, y):
    z = 1j
    y[0] = u[0]


@expects(Difference.TOO_LARGE)
def large_constant(u, s, y):
    y[0] = 18446744073709551615 + int(u[1])


@expects(Difference.TOO_LARGE)
def large_global(u, s, y):
    y[0] = BIG + int(u[1])


@expects(Difference.ARRAY_MODULO)
def modulo_of_array(u, s, y):
    y[:] = u % 3.0


@expects(Difference.ARRAY_MODULO)
def floor_of_array(u, s, y):
    y[:] = u // 0.1


@expects(Difference.ARRAY_MODULO)
def modulo_in_place(u, s, y):
    s %= 3.0
    y[0] = s[0]


@expects(Difference.SHIFT)
def shift_by_64(u, s, y):
    y[0] = int(u[1]) << 64


@expects(Difference.SHIFT)
def shift_by_a_number(u, s, y):
    y[0] = 1 << int(abs(u[1]) * 20)


@expects(Difference.INPUT_WRITTEN)
def input_written(u, s, y):
    u[0] = 1.0
    y[0] = u[0]


@expects(Difference.INPUT_WRITTEN)
def input_increased(u, s, y):
    u[0] += 1.0
    y[0] = u[0]


@expects(Difference.INPUT_WRITTEN)
def input_in_place(u, s, y):
    u *= 2.0
    y[0] = u[0]


@expects(Difference.INPUT_WRITTEN)
def input_by_a_view(u, s, y):
    part = u[1:3]
    part[:] = 0.0
    y[0] = part[0]


@expects(Difference.INPUT_WRITTEN)
def input_by_another_name(u, s, y):
    v = u
    v[0] = 1.0
    y[0] = v[0]


def _clear(a):
    for i in range(a.shape[0]):
        a[i] = 0.0


@expects(Difference.INPUT_WRITTEN)
def input_in_a_helper(u, s, y):
    _clear(u)
    y[0] = u[0]


@expects(Difference.INPUT_WRITTEN)
def input_by_reshape(u, s, y):
    u.reshape(2, 2)[0, 0] = 1.0
    y[0] = u[0]


@expects(Difference.INPUT_WRITTEN)
def input_filled(u, s, y):
    u.fill(0.0)
    y[0] = u[0]


@expects(Difference.INPUT_WRITTEN)
def parameter_written(gains, s, y):
    gains[0] += 1.0
    y[0] = gains[0]


@expects(Difference.INPUT_WRITTEN)
def noise_written(w, s, y):
    w[0] = 0.0
    y[0] = w[1]


@expects(Difference.INPUT_WRITTEN)
def input_or_state(u, s, y):
    a = s
    if s[0] > 0.0:
        a = u
    a[0] = 1.0
    y[0] = a[1]


@expects(Difference.GLOBAL)
def counts_in_a_global(u, s, y):
    global COUNTER
    COUNTER += 1
    y[0] = COUNTER


@expects(Difference.TRY)
def tries(u, s, y):
    try:
        y[0] = 1.0 / u[2]
    except ZeroDivisionError:
        y[0] = 0.0


@expects(Difference.IDENTITY)
def identity(u, s, y):
    a = u[0]
    b = u[0]
    y[0] = 1.0 if a is b else 0.0


@expects(Difference.TYPE_TEST)
def type_test(u, s, y):
    n = np.zeros(2, dtype=np.int64)
    y[0] = 1.0 if isinstance(n[0], int) else 0.0


@expects(Difference.TYPE_TEST)
def type_compared(u, s, y):
    y[0] = 1.0 if type(u[0]) == float else 0.0


@expects(Difference.CALL)
def numpy_sine(u, s, y):
    y[0] = np.sin(u[0])


@expects(Difference.CALL)
def numpy_exp_of_array(u, s, y):
    y[:] = np.exp(-u * u)


@expects(Difference.CALL)
def dot(u, s, y):
    y[0] = np.dot(u, u)


@expects(Difference.CALL)
def matrix_product(u, s, y):
    a = np.ones((4, 4))
    y[:] = a @ u


@expects(Difference.CALL)
def norm(u, s, y):
    y[0] = np.linalg.norm(u)


@expects(Difference.CALL)
def solve(u, s, y):
    a = np.zeros((4, 4))
    for i in range(4):
        a[i, i] = 2.0
    y[:] = np.linalg.solve(a, u)


@expects(Difference.CALL)
def numpy_random(u, s, y):
    y[0] = np.random.rand()


@expects(Difference.CALL)
def numpy_seeded(u, s, y):
    np.random.seed(3)
    y[0] = np.random.normal()


@expects(Difference.CALL)
def python_random(u, s, y):
    y[0] = random.random()


@expects(Difference.CALL)
def wall_clock(u, s, y):
    y[0] = time.time()


@expects(Difference.CALL)
def hashed(u, s, y):
    y[0] = hash(u[0])


@expects(Difference.CALL)
def rounded_to_digits(u, s, y):
    y[0] = round(u[0], 2)


@expects(Difference.CALL)
def interpolated(u, s, y):
    y[0] = np.interp(0.3, u, u)


@expects(Difference.CALL)
def correlated(u, s, y):
    y[0] = np.convolve(u, u)[0]


@expects(Difference.CALL)
def hypotenuse(u, s, y):
    y[0] = np.hypot(u[0], u[1])
