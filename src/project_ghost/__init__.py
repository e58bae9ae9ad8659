"""Ghost: a deterministic, multi-rate, closed-loop vehicle simulator.

General layout, from the bottom up. docs/architecture.md has the table of rooms and their
permitted imports, which `tests/test_architecture.py` checks:

- `core`: errors, levels, time, randomness, portable mathematics, compiled code, the bus.
- `doctor`: what `ghost doctor` checks: workloads with stored digests.
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
- `symbolic`: the same graphs as CasADi expressions, for optimisation and linearisation.
- `closed_loop`: planners in the loop: simulations, histories, metrics, runners.
- `runs`: run a scenario, record it, verify it, reopen it.
- `batch`: executors for many runs.
- `results`: tables of many runs, in a folder or an object store.
- `sweep`: many runs of scenarios, planners, parameters and seeds.
- `study`: variance studies of any simulator.
- `view`: pictures of schedules, maps, runs and estimators.
- `gym`: scenarios as environments for learning.
- `lint`: the determinism linter; it reads source and imports no simulation code.
- `cli`: the `ghost` command, one file per subcommand.
- `pytest_plugin`: the fixture `ghost` for tests of users.

Each public name has one home. Importing `project_ghost` imports none of the rooms; `run` and
`open_run` import what they need when they are called.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from .engine import Execution, Graph
    from .runs import Replacement, Source
    from .view import Run

__version__ = "0.1.0"


def open_run(path: "Path | str") -> "Run":
    """Open a recording or a run's folder.

    A truncated recording is read up to its end, with an `IncompleteRecordingWarning`.
    """
    from .telemetry import recording_path, warn_if_incomplete
    from .view import Run

    opened = Run(recording_path(path))
    warn_if_incomplete(opened, stacklevel=3)
    return opened


def run(
    source: "Source | Graph",
    set: "Mapping[str, object] | str | Iterable[str]" = (),  # noqa: A002 - as in --set
    *,
    output: "Path | str | None" = None,
    force: bool = False,
    components: "Mapping[str, Replacement] | None" = None,
    execution: "Execution | str" = "auto",
    **settings: object,
) -> "Run":
    """Run a scenario, a schedule file or a graph, record it, and return the recorded run.

    Settings are given as in `--set`: `set={"actors.car1.speed_mps": 5}`, `set="seed=3"`, or
    `seed=3, duration="5s"` by keyword. Without `output`, a folder, the files go when the run is
    closed or forgotten.
    """
    from .view import run_recorded

    return run_recorded(
        source,
        set,
        settings,
        output=output,
        force=force,
        components=components,
        execution=execution,
    )
