"""What is not known to agree: it runs, and only interpreted."""


# mypy: ignore-errors

import functools
import math
from enum import IntEnum

import numpy as np

SETTINGS = {"gain": 2.0}
SEEN = [0.0]


class Mode(IntEnum):
    SLOW = 1
    FAST = 3


class Config:
    gain = 0.75
    limit = 3


def sine_of_the_library(u, s, y):
    y[0] = math.sin(u[0])


def logarithm(u, s, y):
    y[0] = math.log(abs(u[0]) + 1.0)


def lists(u, s, y):
    a = [u[0], u[1]]
    a.append(2.0)
    y[0] = a[-1] + len(a)


def list_comprehension(u, s, y):
    a = [x * 2.0 for x in u]
    y[0] = a[0]


def generator(u, s, y):
    y[0] = max(x * 2.0 for x in u)


def dictionary(u, s, y):
    d = {1: u[0]}
    y[0] = d[1]


def dictionary_outside(u, s, y):
    y[0] = SETTINGS["gain"] * u[0]


def list_outside(u, s, y):
    y[0] = SEEN[0] + u[0]


def text(u, s, y):
    y[0] = len(str(u[1]))


def inner_function(u, s, y):
    def twice(x):
        return 2.0 * x

    y[0] = twice(u[0])


def inner_lambda(u, s, y):
    f = lambda x: 2.0 * x
    y[0] = f(u[0])


def recursion(u, s, y):
    y[0] = _down(3)


def _down(n):
    return 0.0 if n == 0 else 1.0 + _down(n - 1)


def fancy_index(u, s, y):
    order = np.arange(4)
    y[:] = u[order]


def boolean_mask(u, s, y):
    y[0] = u[u > 0.0].size


def sum_of_axis(u, s, y):
    a = np.ones((2, 4))
    y[:] = np.sum(a, axis=0)


def unknown_function(u, s, y):
    y[0] = np.median(u)


def partial_function(u, s, y):
    y[0] = _TWICE(u[0])


_TWICE = functools.partial(lambda a, b: a * b, 2.0)


def method_of_a_number(u, s, y):
    y[0] = 1.0 if u[0].is_integer() else 0.0


def starred(u, s, y):
    first, *rest = (u[0], u[1], u[2])
    y[0] = first


def printed(u, s, y):
    if u[0] > 1e9:
        print(u[0])
    y[0] = u[0]


def walrus(u, s, y):
    if (x := u[0]) > 0.0:
        y[0] = x
    else:
        y[0] = -x


def matched(u, s, y):
    match int(u[1]):
        case 0:
            y[0] = 1.0
        case _:
            y[0] = 2.0


def class_constants(u, s, y):
    y[0] = Config.gain * u[0] + Config.limit
    y[1] = u[0] / Config.limit


def enum_constants(u, s, y, sample):
    mode = Mode.FAST if sample % 2 else Mode.SLOW
    y[0] = mode * u[0]
    y[1] = mode / 2


def enum_arithmetic(u, s, y, sample):
    y[0] = Mode.FAST // 2 + Mode.SLOW
    y[1] = Mode.FAST == 3


def bool_ordering(u, s, y):
    y[0] = 1.0 if (u[0] > 0) < (u[1] > 0) else 0.0
    y[1] = (u[0] > 0) == (u[1] > 0)
    y[2] = max(u[0] > 0, u[1] > 0)


def tuple_into_slice(u, s, y):
    y[0:2] = (u[0], 2.0)


def list_into_array(u, s, y):
    a = np.array([u[0], 1, 2.5])
    y[0] = a.sum()


def ellipsis(u, s, y):
    y[...] = u[0]


def added_axis(u, s, y):
    g = u[:, None] * u[None, :]
    y[0] = g[1, 2]


def reshaped_strided(u, s, y):
    a = s[::2].reshape(3, 1)
    a[0, 0] = u[0]
    y[0] = s[0]


def raveled_columns(u, s, y):
    g = s.reshape(2, 3)
    r = g[:, 1:].ravel()
    r[0] = u[0]
    y[0] = s[1] + r[3]


def unpacked_array(u, s, y):
    a, b, c, d = u
    y[0] = a + b * c - d


def walrus_in_if(u, s, y):
    if (k := u[0]) > 0:
        y[0] = k


def set_literal(u, s, y):
    y[0] = 1.0 if int(u[1]) in {1, 2} else 0.0


def in_tuple(u, s, y):
    y[0] = 1.0 if int(u[1]) in (1, 2) else 0.0


def star_unpack(u, s, y):
    a, *b = (1.0, 2.0, 3.0)
    y[0] = a


def deleted(u, s, y):
    k = u[0]
    del k
    y[0] = 1.0


def float_from_text(u, s, y):
    y[0] = float("1.5")


def swap_slices(u, s, y):
    s[0:2], s[2:4] = s[2:4], s[0:2]
    s[5] = u[0]
    y[0] = s[0] + 2 * s[3]


def rotate_slices(u, s, y):
    s[0:2], s[2:4], s[4:6] = s[4:6], s[0:2], s[2:4]
    s[0] += u[0] * 0.1
    y[0] = s[1]


def loop_over_several_types(u, s, y):
    for each in (u[0], 1):
        y[0] += each
