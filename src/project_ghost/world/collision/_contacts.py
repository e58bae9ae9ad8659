"""The component that detects contacts and computes their impulses.

Why: ADR 12.
"""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.compiled import borrowing, local_zeros
from project_ghost.core.errors import InputError, RunError
from project_ghost.engine import Input, Kernel, Output, Size
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, SERIAL, YAW, X, Y
from project_ghost.world.geometry import LARGEST_M, MOTION_WIDTH, UNLIMITED_M
from project_ghost.world.neighbours import FEW

from ._bundles import ContactOutputs, Memory, Response, Shapes
from ._columns import (
    BEFORE_ALIVE,
    BEFORE_SERIAL,
    BEFORE_X,
    BEFORE_Y,
    BEFORE_YAW,
    CLOSING_MPS,
    CONTACT_WIDTH,
    IMPULSE_NEWTON_S,
    IS_NEW,
    PAIR_DEPTH,
    PAIR_FIRST,
    PAIR_FIRST_SERIAL,
    PAIR_NORMAL_X,
    PAIR_NORMAL_Y,
    PAIR_SECOND,
    PAIR_SECOND_SERIAL,
    PAIR_WIDTH,
    TOUCH_X,
    TOUCH_Y,
)
from ._find import find_contacts
from ._near import (
    CIRCLE_WIDTH,
    count_near_scenery,
    near_rows,
    near_scenery,
    write_circles,
    write_motions,
)
from ._respond import movers_of, note_closing_speeds, respond
from ._scenery import Polygon, scenery_arrays

PerRow: TypeAlias = float | Sequence[float]

# Motions and circles of a few rows.
_ROOM = FEW * (MOTION_WIDTH + CIRCLE_WIDTH)

ON_COLLISION = ("respond", "ignore", "stop")


