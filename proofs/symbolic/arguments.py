"""Arguments of components' functions: random ones, and symbols in their places.

Numbers are those that a run can have: who lives is 0 or 1, a route is one of the table's, a count
is whole. Signed zeros and other values at which branches part are among them.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
from casadi import SX

from project_ghost.engine import AbstractComponent, Kernel, Parameter, Size
from project_ghost.engine.codegen.source._integrators import integrator, integrator_arguments
from project_ghost.engine.component._bundles import is_array
from project_ghost.models.actions._on_route import SEGMENT
from project_ghost.models.sensors import OBJECT_ROW
from project_ghost.world.bodies import (
    ALIVE,
    IN_ROW,
    ROUTE,
    SERIAL,
    SPAWN_ROUTE,
    SPAWN_WANTED,
    VX,
    VY,
    YAW,
)

from .library import FROZEN_COLUMNS

__all__ = ["Function", "arguments", "functions_of", "is_written", "number", "symbols_in"]

# Values at which branches part and signs of zero show.
_SPECIAL = (0.0, -0.0, 1.0, -1.0, 0.5, 2.0)

# A function and the names of its arguments.
Function = tuple[Callable[..., Any], list[str]]


def functions_of(component: AbstractComponent) -> dict[str, Function]:
    """The functions of a component that a schedule calls, by name."""
    if isinstance(component, Kernel):
        return {
            name: (component.function(name), list(component.signatures[name]))
            for name in component.functions
        }
    found = {
        name: (component.function(name), list(component.functions[name]))
        for name in component.functions
        if name != "derivative"
    }
    if "derivative" in component.functions:
        found["integrate"] = (integrator(component), [*integrator_arguments(component), "dt_s"])
    return found


def number(random: Random) -> float:
    """A special value, or one of some size."""
    sizes = (1e-3, 1.0, 3.0, 50.0)
    return random.choice((*_SPECIAL, *(random.uniform(-size, size) for size in sizes)))


def arguments(component: AbstractComponent, names: list[str], random: Random) -> list[Any]:
    """Random arguments of a function."""
    found = []
    for name in names:
        if name in component.bundles:
            bundle = component.bundles[name]
            found.append(bundle(*(_drawn(component, field, random) for field in bundle._fields)))
        else:
            found.append(_drawn(component, name, random))
    return found


def _drawn(component: AbstractComponent, name: str, random: Random) -> Any:  # noqa: ANN401
    if name == "dt_s":
        return 0.01
    if name == "time_ns":
        return random.choice((0, 1, random.randrange(10**10)))
    if name == "sample":
        return random.randrange(1000)
    declaration = component.declarations[name]
    if isinstance(declaration, Size):
        return component.sizes[name]
    shape = component.shape_of(name)
    if not isinstance(component, Kernel):
        return _of_block(component, name, shape, random)
    if isinstance(declaration, Parameter):
        array = np.broadcast_to(np.array(component.parameters[name], dtype=float), shape)
        return array if shape else float(array)
    draw = _DRAWS.get((type(component).__name__, name)) or _DRAWS.get(("", name))
    if not is_array(declaration):
        return _plain(random, draw)
    drawn = np.empty(shape or (1,))
    for index in np.ndindex(drawn.shape):
        drawn[index] = number(random) if draw is None else draw(component, index, random)
    return drawn


def _of_block(
    component: AbstractComponent, name: str, shape: tuple[int, ...], random: Random
) -> Any:  # noqa: ANN401
    if name in component.parameters:
        value = component.parameters[name]
        return (value,) * shape[0] if shape and not isinstance(value, tuple) else value
    return tuple(number(random) for _ in range(shape[0])) if shape else number(random)


def _plain(random: Random, draw: "_Draw | None") -> float:
    return number(random) if draw is None else draw(None, (0,), random)


# ------------------------------------------------------------------- symbols


def symbols_in(
    component: AbstractComponent, names: list[str], values: list[Any]
) -> tuple[list[Any], list[tuple[SX, tuple[int, Any, Any]]]]:
    """The same arguments with symbols, and for each symbol where its number is in the values.

    A place is the argument, the field of a bundle or None, and an index or None.
    """
    symbols: list[tuple[SX, tuple[int, Any, Any]]] = []

    def replaced(value: Any, name: str, argument: int, field: Any) -> Any:  # noqa: ANN401
        if name == "dt_s" or isinstance(component.declarations.get(name), Parameter | Size):
            return value
        if isinstance(value, np.ndarray):
            return _symbolic(component, name, value, argument, field, symbols)
        if isinstance(value, tuple):
            return tuple(_symbol(symbols, argument, field, (i,)) for i in range(len(value)))
        return _symbol(symbols, argument, field, None)

    found = []
    for argument, (name, value) in enumerate(zip(names, values, strict=True)):
        if name in component.bundles:
            fields = component.bundles[name]._fields
            parts = [replaced(getattr(value, f), f, argument, f) for f in fields]
            found.append(type(value)(*parts))
        else:
            found.append(replaced(value, name, argument, None))
    return found, symbols


def _symbolic(
    component: AbstractComponent,
    name: str,
    value: Any,  # noqa: ANN401
    argument: int,
    field: Any,  # noqa: ANN401
    symbols: list[tuple[SX, tuple[int, Any, Any]]],
) -> Any:  # noqa: ANN401
    frozen = FROZEN_COLUMNS.get(type(component).__name__, {}).get(name, ())
    array = np.empty(value.shape, dtype=object)
    for index in np.ndindex(value.shape):
        is_number = index[-1] in frozen
        array[index] = (
            float(value[index]) if is_number else _symbol(symbols, argument, field, index)
        )
    return array


def _symbol(
    symbols: list[tuple[SX, tuple[int, Any, Any]]],
    argument: int,
    field: Any,  # noqa: ANN401
    index: Any,  # noqa: ANN401
) -> SX:
    symbol = SX.sym(f"s{len(symbols)}")
    symbols.append((symbol, (argument, field, index)))
    return symbol


def is_written(component: AbstractComponent, names: list[str]) -> Iterator[tuple[int, Any]]:
    """The arguments, and fields of bundles, that a Kernel may write to."""
    for argument, name in enumerate(names):
        fields = component.bundles[name]._fields if name in component.bundles else (None,)
        for field in fields:
            declaration = component.declarations.get(field or name)
            if type(declaration).__name__ in ("State", "Output", "Continuous"):
                yield argument, field


# --------------------------------------------------------------------- draws

_Draw = Callable[[Any, tuple[int, ...], Random], float]


def _bodies(component: Any, index: tuple[int, ...], random: Random) -> float:  # noqa: ANN401
    row, column = index
    if column in FROZEN_COLUMNS.get(type(component).__name__, {}).get("bodies", ()):
        return {ALIVE: 1.0, SERIAL: float(row), ROUTE: float(row % 2)}[column]
    return {
        ALIVE: lambda: float(random.randrange(2)),
        SERIAL: lambda: float(random.randrange(4)),
        ROUTE: lambda: float(random.randrange(-1, 2)),
        YAW: lambda: random.uniform(-3.2, 3.2),
        VX: lambda: random.choice((0.0, -0.0, random.uniform(-5.0, 10.0))),
        VY: lambda: random.choice((0.0, -0.0, random.uniform(-5.0, 10.0))),
    }.get(column, lambda: random.uniform(-3.0, 25.0))()


def _follower(_component: Any, index: tuple[int, ...], random: Random) -> float:  # noqa: ANN401
    """A track: whom the driver saw, the segment, the part of it, whether it has arrived."""
    row, column = index
    drawn = {
        0: lambda: random.choice((-2.0, float(row))),
        1: lambda: float(random.randrange(3 if row == 0 else 1)),
        2: lambda: random.random(),
        3: lambda: float(random.random() < 0.2),
    }
    return drawn.get(column, lambda: number(random))()


def _walker(_component: Any, index: tuple[int, ...], random: Random) -> float:  # noqa: ANN401
    drawn = {
        0: lambda: 0.0,
        1: lambda: random.uniform(0.0, 10.0),
        2: lambda: float(random.random() < 0.2),
        3: lambda: float(random.random() < 0.7),
        4: lambda: float(random.randrange(300)),
        5: lambda: random.choice((0.0, float(random.randrange(1, 400)))),
    }
    return drawn.get(index[1], lambda: number(random))()


def _spawns(_component: Any, index: tuple[int, ...], random: Random) -> float:  # noqa: ANN401
    if index[1] == SPAWN_WANTED:
        return random.choice((0.0, 0.0, 1.0, IN_ROW, IN_ROW + 1.0))
    if index[1] == SPAWN_ROUTE:
        return float(random.randrange(-1, 2))
    return number(random)


def _fixed_row(value: Callable[[int], float], free: _Draw) -> _Draw:
    """A column of a table whose rows are frozen has the same numbers always."""

    def draw(component: Any, index: tuple[int, ...], random: Random) -> float:  # noqa: ANN401
        if "alive" in FROZEN_COLUMNS.get(type(component).__name__, {}):
            return value(index[0])
        return free(component, index, random)

    return draw


def _whole(most: int, least: int = 0) -> _Draw:
    return lambda _component, _index, random: float(random.randrange(least, most))


def _between(low: float, high: float) -> _Draw:
    return lambda _component, _index, random: random.uniform(low, high)


def _unit_or_number(_component: Any, index: tuple[int, ...], random: Random) -> float:  # noqa: ANN401
    """A quaternion that is near to one of length 1."""
    return random.uniform(0.5, 1.0) if index[0] == 0 else random.uniform(-0.5, 0.5)


def _detected(_component: Any, index: tuple[int, ...], random: Random) -> float:  # noqa: ANN401
    return random.choice((0.0, 2.0)) if index[1] == OBJECT_ROW else number(random)


def _place(_component: Any, index: tuple[int, ...], random: Random) -> float:  # noqa: ANN401
    """A place on a route of three segments, which the last number names."""
    return float(random.randrange(3)) if index[0] == SEGMENT else random.uniform(-1.0, 30.0)


def _memory(_component: Any, index: tuple[int, ...], random: Random) -> float:  # noqa: ANN401
    return float(random.randrange(3)) if index[0] == 0 else random.uniform(0.0, 30.0)


def _plan(_component: Any, index: tuple[int, ...], random: Random) -> float:  # noqa: ANN401
    """The rows of a plan have stamps that rise, in nanoseconds."""
    return float(index[0] * 10**8) if index[1] == 0 else random.uniform(-2.0, 5.0)


_DRAWS: dict[tuple[str, str], _Draw] = {
    ("", "active"): _whole(2),
    ("", "alive"): _fixed_row(lambda _: 1.0, _whole(2)),
    ("", "arrived"): _whole(2),
    ("", "attitude"): _unit_or_number,
    ("", "bodies"): _bodies,
    ("", "chance"): _between(0.0, 1.0),
    ("", "compass_count"): _whole(3),
    ("", "despawn"): _whole(2),
    ("", "detected"): _detected,
    ("", "done"): _whole(2),
    ("", "dropped"): _whole(2),
    ("", "extra"): _whole(3),
    ("", "extra_latency"): _whole(2),
    ("", "fate"): _between(0.0, 1.0),
    ("", "friction"): _between(0.1, 1.0),
    ("", "gnss_count"): _whole(3),
    ("", "has_measured"): _whole(2),
    ("", "imu_valid"): _whole(2),
    ("", "newest"): _whole(1000, -1),
    ("", "next_serial"): _whole(5),
    ("", "odometry_count"): _whole(3),
    ("", "lights"): _whole(3),
    ("", "place"): _place,
    ("", "plan"): _plan,
    ("", "route"): _fixed_row(lambda row: float(row % 2), _whole(2, -1)),
    ("", "serial"): _fixed_row(float, _whole(4, -1)),
    ("", "spawns"): _spawns,
    ("", "stuck"): _whole(2),
    ("", "taken"): _whole(3),
    ("", "track"): _follower,
    ("", "waiting"): _whole(3),
    ("Arrivals", "was"): _whole(4, -1),
    ("CarTotals", "known"): _whole(2),
    ("CarTotals", "touching"): _whole(2),
    ("GuidedWalkers", "track"): _walker,
    ("LqrBicycle", "count"): _whole(129),
    ("ObjectDetector", "misses"): _between(0.0, 1.0),
    ("PerceivedScene", "count"): _whole(3),
    ("PlannedMotion", "count"): _whole(129),
    ("ManoeuvreAction", "actions"): _whole(5),
    ("RecordedArrivals", "fate"): _whole(3),
    ("RoutePlace", "memory"): _memory,
    ("TrajectoryTracker", "count"): _whole(129),
    ("Walkers", "track"): _walker,
}
