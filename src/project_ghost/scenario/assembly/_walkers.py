"""Named pedestrians: one table of them."""

from project_ghost.models.pedestrians import Walkers
from project_ghost.scenario.spec import Pedestrian

from ._build import EVERY_STEP, Build, Footprint
from ._cars import limits_of, starting
from ._routes import way_of
from ._tables import Table

__all__ = ["add_walkers"]


def add_walkers(build: Build, table: Table) -> None:
    """Add the named pedestrians of a scenario, who know their ways."""
    people = {
        name: actor
        for name in table.names
        if isinstance(actor := build.spec.actors[name], Pedestrian)
    }
    actors, ways, loops, masses, speeds = [], [], [], [], []
    for number, (name, person) in enumerate(people.items()):
        way = way_of(
            build,
            ("actors", name, "route"),
            person.route,
            person.speed_mps,
            person.start,
            person.radius_m,
        ).points
        start = starting(person, way)
        build.ways[name] = way
        actors.append((*start, float(number)))
        ways.append(way)
        loops.append(person.route.loop)
        masses.append(person.mass_kg)
        speeds.append(max(speed for _, _, speed in way))
        footprint = Footprint(
            radius_m=person.radius_m,
            mass_kg=person.mass_kg,
            yaw_inertia_kgm2=0.5 * person.mass_kg * person.radius_m * person.radius_m,
            above_m=person.height_m,
        )
        build.begin(name, ("actors", name), table.first_row + number, start, footprint)
    walkers = Walkers(
        ways,
        table.capacity,
        actors=actors,
        closed=loops,
        scene=build.rows,
        first_row=table.first_row,
        mass_kg=masses,
        speed_max_mps=speeds,
        **limits_of(list(people.values()), Walkers),
    )
    build.graph.add(table.name, walkers, EVERY_STEP)
    build.arrivals[table.name] = f"{table.name}.arrived"
