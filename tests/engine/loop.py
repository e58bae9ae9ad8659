"""A small closed loop with everything in it, for tests: noise, delay, policies, a host."""

from project_ghost.core.dmath import cos, sin
from project_ghost.engine import (
    Block,
    Continuous,
    Graph,
    Host,
    Input,
    Kernel,
    Kind,
    Noise,
    Output,
    Parameter,
    Policy,
    Size,
    State,
)
from project_ghost.engine.ops import clip


class Cart(Block):
    """A point that turns and moves; continuous."""

    turn = Input(unit="rad/s")
    x = Continuous()
    y = Continuous()
    heading = Continuous(0.3)
    px = Output(unit="m")
    py = Output(unit="m")
    course = Output(unit="rad", kind=Kind.ANGLE)
    speed_mps = Parameter(2.0)

    @staticmethod
    def output(x, y, heading):
        return x, y, heading

    @staticmethod
    def derivative(heading, turn, speed_mps):
        return speed_mps * cos(heading), speed_mps * sin(heading), turn


class Compass(Block):
    """The course with noise and a bias that wanders."""

    course = Input(unit="rad")
    bias = State()
    measured = Output(unit="rad", kind=Kind.ANGLE)
    white = Noise()
    walk = Noise()

    @staticmethod
    def output(course, bias, white):
        return course + bias + 0.01 * white

    @staticmethod
    def update(bias, walk):
        return bias + 0.001 * walk


class Helm(Block):
    """Turns towards a wanted course."""

    measured = Input(unit="rad")
    wanted = Input(unit="rad")
    turn = Output(unit="rad/s")
    gain = Parameter(1.5)

    @staticmethod
    def output(measured, wanted, gain):
        return clip(gain * (wanted - measured), -0.8, 0.8)


class Trail(Kernel):
    """The last positions, newest first."""

    length = Size(5)
    px = Input(unit="m")
    py = Input(unit="m")
    points = State(shape=("length", 2))
    spread = Output()

    @staticmethod
    def output(points, spread):
        total = 0.0
        for i in range(points.shape[0]):
            total += points[i, 0] * points[i, 0] + points[i, 1] * points[i, 1]
        spread[0] = total

    @staticmethod
    def update(points, px, py):
        for i in range(points.shape[0] - 1, 0, -1):
            points[i, 0] = points[i - 1, 0]
            points[i, 1] = points[i - 1, 1]
        points[0, 0] = px
        points[0, 1] = py


class Planner(Host):
    """Counts, as planners do, and changes its mind every third time."""

    px = Input(unit="m")
    spread = Input()
    wanted = Output(unit="rad")

    def __init__(self) -> None:
        super().__init__()
        self.calls = 0

    def output(self, px, spread):
        return 0.5 * sin(0.3 * px) + (0.1 if self.calls % 3 == 0 else 0.0) + 1e-6 * spread

    def update(self):
        self.calls += 1


class SavingPlanner(Planner):
    """The same, with its own save and load."""

    def save(self) -> bytes:
        return str(self.calls).encode()

    def load(self, data: bytes) -> None:
        self.calls = int(data)


def make_loop(planner: Host | None = None) -> Graph:
    graph = Graph(step="1ms")
    graph.group("fast", rate_hz=1000)
    graph.group("camera", rate_hz=60, on_grid=True)
    graph.group("medium", rate_hz=100)
    graph.group("slow", rate_hz=20, phase="5ms")
    graph.add("Cart", Cart(), "fast")
    graph.add("Compass", Compass(), "camera")
    graph.add("Helm", Helm(), "medium")
    graph.add("Trail", Trail(), "medium")
    graph.add("Planner", planner or SavingPlanner(), "slow")
    graph.connect("Cart.course", "Compass.course")
    graph.connect("Compass.measured", "Helm.measured", delay=None, delayed=True)
    graph.connect("Planner.wanted", "Helm.wanted", gain=1.1, offset=0.01)
    graph.connect("Helm.turn", "Cart.turn")
    graph.connect("Cart.px", "Trail.px")
    graph.connect("Cart.py", "Trail.py")
    graph.connect("Cart.px", "Planner.px")
    graph.connect("Trail.spread", "Planner.spread")
    graph.synchronize("Helm.*", Policy.EXTRAPOLATED)
    graph.synchronize("Planner.*", Policy.INTERPOLATED)
    graph.publish("/pose", ["Cart.px", "Cart.py", "Cart.course"], "medium")
    return graph
