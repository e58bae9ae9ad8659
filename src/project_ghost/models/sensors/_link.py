"""What every sensor has beside what it measures: a drifting bias, latency, dropout.

A measurement is made at every sample of the sensor's group and put into a ring; the reader
gets the one of `latency` samples ago. It gets each at most once and never an older one after
a newer one, so that a latency that grows is a gap first; where there is nothing new, or what
there is gets lost, `valid` is 0 and the last values stay.
"""

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sqrt
from project_ghost.core.errors import RunError

# What a sensor's output `valid` means.
VALID = "1 where a measurement has arrived at this sample, else 0"

# How much latency a fault may add, in samples, unless a sensor is made for more.
EXTRA_LATENCY_MAX = 8


def drift(
    bias: Floats,
    initial: Floats,
    spread: Floats,
    walk: Floats,
    draws: Floats,
    sample: int,
    dt_s: float,
) -> None:
    """One step of a bias: drawn around its initial value at first, then a random walk.

    After t seconds the walk alone has the standard deviation walk * sqrt(t), at any rate.
    """
    root = sqrt(dt_s)
    for i in range(bias.shape[0]):
        if sample == 0:
            bias[i] = initial[i] + spread[i] * draws[i]
        else:
            bias[i] += walk[i] * root * draws[i]


def delivered(
    ring: Floats,
    held: Floats,
    newest: Floats,
    sample: int,
    latency: float,
    extra_latency: float,
    dropped: float,
    dropout: float,
    chance: float,
) -> float:
    """Bring what arrives at this sample into `held`; 1 if anything does.

    `ring` has the measurement of sample k at k % its length, this sample's included; `newest`
    is the last sample that arrived, -1 at first.
    """
    lag = int(latency + extra_latency)
    if lag < 0 or lag >= ring.shape[0]:
        raise RunError("the latency of a sensor is outside of what it was made for")
    index = sample - lag
    if dropped != 0.0 or chance < dropout or index <= newest[0]:
        return 0.0
    for i in range(held.shape[0]):
        held[i] = ring[index % ring.shape[0], i]
    newest[0] = index
    return 1.0
