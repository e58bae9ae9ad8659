"""Whether a sweep achieves what is required of it."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, final

from project_ghost.closed_loop.metrics import Requirement
from project_ghost.core.files import pretty_json
from project_ghost.results import RunTable
from project_ghost.sweep._open import OpenSweep
from project_ghost.sweep._row import FAILED

from ._callback import StartedSweep, SweepCallback, SweepEnd, SweepStatus

__all__ = ["VERDICT", "ValidationCallback", "Verdict"]

VERDICT = "verdict.json"
_MEAN = re.compile(r"\s*mean\(\s*(\w+)\s*\)(.*)", re.DOTALL)
_SHOWN_MAX = 10
_NUMBERS = ("int64", "float64")


@final
@dataclass(frozen=True)
class Verdict:
    """A requirement, of how many it is required, how many miss it, and the first of those."""

    requirement: str
    total: int
    missed: int
    first: tuple[Mapping[str, Any], ...]

    @property
    def is_met(self) -> bool:
        """Whether nothing misses it."""
        return self.missed == 0


@final
class ValidationCallback(SweepCallback):
    """Judges a complete sweep by requirements, and writes verdict.json to its store.

    `score>=0.8` is required of every run, and one that failed misses it; `mean(score)>=0.8` of the
    mean of each planner's runs, in which one that failed counts as 0. `verdicts` are there after
    the end of a complete sweep; of one that is not complete nothing is said.
    """

    def __init__(self, requirements: Sequence[str] | str) -> None:
        self._texts = (requirements,) if isinstance(requirements, str) else tuple(requirements)
        self._sweep: StartedSweep | None = None
        self.verdicts: tuple[Verdict, ...] | None = None

    @property
    def is_met(self) -> bool:
        """Whether the sweep is complete and misses nothing."""
        return self.verdicts is not None and all(each.is_met for each in self.verdicts)

    def check(self, table: RunTable) -> None:
        """Refuse a requirement that cannot be read, or about a column that the runs do not have."""
        for text in self._texts:
            _parsed(text, table)

    def on_sweep_start(self, sweep: StartedSweep) -> None:
        """Check the requirements."""
        self.check(sweep.table)
        self._sweep = sweep

    def on_sweep_end(self, status: SweepStatus) -> None:
        """Judge, and write verdict.json."""
        sweep = self._sweep
        if sweep is None:
            return
        if status.end is not SweepEnd.COMPLETE:
            sweep.say("required: not judged, because the sweep is not complete")
            return
        opened = OpenSweep(sweep.store)
        self.verdicts = tuple(_verdict(text, opened, sweep.table) for text in self._texts)
        _write(opened, self.verdicts)
        for each in self.verdicts:
            lost = "met" if each.is_met else f"MISSED by {each.missed:,} of {each.total:,}"
            sweep.say(f"required {each.requirement}: {lost}")


def _parsed(text: str, table: RunTable) -> tuple[bool, Requirement]:
    """Whether a requirement is about means, and the requirement."""
    names = [field.name for field in table.result if field.type in _NUMBERS]
    names = [name for name in names if table.metrics or name != "score"]
    mean = _MEAN.fullmatch(text)
    if mean is None:
        return False, Requirement.parse(text, "--require", names)
    return True, Requirement.parse(f"{mean[1]}{mean[2]}", "--require", names)


def _verdict(text: str, opened: OpenSweep, table: RunTable) -> Verdict:
    is_mean, requirement = _parsed(text, table)
    rows = _rows(opened, ["id", "planner", "scenario", "seed", "status", requirement.name])
    total = missed = 0
    first: list[Mapping[str, Any]] = []
    for each in _means(rows, requirement.name) if is_mean else _runs(rows, requirement.name):
        total += 1
        if not requirement.is_met_by(each["value"]):
            missed += 1
            first += [each] if missed <= _SHOWN_MAX else []
    return Verdict(text, total, missed, tuple(first))


def _rows(opened: OpenSweep, columns: Sequence[str]) -> Iterator[Mapping[str, Any]]:
    for window in opened.windows(list(dict.fromkeys(columns))):
        yield from window.to_pylist()


def _runs(rows: Iterable[Mapping[str, Any]], name: str) -> Iterator[dict[str, Any]]:
    for row in rows:
        yield {
            "id": row["id"],
            "planner": row["planner"],
            "scenario": row["scenario"],
            "seed": row["seed"],
            "value": None if row["status"] == FAILED else row[name],
        }


def _means(rows: Iterable[Mapping[str, Any]], name: str) -> Iterator[dict[str, Any]]:
    planners: dict[str | None, tuple[float, int]] = {}
    for row in rows:
        value = 0.0 if row["status"] == FAILED else row[name]
        if value is not None:
            total, count = planners.get(row["planner"], (0.0, 0))
            planners[row["planner"]] = (total + float(value), count + 1)
    for planner, (total, count) in planners.items():
        yield {"planner": planner, "value": total / count}


def _write(opened: OpenSweep, verdicts: Sequence[Verdict]) -> None:
    statuses = Counter(row["status"] for row in _rows(opened, ["status"]))
    document = {
        "failed": statuses[FAILED],
        "passed": all(each.is_met for each in verdicts),
        "requirements": [{**asdict(each), "is_met": each.is_met} for each in verdicts],
        "runs": statuses.total(),
    }
    opened.store.write(VERDICT, pretty_json(document).encode())
