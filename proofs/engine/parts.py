"""The component types of random graphs: one for each way to write a component.

Every output is kept within bounds, so that no graph of them can overflow.
"""

from typing import Any

import numpy as np

from project_ghost.core.dmath import cos, sin, sqrt, tanh, wrap_angle
from project_ghost.engine import (
    AbstractComponent,
    Block,
    Continuous,
    Host,
    Input,
    Kernel,
    Kind,
    Noise,
    Output,
    Parameter,
    Port,
    Size,
    State,
)
from project_ghost.engine.ops import clip
from project_ghost.engine.tables import despawn, rows_in_serial_order, spawned_row

# ruff: noqa: D102, ANN205, ANN001 - what they are is in what they declare
# mypy: disallow_untyped_defs=False, disallow_untyped_calls=False, check_untyped_defs=False

Pair = tuple[float, float]
Quadruple = tuple[float, float, float, float]


class Clocked(Block):
    """Time, period and sample number, without any state."""

    y = Output(initial=0.5)
    speed = Parameter(3.0)

    @staticmethod
    def output(time_ns: int, dt_s: float, sample: int, speed: float) -> float:
        return sin(speed * (time_ns / 1e9)) + dt_s + 0.001 * (sample % 7)


class Mixer(Block):
    """Two feedthrough inputs."""

    a = Input()
    b = Input()
    y = Output(rate="rate")
    rate = Output()

    @staticmethod
    def output(a: float, b: float) -> Pair:
        return clip(a - 0.5 * b, -50.0, 50.0), clip(b, -50.0, 50.0)


class Lag(Block):
    """A continuous state beside a discrete one; the input is not feedthrough."""

    u = Input()
    x = Continuous(0.25)
    n = State()
    y = Output()
    tau_s = Parameter(0.05)

    @staticmethod
    def output(x: float, n: float) -> float:
        return clip(x + 0.01 * n, -50.0, 50.0)

    @staticmethod
    def update(n: float, u: float) -> float:
        return 0.9 * n + clip(u, -1.0, 1.0)

    @staticmethod
    def derivative(x: float, u: float, tau_s: float) -> float:
        return (tanh(u) - x) / tau_s


class Pendulum(Block):
    """Two continuous states, semi-implicit, and an angle."""

    push = Input()
    omega = Continuous(0.5)
    theta = Continuous(3.0)
    angle = Output(kind=Kind.ANGLE, rate="speed")
    speed = Output()
    integrator = "semi_implicit"

    @staticmethod
    def output(theta: float, omega: float) -> Pair:
        return wrap_angle(theta), omega

    @staticmethod
    def derivative(theta: float, omega: float, push: float) -> Pair:
        return -9.81 * sin(theta) - 0.5 * omega + clip(push, -5.0, 5.0), omega


class Walk(Block):
    """A vector with noise."""

    w = Noise(shape=(3,))
    bias = Noise()
    x = State((0.1, 0.2, 0.3), shape=(3,))
    y = Output(shape=(3,))

    @staticmethod
    def output(x: tuple[float, ...], bias: float) -> tuple[float, float, float]:
        return (x[0] + 0.01 * bias, x[1], x[2])

    @staticmethod
    def update(x: tuple[float, ...], w: tuple[float, ...]) -> tuple[float, float, float]:
        return (0.99 * x[0] + 0.1 * w[0], 0.99 * x[1] + 0.1 * w[1], 0.99 * x[2] + 0.1 * w[2])


class Norm(Block):
    """A vector to a scalar, feedthrough."""

    v = Input(shape=(3,))
    y = Output()

    @staticmethod
    def output(v: tuple[float, ...]) -> float:
        return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])


class Spread(Block):
    """A continuous vector, by Euler."""

    u = Input()
    v = Input(shape=(3,))
    x = Continuous(shape=(3,))
    y = Output(shape=(3,))
    integrator = "euler"

    @staticmethod
    def output(x: tuple[float, ...]) -> tuple[float, ...]:
        return x

    @staticmethod
    def derivative(
        x: tuple[float, ...], u: float, v: tuple[float, ...]
    ) -> tuple[float, float, float]:
        pull = clip(u, -2.0, 2.0)
        return (
            pull - x[0],
            clip(v[1], -2.0, 2.0) - x[1],
            clip(v[0] * v[2], -2.0, 2.0) - x[2],
        )


