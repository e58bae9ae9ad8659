"""What is not known to agree: it runs, and only interpreted."""


# mypy: ignore-errors

import functools
import math

import numpy as np

SETTINGS = {"gain": 2.0}
SEEN = [0.0]


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
