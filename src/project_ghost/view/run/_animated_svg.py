"""A run as an animated SVG file, which browsers and README pages play without a script."""

from collections.abc import Iterator
from math import degrees

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.duration import NS_PER_S
from project_ghost.drawing import (
    Attribute,
    Element,
    Plane,
    background,
    circle,
    element,
    group,
    number,
    picture,
    rectangle,
    text,
)
from project_ghost.view.map._ground import GROUND

from ._frames import Clip, clip_of
from ._shown import Shown, Track
from ._svg import CONTACT, scene_below
from ._window import plane_of, strips

__all__ = ["animated_svg"]

_LABELLED = 12
_FONT = 12.0
_SMALLEST = 5.0  # pixels: a person on a large map is still a dot
_BAR = 4.0


def animated_svg(shown: Shown, speed: float | None = None) -> str:
    """The run as the text of an SVG file that plays again and again."""
    plane, clip = plane_of(shown), clip_of(shown, speed)
    scene = group(
        *scene_below(shown, plane),
        *(_contact(each.stamp_ns, plane.point(each.place), clip) for each in shown.contacts),
        *(
            _actor(track, clip, plane, named=len(shown.tracks) <= _LABELLED)
            for track in shown.tracks
        ),
        id="scene",
    )
    width, height, parts = strips(plane, "scene")
    return picture(
        width,
        height + 2.0 * _BAR,
        background(fill=GROUND),
        element("defs", scene),
        *parts,
        plane.scale_bar(below=height, of=width),
        _progress(clip, width, height),
        title=shown.title,
        description=f"plays at {number(clip.speed, 1)} times real time",
        font_family="sans-serif",
    )


def _actor(track: Track, clip: Clip, plane: Plane, *, named: bool) -> Element:
    """A footprint that moves along its poses, with its name beside it."""
    poses = clip.poses[track.name]
    there = ~np.isnan(poses[:, 0])
    poses = _filled(poses, there)
    places = [plane.point(pose) for pose in poses.tolist()]
    length, width = (max(_SMALLEST, plane.scale * size) for size in track.size_m)
    look: dict[str, Attribute] = {"fill": track.colour, "stroke": "#ffffff", "stroke_width": 0.6}
    if track.is_round or length < 1.5 * width:
        body = circle((0.0, 0.0), 0.5 * max(length, width), **look)
    else:
        corner = (-0.5 * length, -0.5 * width)
        body = rectangle(corner, length, width, rx=0.25 * width, **look)
    turning = _animated(
        "animateTransform",
        [number(-degrees(yaw), 1) for yaw in poses[:, 2].tolist()],
        clip,
        attributeName="transform",
        type="rotate",
    )
    moving = _animated(
        "animateTransform",
        [f"{number(x, 1)},{number(y, 1)}" for x, y in places],
        clip,
        attributeName="transform",
        type="translate",
    )
    parts = [group(body, turning)]
    if named:
        beside = (0.6 * length + 2.0, -0.4 * _FONT)
        parts.append(text(beside, track.name, font_size=_FONT, fill=track.colour))
    return group(*parts, moving, *_presence(there, clip))


def _filled(poses: Floats, there: np.ndarray) -> Floats:
    """The poses with those of the nearest frame in the place of missing ones."""
    known = np.flatnonzero(there)
    if len(known) == 0:
        return np.zeros_like(poses)
    frames = np.arange(len(poses))
    nearest = known[np.minimum(np.searchsorted(known, frames), len(known) - 1)]
    return poses[nearest]


def _presence(there: np.ndarray, clip: Clip) -> Iterator[Element]:
    """Hides an actor while it is absent."""
    if not there.all():
        values = ["visible" if each else "hidden" for each in there.tolist()]
        yield _animated("animate", values, clip, attributeName="visibility", calcMode="discrete")


def _contact(stamp_ns: int, place: tuple[float, float], clip: Clip) -> Element:
    """A ring from the moment of a contact on."""
    values = ["visible" if each >= stamp_ns else "hidden" for each in clip.stamps_ns.tolist()]
    showing = _animated("animate", values, clip, attributeName="visibility", calcMode="discrete")
    ring = circle(place, 9.0, fill="none", stroke=CONTACT, stroke_width=3.0)
    return group(ring, showing)


def _progress(clip: Clip, width: float, height: float) -> Element:
    """A bar that grows with the time, and the length of the run at its end."""
    growing = _animated("animate", ["0", number(width, 1)], clip, attributeName="width")
    bar = element("rect", growing, y=number(height, 1), height=number(2.0 * _BAR), fill="#8a8f98")
    last_s = float(clip.stamps_ns[-1]) / NS_PER_S
    words = text(
        (width - 6.0, height - 6.0),
        f"{last_s:g} s",
        text_anchor="end",
        font_size=_FONT,
        fill="#555555",
    )
    return group(bar, words)


def _animated(tag: str, values: list[str], clip: Clip, **how: str) -> Element:
    """A change of an attribute over the whole clip, which begins anew at its end."""
    duration = f"{number(clip.play_s, 2)}s"
    return element(tag, values=";".join(values), dur=duration, repeatCount="indefinite", **how)
