"""The file that `ghost scenario new` writes."""

import re

from project_ghost.core.errors import InputError

__all__ = ["scenario_text"]

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

_TEXT = """\
# With `ghost scenario schema > scenario.schema.json` an editor can check and complete this file:
# yaml-language-server: $schema=scenario.schema.json
version: 1
name: new-scenario
description: A pedestrian crosses in front of a car that does not brake.
step: 50ms
duration: 20s
seed: 1

actors:
  car:
    kind: car
    speed_mps: 8
    route:
      waypoints:
        - [-40, 0]
        - [40, 0]
  pedestrian:
    kind: pedestrian
    speed_mps: 1.5
    route:
      waypoints:
        - [0, 12]
        - [0, -12]

scenery:
  wall:
    box: {x_m: 0, y_m: -20, length_m: 80, width_m: 1}

on_collision: respond   # or stop, or ignore
recording: {pose: 100ms}
"""


def scenario_text(name: str) -> str:
    """Return a complete scenario."""
    if not _NAME.fullmatch(name):
        clean = "-".join(re.findall(r"[a-z0-9]+", name.lower())) or "my-scenario"
        raise InputError(
            f"{name!r} is not a valid scenario name",
            "NAME",
            "lowercase letters, digits and single hyphens",
            f"call it {clean}",
        )
    return _TEXT.replace("new-scenario", name)
