"""A run as GIF or MP4: frames of pixels, drawn with Pillow."""

from collections.abc import Iterator
from fractions import Fraction
from io import BytesIO
from math import cos, sin
from typing import TYPE_CHECKING, Any

import numpy as np

from project_ghost.core.duration import NS_PER_S
from project_ghost.core.errors import InputError
from project_ghost.drawing import Plane, Point

from ._frames import Clip, clip_of
from ._shown import Shown, Track
from ._window import plane_of

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["film"]

_GROUND, _LANE, _WALK, _CROSSING, _OBSTACLE = "#f4f6f1", "#c9ccd1", "#e3dccf", "#ffffff", "#5b5148"
_CONTACT, _INK = "#b00020", "#333333"
_SMOOTH = 2  # frames are drawn this many times larger, and made smaller
_LABELLED = 12
_EXTRA = "pip install 'ghost-sim[animation]'"


def film(shown: Shown, suffix: str, speed: float | None = None) -> bytes:
    """The content of a GIF or an MP4 file of the run, as the suffix says."""
    clip = clip_of(shown, speed)
    frames = _frames(shown, clip)
    rate = len(clip.stamps_ns) / clip.play_s
    return _gif(frames, rate) if suffix == ".gif" else _mp4(frames, rate)


def _gif(frames: Iterator["Image"], rate: float) -> bytes:
    first, *others = [frame.quantize(128) for frame in frames]
    file = BytesIO()
    wait_ms = round(1000.0 / rate)
    first.save(file, "GIF", save_all=True, append_images=others, duration=wait_ms, loop=0)
    return file.getvalue()


def _mp4(frames: Iterator["Image"], rate: float) -> bytes:
    try:
        import av
    except ImportError:
        raise _absent("PyAV", "MP4") from None
    file = BytesIO()
    with av.open(file, "w", format="mp4") as container:
        stream: Any = container.add_stream("libx264", rate=Fraction(rate).limit_denominator(1000))
        stream.pix_fmt = "yuv420p"
        for number, image in enumerate(frames):
            if number == 0:
                stream.width, stream.height = image.size
            pixels = av.VideoFrame.from_ndarray(np.asarray(image), format="rgb24")
            container.mux(stream.encode(pixels))
        container.mux(stream.encode())
    return file.getvalue()


def _frames(shown: Shown, clip: Clip) -> Iterator["Image"]:
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise _absent("Pillow", "GIF and MP4") from None
    given = plane_of(shown)
    plane = Plane(given.west, given.south, given.east, given.north, _SMOOTH * given.scale)
    # Encoders want even numbers of pixels.
    size = 2 * round(0.5 * given.width), 2 * round(0.5 * given.height)
    ground = Image.new("RGB", (_SMOOTH * size[0], _SMOOTH * size[1]), _GROUND)
    _draw_ground(ImageDraw.Draw(ground), shown, plane)
    for k, stamp_ns in enumerate(clip.stamps_ns.tolist()):
        large = ground.copy()
        draw = ImageDraw.Draw(large)
        for contact in shown.contacts:
            if contact.stamp_ns <= stamp_ns:
                _ring(draw, plane.point(contact.place), 9.0 * _SMOOTH)
        for track in shown.tracks:
            pose = clip.poses[track.name][k]
            if not np.isnan(pose[0]):
                _draw_actor(draw, track, pose, plane, named=len(shown.tracks) <= _LABELLED)
        draw.text((12, 12), f"{stamp_ns / NS_PER_S:.1f} s", fill=_INK, font_size=14 * _SMOOTH)
        yield large.resize(size, Image.Resampling.LANCZOS)


def _draw_ground(draw: Any, shown: Shown, plane: Plane) -> None:  # noqa: ANN401 - Pillow's
    road_map = shown.road_map
    if road_map is not None:
        for lane in sorted(road_map.lanes, key=lambda lane: lane.is_drivable):
            draw.polygon(plane.points(lane.outline), fill=_LANE if lane.is_drivable else _WALK)
        for crossing in road_map.crossings:
            draw.polygon(plane.points(crossing.outline), fill=_CROSSING)
    for outline in shown.obstacles:
        draw.polygon(plane.points(outline), fill=_OBSTACLE)


def _draw_actor(draw: Any, track: Track, pose: Any, plane: Plane, *, named: bool) -> None:  # noqa: ANN401
    x, y, yaw = (float(value) for value in pose)
    half_length, half_width = (0.5 * size for size in track.size_m)
    at = plane.point((x, y))
    if track.is_round or half_length < 1.5 * half_width:
        radius = max(1.5 * _SMOOTH, plane.scale * half_length)
        box = (at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius)
        draw.ellipse(box, fill=track.colour, outline="#ffffff")
    else:
        ahead, aside = (cos(yaw), sin(yaw)), (-sin(yaw), cos(yaw))
        corners = [
            (
                x + a * half_length * ahead[0] + b * half_width * aside[0],
                y + a * half_length * ahead[1] + b * half_width * aside[1],
            )
            for a, b in ((1, 1), (1, -1), (-1, -1), (-1, 1))
        ]
        draw.polygon(plane.points(corners), fill=track.colour, outline="#ffffff")
    if named:
        place = at[0] + plane.scale * half_length + 4 * _SMOOTH, at[1] - 8 * _SMOOTH
        draw.text(place, track.name, fill=track.colour, font_size=12 * _SMOOTH)


def _ring(draw: Any, at: Point, radius: float) -> None:  # noqa: ANN401 - Pillow's
    box = (at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius)
    draw.ellipse(box, outline=_CONTACT, width=3 * _SMOOTH)


def _absent(what: str, formats: str) -> InputError:
    return InputError(
        f"{what} is not installed, which {formats} files need",
        "ghost view --animation",
        "the extra `animation`, or a name that ends in .svg",
        _EXTRA,
    )
