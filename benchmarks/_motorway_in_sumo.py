"""The built-in motorway in SUMO: the same three lanes, as many cars, the same model and step.

SUMO moves cars along lanes, without steering, tyres, footprints or contacts; neither a hash chain
nor a place beside the lane is part of it. Cars keep their lane in both.
"""

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, final

from project_ghost.world.maps import Lane, RoadMap

ROADS = ("south", "east", "north", "west")


@final
class MotorwayInSumo:
    """Cars by the Intelligent Driver Model on the oval, evenly spaced on its three lanes."""

    def __init__(self, road_map: RoadMap, cars: int, *, step_s: float, speed_mps: float) -> None:
        # Suppresses a warning about pyarrow, which is not used here.
        os.environ.setdefault("LIBSUMO_AS_TRACI", "quiet")
        import libsumo

        self._sumo: Any = libsumo
        self._cars = cars
        with TemporaryDirectory(prefix="ghost-sumo-") as name:
            network, routes = Path(name, "net.xml"), Path(name, "rou.xml")
            network.write_text(_network(road_map, speed_mps), encoding="utf-8")
            routes.write_text(_routes(road_map, cars), encoding="utf-8")
            options = ["--net-file", str(network), "--route-files", str(routes)]
            options += ["--step-length", str(step_s), "--no-step-log", "--no-warnings"]
            self._sumo.start(["sumo", *options])
        self._sumo.simulationStep()
        self._check()

    def step(self, steps: int) -> None:
        """Advance by so many steps."""
        step = self._sumo.simulationStep
        for _ in range(steps):
            step()

    def close(self) -> None:
        """End the simulation, in which all cars must still be on the road."""
        self._check()
        self._sumo.close()

    def _check(self) -> None:
        present = self._sumo.vehicle.getIDCount()
        assert present == self._cars, f"{present} cars of {self._cars} are on the road"


def _lanes(road_map: RoadMap, road: str) -> list[Lane]:
    """The lanes of a road, from right to left as SUMO numbers them."""
    return [road_map.lane_by_id[f"{road}_{n}"] for n in (3, 2, 1)]


def _network(road_map: RoadMap, speed_mps: float) -> str:
    parts = [
        '<net version="1.20">',
        '<location netOffset="0,0" convBoundary="-2000,-2000,2000,2000"',
    ]
    parts += [' origBoundary="-2000,-2000,2000,2000" projParameter="!"/>']
    for n, road in enumerate(ROADS):
        after = ROADS[(n + 1) % 4]
        parts += [f'<edge id="{road}" from="before_{road}" to="before_{after}" priority="1">']
        for i, lane in enumerate(_lanes(road_map, road)):
            shape = " ".join(f"{x},{y}" for x, y, *_ in lane.points)
            parts += [f'<lane id="{road}_{i}" index="{i}" speed="{speed_mps}"']
            parts += [f' length="{lane.length_m}" shape="{shape}"/>']
        parts += ["</edge>"]
    for n, road in enumerate(ROADS):
        x, y, *_ = _lanes(road_map, road)[0].points[0]
        lanes = " ".join(f"{ROADS[n - 1]}_{i}" for i in range(3))
        parts += [f'<junction id="before_{road}" type="priority" x="{x}" y="{y}"']
        parts += [f' incLanes="{lanes}" intLanes="" shape="{x},{y} {x + 1.0},{y}">']
        parts += [f'<request index="{i}" response="000" foes="000" cont="0"/>' for i in range(3)]
        parts += ["</junction>"]
    for n, road in enumerate(ROADS):
        for i in range(3):
            parts += [f'<connection from="{road}" to="{ROADS[(n + 1) % 4]}" fromLane="{i}"']
            parts += [f' toLane="{i}" dir="s" state="M"/>']
    return "\n".join([*parts, "</net>"])


def _routes(road_map: RoadMap, cars: int) -> str:
    lengths = [_lanes(road_map, road)[0].length_m for road in ROADS]
    parts = ['<routes><vType id="car" carFollowModel="IDM" tau="1.2" minGap="2" accel="1.5"']
    parts += [' decel="2" length="4.5" speedFactor="normc(1,0.1,0.85,1.15)"']
    parts += [' lcStrategic="-1" lcSpeedGain="0" lcKeepRight="0" lcCooperative="-1"/>']
    for n, road in enumerate(ROADS):
        edges = " ".join(ROADS[n:] + ROADS[:n])
        parts += [f'<route id="from_{road}" edges="{edges}" repeat="1000"/>']
    apart = sum(lengths) / cars
    for car in range(cars):
        place, number = (car + 0.5) * apart, 0
        while place > lengths[number]:
            place, number = place - lengths[number], number + 1
        parts += [f'<vehicle id="car{car}" type="car" route="from_{ROADS[number]}" depart="0"']
        parts += [f' departLane="{car % 3}" departPos="{place:.1f}" departSpeed="20"/>']
    return "\n".join([*parts, "</routes>"])
