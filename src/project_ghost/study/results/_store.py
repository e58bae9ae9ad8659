"""The folder of an experiment: a line for each repeat, a file for each distinct trace.

A trace is written before the line that names it, and a line is flushed at once; so every repeat
with a complete line is complete, even if the study was killed. A trace is checked against the
digest in that line whenever it is read: traces that were exchanged prove nothing.

Whoever only reads the folder gets an error for a damaged file. Whoever runs the study drops what
is damaged, and repeats it.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, final

import msgspec
import numpy as np

from project_ghost.analysis.traces import Traces, Variable
from project_ghost.core.arguments import checked_arguments
from project_ghost.core.arrays import Integers
from project_ghost.core.errors import InputError
from project_ghost.core.files import write_whole
from project_ghost.core.json_files import write_json
from project_ghost.study.execute._simulator import KIND, Fact, Facts

from ._documents import ExperimentDocument, damaged, read_document
from ._loop import LoopLatency
from ._trace import Trace, combined
from ._trace_file import TraceFileError, load_trace, save_trace

__all__ = [
    "EXPERIMENTS",
    "ExperimentStore",
    "RepeatRecord",
    "experiment_document",
    "experiment_traces",
]

EXPERIMENTS = "experiments"
_EXPERIMENT, _REPEATS, _LOG, _TRACES = "experiment.json", "repeats.jsonl", "log.jsonl", "traces"
_NAME_LENGTH = 16
_DIGEST = re.compile("[0-9a-f]{64}")


@final
@dataclass(frozen=True)
class RepeatRecord:
    """One finished repeat. Repeats are numbered from 1; ids are `<experiment>#<number>`."""

    repeat: int
    process: str  # fresh or reused
    trace: str  # the digest
    facts: Mapping[str, Fact]
    wall_s: float
    loop: LoopLatency | None = None  # of the simulator; None if unknown
    worker: int | None = None  # the number of its reused process; None if fresh or unknown


def experiment_document(folder: Path) -> ExperimentDocument:
    """The content of an experiment's experiment.json; its defaults if there is no such file."""
    return read_document(folder / _EXPERIMENT, ExperimentDocument)


class _Line(msgspec.Struct, kw_only=True):
    """A line of repeats.jsonl; `facts` may be the number of facts that were stored before."""

    repeat: int
    process: str
    trace: str
    facts: dict[str, Fact] | int
    wall_s: float
    loop_s: tuple[int, float, float | None] | None = None
    worker: int | None = None

    def __post_init__(self) -> None:
        if not _DIGEST.fullmatch(self.trace) or self.repeat < 1:
            raise ValueError("it names no repeat, or no trace")


