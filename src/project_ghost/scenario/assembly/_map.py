"""The map of a scenario, and everything that stands around."""

from dataclasses import dataclass
from pathlib import Path
from typing import final

from project_ghost.core.dmath import sincos
from project_ghost.core.errors import GhostError, InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.scenario.file._load import ScenarioFile
from project_ghost.scenario.spec import Box
from project_ghost.world.geometry import UNLIMITED_M, convex_pieces
from project_ghost.world.maps import MAP_SUFFIXES, Outline, RoadMap, builtin_maps

__all__ = ["DEGREE", "MapFile", "corners", "map_file", "obstacles_of", "tops_of"]

# A degree in radians; a product with it is one rounding, the same everywhere.
DEGREE = 0.017453292519943295

# More than any reader of maps takes, so that it is the reader who refuses.
_BYTES_MAX = 200_000_000


@final
@dataclass(frozen=True)
class MapFile:
    """A map as it was read; a recording of its run has the same bytes."""

    path: Path
    data: bytes
    is_builtin: bool

    @property
    def name(self) -> str:
        """What the file is called."""
        return self.path.name

    def read_bytes(self) -> bytes:
        """What it held when it was read."""
        return self.data


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that no file can have: too long, say
        return False


def map_file(file: ScenarioFile) -> MapFile | None:
    """The map that the scenario names.

    One of the package; or one that came with the scenario, by its own name; or a file beside it.
    """
    name = file.spec.map
    if name is None:
        return None
    known = builtin_maps()
    attached = file.attached.get(Path(name).name)
    if name not in known and attached is not None:
        return MapFile(Path(name), attached, is_builtin=False)
    path = known.get(name, file.folder / name)
    if not _is_file(path):
        beside = [p.name for p in file.folder.glob("*") if p.suffix in MAP_SUFFIXES]
        raise file.refused(
            ("map",),
            InputError(
                f"there is no map {name[:80]!r}{did_you_mean(name, [*known, *sorted(beside)])}",
                expected=f"one of {', '.join(known)}; or a file beside the scenario",
                fix="correct the name, or put the map's file there",
            ),
        )
    try:
        with path.open("rb") as opened:
            return MapFile(path, opened.read(_BYTES_MAX), is_builtin=name in known)
    except OSError as error:
        raise file.refused(
            ("map",),
            InputError(
                f"the map {name!r} cannot be read: {error.strerror}",
                expected="a file that can be read",
                fix="check its permissions",
            ),
        ) from None


def corners(box: Box) -> Outline:
    """The corners of a rectangle, anticlockwise."""
    sine, cosine = sincos(box.yaw_deg * DEGREE)
    half = (0.5 * box.length_m, 0.5 * box.width_m)
    signs = ((1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0))
    return tuple(
        (
            box.x_m + a * half[0] * cosine - b * half[1] * sine,
            box.y_m + a * half[0] * sine + b * half[1] * cosine,
        )
        for a, b in signs
    )


def obstacles_of(file: ScenarioFile, road_map: RoadMap | None) -> dict[str, Outline]:
    """What is in the way, by name: the map's first, then the scenario's own."""
    found: dict[str, Outline] = {}
    for obstacle in road_map.obstacles if road_map is not None else ():
        found[f"map:{obstacle.id}"] = obstacle.outline
        _require_outline(file, ("map",), f"the obstacle {obstacle.id}: ", obstacle.outline)
    for name, piece in file.spec.scenery.items():
        key = "polygon" if piece.box is None else "box"
        outline = piece.polygon if piece.box is None else corners(piece.box)
        assert outline is not None, "a shape is a box or a polygon"
        found[name] = outline
        _require_outline(file, ("scenery", name, key), "", outline)
    return found


def tops_of(file: ScenarioFile, road_map: RoadMap | None) -> dict[str, float]:
    """Up to where each of them reaches, in the same order; a map's 0 is that it does not say."""
    found: dict[str, float] = {}
    for obstacle in road_map.obstacles if road_map is not None else ():
        found[f"map:{obstacle.id}"] = obstacle.height_m if obstacle.height_m > 0.0 else UNLIMITED_M
    for name, piece in file.spec.scenery.items():
        found[name] = UNLIMITED_M if piece.height_m is None else piece.height_m
    return found


def _require_outline(
    file: ScenarioFile, path: tuple[str, ...], whose: str, outline: Outline
) -> None:
    try:
        convex_pieces(outline)
    except GhostError as error:
        problem = InputError(f"{whose}{error.what}", expected=error.expected, fix=error.fix)
        raise file.refused(path, problem) from None
