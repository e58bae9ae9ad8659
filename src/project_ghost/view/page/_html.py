"""The page that plays one run, or two runs over each other."""

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from project_ghost.analysis.scores import read_scores
from project_ghost.core.duration import seconds_text
from project_ghost.core.errors import InputError
from project_ghost.core.wording import counted
from project_ghost.drawing import Element, element, program_page
from project_ghost.view.run._messages import reads_messages
from project_ghost.view.run._run import ActorTrack, Run

from ._difference import difference_of
from ._ground import ground_of, map_of
from ._scene import (
    Frames,
    beliefs_of,
    detections_of,
    events_of,
    frames_of,
    lights_of,
    plans_of,
    shapes_of,
)
from ._series import series_of

__all__ = ["page_json", "page_text", "pairs_block", "part_of", "run_page"]

# Poses in a page; longer runs show every k-th instant.
_POSES_MAX = 400_000
_DEFAULT_SHAPE = {"length": 1.0, "width": 1.0, "round": True, "guessed": True}
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
    title = _title(runs)
    notes = _notes(runs, frames, difference)
    scores = [part for run in runs for part in _scores(run)]
    suffixes = [""] if len(runs) == 1 else [f" of {_label(run)}" for run in runs]
    facts = [
        pairs_block(f"Manifest and digests{suffix}", _facts(run))
        for run, suffix in zip(runs, suffixes, strict=True)
    ]
    return page_text(title, notes, [*scores, *facts], shown)


def _title(runs: Sequence[Run]) -> str:
    """The names of the runs; with the names of their folders if they are of one scenario."""
    names = [run.name or "run" for run in runs]
    if len(set(names)) == len(names):
        return " and ".join(names)
    return f"{names[0]}: {' and '.join(map(_label, runs))}"


def _label(run: Run) -> str:
    return Path(run.path).absolute().parent.name or run.name


def page_text(
    title: str,
    notes: Sequence[Element],
    facts: Sequence[Element],
    shown: Mapping[str, Any],
    *,
    is_live: bool = False,
) -> str:
    """The text of a page; a live one asks its server for what happens next."""
    folder = files("project_ghost.view.page")
    return program_page(
        title,
        "A run of the simulator Ghost, to be played in the browser.",
        _body(title, notes, facts),
        style=(folder / "viewer.css").read_text(encoding="utf-8"),
        script=(folder / "viewer.js").read_text(encoding="utf-8"),
        data=page_json({**shown, "live": is_live}),
        is_served=is_live,
    )


@reads_messages
def part_of(run: Run, first: int, every: int) -> tuple[dict[str, Any], list[int]]:
    """What a part of a run shows: of its instants every k-th, from the given one on.

    Also the number of poses of each actor, those that are left out included.
    """
    tracks = run.tracks()
    shown = _shown(run, tracks, frames_of(tracks, first=first, every=every))
    return shown, [len(track) for track in tracks.values()]


def page_json(shown: object) -> str:
    """JSON without `<`, so that no name in it can begin or end an element."""
    text = json.dumps(shown, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    # A lone surrogate, which UTF-8 cannot hold, is escaped.
    text = text.encode("utf-8", "backslashreplace").decode()
    return text.replace("<", "\\u003c")


def _shown(run: Run, tracks: Mapping[str, ActorTrack], frames: Frames) -> dict[str, Any]:
    shapes = shapes_of(run)
    return {
        "label": _label(run),
        "actors": [{"name": name, **shapes.get(name, _DEFAULT_SHAPE)} for name in frames.names],
        "frames": frames.packed() if len(frames.stamps_ns) else None,
        "lights": lights_of(run),
        "events": events_of(run),
        "beliefs": beliefs_of(run),
        "plans": plans_of(run),
        "detections": detections_of(run),
        "series": series_of(run, tracks),
    }


def _body(title: str, notes: Sequence[Element], facts: Sequence[Element]) -> list[Element]:
    return [
        element("header", element("h1", title), *notes),
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
        *facts,
        pairs_block("Keys", _KEYS),
    ]


def _notes(
    runs: Sequence[Run], frames: Sequence[Frames], difference: dict[str, Any] | None
) -> list[Element]:
    first = runs[0]
    facts = [f"seed {first.seed}" if first.seed is not None else ""]
    facts.append(seconds_text(first.stop_ns) if first.stop_ns is not None else "")
    facts.append(counted(len(frames[0].names), "actor"))
    thinned = max(each.thinned for each in frames)
    if thinned > 1:
        facts.append(f"thinned: one frame for {thinned} recorded instants")
    notes = [element("p", ", ".join(fact for fact in facts if fact))]
    if difference is not None:
        notes.append(element("p", f"red outlines: {_label(runs[1])}"))
        at = difference["parts_at"]
        if at is None:
            notes.append(element("p", "The same states at every tick.", class_="same"))
        else:
            text = f"They part at {at:g} s; at most {difference['largest_m']:.3g} m apart."
            notes.append(element("p", text, class_="parted"))
    return notes


def _facts(run: Run) -> list[tuple[str, str]]:
    shown = ("level", "ghost", "seed", "step_ns", "scenario_sha256")
    pairs = [("file", Path(run.path).name)]
    pairs += [(key, run.manifest[key]) for key in shown if key in run.manifest]
    pairs += [(key, value) for key, value in sorted(run.results.items()) if len(value) < 200]
    return pairs


def _scores(run: Run) -> Iterator[Element]:
    """The scores of the planner, if the run was judged."""
    scores = read_scores(run)
    if scores is not None:
        pairs = [(f"score ({scores.challenge})", f"{scores.score:.4f}")]
        for name, metric in scores.metrics.items():
            if metric.score is not None or metric.note:
                number = "" if metric.score is None else f"{metric.score:.4g}"
                words = " ".join(filter(None, (number, metric.note)))
                pairs.append((name.replace("_", " "), words))
        yield pairs_block("Scores", pairs)


def pairs_block(title: str, pairs: Sequence[tuple[str, str]]) -> Element:
    """Names and values that unfold below a title."""
    parts = ((element("dt", name), element("dd", value)) for name, value in pairs)
    rows = element("dl", *(part for pair in parts for part in pair))
    return element("details", element("summary", title), rows)


def _button(name: str, text: str, about: str | None = None) -> Element:
    return element("button", text, id=name, title=about, aria_label=about)
