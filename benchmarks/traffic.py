"""Motorway traffic beside SUMO: vehicle updates a second and core, in one run.

Both move as many cars on the same three lanes with the same step by the Intelligent Driver
Model. Ghost also steers each car, integrates its motion, checks all footprints for contacts and
extends its hash chain. The two take turns; the time is the processor's, the best of a few.
"""

from functools import cache, partial
from importlib.util import find_spec

from benchmarks import Result
from benchmarks._timing import in_turns
from project_ghost.runs import prepare
from project_ghost.world.maps import builtin_maps, read_map

SCENARIO = "motorway"
CARS = 50
TICKS = 1_200
STEP_S = 0.05
SPEED_MPS = 33.0
BAR = 1e6

GHOST, SUMO = "Ghost", "SUMO"


@cache
def _race() -> dict[str, float]:
    """The best seconds of each for all ticks."""
    prepared = prepare(SCENARIO, execution="compiled")
    duration_ns = prepared.runnable.duration_ns
    assert duration_ns == round(TICKS * STEP_S * 1e9)

    def run() -> None:
        prepared.engine.reset()
        prepared.engine.run(duration_ns)

    if find_spec("libsumo") is None:
        return {GHOST: in_turns(run)[0]}
    from benchmarks._motorway_in_sumo import MotorwayInSumo

    road_map = read_map(builtin_maps()[SCENARIO])
    sumo = MotorwayInSumo(road_map, CARS, step_s=STEP_S, speed_mps=SPEED_MPS)
    times = in_turns(run, partial(sumo.step, TICKS))
    sumo.close()
    return dict(zip((GHOST, SUMO), times, strict=True))


def _updates(name: str, ratios: dict[str, float]) -> Result:
    return {
        "name": f"{SCENARIO}, {CARS} cars, {name}",
        "value": CARS * TICKS / _race()[name] / 1e6,
        "unit": "million vehicle updates/s",
        "ratios": ratios,
    }


def ghost() -> Result:
    """The compiled engine with its hash chain, nothing recorded."""
    race = _race()
    ratios = {"the bar, 1 million": CARS * TICKS / race[GHOST] / BAR}
    if SUMO in race:
        ratios[SUMO] = race[SUMO] / race[GHOST]
    return _updates(GHOST, ratios)


def sumo() -> Result:
    """SUMO in this process, through libsumo."""
    if SUMO not in _race():
        return {
            "name": f"{SCENARIO} in SUMO: not run, because libsumo is not installed",
            "value": 0.0,
            "unit": "(make study-peers)",
            "ratios": {},
        }
    return _updates(SUMO, {GHOST: _race()[GHOST] / _race()[SUMO]})


BENCHMARKS = [ghost, sumo]