class Attitude(Block):
    """A quaternion that turns, and changes its sign now and then."""

    turn = Input()
    half = State(0.3)
    q = Output(shape=(4,), kind=Kind.QUATERNION, initial=(1.0, 0.0, 0.0, 0.0))

    @staticmethod
    def output(half: float, sample: int) -> Quadruple:
        sign = -1.0 if sample % 3 == 2 else 1.0
        return (sign * cos(half), sign * sin(half), 0.0, 0.0)

    @staticmethod
    def update(half: float, turn: float) -> float:
        return wrap_angle(half + clip(turn, -0.3, 0.3))


class Upright(Block):
    """Reads a quaternion, feedthrough."""

    q = Input(shape=(4,))
    y = Output()

    @staticmethod
    def output(q: Quadruple) -> float:
        return q[0] * q[0] + q[3] * q[3] - q[1] * q[1] - q[2] * q[2]


class Toggle(Block):
    """`step`: a state machine with noise."""

    u = Input()
    w = Noise()
    mode = State()
    count = State(2.0)
    y = Output()

    @staticmethod
    def step(u: float, w: float, mode: float, count: float) -> tuple[float, float, float]:
        change = u + 0.5 * w > 0.75
        following = 1.0 - mode if change else mode
        return following, 0.5 * count + mode, mode + 0.1 * count


class Crowd(Kernel):
    """A table of walkers with noise, pulled to an input."""

    target = Input()
    centre = Input(shape=(3,))
    count = Size(5)
    w = Noise(shape=("count",))
    x = State(shape=("count", 2))
    mean = Output(shape=(3,))
    farthest = Output()
    pull = Parameter(0.05)

    @staticmethod
    def output(x, mean, farthest):
        mean[0] = 0.0
        mean[1] = 0.0
        farthest[0] = 0.0
        for i in range(x.shape[0]):
            mean[0] += x[i, 0] / x.shape[0]
            mean[1] += x[i, 1] / x.shape[0]
            distance = sqrt(x[i, 0] * x[i, 0] + x[i, 1] * x[i, 1])
            if distance > farthest[0]:
                farthest[0] = distance
        mean[2] = tanh(mean[0])

    @staticmethod
    def update(x, w, target, centre, pull, dt_s):
        goal = clip(target, -5.0, 5.0)
        for i in range(x.shape[0]):
            x[i, 0] += pull * (goal - x[i, 0]) + dt_s * w[i]
            x[i, 1] += pull * (clip(centre[0], -5.0, 5.0) - x[i, 1]) + 0.01 * sin(x[i, 0])


class Filter(Kernel):
    """A kernel with `step` and a vector parameter."""

    u = Input()
    taps = Parameter((0.5, 0.25, 0.125), shape=(3,))
    past = State(shape=(3,))
    y = Output()

    @staticmethod
    def step(u, taps, past, y):
        past[2] = past[1]
        past[1] = past[0]
        past[0] = clip(u, -20.0, 20.0)
        y[0] = taps[0] * past[0] + taps[1] * past[1] + taps[2] * past[2]


