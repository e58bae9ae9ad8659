"""Ghost: a deterministic, multi-rate, closed-loop vehicle simulator.

General layout, from the ground up; a room imports only from rooms below it, and
`tests/test_architecture.py` holds the exact table:

- `core`: errors, levels, time, randomness, portable mathematics, compiled code, the bus.
- `drawing`: SVG and page primitives: the one place that draws.
- `hal`, `state`: messages shared with hardware; the state of a vehicle, frames, rotations.
- `telemetry`: recordings: canonical encoding, MCAP, content hashes.
- `analysis`: pure functions over recordings and traces: how far repeats are apart.
- `engine`: components, graphs, the schedule, execution, snapshots; `engine.blocks` to wire.
- `testing`: what users check their own components with.
- `world`: bodies, geometry, contacts, maps, navigation, traffic lights.
- `models`: vehicles, people, aircraft, sensors, controllers, disturbances.
- `scenario`: what is simulated, as a file and as a graph.
- `runs`: a scenario run, recorded, and what can be done with it afterwards.
- `view`: pictures of schedules, maps, runs and estimators.
- `lint`: the determinism linter; it reads source, and imports nothing of a simulation.
- `cli`: the `ghost` command, one thin file per subcommand.

Each public name has one home, and importing `project_ghost` costs nothing. Only what most
users begin with can be had from here too, and is imported when it is called: `open_run`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from .telemetry import Recording

__version__ = "0.1.0"


def open_run(path: "Path | str") -> "Recording":
    """Open a recording to be read: `project_ghost.telemetry.open_recording`."""
    from .telemetry import open_recording

    return open_recording(path)
