"""A graph of many Blocks of several kinds, connected across rates, with gains and delays."""

from project_ghost.core.dmath import sin
from project_ghost.engine import (
    Block,
    Continuous,
    Graph,
    Input,
    Noise,
    Output,
    Parameter,
    State,
)


class Wave(Block):
    """A source."""

    y = Output()
    speed = Parameter(3.0)

    @staticmethod
    def output(time_ns: int, speed: float) -> float:
        """A sine of the time."""
        return sin(speed * (time_ns / 1e9))


class Lag(Block):
    """A continuous state beside a discrete one."""

    u = Input()
    x = Continuous()
    n = State()
    y = Output()
    tau_s = Parameter(0.05)

    @staticmethod
    def output(x: float, n: float) -> float:
        """The continuous state, and a little of the number of samples."""
        return x + 1e-6 * n

    @staticmethod
    def update(n: float) -> float:
        """One more sample."""
        return n + 1.0

    @staticmethod
    def derivative(x: float, u: float, tau_s: float) -> float:
        """Towards the input."""
        return (u - x) / tau_s


class Mixer(Block):
    """Two feedthrough inputs."""

    a = Input()
    b = Input()
    y = Output()

    @staticmethod
    def output(a: float, b: float) -> float:
        """Their difference."""
        return a - 0.5 * b


class Noisy(Block):
    """Random numbers on a signal."""

    u = Input()
    w = Noise()
    y = Output()

    @staticmethod
    def output(u: float, w: float) -> float:
        """The signal with noise."""
        return u + 0.01 * w


def many_blocks(count: int) -> Graph:
    """A chain of this many Blocks; a group of four has one of each kind."""
    graph = Graph("1ms")
    graph.group("fast", period="1ms")
    graph.group("slow", period="2ms")
    before = ""
    for i in range(count // 4):
        graph.add(f"wave{i}", Wave(), "slow")
        graph.add(f"lag{i}", Lag(), "fast")
        graph.connect(before or f"wave{i}.y", f"lag{i}.u", delayed=bool(before))
        graph.add(f"mixer{i}", Mixer(), "fast")
        graph.connect(f"lag{i}.y", f"mixer{i}.a")
        graph.connect(f"wave{i}.y", f"mixer{i}.b", gain=0.5)
        graph.add(f"noisy{i}", Noisy(), "slow")
        graph.connect(f"mixer{i}.y", f"noisy{i}.u")
        before = f"noisy{i}.y"
    return graph
