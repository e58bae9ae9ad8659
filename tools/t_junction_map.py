"""Make the built-in map `t_junction.yaml` from the determinism study's OpenDRIVE file.

The study's car waypoints lie on the lanes when their y is negated (they use left-handed axes),
and run against the lanes as the file directs them: the cars keep left, as in Bristol, where the
map is from, while the file says nothing of left-hand traffic. So the map is read with traffic
on the left. The two loops that close the road far from the junction are left out.

    python tools/t_junction_map.py ../shared/data/t_junction/loop_geo_RHD.xodr
"""

import sys
from dataclasses import replace
from pathlib import Path

from project_ghost.world.maps import Area, Lane, RoadMap, native_text
from project_ghost.world.maps.opendrive import read_opendrive

TARGET = Path(__file__).parents[1] / "src/project_ghost/scenario/maps/t_junction.yaml"
LEFT_OUT = ("0", "1")  # the loops
ABOUT = (
    "Two T-junctions that lie close together, from the map of a published study of determinism, "
    "made by tools/t_junction_map.py. Coordinates are those of the study's OpenDRIVE file, with y "
    "to the north; the study's waypoints have the opposite sign of y. Traffic keeps left."
)
# The study's people walk and cross where they like.
GROUND = ((-80.0, -25.0), (40.0, -25.0), (40.0, 45.0), (-80.0, 45.0))


def main() -> None:
    """Read, cut, write."""
    source = read_opendrive(sys.argv[1], tolerance_m=0.005, traffic="left")
    roads = tuple(road for road in source.roads if road.id not in LEFT_OUT)
    kept = frozenset(lane.id for lane in source.lanes if lane.road not in LEFT_OUT)

    def cut(lane: Lane) -> Lane:
        return replace(lane, successors=tuple(name for name in lane.successors if name in kept))

    lanes = tuple(cut(lane) for lane in source.lanes if lane.id in kept)
    road_map = RoadMap(
        name="t_junction",
        roads=roads,
        lanes=lanes,
        junctions=source.junctions,
        areas=(Area("ground", "walkable", GROUND),),
        traffic=source.traffic,
        about=ABOUT,
    )
    TARGET.write_text(native_text(road_map), encoding="utf-8")
    print(f"{TARGET}: {len(lanes)} lanes, {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