class Contacts(Kernel):
    """Contact detection and response: contact events and impulses.

        Contacts(rows=3, half_length=(2.2, 2.2, 0.0), half_width=(0.9, 0.9, 0.0),
                 radius=(0.0, 0.0, 0.3), mass_kg=(1500.0, 1500.0, 80.0),
                 scenery=[((10.0, 0.0), (12.0, 0.0), (12.0, 30.0), (10.0, 30.0))])

    A row of the scene is a circle if its `radius` is not 0, else a box; a row without a size
    touches nothing. `yaw_inertia_kgm2` defaults to that of a uniform body. A mass of 0 means
    that nothing moves the body.

    A row extends from `below` under its Z to `above` over it, by default without limit. The Z
    of a ground vehicle is at the ground, so its extent is (0, height); the Z of an aircraft is
    at its centre. Scenery extends from far below the ground to its entry in `tops`. A body
    whose vertical extent does not overlap another's passes it without contact.

    `on_collision` is "respond" (impulses), "ignore" (events only) or "stop" (events, and
    `ended` is 1 from the first event on, for `graph.stop_when`).

    Outputs: `impulse` (rows, 3) in N s and N m s about each centre; `records` (max_events,
    11), the contacts that began at this tick, with the columns `RECORD_FIELDS`, and `count`,
    their number; `touching` (rows,), 1 for each row in contact; `total`, the events so far.
    """

    rows = Size(1)
    pieces = Size(1)
    vertices = Size(1)
    max_contacts = Size(16)
    max_events = Size(16)
    bodies = Input(shape=("rows", BODY_WIDTH))
    shapes = Shapes
    response = Response
    memory = Memory
    out = ContactOutputs
    count = Output()

    def __init__(
        self,
        rows: int,
        *,
        half_length: PerRow = 0.0,
        half_width: PerRow = 0.0,
        radius: PerRow = 0.0,
        below: PerRow = UNLIMITED_M,
        above: PerRow = UNLIMITED_M,
        mass_kg: PerRow = 1000.0,
        yaw_inertia_kgm2: PerRow | None = None,
        scenery: Sequence[Polygon] = (),
        tops: Sequence[float] | None = None,
        on_collision: str = "respond",
        restitution: float = 0.2,
        friction: float = 0.6,
        soft_mps: float = 0.2,
        recovery_per_s: float = 4.0,
        recovery_mps: float = 0.5,
        max_contacts: int | None = None,
        max_events: int | None = None,
    ) -> None:
        if on_collision not in ON_COLLISION:
            raise InputError(
                f"on_collision is {on_collision!r}",
                "Contacts",
                f"one of {', '.join(ON_COLLISION)}",
                "write on_collision: respond",
                key="on_collision",
            )
        _require_between(restitution, 1.0, "restitution", "between 0 and 1")
        for name, value in (
            ("friction", friction),
            ("soft_mps", soft_mps),
            ("recovery_per_s", recovery_per_s),
            ("recovery_mps", recovery_mps),
        ):
            _require_between(value, 1e9, name, "0 or more")
        lengths = _each(half_length, rows, "half_length", LARGEST_M)
        widths = _each(half_width, rows, "half_width", LARGEST_M)
        radii = _each(radius, rows, "radius", LARGEST_M)
        masses = _each(mass_kg, rows, "mass_kg")
        pieces, outlines = scenery_arrays(scenery, tops)
        if yaw_inertia_kgm2 is None:
            inertias = [
                _uniform_inertia(m, *s)
                for m, *s in zip(masses, lengths, widths, radii, strict=True)
            ]
        else:
            inertias = _each(yaw_inertia_kgm2, rows, "yaw_inertia_kgm2")
        super().__init__(
            rows=rows,
            pieces=len(pieces),
            vertices=len(pieces[0]),
            max_contacts=max(16, 4 * rows) if max_contacts is None else max_contacts,
            max_events=max(16, 2 * rows) if max_events is None else max_events,
            footprints=list(zip(lengths, widths, radii, strict=True)),
            heights=list(
                zip(_each(below, rows, "below"), _each(above, rows, "above"), strict=True)
            ),
            masses=list(zip(masses, inertias, strict=True)),
            scenery=pieces,
            outlines=outlines,
            restitution=restitution,
            friction=friction,
            soft_mps=soft_mps,
            recovery_per_s=recovery_per_s,
            recovery_mps=recovery_mps,
            responds=1.0 if on_collision == "respond" else 0.0,
            stops=1.0 if on_collision == "stop" else 0.0,
        )

    @staticmethod
    def step(
        bodies: Floats,
        shapes: Shapes,
        response: Response,
        memory: Memory,
        out: ContactOutputs,
        count: Floats,
    ) -> None:
        """Detect contacts, compute impulses, and save poses and pairs for the next tick."""
        pairs, events, rows = memory.pairs, memory.events, bodies.shape[0]
        responds = response.responds != 0.0
        # For a few rows there is room in the frame, which costs nothing.
        little = local_zeros(_ROOM)
        room = little if rows <= FEW else np.empty(rows * (MOTION_WIDTH + CIRCLE_WIDTH))
        motions = room[: rows * MOTION_WIDTH].reshape((rows, MOTION_WIDTH))
        end = rows * (MOTION_WIDTH + CIRCLE_WIDTH)
        circles = room[rows * MOTION_WIDTH : end].reshape((rows, CIRCLE_WIDTH))
        write_motions(bodies, memory.before, motions)
        cell_m = write_circles(bodies, motions, shapes.footprints, circles)
        wall_count = count_near_scenery(bodies, motions, shapes)
        contacts, contact_count = room[:0].reshape((0, CONTACT_WIDTH)), 0
        _clear(out.impulse)
        if cell_m > 0.0 or wall_count > 0:
            near = near_rows(bodies, shapes.heights, circles, cell_m)
            walls = near_scenery(bodies, motions, shapes, wall_count)
            contacts = np.zeros((near.shape[0] + wall_count, CONTACT_WIDTH))
            known = int(memory.pair_count[0])
            contact_count = find_contacts(
                bodies, motions, shapes, near, walls, pairs, known, responds, contacts
            )
        if contact_count > 0:
            movers = movers_of(bodies, shapes.masses)
            note_closing_speeds(contacts, contact_count, movers)
            if responds:
                respond(contacts, contact_count, movers, response, out.impulse)
        began = _report(contacts, contact_count, out.records, out.touching)
        count[0] = began
        events[0] += began
        out.total[0] = events[0]
        out.ended[0] = 1.0 if response.stops != 0.0 and events[0] > 0.0 else 0.0
        _keep(contacts, contact_count, pairs)
        memory.pair_count[0] = contact_count
        _remember(bodies, memory.before)


