"""Numerical code as people write it: filters, controllers, look-ups, small linear algebra."""

# mypy: ignore-errors

import math

import numpy as np

TABLE_X = np.array([-2.0, -0.5, 0.0, 1.0, 3.0])
TABLE_Y = np.array([4.0, 1.0, 0.0, 2.0, 5.0])
LIMIT = 1.5


def _clamp(x, low, high):
    return max(low, min(high, x))


def pid_with_anti_windup(u, s, y):
    error = u[0] - s[0]
    integral = _clamp(s[1] + 0.01 * error, -LIMIT, LIMIT)
    derivative = (error - s[2]) / 0.01
    s[1] = integral
    s[2] = error
    s[0] += 0.05 * _clamp(2.0 * error + integral + 0.001 * derivative, -10.0, 10.0)
    y[0] = s[0]


def moving_average(u, s, y):
    for i in range(len(s) - 1, 0, -1):
        s[i] = s[i - 1]
    s[0] = u[0]
    y[0] = s.sum() / len(s)


def interpolated(u, s, y):
    x = u[0]
    if x <= TABLE_X[0]:
        y[0] = TABLE_Y[0]
        return
    for i in range(len(TABLE_X) - 1):
        if x <= TABLE_X[i + 1]:
            t = (x - TABLE_X[i]) / (TABLE_X[i + 1] - TABLE_X[i])
            y[0] = TABLE_Y[i] + t * (TABLE_Y[i + 1] - TABLE_Y[i])
            return
    y[0] = TABLE_Y[-1]


def kalman_step(u, s, y):
    p00, p01, p11 = abs(s[2]) + 0.1, s[3], abs(s[4]) + 0.1
    x, v = s[0] + 0.1 * s[1], s[1]
    p00 += 0.2 * p01 + 0.01 * p11
    gain = p00 / (p00 + 0.5)
    residual = u[0] - x
    s[0] = x + gain * residual
    s[1] = v + 0.1 * gain * residual
    s[2] = (1 - gain) * p00
    s[3] = 0.5 * p01
    s[4] = p11
    y[:2] = s[:2]


def rotated(u, s, y):
    norm = math.sqrt(u[0] * u[0] + u[1] * u[1])
    if norm > 1e-9:
        c, sn = u[0] / norm, u[1] / norm
    else:
        c, sn = 1.0, 0.0
    s[0], s[1] = c * s[0] - sn * s[1], sn * s[0] + c * s[1]
    y[0], y[1] = s[0], s[1]


def wrapped_angle(u, s, y):
    angle = s[0] + u[0]
    while angle > math.pi:
        angle -= 2 * math.pi
    while angle <= -math.pi:
        angle += 2 * math.pi
    s[0] = angle
    y[0] = angle


def small_matrix_product(u, s, y):
    a = s.reshape(2, 3)
    out = np.zeros((2, 2))
    for i in range(2):
        for j in range(2):
            total = 0.0
            for k in range(3):
                total += a[i, k] * a[j, k]
            out[i, j] = total
    y[:] = out.reshape(4)
    s *= 0.99
    s[0] += 0.01 * u[0]


def nearest(u, s, y):
    best, best_distance = -1, math.inf
    for i in range(len(s)):
        distance = abs(s[i] - u[0])
        if distance < best_distance:
            best, best_distance = i, distance
    y[0] = best
    y[1] = best_distance
    s[best] += 0.1


def bucket_counts(u, s, y):
    index = int(math.floor(u[0])) % 6
    s[index] += 1
    y[0] = s[index]
    y[1] = float(np.argmax(s))


def rate_limited(u, s, y):
    step = u[0] - s[0]
    s[0] += min(max(step, -0.1), 0.1)
    y[0] = round(s[0])
    y[1] = s[0] if abs(step) > 0.1 else u[0]


def golden_section(u, s, y):
    low, high = -3.0, 3.0
    for _ in range(20):
        a, b = high - 0.618 * (high - low), low + 0.618 * (high - low)
        if (a - u[0]) * (a - u[0]) < (b - u[0]) * (b - u[0]):
            high = b
        else:
            low = a
    y[0] = 0.5 * (low + high)


def deadband_and_sign(u, s, y):
    x = u[0]
    sign = 1 if x > 0 else (-1 if x < 0 else 0)
    y[0] = 0.0 if abs(x) < 0.5 else sign * (abs(x) - 0.5)
    y[1] = sign


def normalised(u, s, y):
    total = np.sum(np.abs(s)) + 1.0
    s /= total
    s[0] += u[0]
    y[0] = np.max(s) - np.min(s)
    y[1] = np.mean(s)


def state_machine(u, s, y):
    mode = int(s[5])
    if mode == 0 and u[0] > 0.5:
        mode = 1
    elif mode == 1 and u[0] < -0.5:
        mode = 2
    elif mode == 2:
        mode = 0
    s[5] = mode
    y[0] = 10.0 if mode == 0 else (20.0 if mode == 1 else 30.0)
