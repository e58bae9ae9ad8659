"""What a recording shows: actors and their poses, lights, contacts, events, beliefs and plans.

It is read from the messages alone: no code that a recording names is imported.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, final

import numpy as np

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.duration import NS_PER_S
from project_ghost.hal.channels import CHANNEL_CONTACTS
from project_ghost.models.plans import PLAN_X, PLAN_Y
from project_ghost.telemetry import RecordedChannel
from project_ghost.telemetry.foxglove import CHANNEL_SCENE
from project_ghost.view.run._run import ActorTrack, Run
from project_ghost.view.run._trajectories import message_numbers

from ._packing import packed

__all__ = [
    "Frames",
    "beliefs_of",
    "detections_of",
    "events_of",
    "frames_of",
    "lights_of",
    "plans_of",
    "shapes_of",
]

_POSITION_STEP_M = 0.001
_ANGLE_STEP_RAD = 0.0001
_EVENTS = "/events/"
_LIGHTS = "/events/light"
_STATE = "VehicleState"
_BELIEF = "/belief/"
_PLANNERS = "/planners/"
# A plan has at most 128 states; so many show its shape.
_PLAN_POINTS = 24
_SENSORS = "/sensors/"
# A page draws so many objects of a detector at once.
_OBJECTS_MAX = 32
# A page marks this many events on its time line.
_EVENTS_MAX = 2_000


@final
@dataclass(frozen=True, eq=False)
class Frames:
    """The poses of all actors at common times: (frames, actors, 3) of x, y and yaw; NaN if absent.

    `thinned` is how many recorded instants one frame stands for.
    """

    names: tuple[str, ...]
    stamps_ns: Integers
    poses: Floats
    thinned: int

    def packed(self) -> dict[str, Any]:
        """The frames as the page takes them."""
        count = len(self.stamps_ns)
        return {
            "times": packed((self.stamps_ns / NS_PER_S).reshape(-1, 1), 1e-6),
            "xy": packed(self.poses[:, :, :2].reshape(count, -1), _POSITION_STEP_M),
            "yaw": packed(self.poses[:, :, 2].reshape(count, -1), _ANGLE_STEP_RAD),
            "thinned": self.thinned,
        }


def frames_of(
    tracks: Mapping[str, ActorTrack], poses_max: int | None = None, first: int = 0, every: int = 1
) -> Frames:
    """The poses of a run: from an instant on every k-th, and fewer of a long run.

    So the page stays small.
    """
    stamps_ns: Integers = np.unique(
        np.concatenate([track.stamps_ns for track in tracks.values()] or [np.zeros(0, np.int64)])
    )
    if poses_max is not None:
        every = max(every, -(-len(stamps_ns) * len(tracks) // poses_max))
    kept = stamps_ns[first::every]
    poses = np.full((len(kept), len(tracks), 3), np.nan)
    for i, track in enumerate(tracks.values() if len(kept) else ()):
        places = np.searchsorted(kept, track.stamps_ns)
        places = np.minimum(places, len(kept) - 1)
        mine = kept[places] == track.stamps_ns
        pose = np.stack([track.x_m, track.y_m, track.yaw_rad], axis=1)
        poses[places[mine], i] = pose[mine]
    return Frames(tuple(tracks), kept, poses, every)


def shapes_of(run: Run) -> dict[str, dict[str, Any]]:
    """The footprint and the colour of each actor, from the scene that viewers get."""
    shapes: dict[str, dict[str, Any]] = {}
    if CHANNEL_SCENE not in run.channels:
        return shapes
    for message in run[CHANNEL_SCENE]:
        for entity in message.payload["entities"]:
            round_ones = [*entity["cylinders"], *entity["spheres"]]
            solids = [*entity["cubes"], *round_ones]
            if entity["frame_id"] != "world" and solids:
                size = solids[0]["size"]
                shapes[entity["frame_id"]] = {
                    "length": size["x"],
                    "width": size["y"],
                    # Who is as long as wide is a person.
                    "round": bool(round_ones) or size["x"] == size["y"],
                }
    return shapes


def lights_of(run: Run) -> dict[str, list[list[float | str]]]:
    """The changes of each light: times and colours."""
    lights: dict[str, list[list[float | str]]] = {}
    if _LIGHTS in run.channels:
        for message in run[_LIGHTS]:
            change = [message.stamp_sim_ns / NS_PER_S, message.payload["colour"]]
            lights.setdefault(message.payload["light"], []).append(change)
    return lights


def events_of(run: Run) -> list[dict[str, Any]]:
    """The marks of the time line: contacts and all events but those of lights."""
    events = []
    for name, channel in run.channels.items():
        is_contact = name == CHANNEL_CONTACTS
        if (name.startswith(_EVENTS) and name != _LIGHTS) or is_contact:
            events += [
                _event(name, message.stamp_sim_ns, message.payload)
                for message, _ in zip(channel, range(_EVENTS_MAX), strict=False)
            ]
    return sorted(events, key=lambda event: (event["t"], event["kind"], event["text"]))


def _event(channel: str, stamp_ns: int, payload: Mapping[str, Any]) -> dict[str, Any]:
    kind = channel.rpartition("/")[2]
    event: dict[str, Any] = {"t": stamp_ns / NS_PER_S, "kind": kind}
    if channel == CHANNEL_CONTACTS:
        event["text"] = f"{payload['first']} and {payload['second']}"
        event["at"] = [payload["x_m"], payload["y_m"]]
    else:
        texts = [str(value) for value in payload.values() if isinstance(value, str)]
        event["text"] = ", ".join(texts) or kind
    return event


def beliefs_of(run: Run) -> list[dict[str, Any]]:
    """What estimators believe: positions, headings, and the covariance of the position."""
    found = []
    for name, channel in run.channels.items():
        if name.startswith(_BELIEF) and channel.schema_name.rpartition(".")[2] == _STATE:
            rows = list(_belief_rows(channel))
            if rows:
                table = np.array(rows)
                found.append(
                    {
                        "name": name.removeprefix(_BELIEF).removesuffix("/state"),
                        "actor": channel.actor or name.split("/")[2],
                        "times": packed(table[:, :1], 1e-6),
                        "xy": packed(table[:, 1:3], _POSITION_STEP_M),
                        "yaw": packed(table[:, 3:4], _ANGLE_STEP_RAD),
                        "covariance": packed(table[:, 4:], 1e-5),
                    }
                )
    return found


def _belief_rows(channel: RecordedChannel) -> Iterator[list[float]]:
    for message in channel:
        nav = message.payload["nav"]
        x, y, _ = message_numbers(nav["pose"]["position_enu_m"])
        qw, qx, qy, qz = message_numbers(nav["pose"]["orientation_q"])
        yaw = float(np.arctan2(2.0 * (qw * qz + qx * qy), 1.0 - 2.0 * (qy * qy + qz * qz)))
        given = nav["covariance_15x15"]
        spread = [np.nan, np.nan, np.nan]
        if given is not None:
            rows = _listed(given)
            spread = [rows[0][0], rows[0][1], rows[1][1]]
        yield [message.stamp_sim_ns / NS_PER_S, x, y, yaw, *spread]


def _listed(value: Any) -> list[Any]:  # noqa: ANN401 - an array as messages hold it
    listed = value["__array"] if isinstance(value, dict) else value
    assert isinstance(listed, list)
    return listed


def detections_of(run: Run) -> list[dict[str, Any]]:
    """What detectors report: for each time some objects, as their carrier sees them.

    Places are ahead and to the left of the carrier, headings against its own.
    """
    found = []
    for name, channel in run.channels.items():
        if name.startswith(_SENSORS) and _is_detector(channel):
            messages = list(channel)
            slots = min(_OBJECTS_MAX, max(len(each.payload["objects"]) for each in messages))
            rows = np.full((len(messages), max(slots, 1), 3), np.nan)
            for row, message in zip(rows, messages, strict=True):
                for place, seen in zip(row, message.payload["objects"], strict=False):
                    place[:] = seen["x_m"], seen["y_m"], seen["yaw_rad"]
            stamps_ns = np.array([each.stamp_sim_ns for each in messages])
            found.append(
                {
                    "name": name.removeprefix(_SENSORS),
                    "actor": messages[0].payload["actor"],
                    "times": packed((stamps_ns / NS_PER_S).reshape(-1, 1), 1e-6),
                    "objects": packed(rows.reshape(len(messages), -1), _POSITION_STEP_M),
                }
            )
    return found


def _is_detector(channel: RecordedChannel) -> bool:
    first = next(iter(channel), None)
    return first is not None and isinstance(first.payload.get("objects"), list)


def plans_of(run: Run) -> list[dict[str, Any]]:
    """The paths that actors follow, and the plans that planners made, at their times."""
    plans: list[dict[str, Any]] = []
    if "/plans" in run.channels:
        plans += [
            {
                "actor": message.payload["actor"],
                "path": [
                    round(float(value), 2)
                    for point in zip(
                        message.payload["x_m"][::2], message.payload["y_m"][::2], strict=True
                    )
                    for value in point
                ],
            }
            for message in run["/plans"]
        ]
    for name, channel in run.channels.items():
        if name.startswith(_PLANNERS) and channel.count:
            plans.append(_planned(name.removeprefix(_PLANNERS), channel.arrays()))
    return plans


def _planned(actor: str, arrays: Mapping[str, Any]) -> dict[str, Any]:
    """The plans of a planner, each as some points along it; NaN behind the last one."""
    plan = next(values for key, values in arrays.items() if key.endswith(".plan"))
    count = next(values for key, values in arrays.items() if key.endswith(".count"))
    points = np.full((len(plan), _PLAN_POINTS, 2), np.nan)
    for k in range(len(plan)):
        used = int(count[k])
        kept = np.unique(np.rint(np.linspace(0, used - 1, min(used, _PLAN_POINTS))).astype(int))
        points[k, : len(kept)] = plan[k, kept][:, [PLAN_X, PLAN_Y]]
    return {
        "actor": actor,
        "times": packed((arrays["stamp_sim_ns"] / NS_PER_S).reshape(-1, 1), 1e-6),
        "points": packed(points.reshape(len(plan), -1), 0.01),
    }
