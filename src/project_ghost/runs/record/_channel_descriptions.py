"""What the numbers in a run's messages mean, in words, for the schemas of its channels."""

from collections.abc import Mapping
from typing import Final, NamedTuple

__all__ = ["COLUMNS", "EVENTS", "KINDS", "PLAN", "SIGNALS", "EventMeaning", "Meaning"]


class Meaning(NamedTuple):
    """Of one number, or of all numbers of a signal."""

    text: str
    unit: str = ""
    whole: bool = False


class EventMeaning(NamedTuple):
    """Of the messages of a channel of records: the schema's name, what they are, each field."""

    name: str
    about: str
    fields: Mapping[str, Meaning]


_ACTOR = Meaning("the actor's row in the scene; the manifest's `actors` has the names", whole=True)
_SERIAL = Meaning("the actor's number within its table, never used again", whole=True)
_WHO: Final = {"actor": _ACTOR, "serial": _SERIAL}
_WHERE: Final = {
    "x_m": Meaning("east, of the actor's centre", "m"),
    "y_m": Meaning("north, of the actor's centre", "m"),
}
_POSE: Final = {
    **_WHO,
    **_WHERE,
    "z_m": Meaning("up, of the actor's centre", "m"),
    "yaw_rad": Meaning("heading from east, anticlockwise", "rad"),
    "vx_mps": Meaning("velocity east", "m/s"),
    "vy_mps": Meaning("velocity north", "m/s"),
    "vz_mps": Meaning("velocity up", "m/s"),
    "yaw_rate_rps": Meaning("rate of the heading", "rad/s"),
}
_CONTACT: Final = {
    "first": Meaning("the first actor's row in the scene", whole=True),
    "second": Meaning(
        "the second actor's row in the scene, or -1 - k for piece k of the scenery", whole=True
    ),
    "first_serial": Meaning("the first actor's number within its table", whole=True),
    "second_serial": Meaning("the second actor's number; -1 where it is scenery", whole=True),
    "x": Meaning("east, of the place where they touch", "m"),
    "y": Meaning("north, of the place where they touch", "m"),
    "normal_x": Meaning("east part of the unit normal, from the first to the second"),
    "normal_y": Meaning("north part of the unit normal, from the first to the second"),
    "depth_m": Meaning("how far they are within each other", "m"),
    "closing_mps": Meaning("how fast they approach along the normal", "m/s"),
    "impulse_ns": Meaning("the impulse that parts them", "N s"),
}
_LIGHT: Final = {
    "number": Meaning("the light, by its place in the manifest's `lights`", whole=True),
    "value": Meaning("what it shows now: 0 red, 1 amber, 2 green", whole=True),
    "before": Meaning("what it showed before; 0 at the start", whole=True),
}
_FAULT: Final = {
    "number": Meaning("the fault, by its place in the scenario", whole=True),
    "value": Meaning("1 where it begins, 0 where it ends", whole=True),
    "before": Meaning("1 where it was there before, else 0", whole=True),
}

# By channel.
EVENTS: Final[Mapping[str, EventMeaning]] = {
    "/groundtruth/pose": EventMeaning(
        "ghost.Pose",
        "Where one actor is: a message for each living actor, in actor order, at every sample.",
        _POSE,
    ),
    "/contacts": EventMeaning("ghost.Contact", "Two begin to touch.", _CONTACT),
    "/events/arrived": EventMeaning(
        "ghost.Arrival", "An actor is at the end of its way.", {**_WHO, **_WHERE}
    ),
    "/events/spawned": EventMeaning(
        "ghost.Coming", "An actor comes or goes, here or where it was last.", {**_WHO, **_WHERE}
    ),
    "/events/despawned": EventMeaning(
        "ghost.Coming", "An actor comes or goes, here or where it was last.", {**_WHO, **_WHERE}
    ),
    "/events/light": EventMeaning("ghost.LightChange", "A traffic light changes.", _LIGHT),
    "/events/fault": EventMeaning("ghost.FaultChange", "A fault begins or ends.", _FAULT),
}

# The kind of a channel by the first part of its name: of the schema, and in words.
KINDS: Final[Mapping[str, tuple[str, str]]] = {
    "sensors": ("Sensor", "What a sensor measures, at every sample of it."),
    "commands": ("Command", "What drivers or flight control want of what they drive."),
    "estimates": ("Estimate", "What an estimator believes, at every sample of it."),
    "events": ("Event", "Something happens."),
}

# Of records within a message, by their names.
COLUMNS: Final[Mapping[str, Meaning]] = {
    "steering_rad": Meaning("wanted angle of the front wheels, positive to the left", "rad"),
    "acceleration_mps2": Meaning("wanted acceleration along the car", "m/s2"),
    "actor": Meaning("the seen actor's row in the scene", whole=True),
    "serial": _SERIAL,
    "x_m": Meaning("ahead of the vehicle's centre", "m"),
    "y_m": Meaning("to the left of the vehicle's centre", "m"),
    "yaw_rad": Meaning("its heading against the vehicle's", "rad"),
    "vx_mps": Meaning("its velocity over ground along the vehicle's x axis", "m/s"),
    "vy_mps": Meaning("its velocity over ground along the vehicle's y axis", "m/s"),
}

# By the class of the component and the output; units are the outputs' own.
SIGNALS: Final[Mapping[tuple[str, str], str]] = {
    ("Imu", "gyro"): "rate of turn about the body's x, y and z axis",
    ("Imu", "accel"): "specific force along the body's x, y and z axis",
    ("Gnss", "fix"): "position east, north, up",
    ("Gnss", "fix_velocity"): "velocity east, north, up",
    ("WheelOdometry", "speed"): "speed ahead",
    ("WheelOdometry", "yaw_rate"): "rate of turn to the left",
    ("Compass", "heading"): "heading of the x axis from east, anticlockwise",
    ("ObjectDetector", "objects"): "what it sees, the first `count` of these, in scene order",
    ("ObjectDetector", "count"): "how many it sees",
    ("Mixer", "motors"): "wanted speeds of the four rotors",
}
VALID: Final = "1 where a measurement has arrived at this sample, else 0"

PLAN: Final = EventMeaning(
    "ghost.Plan",
    "The way that an actor is to take, as it is at the start: a message for each, in actor order.",
    {
        "x_m": Meaning("east, of the points of its way", "m"),
        "y_m": Meaning("north, of the points of its way", "m"),
        "speed_mps": Meaning("the speed on the way to each of the points", "m/s"),
    },
)
