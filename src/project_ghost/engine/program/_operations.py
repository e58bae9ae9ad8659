"""Steps that are the same for all components: reads of inputs, kept samples, copies and noise.

Each is an entry, as those of components are: it works on rows of a table in `places`, from `first`
to `stop`. `_frame` describes the columns. The arithmetic is that of the functions that generated
source calls.
"""

from project_ghost.core.arrays import Floats
from project_ghost.core.compiled import inlined, viewed
from project_ghost.engine.codegen._helpers import (
    draw_into,
    draw_normals_into,
    draw_uniforms_into,
    require_readable,
)
from project_ghost.engine.codegen._interpolation import (
    blended_quaternion,
    extrapolated,
    extrapolated_angle,
    extrapolated_angle_by_rate,
    extrapolated_by_rate,
    interpolated,
    interpolated_angle,
)
from project_ghost.engine.plan._layout import ROW, TICK

from . import _frame as f
from ._frame import Opened, opened


@inlined
def due(phase: int, interval: int, denominator: int, sample: int) -> int:
    """The step at which a sample of a pattern is due."""
    return -(-(phase + sample * interval) // denominator)


def copy(frame_address: int, first: int, stop: int) -> None:
    """Copy ranges of values."""
    here = opened(frame_address)
    values, places = here.values, here.places
    for at in range(first, stop, f.COPY_WIDTH):
        _copy(values, places[at], places[at + 1], places[at + 2])


@inlined
def _copy(values: Floats, target: int, source: int, size: int) -> None:
    """Copy a range of values; views of both, so that machine code copies several at once."""
    to, of = viewed(values, target, (size,)), viewed(values, source, (size,))
    for e in range(size):
        to[e] = of[e]


def push(frame_address: int, first: int, stop: int) -> None:
    """Keep a sample of signals for readers that need earlier samples."""
    here = opened(frame_address)
    values, counters, places = here.values, here.counters, here.places
    for at in range(first, stop, f.PUSH_WIDTH):
        sample, width = counters[places[at + 4] + 2], places[at + 3]
        target = places[at + 1] + sample % places[at + 2] * width
        _copy(values, target, places[at], width)


def draw(frame_address: int, first: int, stop: int) -> None:
    """Fill the noise of kernels, each number from its place in the component's stream."""
    here = opened(frame_address)
    values, counters, places = here.values, here.counters, here.places
    for at in range(first, stop, f.DRAW_WIDTH):
        counters[ROW] = places[at]
        key, sample, begin = places[at + 1], counters[places[at + 2] + 2], places[at + 3]
        k0, k1 = counters[key], counters[key + 1]
        out = viewed(values, places[at + 4], (places[at + 5],))
        if places[at + 6]:
            draw_uniforms_into(k0, k1, sample, begin, out)
        elif begin:
            draw_normals_into(k0, k1, sample, begin, out)
        else:
            draw_into(k0, k1, sample, out)


def read(frame_address: int, first: int, stop: int) -> None:
    """Fill the places of inputs with gain and offset."""
    here = opened(frame_address)
    places = here.places
    for at in range(first, stop, f.READ_WIDTH):
        _copy(here.values, places[at + 1], places[at + 3], places[at + 2])
        _scale(here, at)


def read_held(frame_address: int, first: int, stop: int) -> None:
    """Fill the places of inputs with the last sample that is older than the delay."""
    here = opened(frame_address)
    places = here.places
    for at in range(first, stop, f.READ_WIDTH):
        target, width = places[at + 1], places[at + 2]
        k = here.counters[places[at + 7] + 2] - places[at + 6]
        source = places[at + 4] + k % places[at + 5] * width
        _copy(here.values, target, source, width)
        _scale(here, at)


def read_between(frame_address: int, first: int, stop: int) -> None:
    """Fill the places of inputs that are interpolated or extrapolated."""
    here = opened(frame_address)
    for at in range(first, stop, f.READ_WIDTH):
        _read_between(here, at)
        _scale(here, at)


@inlined
def _scale(here: Opened, at: int) -> None:
    """Apply gain and offset to an input that was read, and refuse NaN."""
    values, places, constants = here.values, here.places, here.constants
    here.counters[ROW] = places[at]
    target, width = places[at + 1], places[at + 2]
    # Neutral where there is none: 1 * x and x + -0.0 have the bits of x.
    gain, offset = constants[places[at + 14]], constants[places[at + 14] + 1]
    for e in range(width):
        values[target + e] = gain * values[target + e] + offset
    require_readable(values, target, target + width)


@inlined
def _read_between(here: Opened, at: int) -> None:
    """Fill the place of one input from earlier samples of its signal."""
    values, counters, places = here.values, here.counters, here.places
    target, width, manner, kind = places[at + 1], places[at + 2], places[at + 11], places[at + 12]
    ring, length, delay, group = places[at + 4], places[at + 5], places[at + 6], places[at + 7]
    upcoming, last = counters[group], counters[group + 1]
    k = counters[group + 2] - delay
    now = ring + k % length * width
    elapsed = counters[TICK] - last
    if manner == f.EXTRAPOLATED_BY_RATE:
        elapsed_ns = elapsed * here.frame[f.STEP_NS] if k >= 0 else 0
        for e in range(width):
            rate = values[places[at + 13] + e]
            if kind == f.ANGLE:
                values[target + e] = extrapolated_angle_by_rate(values[now + e], rate, elapsed_ns)
            else:
                values[target + e] = extrapolated_by_rate(values[now + e], rate, elapsed_ns)
        return
    was = ring + (k - 1) % length * width if k > 0 else now
    gap = upcoming - last if manner == f.INTERPOLATED else counters[group + 3]
    if manner == f.EXTRAPOLATED and delay:
        phase, interval, denominator = places[at + 8], places[at + 9], places[at + 10]
        gap = due(phase, interval, denominator, k) - due(phase, interval, denominator, k - 1)
    if kind == f.QUATERNION:
        fraction = elapsed / gap
        if manner == f.EXTRAPOLATED:
            fraction = 1.0 + fraction
        p = (values[was], values[was + 1], values[was + 2], values[was + 3])
        q = (values[now], values[now + 1], values[now + 2], values[now + 3])
        a, b, c, d = blended_quaternion(p, q, fraction)
        values[target], values[target + 1] = a, b
        values[target + 2], values[target + 3] = c, d
        return
    for e in range(width):
        previous, current = values[was + e], values[now + e]
        if manner == f.INTERPOLATED:
            if kind == f.ANGLE:
                value = interpolated_angle(previous, current, elapsed, gap)
            else:
                value = interpolated(previous, current, elapsed, gap)
        elif kind == f.ANGLE:
            value = extrapolated_angle(previous, current, elapsed, gap)
        else:
            value = extrapolated(previous, current, elapsed, gap)
        values[target + e] = value
