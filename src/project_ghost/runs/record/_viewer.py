"""Derive viewer messages from a run: actors at their poses, lanes and scenery."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, Final, final

import numpy as np

from project_ghost.core.bus import Message
from project_ghost.core.dmath import arrays, sqrt
from project_ghost.engine import PublishedBlock
from project_ghost.hal.channels import CHANNEL_GROUND_TRUTH
from project_ghost.scenario.assembly import Assembly
from project_ghost.telemetry.foxglove import (
    CHANNEL_MAP,
    CHANNEL_POSES,
    CHANNEL_SCENE,
    CHANNEL_TRANSFORMS,
    Actor,
    Look,
    Piece,
    PoseRows,
    Surroundings,
    View,
    encode_poses,
    encode_scene,
    encode_transforms,
    quaternion_of_yaw,
)
from project_ghost.world.maps import Lane, Outline

__all__ = ["Viewer"]


Rgba = tuple[float, float, float, float]

# Distinguishable with colour blindness.
_COLORS: Final[tuple[Rgba, ...]] = (
    (0.0, 0.45, 0.7, 1.0),
    (0.84, 0.37, 0.0, 1.0),
    (0.0, 0.62, 0.45, 1.0),
    (0.8, 0.47, 0.65, 1.0),
    (0.9, 0.62, 0.0, 1.0),
    (0.34, 0.71, 0.91, 1.0),
)
_NAMED: Final[dict[str, Rgba]] = {
    "black": (0.1, 0.1, 0.1, 1.0),
    "blue": (0.1, 0.3, 0.9, 1.0),
    "green": (0.1, 0.6, 0.2, 1.0),
    "orange": (0.95, 0.55, 0.1, 1.0),
    "red": (0.85, 0.1, 0.1, 1.0),
    "white": (0.95, 0.95, 0.95, 1.0),
    "yellow": (0.95, 0.85, 0.1, 1.0),
}
_OBSTACLE_HEIGHT_M = 2.0
_OBSTACLE: Rgba = (0.45, 0.4, 0.36, 0.8)
_CENTRE: Rgba = (1.0, 1.0, 1.0, 0.25)
_EDGE: Rgba = (0.85, 0.85, 0.85, 0.9)
_CROSSING: Rgba = (0.95, 0.95, 0.6, 0.8)

RecordView = Callable[[str, int, object], None]
Place = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
# The place among messages that a view precedes, its channel, its time and its bytes.
EncodedView = tuple[int, str, int, bytes]
_ENCODE: Final[Mapping[str, Callable[[View], bytes]]] = {
    CHANNEL_SCENE: encode_scene,
    CHANNEL_TRANSFORMS: encode_transforms,
    CHANNEL_POSES: encode_poses,
}


@final
class Viewer:
    """Derives viewer messages from the poses of a run, one instant at a time."""

    def __init__(self, assembly: Assembly, record: RecordView) -> None:
        self._assembly = assembly
        self._record = record
        self._stamp_ns = -1
        self._actors: list[Actor] = []
        self._shown: tuple[str, ...] = ()
        self._looks: dict[str, Look] = {}  # by actor
        # The attitude of actors whose true state is published, at this instant.
        self._attitudes: dict[str, tuple[float, float, float, float]] = {}
        self._truths = {
            channel: state.actor
            for channel, state in assembly.states.items()
            if not state.is_belief
        }

    def begin(self, now_ns: int) -> None:
        """Record the static surroundings."""
        pieces = list(_pieces(self._assembly))
        if pieces:
            self._record(CHANNEL_MAP, now_ns, Surroundings(now_ns, pieces))

    def add(self, channel: str, stamp_ns: int, payload: Any) -> None:  # noqa: ANN401
        """Add a message: an actor's pose or its true state."""
        if channel == CHANNEL_GROUND_TRUTH:
            self._add_pose(stamp_ns, payload)
        elif channel in self._truths:
            w, x, y, z = payload.nav.pose.orientation_q.tolist()
            self._attitudes[self._truths[channel]] = w, x, y, z

    def _add_pose(self, stamp_ns: int, pose: Any) -> None:  # noqa: ANN401 - a message's payload
        self._stamp_ns = stamp_ns
        position = pose["x_m"], pose["y_m"], pose["z_m"]
        orientation = quaternion_of_yaw(pose["yaw_rad"])
        self._actors.append(self._actor(pose["actor"], position, orientation))

    def _actor(self, name: str, position_m: Place, orientation_q: Quaternion) -> Actor:
        look = self._looks.get(name)
        if look is None:
            look = self._looks[name] = _look(self._assembly, name)
        return Actor(name, position_m, orientation_q, look)

    def advance_to(self, stamp_ns: int) -> None:
        """Record the current instant if the next message is later."""
        if self._actors and stamp_ns != self._stamp_ns:
            self.flush()

    def flush(self) -> None:
        """Record the current instant."""
        for channel, view in self._views():
            self._record(channel, self._stamp_ns, view)

    def _views(self) -> Iterator[tuple[str, View]]:
        """Yield the views of the current instant, and begin the next one."""
        if not self._actors:
            return
        if self._attitudes:
            # A pose has the yaw alone; the true state also has roll and pitch.
            self._actors = [
                actor._replace(orientation_q=self._attitudes.get(actor.name, actor.orientation_q))
                for actor in self._actors
            ]
            self._attitudes = {}
        view = View(self._stamp_ns, self._actors)
        self._actors = []
        yield from self._scene_of(view)
        yield CHANNEL_TRANSFORMS, view
        yield CHANNEL_POSES, view

    def _scene_of(self, view: View) -> Iterator[tuple[str, View]]:
        """Yield the view of the scene if it has other actors than before."""
        names = tuple(actor.name for actor in view.actors)
        if names != self._shown:
            gone = [name for name in self._shown if name not in set(names)]
            yield CHANNEL_SCENE, view._replace(gone=gone)
            self._shown = names

    # ------------------------------------------------------ many messages at once

    def views_among(
        self, block: PublishedBlock, states: Iterable[tuple[int, Message]]
    ) -> list[EncodedView]:
        """Return the views among the messages of a block, with the bytes of one at a time.

        `states` are the recorded states in the block and their places, in order.
        """
        stamps = block.stamps_ns
        # Where each instant begins, and where the last one ends.
        edges = [0, *(np.flatnonzero(stamps[1:] != stamps[:-1]) + 1).tolist(), len(stamps)]
        poses = _Poses(block)
        first_poses = np.searchsorted(poses.places, edges).tolist()
        waiting = deque(states)
        result: list[EncodedView] = []
        whole: list[tuple[int, int, int, int]] = []
        for (place, end), (start, stop) in zip(pairwise(edges), pairwise(first_poses), strict=True):
            stamp_ns = int(stamps[place])
            if self._actors and stamp_ns != self._stamp_ns:
                before_ns = self._stamp_ns
                for channel, view in self._views():
                    result.append((place, channel, before_ns, _ENCODE[channel](view)))
            while waiting and waiting[0][0] < end:
                _, message = waiting.popleft()
                self.add(message.channel, message.stamp_sim_ns, message.payload)
            if self._actors or end == len(stamps):
                # It began before the block, or may continue after it.
                for i in range(start, stop):
                    self._add_pose(stamp_ns, poses.payload(i))
            elif stop > start:
                poses.turn(start, stop, self._attitudes)
                self._attitudes = {}
                whole.append((end, stamp_ns, start, stop))
        result += self._encoded(poses, whole)
        return result

    def _encoded(
        self, poses: "_Poses", instants: Iterable[tuple[int, int, int, int]]
    ) -> Iterator[EncodedView]:
        rows = poses.rows()
        for place, stamp_ns, start, stop in instants:
            if tuple(poses.names[start:stop]) != self._shown:
                actors = [self._actor(*poses.actor(i)) for i in range(start, stop)]
                for channel, view in self._scene_of(View(stamp_ns, actors)):
                    yield place, channel, stamp_ns, _ENCODE[channel](view)
            transforms = rows.encode_transforms(stamp_ns, start, stop)
            yield place, CHANNEL_TRANSFORMS, stamp_ns, transforms
            yield place, CHANNEL_POSES, stamp_ns, rows.encode_poses(stamp_ns, start, stop)


