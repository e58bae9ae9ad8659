"""Print how far cars of a scenario leave a way with a right angle: python tools/corner_widths.py.

A car comes at 10 m/s to the corner of a route of waypoints; the table has, for each driver,
the farthest that its centre is from the route outside of the corner, and inside.
"""

from collections.abc import Iterable

from project_ghost.core.dmath import sqrt
from project_ghost.runs import prepare
from project_ghost.scenario import parse_scenario

_ARM_M = 60.0
_SCENARIO = """\
version: 1
name: corner
step: 50ms
duration: 40s
actors:
  car:
    kind: car
    model: {model}
    speed_mps: 10
    route: {{waypoints: [[-60, 0], [0, 0], [0, 60]]}}
    driver: {{kind: {driver}, plan_speeds: {planned}}}
recording: {{pose: 50ms}}
"""
DRIVERS = ("pid", "pure_pursuit", "stanley", "lqr", "idm")


def corner_widths(driver: str, *, planned: bool, model: str = "kinematic") -> tuple[float, float]:
    """How far outside and inside of a right angle a car goes, m."""
    text = _SCENARIO.format(driver=driver, planned=str(planned).lower(), model=model)
    result = prepare(parse_scenario(text), execution="interpreted").run(keep_positions=True)
    assert result.positions is not None
    return _widths(result.positions.values[:, 0, :2].tolist())


def _widths(places: Iterable[tuple[float, float]]) -> tuple[float, float]:
    outside = inside = 0.0
    for x, y in places:
        away = min(
            _distance(x - min(max(x, -_ARM_M), 0.0), y),
            _distance(x, y - min(max(y, 0.0), _ARM_M)),
        )
        if x > 0.0 or y < 0.0:
            outside = max(outside, away)
        else:
            inside = max(inside, away)
    return outside, inside


def _distance(x: float, y: float) -> float:
    return sqrt(x * x + y * y)


def main() -> None:
    """Print the table."""
    print("model         driver        plan_speeds  outside m  inside m")
    for model in ("kinematic", "single_track"):
        for driver in DRIVERS:
            for planned in (False, True):
                outside, inside = corner_widths(driver, planned=planned, model=model)
                word = "true" if planned else "false"
                print(
                    f"{model:<13} {driver:<13} {word:<12} {outside:9.1f} {inside:9.1f}", flush=True
                )


if __name__ == "__main__":
    main()
