"""The same filter as a textbook has it: rotation matrices, dense products, one solve a sensor.

Only the tests use it. It shares no code with the filter that it is held against.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

GRAVITY = np.array([0.0, 0.0, -9.80665])


def skew(v: Floats) -> Floats:
    x, y, z = v
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


def rotation(v: Floats) -> Floats:
    """Rodrigues' formula."""
    angle = np.linalg.norm(v)
    if angle == 0.0:
        return np.eye(3)
    k = skew(v / angle)
    result: Floats = np.eye(3) + np.sin(angle) * k + (1.0 - np.cos(angle)) * k @ k
    return result


class DenseFilter:
    """State: p, v, R, accelerometer bias, gyroscope bias; the attitude's error on the left."""

    def __init__(self, p: Floats, v: Floats, r: Floats, deviations: Floats) -> None:
        self.p, self.v, self.r = p, v, r
        self.ba, self.bg = np.zeros(3), np.zeros(3)
        self.cov = np.diag(np.repeat(deviations, 3) ** 2)
        self.last: tuple[Floats, Floats] | None = None

    def predict(self, gyro: Floats, accel: Floats, densities: Floats, dt: float) -> None:
        if self.last is not None:
            gyro0, accel0 = self.last
            r0 = self.r
            r1 = r0 @ rotation((0.5 * (gyro0 + gyro) - self.bg) * dt)
            force = 0.5 * (r0 @ (accel0 - self.ba) + r1 @ (accel - self.ba))
            mean = 0.5 * (r0 + r1)
            self.p = self.p + self.v * dt + 0.5 * (force + GRAVITY) * dt**2
            self.v = self.v + (force + GRAVITY) * dt
            self.r = r1
            f = np.eye(15)
            f[0:3, 3:6] = dt * np.eye(3)
            f[0:3, 6:9] = -0.5 * dt**2 * skew(force)
            f[0:3, 9:12] = -0.5 * dt**2 * mean
            f[3:6, 6:9] = -dt * skew(force)
            f[3:6, 9:12] = -dt * mean
            f[6:9, 12:15] = -dt * mean
            g = np.zeros((15, 12))
            g[0:3, 0:3] = 0.5 * dt * np.eye(3)
            g[3:15, 0:12] = np.eye(12)
            q = np.diag(np.repeat(densities, 3) ** 2) * dt
            self.cov = f @ self.cov @ f.T + g @ q @ g.T
        self.last = gyro, accel

    def correct(self, h: Floats, residual: Floats, noise: Floats) -> None:
        s = h @ self.cov @ h.T + np.diag(noise**2)
        k = np.linalg.solve(s, h @ self.cov).T
        e = k @ residual
        a = np.eye(15) - k @ h
        self.cov = a @ self.cov @ a.T + k @ np.diag(noise**2) @ k.T
        self.p, self.v = self.p + e[0:3], self.v + e[3:6]
        self.r = rotation(e[6:9]) @ self.r
        self.ba, self.bg = self.ba + e[9:12], self.bg + e[12:15]

    def fix(self, p: Floats, v: Floats, noise: Floats) -> None:
        self.correct(np.eye(6, 15), np.concatenate([p - self.p, v - self.v]), noise)

    def heading(self, heading: float, noise: float) -> None:
        x, y, z = self.r[:, 0]
        h = np.zeros((1, 15))
        h[0, 6:9] = np.array([-x * z, -y * z, x * x + y * y]) / (x * x + y * y)
        residual = (heading - np.arctan2(y, x) + np.pi) % (2.0 * np.pi) - np.pi
        self.correct(h, np.array([residual]), np.array([noise]))

    def wheels(self, speed: float, yaw_rate: float, noise: Floats) -> None:
        assert self.last is not None
        nose = self.r[:, 0]
        h = np.zeros((2, 15))
        h[0, 3:6], h[0, 6:9] = nose, np.cross(nose, self.v)
        h[1, 14] = -1.0
        residual = np.array([speed - nose @ self.v, yaw_rate - (self.last[0][2] - self.bg[2])])
        self.correct(h, residual, noise)
