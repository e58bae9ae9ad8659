from collections.abc import Sequence
from typing import Any

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import atan2, sincos, sqrt, wrap_angle
from project_ghost.core.errors import InputError
from project_ghost.engine import (
    Input,
    Kernel,
    Noise,
    Output,
    Parameter,
    RecordField,
    Size,
    State,
)
from project_ghost.models.common.requirements import (
    require_not_negative,
    require_positive,
    require_probability,
    require_row,
    require_whole,
)
from project_ghost.models.rigid_body import heading_of
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, SERIAL, VX, VY, YAW, X, Y
from project_ghost.world.geometry import UNLIMITED_M, convex_pieces

from ._link import EXTRA_LATENCY_MAX, VALID, delivered, drift
from ._sight import visible_share

Polygon = Sequence[Sequence[float]]

# The columns of `objects`, which `OBJECT_FIELDS` describes.
OBJECT_ROW = 0
OBJECT_SERIAL = 1
OBJECT_X = 2
OBJECT_Y = 3
OBJECT_YAW = 4
OBJECT_VX = 5
OBJECT_VY = 6
OBJECT_FIELDS = (
    RecordField("actor", "the seen actor's row in the scene", is_whole=True),
    RecordField("serial", "the actor's number within its table, never used again", is_whole=True),
    RecordField("x_m", "ahead of the vehicle's centre", "m"),
    RecordField("y_m", "to the left of the vehicle's centre", "m"),
    RecordField("yaw_rad", "its heading against the vehicle's", "rad"),
    RecordField("vx_mps", "its velocity over ground along the vehicle's x axis", "m/s"),
    RecordField("vy_mps", "its velocity over ground along the vehicle's y axis", "m/s"),
)
OBJECT_WIDTH = len(OBJECT_FIELDS)

# What of the noise goes where.
_RANGE, _BEARING, _YAW, _VX, _VY = range(5)