@final
class _Poses:
    """The poses in a block."""

    def __init__(self, block: PublishedBlock) -> None:
        self._columns: dict[str, list[Any]] = {}
        self.places = np.zeros(0, dtype=np.intp)
        if CHANNEL_GROUND_TRUTH in block.channels:
            self._columns = block.columns(CHANNEL_GROUND_TRUTH)
            self.places = block.places(CHANNEL_GROUND_TRUTH)
        self.names: list[str] = self._columns.get("actor", [])
        yaws = np.array(self._columns.get("yaw_rad", []))
        # As `quaternion_of_yaw`.
        sines, cosines = arrays.sincos(0.5 * yaws)
        zeros = np.zeros(len(yaws))
        self._orientations = np.stack([cosines, zeros, zeros, sines], axis=1)

    def payload(self, i: int) -> dict[str, Any]:
        """The payload of a pose."""
        return {name: column[i] for name, column in self._columns.items()}

    def actor(self, i: int) -> tuple[str, Place, Quaternion]:
        """The name, position and orientation of a pose."""
        columns = self._columns
        position_m = columns["x_m"][i], columns["y_m"][i], columns["z_m"][i]
        w, x, y, z = self._orientations[i].tolist()
        return self.names[i], position_m, (w, x, y, z)

    def turn(self, start: int, stop: int, attitudes: Mapping[str, Quaternion]) -> None:
        """Give the actors of an instant their true orientations, by name."""
        if attitudes:
            for i in range(start, stop):
                if self.names[i] in attitudes:
                    self._orientations[i] = attitudes[self.names[i]]

    def rows(self) -> PoseRows:
        """All poses, to be encoded."""
        positions = [self._columns.get(name, []) for name in ("x_m", "y_m", "z_m")]
        return PoseRows(self.names, np.array(positions).T, self._orientations)