@borrowing
def _clear(table: Floats) -> None:
    for i in range(table.shape[0]):
        for j in range(table.shape[1]):
            table[i, j] = 0.0


@borrowing
def _report(contacts: Floats, contact_count: int, records: Floats, touching: Floats) -> int:
    """Write the new contacts and the touching flags; return the number of new contacts."""
    _clear(records)
    for row in range(touching.shape[0]):
        touching[row] = 0.0
    began = 0
    for k in range(contact_count):
        contact = contacts[k]
        touching[int(contact[PAIR_FIRST])] = 1.0
        if contact[PAIR_SECOND] >= 0.0:
            touching[int(contact[PAIR_SECOND])] = 1.0
        if contact[IS_NEW] != 0.0:
            if began == records.shape[0]:
                raise RunError("more contacts began at once than max_events")
            record = records[began]
            record[0] = contact[PAIR_FIRST]
            record[1] = contact[PAIR_FIRST_SERIAL]
            record[2] = contact[PAIR_SECOND]
            record[3] = contact[PAIR_SECOND_SERIAL]
            record[4] = contact[TOUCH_X]
            record[5] = contact[TOUCH_Y]
            record[6] = contact[PAIR_NORMAL_X]
            record[7] = contact[PAIR_NORMAL_Y]
            record[8] = contact[PAIR_DEPTH]
            record[9] = contact[CLOSING_MPS]
            record[10] = contact[IMPULSE_NEWTON_S]
            began += 1
    return began


@borrowing
def _keep(contacts: Floats, contact_count: int, pairs: Floats) -> None:
    """Save the touching pairs and zero the rest, because the hash chain covers the state."""
    for k in range(contact_count):
        for column in range(PAIR_WIDTH):
            pairs[k, column] = contacts[k, column]
    _clear(pairs[contact_count:])


@borrowing
def _remember(bodies: Floats, before: Floats) -> None:
    for row in range(bodies.shape[0]):
        before[row, BEFORE_ALIVE] = bodies[row, ALIVE]
        before[row, BEFORE_SERIAL] = bodies[row, SERIAL]
        before[row, BEFORE_X] = bodies[row, X]
        before[row, BEFORE_Y] = bodies[row, Y]
        before[row, BEFORE_YAW] = bodies[row, YAW]


def _uniform_inertia(mass: float, half_length: float, half_width: float, radius: float) -> float:
    """The yaw inertia of a circle or box of uniform density."""
    if radius > 0.0:
        return 0.5 * mass * radius * radius
    return mass * (half_length * half_length + half_width * half_width) / 3.0


def _each(value: PerRow, rows: int, name: str, most: float = 1e12) -> list[float]:
    """One number for each row, each from 0 to `most`."""
    values = [value] * rows if isinstance(value, int | float) else list(value)
    if len(values) != rows:
        raise InputError(
            f"{name} has {len(values)} numbers",
            "Contacts",
            f"one for each of the {rows} rows, or one for all",
            "give one number for each row of the scene",
            key=name,
        )
    for each in values:
        _require_between(each, most, name, f"from 0 to {most:g}")
    return [float(each) for each in values]


def _require_between(value: float, most: float, name: str, expected: str) -> None:
    if not 0.0 <= value <= most:
        raise InputError(
            f"{name} is {value!r}", "Contacts", f"a number, {expected}", f"correct {name}", key=name
        )
