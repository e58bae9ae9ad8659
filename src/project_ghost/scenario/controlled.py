"""The actors that actions from outside drive, and the component that their actions come from."""

import csv
import io
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, final

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError

from .draft import GraphDraft
from .file.named import named_bytes
from .file.section import KeyPath, Sampled

if TYPE_CHECKING:
    from .drivers.actions import ActionsDriver

__all__ = ["ACTIONS", "ControlledActor", "actions_text", "add_actions"]

# The component that the actions come from.
ACTIONS = "Actions"


@final
@dataclass(frozen=True)
class ControlledActor:
    """An actor that actions from outside drive.

    Its actions are row `index` of the signal `Actions.actions`, every `period_ns` from time 0 on.
    Numbers outside of `low` to `high` are cut there. `keys` lead to the driver's section.
    """

    actor: str
    index: int
    row: int  # of the scene
    driver: "ActionsDriver"
    keys: KeyPath
    low: tuple[float, ...]
    high: tuple[float, ...]
    seen: str  # the signal of what it sees
    totals: str  # the signal of what it has done
    size: int  # of what it sees

    @property
    def width(self) -> int:
        """The number of numbers in an action."""
        return len(self.low)


def add_actions(draft: GraphDraft) -> None:
    """Add the port of all actions, or their recording; call it when all cars are in the graph."""
    cars = list(draft.controlled.values())
    if not cars:
        return
    # Imported here: most scenarios have no such car, and start faster without it.
    from project_ghost.models.actions import TOTALS, ActionPort, RecordedActions

    graph, first, width = draft.graph, cars[0], max(car.width for car in cars)
    for car in cars:
        if car.driver.period != first.driver.period:
            raise draft.refused(
                (*car.keys, "period"),
                InputError(
                    f"{car.actor} acts every {car.driver.period:_} ns, and {first.actor} every "
                    f"{first.driver.period:_} ns",
                    expected="one period for all cars that actions drive",
                    fix="write the same period",
                ),
            )
        if (car.driver.file is None) != (first.driver.file is None):
            raise draft.refused(
                (*car.keys, "file"),
                InputError(
                    f"of {first.actor} and {car.actor} only one has recorded actions",
                    expected="a file for each, or for none",
                    fix="add the other `file`, or remove this one",
                ),
            )
    group = draft.group_of(Sampled(period=first.driver.period))
    if first.driver.file is not None:
        recorded = [_recorded(draft, car) for car in cars]
        table = np.zeros((max(map(len, recorded)), len(cars), width))
        for car, rows in zip(cars, recorded, strict=True):
            table[: len(rows), car.index, : car.width] = rows
            table[len(rows) :, car.index, : car.width] = rows[-1]
        graph.add(ACTIONS, RecordedActions(table), group)
    else:
        seen = {f"seen_{car.index}": car.size for car in cars}
        totals = {f"totals_{car.index}": len(TOTALS) for car in cars}
        graph.add(ACTIONS, ActionPort(len(cars), width, seen | totals), group)
        for car in cars:
            graph.connect(car.seen, f"{ACTIONS}.seen_{car.index}")
            graph.connect(car.totals, f"{ACTIONS}.totals_{car.index}")
    for car in cars:
        graph.connect(f"{ACTIONS}.actions", f"{car.actor}/action.actions")


def actions_text(actions: Floats) -> str:
    """Actions, a row for each, as the text of a CSV file; every number to its last bit."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([f"action_{k}" for k in range(actions.shape[1])])
    writer.writerows(actions.tolist())
    return text.getvalue()


def _recorded(draft: GraphDraft, car: ControlledActor) -> Floats:
    """The recorded actions of a car; each mistake names the file."""
    name, keys = str(car.driver.file), (*car.keys, "file")
    data = named_bytes(draft.file, keys, name, "file of actions", (".csv",))
    draft.files[Path(name).name] = data
    try:
        rows = [row for row in csv.reader(io.StringIO(data.decode("utf-8-sig"))) if row][1:]
        actions = np.array(rows, dtype=np.float64).reshape(len(rows), -1)
    except (UnicodeDecodeError, ValueError, csv.Error):
        actions = np.zeros((0, 0))
    if not len(actions) or actions.shape[1] != car.width or not np.isfinite(actions).all():
        raise draft.refused(
            keys,
            InputError(
                f"{name} is not a table of actions of this kind",
                expected=f"a line of names, then {car.width} numbers for each action",
                fix="write it with `record` of project_ghost.gym",
            ),
        )
    return actions