def _look(assembly: Assembly, name: str) -> Look:
    """Return a box with the footprint's size, in the actor's or its population's colour."""
    footprint = assembly.footprint_of(name)
    length_m, width_m = 2.0 * footprint.half_length_m, 2.0 * footprint.half_width_m
    if footprint.radius_m:
        length_m = width_m = 2.0 * footprint.radius_m
    if name in assembly.actors:
        number, colour = assembly.actors.index(name), assembly.spec.actors[name].colour
    else:
        number, colour = assembly.tables.index(assembly.table_of(name)), None
    color = (_rgba(colour) if colour else None) or _COLORS[number % len(_COLORS)]
    height_m = footprint.below_m + footprint.above_m
    centre_m = 0.5 * (footprint.above_m - footprint.below_m)
    return Look((length_m, width_m, height_m), color, centre_m)


def _rgba(colour: str) -> Rgba | None:
    """Convert a scenario's colour to numbers; None for an unknown name."""
    if colour.startswith("#"):
        r, g, b = (int(colour[i : i + 2], 16) / 255.0 for i in (1, 3, 5))
        return r, g, b, 1.0
    return _NAMED.get(colour)


def _pieces(assembly: Assembly) -> Iterator[Piece]:
    road_map = assembly.road_map
    if road_map is not None:
        for lane in road_map.lanes:
            yield Piece(f"lane {lane.id}", lane.points, _CENTRE, thickness_m=0.05)
            for side, sign in (("left", 0.5), ("right", -0.5)):
                yield Piece(f"lane {lane.id} {side}", list(_edge(lane, sign)), _EDGE)
        for crossing in road_map.crossings:
            yield Piece(f"crossing {crossing.id}", _flat(crossing.outline), _CROSSING, closed=True)
    for name, outline in assembly.obstacles.items():
        corners, high_m = _flat(outline), _OBSTACLE_HEIGHT_M
        yield Piece(f"scenery {name}", corners, _OBSTACLE, closed=True, height_m=high_m)


def _flat(outline: Outline) -> list[tuple[float, float, float]]:
    return [(x, y, 0.0) for x, y in outline]


def _edge(lane: Lane, fraction: float) -> Iterator[tuple[float, float, float]]:
    """Yield the centre line's points, offset to the left by a fraction of the width."""
    points = lane.points
    for i, (x, y, z) in enumerate(points):
        (ax, ay, _), (bx, by, _) = points[max(0, i - 1)], points[min(len(points) - 1, i + 1)]
        dx, dy = bx - ax, by - ay
        length = sqrt(dx * dx + dy * dy) or 1.0
        offset_m = fraction * lane.widths_m[i]
        yield x - offset_m * dy / length, y + offset_m * dx / length, z
