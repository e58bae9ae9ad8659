"""A camera with an object detector."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import atan2, sincos, sqrt, wrap_angle
from project_ghost.core.errors import InputError
from project_ghost.engine import (
    Input,
    Noise,
    Output,
    Parameter,
    RecordField,
    Size,
    State,
    array,
    number,
)
from project_ghost.models.common.requirements import (
    require_not_negative,
    require_positive,
    require_probability,
    require_row,
)
from project_ghost.models.rigid_body import heading_of
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, SERIAL, VX, VY, YAW, X, Y
from project_ghost.world.geometry import UNLIMITED_M, convex_pieces

from ._link import AbstractSensor, Link, deliver, drift, slot
from ._sight import Shapes, visible_share

Polygon = Sequence[Sequence[float]]

# The columns of `objects`; `OBJECT_FIELDS` describes those from OBJECT_X on.
OBJECT_ROW = 0
OBJECT_SERIAL = 1
OBJECT_X = 2
OBJECT_Y = 3
OBJECT_YAW = 4
OBJECT_VX = 5
OBJECT_VY = 6
OBJECT_FIELDS = (
    RecordField("x_m", "ahead of the vehicle's centre", "m"),
    RecordField("y_m", "to the left of the vehicle's centre", "m"),
    RecordField("yaw_rad", "its heading against the vehicle's", "rad"),
    RecordField("vx_mps", "its velocity over ground along the vehicle's x axis", "m/s"),
    RecordField("vy_mps", "its velocity over ground along the vehicle's y axis", "m/s"),
)
OBJECT_WIDTH = OBJECT_X + len(OBJECT_FIELDS)

# The columns of a row's noise.
_RANGE, _BEARING, _YAW, _VX, _VY = range(5)


class Scene(NamedTuple):
    """The actors, and the pose of the vehicle that carries the detector."""

    bodies: Floats = array(Input(shape=("rows", BODY_WIDTH)))
    position: Floats = array(Input(shape=(3,), unit="m"))
    attitude: Floats = array(Input(shape=(4,)))


class Camera(NamedTuple):
    """The mounting, range, field of view and detection limits of a detector."""

    own_row: float = number(Parameter(-1.0))
    range_min_m: float = number(Parameter(0.5, unit="m"))
    range_max_m: float = number(Parameter(60.0, unit="m"))
    field_of_view_rad: float = number(Parameter(1.5707963267948966, unit="rad"))
    mount_x_m: float = number(Parameter(0.0, unit="m"))
    mount_y_m: float = number(Parameter(0.0, unit="m"))
    mount_z_m: float = number(Parameter(0.0, unit="m"))
    mount_yaw_rad: float = number(Parameter(0.0, unit="rad"))
    least_visible: float = number(Parameter(0.2))
    miss: float = number(Parameter(0.0))


class DetectorErrors(NamedTuple):
    """Noise and bias of a detector's measurements."""

    range_noise_m: float = number(Parameter(0.1, unit="m"))
    range_noise_share: float = number(Parameter(0.01))
    bearing_noise_rad: float = number(Parameter(0.005, unit="rad"))
    yaw_noise_rad: float = number(Parameter(0.05, unit="rad"))
    velocity_noise_mps: float = number(Parameter(0.2, unit="m/s"))
    bearing_bias_rad: Floats = array(Parameter(0.0, shape=(1,), unit="rad"))
    bearing_bias_spread_rad: Floats = array(Parameter(0.0, shape=(1,), unit="rad"))
    bearing_bias_walk: Floats = array(Parameter(0.0, shape=(1,), unit="rad/sqrt(s)"))
    white: Floats = array(Noise(shape=("rows", 5)))
    walking: Floats = array(Noise(shape=(1,)))
    misses: Floats = array(Noise(shape=("rows",), uniform=True))
    drifting: Floats = array(State(shape=(1,)))


