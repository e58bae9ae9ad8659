"""Compare: every digest with the stored one, every witness with the native one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from project_ghost.doctor.selfcheck import Mode

from .catalogue import NATIVE
from .runner import Run, Selection, Status
from .scenarios import golden_digests


@dataclass(frozen=True)
class Difference:
    """A workload with a wrong digest, and its environment."""

    environment: str
    mode: Mode
    workload: str
    expected: str
    got: str

    def __str__(self) -> str:
        return (
            f"{self.workload} differs in {self.environment} ({self.mode}): "
            f"expected {self.expected}, got {self.got}"
        )


@dataclass(frozen=True)
class Verdict:
    """All runs, the expected digest of each workload, and every difference."""

    runs: tuple[Run, ...]
    reference: dict[str, str]
    differences: tuple[Difference, ...]
    columns: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether all that ran agrees, and nothing that should have run failed."""
        failed = any(run.status is Status.FAILED for run in self.runs)
        return not failed and not self.differences

    def changed_witnesses(self, run: Run) -> tuple[str, ...]:
        """The witnesses that have another value in this run than natively."""
        native = _native(self.runs).witnesses
        return tuple(name for name, value in run.witnesses.items() if value != native.get(name))


def judge(runs: Sequence[Run], selection: Selection, stored: Mapping[str, str]) -> Verdict:
    """Compare every run with the stored digests; an extra workload with the native run."""
    native = _native(runs)
    reference = {
        name: (native.digests if name in selection.extra else stored).get(name, "nothing stored")
        for name in selection.columns
    }
    if selection.scenarios:
        reference |= golden_digests()
    differences = [
        Difference(run.environment.name, run.mode, name, reference[name], _got(run, name))
        for run in runs
        if run.status is Status.RAN
        for name in selection.due(run.mode)
        if name not in run.left_out and _got(run, name) != reference[name]
    ]
    differing = {(difference.environment, difference.mode) for difference in differences}
    judged = [
        run if (run.environment.name, run.mode) in differing else _without_effect(run, native)
        for run in runs
    ]
    return Verdict(tuple(judged), reference, tuple(differences), selection.columns)


def _got(run: Run, workload: str) -> str:
    return run.digests.get(workload) or run.errors.get(workload, "nothing")


def _without_effect(run: Run, native: Run) -> Run:
    """A run that only repeated the native one is not a run of its environment."""
    witness = run.environment.must_change
    if run.status is not Status.RAN or witness is None:
        return run
    if run.witnesses.get(witness) not in (None, native.witnesses.get(witness)):
        return run
    reason = f"no effect on this machine: the witness {witness!r} did not change"
    return replace(run, status=Status.NOT_RUN, reason=reason)


def _native(runs: Sequence[Run]) -> Run:
    return next(run for run in runs if run.environment.name == NATIVE)