class ObjectDetector(Kernel):
    """A camera with a detector behind it: the actors of the scene that it can see.

    An actor is seen where its centre is within range and field of view and at least
    `least_visible` of its points (centre and corners) stand behind no other actor and no
    scenery. What is seen is missed with the probability `miss`; the rest is reported with
    noise along the line of sight (`range_noise_m` + `range_noise_share` * distance), across
    it (`bearing_noise_rad`, and a bias that walks), in yaw and in velocity. `dropout` loses a
    whole picture. The order is that of the scene's rows; where more than `max_objects` are
    seen, the farthest fall away.

    Sizes are per row of the scene, as for `Contacts`: a circle where `radius` is not 0, else
    a box, and without size it hides nothing; heights too, `below` and `above` Z, and `tops`
    of scenery, all without limit unless given. The sensor looks along `mount_yaw_rad` from
    (`mount_x_m`, `mount_y_m`) of the vehicle and `mount_z_m` above its z, whose own row is
    `own_row` (-1 for none). Range and field of view are those in the plane.
    """

    rows = Size(1)
    max_objects = Size(1)
    depth = Size(1)
    width = Size(1)  # of the ring: the count, then the objects
    pieces = Size(1)
    vertices = Size(1)
    footprints = Parameter(shape=("rows", 3), unit="m")
    heights = Parameter(shape=("rows", 2), unit="m")
    scenery = Parameter(shape=("pieces", "vertices", 2), unit="m")
    tops = Parameter(shape=("pieces",), unit="m")
    corners = Parameter(shape=("pieces",))
    own_row = Parameter(-1.0)
    range_min_m = Parameter(0.5, unit="m")
    range_max_m = Parameter(60.0, unit="m")
    field_of_view_rad = Parameter(1.5707963267948966, unit="rad")
    mount_x_m = Parameter(0.0, unit="m")
    mount_y_m = Parameter(0.0, unit="m")
    mount_z_m = Parameter(0.0, unit="m")
    mount_yaw_rad = Parameter(0.0, unit="rad")
    least_visible = Parameter(0.2)
    range_noise_m = Parameter(0.1, unit="m")
    range_noise_share = Parameter(0.01)
    bearing_noise_rad = Parameter(0.005, unit="rad")
    yaw_noise_rad = Parameter(0.05, unit="rad")
    velocity_noise_mps = Parameter(0.2, unit="m/s")
    bearing_bias_rad = Parameter(0.0, shape=(1,), unit="rad")
    bearing_bias_spread_rad = Parameter(0.0, shape=(1,), unit="rad")
    bearing_bias_walk = Parameter(0.0, shape=(1,), unit="rad/sqrt(s)")
    miss = Parameter(0.0)
    latency = Parameter(0.0)
    dropout = Parameter(0.0)
    bodies = Input(shape=("rows", BODY_WIDTH))
    position = Input(shape=(3,), unit="m")
    attitude = Input(shape=(4,))
    dropped = Input(default=0.0)
    extra_latency = Input(default=0.0)
    white = Noise(shape=("rows", 5))
    walking = Noise(shape=(1,))
    misses = Noise(shape=("rows",), uniform=True)
    chance = Noise(shape=(1,), uniform=True)
    drifting = State(shape=(1,))
    ring = State(shape=("depth", "width"))
    held = State(shape=("width",))
    newest = State(-1.0)
    objects = Output(
        shape=("max_objects", OBJECT_WIDTH),
        about="what it sees, the first `count` of these, in scene order",
    )
    count = Output(about="how many it sees")
    valid = Output(about=VALID)

    def __init__(
        self,
        rows: int,
        *,
        max_objects: int | None = None,
        half_length: float | Sequence[float] = 0.0,
        half_width: float | Sequence[float] = 0.0,
        radius: float | Sequence[float] = 0.0,
        below: float | Sequence[float] = UNLIMITED_M,
        above: float | Sequence[float] = UNLIMITED_M,
        scenery: Sequence[Polygon] = (),
        tops: Sequence[float] | None = None,
        own_row: int = -1,
        latency: int = 0,
        extra_latency_max: int = EXTRA_LATENCY_MAX,
        **values: Any,  # noqa: ANN401 - parameters
    ) -> None:
        most = rows if max_objects is None else max_objects
        highest = _each(UNLIMITED_M if tops is None else tops, len(scenery), "tops")
        found = [
            (piece, highest[number])
            for number, polygon in enumerate(scenery)
            for piece in convex_pieces(polygon, f"scenery {number}")
        ]
        pieces = [piece for piece, _ in found]
        # An array has no size 0: without scenery there is one piece of no corners.
        longest = max((len(piece) for piece in pieces), default=1)
        padded = [[*piece, *[(0.0, 0.0)] * (longest - len(piece))] for piece in pieces]
        super().__init__(
            rows=rows,
            max_objects=most,
            depth=latency + extra_latency_max + 1,
            width=1 + most * OBJECT_WIDTH,
            pieces=max(len(pieces), 1),
            vertices=longest,
            footprints=list(
                zip(
                    _each(half_length, rows, "half_length"),
                    _each(half_width, rows, "half_width"),
                    _each(radius, rows, "radius"),
                    strict=True,
                )
            ),
            heights=list(
                zip(_each(below, rows, "below"), _each(above, rows, "above"), strict=True)
            ),
            scenery=padded or [[(0.0, 0.0)]],
            tops=[top for _, top in found] or [0.0],
            corners=[float(len(piece)) for piece in pieces] or [0.0],
            own_row=own_row,
            latency=latency,
            **values,
        )
        require_row(self, "own_row", least=-1)
        require_whole(self, "latency")
        require_probability(self, "dropout", "miss", "least_visible")
        require_positive(self, "range_max_m", "field_of_view_rad")
        require_not_negative(
            self,
            *("range_min_m", "range_noise_m", "range_noise_share", "bearing_noise_rad"),
            *("yaw_noise_rad", "velocity_noise_mps"),
            *("bearing_bias_spread_rad", "bearing_bias_walk"),
        )

    @staticmethod
    def step(
        bodies: Floats,
        position: Floats,
        attitude: Floats,
        dropped: float,
        extra_latency: float,
        white: Floats,
        walking: Floats,
        misses: Floats,
        chance: Floats,
        drifting: Floats,
        ring: Floats,
        held: Floats,
        newest: Floats,
        footprints: Floats,
        heights: Floats,
        scenery: Floats,
        tops: Floats,
        corners: Floats,
        own_row: float,
        range_min_m: float,
        range_max_m: float,
        field_of_view_rad: float,
        mount_x_m: float,
        mount_y_m: float,
        mount_z_m: float,
        mount_yaw_rad: float,
        least_visible: float,
        range_noise_m: float,
        range_noise_share: float,
        bearing_noise_rad: float,
        yaw_noise_rad: float,
        velocity_noise_mps: float,
        bearing_bias_rad: Floats,
        bearing_bias_spread_rad: Floats,
        bearing_bias_walk: Floats,
        miss: float,
        latency: float,
        dropout: float,
        sample: int,
        dt_s: float,
        objects: Floats,
        count: Floats,
        valid: Floats,
    ) -> None:
        """Look, measure, and deliver what is due."""
        drift(
            drifting,
            bearing_bias_rad,
            bearing_bias_spread_rad,
            bearing_bias_walk,
            walking,
            sample,
            dt_s,
        )
        heading = heading_of((attitude[0], attitude[1], attitude[2], attitude[3]))
        sine, cosine = sincos(heading)
        eye_x = position[0] + mount_x_m * cosine - mount_y_m * sine
        eye_y = position[1] + mount_x_m * sine + mount_y_m * cosine
        eye_z = position[2] + mount_z_m

        ranges = np.zeros(bodies.shape[0])
        bearings = np.zeros(bodies.shape[0])
        seen = np.zeros(bodies.shape[0])
        marks = np.zeros((5, 2))
        for row in range(bodies.shape[0]):
            if bodies[row, ALIVE] == 0.0 or row == own_row or misses[row] < miss:
                continue
            way_x, way_y = bodies[row, X] - eye_x, bodies[row, Y] - eye_y
            ranges[row] = sqrt(way_x * way_x + way_y * way_y)
            if ranges[row] < range_min_m or ranges[row] > range_max_m or ranges[row] == 0.0:
                continue
            bearings[row] = wrap_angle(atan2(way_y, way_x) - heading - mount_yaw_rad)
            if abs(bearings[row]) > 0.5 * field_of_view_rad:
                continue
            share = visible_share(
                eye_x,
                eye_y,
                eye_z,
                row,
                int(own_row),
                bodies,
                footprints,
                heights,
                scenery,
                corners,
                tops,
                marks,
            )
            # Something has to be seen, even where nothing is asked for.
            if share > 0.0 and share >= least_visible:
                seen[row] = 1.0
        keep_nearest(seen, ranges, objects.shape[0])

        place = sample % ring.shape[0]
        for i in range(ring.shape[1]):
            ring[place, i] = 0.0
        found = 0
        for row in range(bodies.shape[0]):
            if seen[row] == 0.0:
                continue
            spread = range_noise_m + range_noise_share * ranges[row]
            distance = ranges[row] + spread * white[row, _RANGE]
            across = drifting[0] + bearing_noise_rad * white[row, _BEARING]
            sin_b, cos_b = sincos(bearings[row] + across + mount_yaw_rad)
            vx, vy = bodies[row, VX], bodies[row, VY]
            at = 1 + found * OBJECT_WIDTH
            ring[place, at + OBJECT_ROW] = row
            ring[place, at + OBJECT_SERIAL] = bodies[row, SERIAL]
            ring[place, at + OBJECT_X] = mount_x_m + distance * cos_b
            ring[place, at + OBJECT_Y] = mount_y_m + distance * sin_b
            ring[place, at + OBJECT_YAW] = wrap_angle(
                bodies[row, YAW] - heading + yaw_noise_rad * white[row, _YAW]
            )
            ring[place, at + OBJECT_VX] = (
                vx * cosine + vy * sine + velocity_noise_mps * white[row, _VX]
            )
            ring[place, at + OBJECT_VY] = (
                vy * cosine - vx * sine + velocity_noise_mps * white[row, _VY]
            )
            found += 1
        ring[place, 0] = found

        valid[0] = delivered(
            ring, held, newest, sample, latency, extra_latency, dropped, dropout, chance[0]
        )
        count[0] = held[0]
        for i in range(objects.shape[0]):
            for j in range(OBJECT_WIDTH):
                objects[i, j] = held[1 + i * OBJECT_WIDTH + j]


def keep_nearest(seen: Floats, ranges: Floats, most: int) -> None:
    """Take the farthest out of `seen` until no more than `most` are left; of equals, the last."""
    left = 0
    for row in range(seen.shape[0]):
        if seen[row] != 0.0:
            left += 1
    while left > most:
        farthest = -1
        for row in range(seen.shape[0]):
            if seen[row] != 0.0 and (farthest < 0 or ranges[row] >= ranges[farthest]):
                farthest = row
        seen[farthest] = 0.0
        left -= 1


def _each(value: float | Sequence[float], rows: int, name: str) -> list[float]:
    """One number for all rows, or one for each."""
    if isinstance(value, int | float):
        return [float(value)] * rows
    if len(value) != rows:
        raise InputError(
            f"{name!r} has {len(value)} numbers for {rows} rows",
            "ObjectDetector",
            "one for each row of the scene, or one for all",
            "give as many as the scene has rows",
        )
    return [float(each) for each in value]
