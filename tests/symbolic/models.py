"""Small symbolic models written by hand, for tests of what stands on models."""

from collections.abc import Callable, Sequence

import casadi as ca
import numpy as np

from project_ghost.engine import Kind
from project_ghost.symbolic import SymbolicModel, Variable

Declared = Sequence[tuple[str, int, str, Kind]]
Rates = Callable[[ca.SX, ca.SX, ca.SX, ca.SX], ca.SX]

PERIOD_NS = 10_000_000


def _variables(declared: Declared) -> tuple[Variable, ...]:
    variables, start = [], 0
    for name, size, unit, kind in declared:
        variables.append(Variable(name, start, size, unit, kind))
        start += size
    return tuple(variables)


def model_of(
    rates: Rates,
    states: Declared,
    inputs: Declared,
    parameters: Declared = (),
    noise: Declared = (),
    *,
    x0: Sequence[float],
    p0: Sequence[float] = (),
) -> SymbolicModel:
    """One step of Runge and Kutta's rule a period; the states are the outputs, too."""
    sizes = [
        sum(size for _, size, _, _ in vector) for vector in (states, inputs, parameters, noise)
    ]
    x, u, p, w = (ca.SX.sym(name, size) for name, size in zip("xupw", sizes, strict=True))
    t, h = ca.SX.sym("t_ns"), PERIOD_NS * 1e-9
    k1 = rates(x, u, p, w)
    k2 = rates(x + 0.5 * h * k1, u, p, w)
    k3 = rates(x + 0.5 * h * k2, u, p, w)
    k4 = rates(x + h * k3, u, p, w)
    following = x + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    names = ["x", "u", "p", "t_ns", "w"]
    everything = [x, u, p, t, w]
    step = ca.Function(
        "step", everything, [following, x, ca.SX(0, 1)], names, ["x_next", "y", "stops"]
    )
    return SymbolicModel(
        step=step,
        states=_variables([(f"{n}_state", size, unit, kind) for n, size, unit, kind in states]),
        inputs=_variables(inputs),
        parameters=_variables(parameters),
        noise=_variables(noise),
        outputs=_variables(states),
        x0=np.array(x0, dtype=float),
        u0=np.zeros(sizes[1]),
        p0=np.array(p0, dtype=float),
        t0_ns=0,
        period_ns=PERIOD_NS,
        rates={"all": PERIOD_NS},
        math="native",
        rate_transitions="snapshot",
        continuous=ca.Function("rate", everything, [k1], names, ["rate"]),
        continuous_states=tuple(f"{name}_state" for name, *_ in states),
    )


def bicycle() -> SymbolicModel:
    """A car that rolls where its wheels point."""

    def rates(x: ca.SX, u: ca.SX, p: ca.SX, w: ca.SX) -> ca.SX:
        yaw, speed = x[2], x[3]
        turning = speed * ca.tan(u[0]) / p[0]
        return ca.vertcat(speed * ca.cos(yaw), speed * ca.sin(yaw), turning, u[1] + 0.1 * w[0])

    return model_of(
        rates,
        [
            ("Car.x", 1, "m", Kind.PLAIN),
            ("Car.y", 1, "m", Kind.PLAIN),
            ("Car.yaw", 1, "rad", Kind.ANGLE),
            ("Car.speed", 1, "m/s", Kind.PLAIN),
        ],
        [("Car.steer", 1, "rad", Kind.PLAIN), ("Car.push", 1, "m/s2", Kind.PLAIN)],
        [("Car.wheelbase", 1, "m", Kind.PLAIN)],
        [("Car.gust", 1, "", Kind.PLAIN)],
        x0=[0.0, 0.0, 0.3, 5.0],
        p0=[2.8],
    )


def flyer() -> SymbolicModel:
    """A rigid body with thrust along its z axis, three torques, drag and gravity."""

    def rates(x: ca.SX, u: ca.SX, p: ca.SX, w: ca.SX) -> ca.SX:
        velocity, q, rate = x[0:3], x[3:7], x[7:10]
        a, b, c, d = ca.vertsplit(q / ca.norm_2(q))
        up = ca.vertcat(2 * (b * d + a * c), 2 * (c * d - a * b), 1 - 2 * (b * b + c * c))
        acceleration = u[0] * up - p[0] * velocity - ca.vertcat(0, 0, 9.80665)
        turned = 0.5 * ca.vertcat(
            -q[1] * rate[0] - q[2] * rate[1] - q[3] * rate[2],
            q[0] * rate[0] - q[3] * rate[1] + q[2] * rate[2],
            q[3] * rate[0] + q[0] * rate[1] - q[1] * rate[2],
            -q[2] * rate[0] + q[1] * rate[1] + q[0] * rate[2],
        )
        return ca.vertcat(acceleration, turned, u[1:4] + w)

    return model_of(
        rates,
        [
            ("Drone.velocity", 3, "m/s", Kind.PLAIN),
            ("Drone.attitude", 4, "", Kind.QUATERNION),
            ("Drone.rate", 3, "rad/s", Kind.PLAIN),
        ],
        [("Drone.thrust", 1, "m/s2", Kind.PLAIN), ("Drone.torque", 3, "rad/s2", Kind.PLAIN)],
        [("Drone.drag", 1, "1/s", Kind.PLAIN)],
        [("Drone.gust", 3, "rad/s2", Kind.PLAIN)],
        x0=[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        p0=[0.3],
    )
