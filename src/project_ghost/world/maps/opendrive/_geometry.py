"""The reference line's pieces: line, arc, spiral, poly3, paramPoly3, evaluated with `dmath`.

Each piece computes its pose at a distance from its start in local axes: x ahead, y left.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import NamedTuple, final

from project_ghost.core.dmath import atan2, sincos, sqrt
from project_ghost.world.maps._xml import Element

from ._quadrature import NODES_PER_PANEL, integral

__all__ = [
    "AbstractGeometry",
    "Arc",
    "Line",
    "ParamPoly3",
    "Poly3",
    "Pose",
    "Spiral",
    "read_geometry",
]

_NEWTON_STEPS_MAX = 30
_PANELS_MAX = 10_000

# The largest rotation in one piece. A car park ramp over eight storeys as one arc has 50 rad.
# A clothoid costs an integral for each radian at each point.
_ARC_TURN_MAX = 1_000.0
_SPIRAL_TURN_MAX = 50.0
# The largest derivative of a cubic.
_STEEP_MAX = 1_000.0


class Pose(NamedTuple):
    """A point in the plane and a direction."""

    x_m: float
    y_m: float
    heading_rad: float


@dataclass(frozen=True)
class AbstractGeometry(ABC):
    """A piece of a reference line: its start station, start pose and length."""

    start_m: float
    x_m: float
    y_m: float
    heading_rad: float
    length_m: float

    @abstractmethod
    def local(self, distance_m: float) -> Pose:
        """The pose in the piece's local axes."""

    def evaluations(self, distance_m: float) -> int:
        """How many evaluations of a function a pose at this distance takes."""
        del distance_m
        return 1

    def at(self, station_m: float) -> Pose:
        """The pose at a station of the road."""
        local = self.local(station_m - self.start_m)
        sine, cosine = sincos(self.heading_rad)
        return Pose(
            self.x_m + cosine * local.x_m - sine * local.y_m,
            self.y_m + sine * local.x_m + cosine * local.y_m,
            self.heading_rad + local.heading_rad,
        )


@final
@dataclass(frozen=True)
class Line(AbstractGeometry):
    """A straight line."""

    def local(self, distance_m: float) -> Pose:
        """The pose straight ahead."""
        return Pose(distance_m, 0.0, 0.0)


@final
@dataclass(frozen=True)
class Arc(AbstractGeometry):
    """A piece of a circle; positive curvature turns left."""

    curvature: float

    def local(self, distance_m: float) -> Pose:
        """The pose by the chord, which stays accurate for small curvatures."""
        half = 0.5 * self.curvature * distance_m
        sine, cosine = sincos(half)
        # sin(half) / half by its series where the quotient would be inaccurate.
        ratio = sine / half if abs(half) > 1e-4 else 1.0 - half * half / 6.0
        chord = distance_m * ratio
        return Pose(chord * cosine, chord * sine, 2.0 * half)


@final
@dataclass(frozen=True)
class Spiral(AbstractGeometry):
    """A clothoid: the curvature is linear in the distance."""

    curvature_start: float
    curvature_end: float

    def local(self, distance_m: float) -> Pose:
        """The integral of the direction, over panels of less than a radian of rotation each."""
        rate = (self.curvature_end - self.curvature_start) / self.length_m
        start = self.curvature_start

        def direction(s: float) -> tuple[float, float]:
            sine, cosine = sincos(s * (start + 0.5 * rate * s))
            return cosine, sine

        x_m, y_m = integral(direction, distance_m, self._panels(distance_m))
        return Pose(x_m, y_m, distance_m * (start + 0.5 * rate * distance_m))

    def _panels(self, distance_m: float) -> int:
        rate = (self.curvature_end - self.curvature_start) / self.length_m
        end_curvature = self.curvature_start + rate * distance_m
        swing = abs(distance_m) * max(abs(self.curvature_start), abs(end_curvature))
        return 1 + int(min(swing, _PANELS_MAX))

    def evaluations(self, distance_m: float) -> int:
        """The nodes of all panels."""
        return NODES_PER_PANEL * self._panels(distance_m)