class Visitors(Kernel):
    """Actors that spawn and despawn; a despawn is an event, and many of them end the run."""

    haste = Input(default=0.1)
    capacity = Size(4)
    coin = Noise(shape=("capacity",), uniform=True)
    length = Noise()
    alive = State(shape=("capacity",))
    serial = State(-1.0, shape=("capacity",))
    next_serial = State()
    stay = State(shape=("capacity",))
    order = State(shape=("capacity",))
    gone = State(shape=("capacity", 2))
    gone_count = State()
    records = Output(shape=("capacity", 2))
    count = Output()
    oldest = Output()
    many = Output()

    @staticmethod
    def output(alive, serial, next_serial, gone, gone_count, records, count, oldest, many):
        count[0] = gone_count[0]
        for i in range(int(gone_count[0])):
            records[i, 0] = gone[i, 0]
            records[i, 1] = gone[i, 1]
        oldest[0] = -1.0
        for row in range(alive.shape[0]):
            if alive[row] != 0.0 and (oldest[0] < 0.0 or serial[row] < oldest[0]):
                oldest[0] = serial[row]
        many[0] = 1.0 if next_serial[0] > 40.0 else 0.0

    @staticmethod
    def update(
        alive, serial, next_serial, stay, order, gone, gone_count, coin, length, haste, dt_s
    ):
        leaving = 0.3 + clip(haste, -0.3, 0.3)
        count = rows_in_serial_order(alive, serial, order)
        gone_count[0] = 0.0
        for i in range(count):
            row = int(order[i])
            stay[row] += dt_s
            if coin[row] < leaving:
                gone[int(gone_count[0]), 0] = serial[row]
                gone[int(gone_count[0]), 1] = stay[row]
                gone_count[0] += 1.0
                despawn(alive, row)
        if count - gone_count[0] < alive.shape[0]:
            stay[spawned_row(alive, serial, next_serial)] = 0.01 * length[0]


class Thinker(Host):
    """Any Python, with a memory that it saves and a vector that it writes."""

    u = Input()
    v = Input(shape=(3,))
    w = Noise()
    y = Output()
    z = Output(shape=(3,))

    def __init__(self) -> None:
        super().__init__()
        self.past: list[float] = []

    def output(self, u: float, time_ns: int) -> tuple[float, tuple[float, ...]]:
        recent = self.past[-3:]
        level = clip(u, -9.0, 9.0) + (max(recent) if recent else 0.0)
        return level, (level, float(len(self.past) % 5), time_ns / 1e9)

    def update(self, v: tuple[float, ...], w: float, dt_s: float, sample: int) -> None:
        self.past.append(clip(v[0] + 0.1 * w + dt_s + 0.001 * sample, -9.0, 9.0))

    def save(self) -> bytes:
        return " ".join(x.hex() for x in self.past).encode()

    def load(self, data: bytes) -> None:
        self.past = [float.fromhex(x) for x in data.decode().split()]


class Follower(Host):
    """A Host without `save`: a restore repeats all of its calls."""

    u = Input()
    y = Output()

    def __init__(self) -> None:
        super().__init__()
        self.total = 0.0

    def output(self) -> float:
        return self.total

    def update(self, u: float) -> None:
        self.total = 0.9 * self.total + clip(u, -1.0, 1.0)


class Sketcher(Host):
    """A Host that takes arrays and answers them, without `save`."""

    v = Input(shape=(3,))
    w = Noise(shape=(2,), uniform=True)
    gains = Parameter((0.5, -0.25, 0.125), shape=(3,))
    z = Output(shape=(3,))
    takes_arrays = True

    def __init__(self) -> None:
        super().__init__()
        self.last = np.zeros(3)

    def output(self, v: Any, gains: Any, dt_s: float) -> Any:  # noqa: ANN401
        return np.clip(v, -9.0, 9.0) * gains + self.last + dt_s

    def update(self, v: Any, w: Any) -> None:  # noqa: ANN401
        self.last = 0.5 * self.last + 0.1 * np.clip(v, -1.0, 1.0)
        self.last[0] += 0.01 * float(w[1])


class Asker(Port):
    """A port with a number and a vector; `answered` is what it gets from outside."""

    u = Input()
    v = Input(shape=(3,))
    y = Output(initial=0.125)
    z = Output(shape=(3,))


def answered(port: Any) -> dict[str, Any]:  # noqa: ANN401
    """The answer to an `Asker`: a function of its inputs and the time."""
    u, v = clip(port.inputs["u"], -9.0, 9.0), port.inputs["v"]
    z = (clip(float(v[2]), -5.0, 5.0), 0.25 * u, port.time_ns / 1e9)
    return {"z": z, "y": 0.5 * u + 0.001}


TYPES: tuple[type[AbstractComponent], ...] = (
    Clocked,
    Mixer,
    Lag,
    Pendulum,
    Walk,
    Norm,
    Spread,
    Attitude,
    Upright,
    Toggle,
    Crowd,
    Filter,
    Visitors,
    Thinker,
    Follower,
    Sketcher,
)
