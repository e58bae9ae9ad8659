"""The layout of a viewer's panels for a run."""

import json
from importlib.resources import files
from math import isfinite

from project_ghost.core.files import pretty_json
from project_ghost.hal.channels import CHANNEL_GROUND_TRUTH
from project_ghost.telemetry.read._recording import Recording


def layout_text(recording: Recording | None = None) -> str:
    """Return a layout file for Foxglove and Lichtblick: the scene, the messages, actor poses.

    With a recording, the camera looks at the centre of its actors at the start.
    """
    text = (files(__package__) / "layout.json").read_text(encoding="utf-8")
    if recording is None or CHANNEL_GROUND_TRUTH not in recording.channels:
        return text
    centers: list[tuple[float, float]] = []
    first_ns = None
    for message in recording[CHANNEL_GROUND_TRUTH]:
        first_ns = message.stamp_sim_ns if first_ns is None else first_ns
        if message.stamp_sim_ns != first_ns:
            break
        x, y = message.payload.get("x_m"), message.payload.get("y_m")
        if isinstance(x, float) and isinstance(y, float):
            centers.append((x, y))
    layout = json.loads(text)
    target = [sum(values) / len(centers) for values in zip(*centers, strict=True)]
    if target and all(map(isfinite, target)):
        layout["configById"]["3D!ghost"]["cameraState"]["target"] = [*target, 0.0]
    return pretty_json(layout)