class ObjectDetector(AbstractSensor):
    """A camera with an object detector: reports the visible actors of the scene.

    An actor is visible if its centre is within range and field of view and the fraction of its
    test points (centre and corners) not hidden by other actors and scenery is at least
    `least_visible`. A visible actor is missed with probability `miss`. The others are reported
    with noise along the line of sight (`range_noise_m` + `range_noise_share` * distance),
    across it (`bearing_noise_rad`, and a random-walk bias), in yaw and in velocity. `dropout`
    loses a whole image. Objects are in the order of the scene's rows; of more than
    `max_objects`, the farthest are left out.

    Sizes are per row of the scene, as for `Contacts`: a circle if `radius` is not 0, else a
    box; a row without a size hides nothing. The heights `below` and `above` Z and the `tops` of
    scenery are unlimited by default. The camera is at (`mount_x_m`, `mount_y_m`) of the vehicle,
    `mount_z_m` above its z, and faces `mount_yaw_rad`. The vehicle's own row is `own_row` (-1
    for none). Range and field of view are measured in the horizontal plane.
    """

    rows = Size(1)
    max_objects = Size(1)
    pieces = Size(1)
    vertices = Size(1)
    scene = Scene
    shapes = Shapes
    camera = Camera
    errors = DetectorErrors
    objects = Output(
        shape=("max_objects", OBJECT_WIDTH), present="valid", about="what it sees, in scene order"
    )
    count = Output(present="valid", about="how many it sees")
    link = Link

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
        **values: Any,  # noqa: ANN401 - latency and parameters
    ) -> None:
        most = rows if max_objects is None else max_objects
        highest = _each(UNLIMITED_M if tops is None else tops, len(scenery), "tops")
        found = [
            (piece, highest[number])
            for number, polygon in enumerate(scenery)
            for piece in convex_pieces(polygon, f"scenery {number}")
        ]
        pieces = [piece for piece, _ in found]
        # Arrays cannot be empty: without scenery there is one piece with 0 corners.
        longest = max((len(piece) for piece in pieces), default=1)
        padded = [[*piece, *[(0.0, 0.0)] * (longest - len(piece))] for piece in pieces]
        super().__init__(
            rows=rows,
            max_objects=most,
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
            **values,
        )
        require_row(self, "own_row", least=-1)
        require_probability(self, "miss", "least_visible")
        require_positive(self, "range_max_m", "field_of_view_rad")
        require_not_negative(
            self,
            *("range_min_m", "range_noise_m", "range_noise_share", "bearing_noise_rad"),
            *("yaw_noise_rad", "velocity_noise_mps"),
            *("bearing_bias_spread_rad", "bearing_bias_walk"),
        )

    @staticmethod
    def step(
        scene: Scene,
        shapes: Shapes,
        camera: Camera,
        errors: DetectorErrors,
        objects: Floats,
        count: Floats,
        link: Link,
        sample: int,
        dt_s: float,
    ) -> None:
        """Find visible actors, measure them, and deliver the measurement that is due."""
        drift(
            errors.drifting,
            errors.bearing_bias_rad,
            errors.bearing_bias_spread_rad,
            errors.bearing_bias_walk,
            errors.walking,
            sample,
            dt_s,
        )
        bodies, q = scene.bodies, scene.attitude
        heading = heading_of((q[0], q[1], q[2], q[3]))
        # Range and bearing of each detected row; a range of 0 for the others.
        sights = np.zeros((bodies.shape[0], 2))
        look(scene, shapes, camera, errors.misses, heading, sights)
        keep_nearest(sights[:, 0], objects.shape[0])

        measured = link.ring[slot(link, sample)]
        for i in range(measured.shape[0]):
            measured[i] = 0.0
        seen = 0
        for row in range(bodies.shape[0]):
            if sights[row, 0] > 0.0:
                first = 1 + seen * OBJECT_WIDTH
                measured[first + OBJECT_ROW] = row
                measured[first + OBJECT_SERIAL] = bodies[row, SERIAL]
                measure(
                    bodies[row],
                    sights[row],
                    heading,
                    camera,
                    errors,
                    errors.white[row],
                    measured[first:],
                )
                seen += 1
        measured[0] = seen

        deliver(link, sample)
        count[0] = link.held[0]
        for i in range(objects.shape[0]):
            for j in range(OBJECT_WIDTH):
                objects[i, j] = link.held[1 + i * OBJECT_WIDTH + j]


def look(
    scene: Scene, shapes: Shapes, camera: Camera, misses: Floats, heading: float, sights: Floats
) -> None:
    """Write the range and bearing of every detected row into `sights`."""
    bodies = scene.bodies
    sine, cosine = sincos(heading)
    eye = (
        scene.position[0] + camera.mount_x_m * cosine - camera.mount_y_m * sine,
        scene.position[1] + camera.mount_x_m * sine + camera.mount_y_m * cosine,
        scene.position[2] + camera.mount_z_m,
    )
    marks = np.zeros((5, 2))
    for row in range(bodies.shape[0]):
        if bodies[row, ALIVE] == 0.0 or row == camera.own_row or misses[row] < camera.miss:
            continue
        delta_x, delta_y = bodies[row, X] - eye[0], bodies[row, Y] - eye[1]
        distance = sqrt(delta_x * delta_x + delta_y * delta_y)
        if distance < camera.range_min_m or distance > camera.range_max_m or distance == 0.0:
            continue
        bearing = wrap_angle(atan2(delta_y, delta_x) - heading - camera.mount_yaw_rad)
        if abs(bearing) > 0.5 * camera.field_of_view_rad:
            continue
        share = visible_share(eye, row, int(camera.own_row), bodies, shapes, marks)
        # A fully hidden actor is never detected, even if `least_visible` is 0.
        if share > 0.0 and share >= camera.least_visible:
            sights[row, 0], sights[row, 1] = distance, bearing


def measure(
    body: Floats,
    sight: Floats,
    heading: float,
    camera: Camera,
    errors: DetectorErrors,
    white: Floats,
    record: Floats,
) -> None:
    """Write pose and velocity of one body, relative to the vehicle and with errors."""
    spread = errors.range_noise_m + errors.range_noise_share * sight[0]
    distance = sight[0] + spread * white[_RANGE]
    across = errors.drifting[0] + errors.bearing_noise_rad * white[_BEARING]
    sin_b, cos_b = sincos(sight[1] + across + camera.mount_yaw_rad)
    sine, cosine = sincos(heading)
    vx, vy = body[VX], body[VY]
    record[OBJECT_X] = camera.mount_x_m + distance * cos_b
    record[OBJECT_Y] = camera.mount_y_m + distance * sin_b
    record[OBJECT_YAW] = wrap_angle(body[YAW] - heading + errors.yaw_noise_rad * white[_YAW])
    record[OBJECT_VX] = vx * cosine + vy * sine + errors.velocity_noise_mps * white[_VX]
    record[OBJECT_VY] = vy * cosine - vx * sine + errors.velocity_noise_mps * white[_VY]


def keep_nearest(ranges: Floats, most: int) -> None:
    """Set the farthest ranges to 0 until at most `most` remain; of equal ranges, the last first."""
    left = 0
    for row in range(ranges.shape[0]):
        if ranges[row] > 0.0:
            left += 1
    while left > most:
        farthest = 0
        for row in range(ranges.shape[0]):
            if ranges[row] > 0.0 and ranges[row] >= ranges[farthest]:
                farthest = row
        ranges[farthest] = 0.0
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
            "give one number for each row of the scene",
            key=name,
        )
    return [float(each) for each in value]
