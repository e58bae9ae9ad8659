"""Ghost: a deterministic, multi-rate, closed-loop vehicle simulator.

General layout, from the bottom up. docs/architecture.md has the table of rooms and their
permitted imports, which `tests/test_architecture.py` checks:

- `core`: errors, levels, time, randomness, portable mathematics, compiled code, the bus.
- `drawing`: SVG, figures and page primitives.
- `hal`, `state`: messages shared with hardware; vehicle states, frames, rotations.
- `telemetry`: recordings: canonical encoding, MCAP, digests.
- `analysis`: pure functions over recordings and traces: divergence, variance, belief.
- `engine`: components, graphs, the schedule, execution, snapshots; `engine.blocks` to connect.
- `testing`: checkers for users' own components.
- `world`: bodies, geometry, contacts, maps, navigation, traffic lights.
- `models`: vehicles, pedestrians, aircraft, sensors, controllers, disturbances.
- `estimation`: estimators: the noisy truth and an error-state filter.
- `scenario`: scenario files, and the graphs that are built from them.
- `runs`: run a scenario, record it, verify it, reopen it.
- `batch`: executors for many runs.
- `study`: variance studies of any simulator.
- `view`: pictures of schedules, maps, runs and estimators.
- `lint`: the determinism linter; it reads source and imports no simulation code.
- `cli`: the `ghost` command, one file per subcommand.

Each public name has one home. Importing `project_ghost` imports none of the rooms; `open_run`
imports what it needs when it is called.
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
