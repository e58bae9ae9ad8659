"""Contacts and neighbours of many actors: how the cost of one grows with their number.

The crowd is as dense at every size, so that an actor has as many neighbours; what it costs
should then be the same. Brute force is the reference: the same pairs by looking at all.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import Result
from benchmarks._timing import in_turns
from project_ghost.core.compiled import compile_source
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, SERIAL, VX, VY, X, Y
from project_ghost.world.collision import Contacts
from project_ghost.world.neighbours import pairs_of_circles

Floats = NDArray[np.float64]

SIZES = (125, 250, 500, 1000)
TICKS = 20
SPACING_M = 1.5
RADIUS_M = 0.35
DT_S = 0.05


def _coast(bodies: Floats, impulse: Floats) -> None:
    """The positions of all actors at the next tick."""
    for row in range(bodies.shape[0]):
        bodies[row, VX] += impulse[row, 0] / 80.0
        bodies[row, VY] += impulse[row, 1] / 80.0
        bodies[row, X] += DT_S * bodies[row, VX]
        bodies[row, Y] += DT_S * bodies[row, VY]


def _brute_force(xs: Floats, ys: Floats, radius_m: float) -> int:
    """How many pairs meet, by looking at all of them."""
    count = 0
    for i in range(xs.shape[0]):
        for j in range(i + 1, xs.shape[0]):
            x, y = xs[j] - xs[i], ys[j] - ys[i]
            if x * x + y * y <= 4.0 * radius_m * radius_m:
                count += 1
    return count


def _crowd(count: int) -> Floats:
    generator = np.random.default_rng(3)
    side = SPACING_M * float(np.sqrt(count))
    bodies = np.zeros((count, BODY_WIDTH))
    bodies[:, ALIVE] = 1.0
    bodies[:, SERIAL] = np.arange(count)
    bodies[:, [X, Y]] = generator.uniform(0.0, side, (count, 2))
    bodies[:, [VX, VY]] = generator.normal(0.0, 1.4, (count, 2))
    return bodies


@cache
def _compiled_step() -> Callable[..., Any]:
    arguments = ", ".join(Contacts.signatures["step"])
    source = (
        f"def run(ticks, {arguments}):\n"
        "    for _ in range(ticks):\n"
        f"        step({arguments})\n"
        "        coast(bodies, impulse)\n"
    )
    return compile_source(source, "run", {"step": Contacts.step, "coast": _coast})


@cache
def _contacts_s(count: int) -> float:
    """Seconds for one actor's share of a tick of contacts, answered."""
    run = _compiled_step()
    contacts = Contacts(count, radius=RADIUS_M, mass_kg=80.0, max_contacts=8 * count)

    def ticks() -> None:
        arrays: dict[str, Any] = {"bodies": _crowd(count)}
        for name in (*contacts.states(), *contacts.outputs()):
            arrays[name] = np.zeros(contacts.shape_of(name) or (1,))
        for name, value in contacts.parameters.items():
            shape = contacts.shape_of(name)
            arrays[name] = np.broadcast_to(np.array(value), shape).copy() if shape else value
        run(TICKS, *contacts.arguments("step", arrays))

    (seconds,) = in_turns(ticks)
    return seconds / TICKS / count


@cache
def _pairs_s(count: int) -> tuple[float, float]:
    """Seconds per actor to find its neighbours: by the grid, and by brute force."""
    # With the table as the generated code's argument, one compilation serves all sizes.
    grid = compile_source(
        "def run(xs, ys, used, radii):\n    return pairs(xs, ys, used, radii, 0.75).shape[0]\n",
        "run",
        {"pairs": pairs_of_circles},
    )
    brute = compile_source(
        "def run(xs, ys, radius_m):\n    return brute_force(xs, ys, radius_m)\n",
        "run",
        {"brute_force": _brute_force},
    )
    bodies = _crowd(count)
    xs, ys = bodies[:, X].copy(), bodies[:, Y].copy()
    used, radii = np.ones(count), np.full(count, RADIUS_M)
    assert grid(xs, ys, used, radii) == brute(xs, ys, RADIUS_M)
    by_grid, by_force = in_turns(
        lambda: [grid(xs, ys, used, radii) for _ in range(TICKS)],
        lambda: [brute(xs, ys, RADIUS_M) for _ in range(TICKS)],
    )
    return by_grid / TICKS / count, by_force / TICKS / count


def _contacts(count: int) -> Result:
    fewest = _contacts_s(SIZES[0])
    return {
        "name": f"contacts among {count} walkers, compiled: each",
        "value": _contacts_s(count) * 1e9,
        "unit": "ns/tick",
        "ratios": {f"each among {SIZES[0]}": fewest / _contacts_s(count)},
    }


def _pairs(count: int) -> Result:
    by_grid, by_force = _pairs_s(count)
    return {
        "name": f"who is near among {count}, compiled: each",
        "value": by_grid * 1e9,
        "unit": "ns/tick",
        "ratios": {
            f"each among {SIZES[0]}": _pairs_s(SIZES[0])[0] / by_grid,
            "all pairs": by_force / by_grid,
        },
    }


BENCHMARKS: list[Callable[[], Result]] = [
    *(partial(_pairs, count) for count in SIZES),
    *(partial(_contacts, count) for count in SIZES),
]
