"""Derive viewer messages from a run: actors at their poses, lanes and scenery."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, final

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sqrt
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
    Surroundings,
    View,
    encode_poses,
    encode_scene,
    encode_transforms,
    quaternion_of_yaw,
)
from project_ghost.world.maps import Lane, Outline

from ._actors import Actors, Instant, Kept, ListedActors
from ._collected import Collected

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
Quaternion = tuple[float, float, float, float]  # w, x, y, z
# The place of a recorded state among messages, its channel and its attitude.
Attitude = tuple[int, str, Quaternion]
# The place among messages that a view precedes, its channel, its time and its bytes, where
# they are kept.
EncodedView = tuple[int, str, int, Kept]
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
        self._attitudes: dict[str, Quaternion] = {}
        self._truths = {
            channel: state.actor
            for channel, state in assembly.states.items()
            if not state.is_belief
        }

    def begin(self, now_ns: int) -> None:
        """Record the static surroundings."""
        pieces = tuple(_pieces(self._assembly))
        if pieces:
            self._record(CHANNEL_MAP, now_ns, Surroundings(now_ns, pieces))

    def add(self, channel: str, stamp_ns: int, payload: Any) -> None:  # noqa: ANN401
        """Add a message: an actor's pose or its true state."""
        if channel == CHANNEL_GROUND_TRUTH:
            self._add_pose(stamp_ns, payload)
        elif channel in self._truths:
            w, x, y, z = payload.nav.pose.orientation_q.tolist()
            self._turn(channel, (w, x, y, z))

    def _turn(self, channel: str, quaternion: Quaternion) -> None:
        """Keep the true attitude of an actor until its pose is shown."""
        if channel in self._truths:
            self._attitudes[self._truths[channel]] = quaternion

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
        self, block: PublishedBlock, attitudes: Iterable[Attitude], collected: Collected
    ) -> list[EncodedView]:
        """Return the views among the messages of a block, with the bytes of one at a time.

        `attitudes` are those of the recorded states in the block, in their order.
        """
        stamps = block.stamps_ns
        # Where each instant begins, and where the last one ends.
        edges = [0, *(np.flatnonzero(stamps[1:] != stamps[:-1]) + 1).tolist(), len(stamps)]
        poses = _poses_in(block, collected)
        first_poses = np.searchsorted(poses.places, edges).tolist()
        waiting = deque(attitudes)
        result: list[EncodedView] = []
        whole: list[Instant] = []
        for (place, end), (start, stop) in zip(pairwise(edges), pairwise(first_poses), strict=True):
            stamp_ns = int(stamps[place])
            if self._actors and stamp_ns != self._stamp_ns:
                before_ns = self._stamp_ns
                for channel, view in self._views():
                    kept = collected.keep(_ENCODE[channel](view))
                    result.append((place, channel, before_ns, kept))
            while waiting and waiting[0][0] < end:
                _, channel, quaternion = waiting.popleft()
                self._turn(channel, quaternion)
            if self._actors or end == len(stamps):
                # It began before the block, or may continue after it.
                self._actors += [self._actor(*poses.actor(i)) for i in range(start, stop)]
                self._stamp_ns = stamp_ns if stop > start else self._stamp_ns
            elif stop > start:
                poses.turn(start, stop, self._attitudes)
                self._attitudes = {}
                whole.append(Instant(stamp_ns, start, stop, end))
        result += self._encoded(poses, whole, collected)
        return result

    def _encoded(
        self, poses: "_Poses", instants: Sequence[Instant], collected: Collected
    ) -> Iterator[EncodedView]:
        encoded = iter(poses.encoded(instants))
        for instant in instants:
            stamp_ns, start, stop, place = instant
            if poses.differ(start, stop, self._shown):
                actors = [self._actor(*poses.actor(i)) for i in range(start, stop)]
                for channel, view in self._scene_of(View(stamp_ns, actors)):
                    yield place, channel, stamp_ns, collected.keep(_ENCODE[channel](view))
            yield place, CHANNEL_TRANSFORMS, stamp_ns, next(encoded)
            yield place, CHANNEL_POSES, stamp_ns, next(encoded)


def _poses_in(block: PublishedBlock, collected: Collected) -> "_Poses":
    """The poses in a block."""
    if CHANNEL_GROUND_TRUTH not in block.channels:
        return _Poses(np.zeros(0, dtype=np.intp), np.zeros((0, 4)), ListedActors([]))
    form: Any = block.form(CHANNEL_GROUND_TRUTH)
    columns = [form[name].place for name in ("x_m", "y_m", "z_m", "yaw_rad")]
    numbers = block.values(CHANNEL_GROUND_TRUTH)[:, columns]
    actors = collected.actors(block, CHANNEL_GROUND_TRUTH, "actor")
    return _Poses(block.places(CHANNEL_GROUND_TRUTH), numbers, actors)


@final
class _Poses:
    """The poses in a block."""

    def __init__(self, places: NDArray[np.intp], numbers: Floats, actors: Actors) -> None:
        self.places = places
        self._positions_m = numbers[:, :3]
        self._actors = actors
        self._orientations_q = actors.turned(np.ascontiguousarray(numbers[:, 3]))

    def actor(self, i: int) -> tuple[str, Place, Quaternion]:
        """The name, position and orientation of a pose."""
        x, y, z = self._positions_m[i].tolist()
        w, a, b, c = self._orientations_q[i].tolist()
        return self._actors.name(i), (x, y, z), (w, a, b, c)

    def differ(self, start: int, stop: int, names: tuple[str, ...]) -> bool:
        """Whether the actors at some poses are not those with these names."""
        return self._actors.differ(start, stop, names)

    def turn(self, start: int, stop: int, attitudes: Mapping[str, Quaternion]) -> None:
        """Give the actors of an instant their true orientations, by name."""
        if attitudes:
            for i in range(start, stop):
                name = self._actors.name(i)
                if name in attitudes:
                    self._orientations_q[i] = attitudes[name]

    def encoded(self, instants: Sequence[Instant]) -> Sequence[Kept]:
        """The transforms and poses of some instants, one after the other."""
        return self._actors.encoded(self._positions_m, self._orientations_q, instants)


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
            yield Piece(f"lane {lane.id}", tuple(lane.points), _CENTRE, thickness_m=0.05)
            for side, sign in (("left", 0.5), ("right", -0.5)):
                yield Piece(f"lane {lane.id} {side}", tuple(_edge(lane, sign)), _EDGE)
        for crossing in road_map.crossings:
            yield Piece(f"crossing {crossing.id}", _flat(crossing.outline), _CROSSING, closed=True)
    for name, outline in assembly.obstacles.items():
        corners, high_m = _flat(outline), _OBSTACLE_HEIGHT_M
        yield Piece(f"scenery {name}", corners, _OBSTACLE, closed=True, height_m=high_m)


def _flat(outline: Outline) -> tuple[tuple[float, float, float], ...]:
    return tuple((x, y, 0.0) for x, y in outline)


def _edge(lane: Lane, fraction: float) -> Iterator[tuple[float, float, float]]:
    """Yield the centre line's points, offset to the left by a fraction of the width."""
    points = lane.points
    for i, (x, y, z) in enumerate(points):
        (ax, ay, _), (bx, by, _) = points[max(0, i - 1)], points[min(len(points) - 1, i + 1)]
        dx, dy = bx - ax, by - ay
        length = sqrt(dx * dx + dy * dy) or 1.0
        offset_m = fraction * lane.widths_m[i]
        yield x - offset_m * dy / length, y + offset_m * dx / length, z
