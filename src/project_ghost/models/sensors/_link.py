"""The common part of all sensors: drifting bias, latency and dropout.

A sensor measures at every sample of its group and writes the measurement into a ring buffer;
the reader gets the measurement made `latency` samples ago. A measurement arrives at most once,
and never after a newer one, so an increase of the latency causes a gap. At samples without a
new measurement, `valid` is 0 and the outputs keep their last values: they are declared to be
present where `valid` is not 0, so messages and tables show only measurements.
"""

from typing import Any, NamedTuple

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sqrt
from project_ghost.core.errors import RunError
from project_ghost.engine import Input, Kernel, Noise, Output, Parameter, Size, State, array, number
from project_ghost.models.common.requirements import require_probability, require_whole

# The description of a sensor's output `valid`.
VALID = "1 where a measurement has arrived at this sample, else 0"

# The largest latency that a fault may add, in samples; a sensor may set another limit.
EXTRA_LATENCY_MAX = 8


class Link(NamedTuple):
    """The transmission of measurements from a sensor to its reader."""

    latency: float = number(Parameter(0.0))
    dropout: float = number(Parameter(0.0))
    dropped: float = number(Input(default=0.0))
    extra_latency: float = number(Input(default=0.0))
    chance: Floats = array(Noise(shape=(1,), uniform=True))
    ring: Floats = array(State(shape=("depth", "width")))
    held: Floats = array(State(shape=("width",)))
    newest: Floats = array(State(-1.0))
    valid: Floats = array(Output(about=VALID))


class AbstractSensor(Kernel):
    """A sensor whose measurements reach their reader through a `Link`.

    A subclass declares `link = Link` as its last bundle and a `step` that writes `width`
    numbers into `link.ring[slot(link, sample)]`, calls `deliver`, and copies `link.held` to
    its outputs. Draws are assigned to noises in the order of their declaration, so `link` comes
    after the sensor's own noises.
    """

    depth = Size(1)  # of the ring: the number of measurements in transit
    width = Size(1)  # of a measurement

    def __init__(
        self,
        *,
        latency: int = 0,
        extra_latency_max: int = EXTRA_LATENCY_MAX,
        **values: Any,  # noqa: ANN401 - sizes and parameters
    ) -> None:
        super().__init__(depth=latency + extra_latency_max + 1, latency=latency, **values)
        require_whole(self, "latency")
        require_probability(self, "dropout")


def slot(link: Link, sample: int) -> int:
    """The ring's row for the measurement of a sample."""
    return sample % len(link.ring)


def deliver(link: Link, sample: int) -> None:
    """Copy the measurement that arrives at this sample into `held`, and set `valid`.

    The ring already has this sample's measurement. `newest` is the last sample whose
    measurement has arrived, -1 at first.
    """
    lag = int(link.latency + link.extra_latency)
    if lag < 0 or lag >= link.ring.shape[0]:
        raise RunError("the latency of a sensor is negative or above its maximum")
    index = sample - lag
    if link.dropped != 0.0 or link.chance[0] < link.dropout or index <= link.newest[0]:
        link.valid[0] = 0.0
        return
    for i in range(link.held.shape[0]):
        link.held[i] = link.ring[slot(link, index), i]
    link.newest[0] = index
    link.valid[0] = 1.0


def drift(
    bias: Floats,
    initial: Floats,
    spread: Floats,
    walk: Floats,
    draws: Floats,
    sample: int,
    dt_s: float,
) -> None:
    """Advance a bias by one sample: a draw around its initial value, then a random walk.

    After t seconds the walk has the standard deviation walk * sqrt(t), at any rate.
    """
    root = sqrt(dt_s)
    for i in range(bias.shape[0]):
        if sample == 0:
            bias[i] = initial[i] + spread[i] * draws[i]
        else:
            bias[i] += walk[i] * root * draws[i]