@final
class ExperimentStore:
    """The files of one experiment.

    With `repairing`, which only the process may set that runs the study, damaged lines and
    repeats with a damaged trace are dropped; without it they are an error.
    """

    def __init__(self, folder: Path, *, repairing: bool = False) -> None:
        self.folder = folder
        self.records: dict[int, RepeatRecord] = {}
        self._facts: list[dict[str, Fact]] = []
        is_whole = self._read(repairing=repairing)
        self._digests = {record.trace for record in self.records.values()}
        if repairing and not (self._drop_damaged_traces() and is_whole):
            self._rewrite()

    @property
    def log_path(self) -> Path:
        """Where utilisation and latency are logged."""
        return self.folder / _LOG

    @property
    def distinct(self) -> int:
        """How many different traces there are."""
        return len(self._digests)

    def write(self, document: Mapping[str, Any]) -> None:
        """Write experiment.json."""
        self.folder.mkdir(parents=True, exist_ok=True)
        write_json(document, self.folder / _EXPERIMENT)

    def document(self) -> ExperimentDocument:
        """The content of experiment.json; its defaults if there is no such file."""
        return experiment_document(self.folder)

    def add(
        self,
        repeat: int,
        process: str,
        digest: str,
        trace: Trace | None,
        facts: Facts,
        wall_s: float,
        loop: LoopLatency | None = None,
        worker: int | None = None,
    ) -> None:
        """Store one repeat: its trace, unless one with this digest is stored, then its line."""
        if digest not in self._digests:
            assert trace is not None, "the first repeat with a digest brings its trace"
            (self.folder / _TRACES).mkdir(parents=True, exist_ok=True)
            save_trace(trace, self._trace_path(digest))
            self._digests.add(digest)
        self._append(RepeatRecord(repeat, process, digest, dict(facts), wall_s, loop, worker))

    def _append(self, record: RepeatRecord) -> None:
        with (self.folder / _REPEATS).open("a", encoding="utf-8") as file:
            file.write(self._text(record))
        self.records[record.repeat] = record

    def _text(self, record: RepeatRecord) -> str:
        """The line of a repeat; facts that were stored before are written as their number."""
        line: dict[str, Any] = {
            "id": f"{self.folder.name}#{record.repeat}",
            "process": record.process,
            "repeat": record.repeat,
            "trace": record.trace,
            "wall_s": round(record.wall_s, 6),
        }
        if record.loop is not None:
            line["loop_s"] = [record.loop.intervals, record.loop.mean_s, record.loop.max_s]
        if record.worker is not None:
            line["worker"] = record.worker
        facts = dict(record.facts)
        if facts in self._facts:
            line["facts"] = self._facts.index(facts)
        else:
            self._facts.append(facts)
            line["facts"] = facts
        return json.dumps(line, sort_keys=True, ensure_ascii=False, allow_nan=False) + "\n"

    def _read(self, *, repairing: bool) -> bool:
        """Read the complete lines; return whether nothing else is in the file.

        Lines after a damaged one are dropped too: they may refer to its facts.
        """
        path = self.folder / _REPEATS
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return True
        except OSError as error:
            raise damaged(path, error.strerror or str(error)) from None
        *lines, rest = data.split(b"\n")  # a last line without an end was cut off
        for number, line in enumerate(lines, 1):
            try:
                record = self._parsed(line)
            except (msgspec.MsgspecError, ValueError, LookupError) as error:
                if repairing:
                    return False
                raise damaged(path, f"line {number}: {error}") from None
            self.records[record.repeat] = record
        return not rest

    def _parsed(self, text: bytes) -> RepeatRecord:
        line = msgspec.json.decode(text, type=_Line)
        facts = line.facts
        if isinstance(facts, dict):
            self._facts.append(facts)
        elif facts >= 0:
            facts = self._facts[facts]
        else:
            raise ValueError("its facts have a negative number")
        loop = None if line.loop_s is None else LoopLatency(*line.loop_s)
        return RepeatRecord(
            line.repeat, line.process, line.trace, facts, line.wall_s, loop, line.worker
        )

    def _drop_damaged_traces(self) -> bool:
        """Remove damaged traces and drop their repeats; return whether there were none."""
        broken = set()
        for digest in sorted(self._digests):
            try:
                load_trace(self._trace_path(digest), digest)
            except TraceFileError:
                self._trace_path(digest).unlink(missing_ok=True)
                broken.add(digest)
        self._digests -= broken
        self.records = {n: each for n, each in self.records.items() if each.trace not in broken}
        return not broken

    def _rewrite(self) -> None:
        """Write the lines of the repeats that are left."""
        self._facts = []
        text = "".join(self._text(record) for record in self.records.values())
        write_whole(self.folder / _REPEATS, text, "the list of repeats", durable=True)

    def _trace_path(self, digest: str) -> Path:
        return self.folder / _TRACES / f"{digest[:_NAME_LENGTH]}.npz"

    def facts(self) -> dict[str, Fact]:
        """The facts of all repeats; of a fact that differs, the number of its values."""
        return {
            name: values[0] if len(values) == 1 else f"{len(values)} different"
            for name, values in self._fact_values().items()
        }

    def varying_facts(self) -> list[str]:
        """The names of the facts that differ between repeats."""
        return [name for name, values in self._fact_values().items() if len(values) > 1]

    def kinds(self) -> dict[str, str]:
        """The kind of each actor, where the simulator states it."""
        return {
            name.removeprefix(KIND): str(kind)
            for facts in self._facts
            for name, kind in facts.items()
            if name.startswith(KIND)
        }

    def _fact_values(self) -> dict[str, list[Fact]]:
        """The distinct values of each fact."""
        names = dict.fromkeys(
            name for facts in self._facts for name in facts if not name.startswith(KIND)
        )
        return {
            # By their JSON: 1 and True are two values.
            name: list({json.dumps(f.get(name)): f.get(name) for f in self._facts}.values())
            for name in names
        }

    def in_order(self) -> list[RepeatRecord]:
        """The finished repeats by their numbers."""
        return [self.records[number] for number in sorted(self.records)]

    def distinct_traces(self, repeats: int | None = None) -> "DistinctTraces":
        """The distinct traces of the first `repeats` repeats; None: of all."""
        records = self.in_order()[:repeats]
        if not records:
            raise InputError(
                "no repeat is finished",
                str(self.folder),
                "at least one trace",
                "run the study",
            )
        digests = list(dict.fromkeys(record.trace for record in records))
        number = {digest: i for i, digest in enumerate(digests)}
        return DistinctTraces(
            str(self.folder),
            tuple(str(record.repeat) for record in records),
            tuple(load_trace(self._trace_path(digest), digest) for digest in digests),
            np.array([number[record.trace] for record in records], dtype=np.int64),
        )


@final
@dataclass(frozen=True)
class DistinctTraces:
    """The traces of repeats, each distinct one once: repeat i has the trace number `which[i]`."""

    source: str
    repeats: tuple[str, ...]
    traces: tuple[Trace, ...]
    which: Integers

    def each_once(self) -> Traces:
        """All distinct traces side by side, as if each were a repeat."""
        return combined(self.source, [str(i) for i in range(len(self.traces))], self.traces)

    def part(self, repeats: Sequence[int]) -> "DistinctTraces":
        """Only these repeats, by their index, with the traces that they have."""
        which = self.which[list(repeats)]
        used = list(dict.fromkeys(which.tolist()))
        number = {old: new for new, old in enumerate(used)}
        return DistinctTraces(
            self.source,
            tuple(self.repeats[i] for i in repeats),
            tuple(self.traces[i] for i in used),
            np.array([number[i] for i in which.tolist()], dtype=np.int64),
        )

    def expanded(self, which: Sequence[int] | None = None) -> Traces:
        """Repeats side by side: all of them, or copies of the distinct traces `which`."""
        once = self.each_once()
        index = self.which if which is None else np.asarray(which, dtype=np.int64)
        names = self.repeats if which is None else tuple(str(i + 1) for i in range(len(index)))
        return Traces(
            self.source,
            names,
            once.actors,
            once.times_ns,
            once.present[index],
            {
                name: Variable(v.values[index], v.kind, v.unit, v.scale, v.categories)
                for name, v in once.variables.items()
            },
            tuple(once.collisions_ns[i] for i in index),
            once.touching,
        )


@checked_arguments
def experiment_traces(folder: Path | str, experiment_id: str) -> Traces:
    """The traces of all repeats of one experiment in a study's folder."""
    return ExperimentStore(Path(folder) / EXPERIMENTS / experiment_id).distinct_traces().expanded()
