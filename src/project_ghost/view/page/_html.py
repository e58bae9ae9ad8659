"""The page that plays one run, or two runs over each other."""

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from project_ghost.core.duration import seconds_text
from project_ghost.core.errors import InputError
from project_ghost.drawing import Element, element, program_page
from project_ghost.view.run._messages import reads_messages
from project_ghost.view.run._run import ActorTrack, Run

from ._difference import difference_of
from ._ground import ground_of, map_of
from ._scene import Frames, beliefs_of, events_of, frames_of, lights_of, plans_of, shapes_of
from ._series import series_of

__all__ = ["run_page"]

# Poses in a page; longer runs show every k-th instant.
_POSES_MAX = 400_000
_DEFAULT_SHAPE = {"length": 1.0, "width": 1.0, "round": True}
_KEYS = (
    ("Space", "play, pause"),
    ("← →", "one frame; with Shift one second"),
    ("Home End", "begin and end"),
    ("+ -", "zoom; the wheel and two fingers too"),
    ("0", "show everything"),
    ("f", "follow the next actor"),
    ("d", "dark or light"),
)


@reads_messages
def run_page(runs: Sequence[Run]) -> str:
    """The page of one run, or of two over each other, as the text of an HTML file."""
    tracks = [run.tracks() for run in runs]
    frames = [frames_of(each, _POSES_MAX // len(runs)) for each in tracks]
    for run, each in zip(runs, frames, strict=True):
        if not each.names:
            raise InputError(
                "the recording has no poses of actors",
                str(run.path),
                "a recording of a scenario",
                "`ghost info` and `ghost export` take any recording",
            )
    difference = None
    if len(runs) == 2:
        difference = difference_of(runs[0], runs[1], (frames[0], frames[1]))
    shown = {
        "map": ground_of(map_of(runs[0])),
        "runs": [_shown(*each) for each in zip(runs, tracks, frames, strict=True)],
        "difference": difference,
    }
    folder = files("project_ghost.view.page")
    return program_page(
        " and ".join(run.name or "run" for run in runs),
        "A recorded run of the simulator Ghost, to be played in the browser.",
        _body(runs, frames, difference),
        style=(folder / "viewer.css").read_text(encoding="utf-8"),
        script=(folder / "viewer.js").read_text(encoding="utf-8"),
        data=_json(shown),
    )


def _json(shown: object) -> str:
    """JSON without `<`, so that no name in it can begin or end an element."""
    text = json.dumps(shown, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.replace("<", "\\u003c")


def _shown(run: Run, tracks: Mapping[str, ActorTrack], frames: Frames) -> dict[str, Any]:
    shapes = shapes_of(run)
    return {
        "label": Path(run.path).parent.name or run.name,
        "actors": [{"name": name, **shapes.get(name, _DEFAULT_SHAPE)} for name in frames.names],
        "frames": frames.packed(),
        "lights": lights_of(run),
        "events": events_of(run),
        "beliefs": beliefs_of(run),
        "plans": plans_of(run),
        "series": series_of(run, tracks),
    }


def _body(
    runs: Sequence[Run], frames: Sequence[Frames], difference: dict[str, Any] | None
) -> list[Element]:
    return [
        element(
            "header",
            element("h1", " and ".join(run.name or "run" for run in runs)),
            *_notes(runs, frames, difference),
        ),
        element(
            "div",
            element("canvas", id="scene", tabindex="0", role="img", aria_label="the scene"),
            element("div", "", id="tip", aria_live="polite"),
            element("div", "drag to move, wheel to zoom, space to play", id="hint"),
            id="stage",
        ),
        element(
            "div",
            _button("play", "Play"),
            _button("back", "◀", "one frame back"),
            _button("forward", "▶", "one frame forward"),
            element("select", id="speed", aria_label="speed"),
            element("select", id="follow", aria_label="follow an actor"),
            _button("fit", "Show all"),
            _button("theme", "◐", "dark or light"),
            element("span", "", id="clock"),
            element(
                "div",
                element("input", type="range", id="slider", aria_label="time"),
                element("div", "", id="marks"),
                id="line",
            ),
            id="controls",
        ),
        element(
            "div",
            element(
                "div",
                element("select", id="signal", aria_label="signal to plot"),
                element("div", "", id="chosen"),
                class_="bar",
            ),
            element("canvas", id="plot", role="img", aria_label="signals over time"),
            id="plots",
        ),
        *(_facts(run) for run in runs),
        element("details", element("summary", "Keys"), _pairs(_KEYS)),
    ]


def _notes(
    runs: Sequence[Run], frames: Sequence[Frames], difference: dict[str, Any] | None
) -> list[Element]:
    first = runs[0]
    facts = [f"seed {first.seed}" if first.seed is not None else ""]
    facts.append(seconds_text(first.stop_ns) if first.stop_ns is not None else "")
    facts.append(f"{len(frames[0].names)} actors")
    thinned = max(each.thinned for each in frames)
    if thinned > 1:
        facts.append(f"thinned: one frame for {thinned} recorded instants")
    notes = [element("p", ", ".join(fact for fact in facts if fact))]
    if difference is not None:
        at = difference["parts_at"]
        if at is None:
            notes.append(element("p", "The same states at every tick.", class_="same"))
        else:
            text = f"They part at {at:g} s; at most {difference['largest_m']:.3g} m apart."
            notes.append(element("p", text, class_="parted"))
    return notes


def _facts(run: Run) -> Element:
    shown = ("level", "ghost", "seed", "step_ns", "scenario_sha256")
    pairs = [("file", Path(run.path).name)]
    pairs += [(key, run.manifest[key]) for key in shown if key in run.manifest]
    pairs += [(key, value) for key, value in sorted(run.results.items()) if len(value) < 200]
    return element("details", element("summary", "Manifest and digests"), _pairs(pairs))


def _pairs(pairs: Sequence[tuple[str, str]]) -> Element:
    parts = ((element("dt", name), element("dd", value)) for name, value in pairs)
    return element("dl", *(part for pair in parts for part in pair))


def _button(name: str, text: str, about: str | None = None) -> Element:
    return element("button", text, id=name, title=about, aria_label=about)