@final
@dataclass(frozen=True)
class Poly3(AbstractGeometry):
    """`v = a + b u + c u^2 + d u^3`; the distance is measured along the curve, not along u."""

    a: float
    b: float
    c: float
    d: float

    def local(self, distance_m: float) -> Pose:
        """The pose at the u with this arc length, found by Newton's method."""

        def slope(u: float) -> float:
            return self.b + u * (2.0 * self.c + u * (3.0 * self.d))

        def speed(u: float) -> tuple[float, float]:
            rise = slope(u)
            return sqrt(1.0 + rise * rise), 0.0

        panels = self._panels(distance_m)
        u = distance_m
        for _ in range(_NEWTON_STEPS_MAX):
            error = integral(speed, u, panels)[0] - distance_m
            step = error / speed(u)[0]
            u -= step
            if abs(step) <= 1e-13 * (1.0 + abs(distance_m)):
                break
        v = self.a + u * (self.b + u * (self.c + u * self.d))
        return Pose(u, v, atan2(slope(u), 1.0))

    def _panels(self, distance_m: float) -> int:
        return 1 + int(min(abs(distance_m) / 5.0, _PANELS_MAX))

    def evaluations(self, distance_m: float) -> int:
        """The nodes of all panels in each step, of which most curves need a few."""
        return _NEWTON_STEPS_MAX // 3 * NODES_PER_PANEL * self._panels(distance_m)


@final
@dataclass(frozen=True)
class ParamPoly3(AbstractGeometry):
    """u and v as cubics of a parameter: the distance, or its fraction of the length."""

    u: tuple[float, float, float, float]
    v: tuple[float, float, float, float]
    is_normalized: bool

    def local(self, distance_m: float) -> Pose:
        """The pose from both cubics; the direction comes from their derivatives."""
        p = distance_m / self.length_m if self.is_normalized else distance_m
        u, v = self.u, self.v
        du = u[1] + p * (2.0 * u[2] + p * (3.0 * u[3]))
        dv = v[1] + p * (2.0 * v[2] + p * (3.0 * v[3]))
        heading_rad = atan2(dv, du) if du != 0.0 or dv != 0.0 else 0.0
        return Pose(
            u[0] + p * (u[1] + p * (u[2] + p * u[3])),
            v[0] + p * (v[1] + p * (v[2] + p * v[3])),
            heading_rad,
        )


def read_geometry(element: Element) -> AbstractGeometry:
    """The piece that a <geometry> element describes."""
    start = (
        element.number("s"),
        element.number("x"),
        element.number("y"),
        element.number("hdg"),
        element.number("length"),
    )
    if start[4] < 0.0:
        raise element.refused(f"the length is {start[4]}", "a length of 0 or more")
    for shape in element.children("line", "arc", "spiral", "poly3", "paramPoly3"):
        if shape.tag == "line" or start[4] == 0.0:
            return Line(*start)
        if shape.tag == "arc":
            curvature = shape.number("curvature")
            _require_turn(shape, start[4] * abs(curvature), _ARC_TURN_MAX)
            return Arc(*start, curvature)
        if shape.tag == "spiral":
            first, last = shape.number("curvStart"), shape.number("curvEnd")
            _require_turn(shape, start[4] * max(abs(first), abs(last)), _SPIRAL_TURN_MAX)
            return Spiral(*start, first, last)
        if shape.tag == "poly3":
            cubic = (*(shape.number(name) for name in "abcd"),)
            _require_gentle(shape, cubic, start[4], 1.0)
            return Poly3(*start, *cubic)
        return _param_poly3(start, shape)
    raise element.refused(
        "the geometry has no supported shape",
        "one of <line>, <arc>, <spiral>, <poly3>, <paramPoly3>",
    )


def _require_turn(shape: Element, turn_rad: float, most: float) -> None:
    """Require a limited rotation, so that a typing error cannot cost hours of sampling."""
    if not turn_rad <= most:
        raise shape.refused(
            f"the <{shape.tag}> turns by up to {turn_rad:g} rad",
            f"at most {most:g} rad in one piece",
            "check its curvature and length",
        )


def _require_gentle(
    shape: Element, cubic: tuple[float, ...], span: float, per_parameter: float
) -> None:
    """Require a limited derivative of a cubic, by an upper bound over its length."""
    _, b, c, d = (abs(each) for each in cubic)
    steep = (b + span * (2.0 * c + span * (3.0 * d))) / per_parameter
    if not steep <= _STEEP_MAX:
        raise shape.refused(
            f"the derivative of the <{shape.tag}> reaches {steep:g}",
            f"a derivative of at most {_STEEP_MAX:g} over its length",
            "check its coefficients and the length",
        )


def _param_poly3(start: tuple[float, float, float, float, float], shape: Element) -> ParamPoly3:
    p_range = shape.get("pRange", "normalized")
    if p_range not in ("arcLength", "normalized"):
        raise shape.refused(f"pRange is {p_range!r}", "arcLength or normalized")
    u = (shape.number("aU"), shape.number("bU"), shape.number("cU"), shape.number("dU"))
    v = (shape.number("aV"), shape.number("bV"), shape.number("cV"), shape.number("dV"))
    is_normalized = p_range == "normalized"
    span, per_parameter = (1.0, start[4]) if is_normalized else (start[4], 1.0)
    for cubic in (u, v):
        _require_gentle(shape, cubic, span, per_parameter)
    return ParamPoly3(*start, u, v, is_normalized)
