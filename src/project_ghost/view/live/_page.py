"""The page of a run that has not begun yet; its server tells it what happens."""

from project_ghost.core.duration import seconds_text
from project_ghost.drawing import element
from project_ghost.runs import PreparedRun, manifest_of
from project_ghost.view.page._ground import ground_of
from project_ghost.view.page._html import page_text, pairs_block

__all__ = ["live_page"]


def live_page(prepared: PreparedRun) -> str:
    """The page as the text of an HTML file, with the map but without actors."""
    scene = prepared.assembly
    runnable = prepared.runnable
    manifest = manifest_of(runnable, runnable.seed, prepared.level)
    shown = {"map": ground_of(scene.road_map), "runs": [_nothing(runnable.name)]}
    notes = [
        element("p", f"seed {runnable.seed}, up to {seconds_text(runnable.duration_ns)}"),
        element("p", "waiting for the run", id="live", role="status"),
    ]
    facts = [(key, manifest[key]) for key in ("level", "ghost", "seed", "step_ns")]
    return page_text(runnable.name, notes, [pairs_block("Manifest", facts)], shown, is_live=True)


def _nothing(label: str) -> dict[str, object]:
    lists = ("actors", "events", "beliefs", "plans", "detections", "series")
    return {"label": label, "frames": None, "lights": {}, **{name: [] for name in lists}}
