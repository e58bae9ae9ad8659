"""An executor on a Ray cluster."""

from collections.abc import Generator, Iterable
from contextlib import AbstractContextManager, closing
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeVar, final

from project_ghost.batch._executors import AbstractExecutor
from project_ghost.batch._task import Outcome, Task
from project_ghost.batch.chunks._dispatch import dispatched
from project_ghost.core.errors import InputError

from ._code import FirstRuns, TasksByCode
from ._connect import address_of, check_cluster, connected, require_ray
from ._crew import RayCrew
from ._nodes import Needs, Node, described_rooms, nodes_of

__all__ = ["RayCluster"]

T = TypeVar("T")


@final
class RayCluster(AbstractExecutor):
    """Runs tasks on the machines of a Ray cluster (the extra `ray`).

        RayCluster("10.0.0.5:6379", memory_bytes=2 << 30, gpus=0.25)

    It must be used on a machine of the cluster; without an address RAY_ADDRESS is taken. There is
    a worker for each core of the cluster, at most `workers`, as far as each gets its memory and its
    part of a GPU. Ghost, in the same version, and the modules of tasks must be installed on all
    machines.

    Of the tasks that share a `code` the first is run here, if they are repeatable, and the machine
    code that it used is sent to each machine once. A machine with another kind of processor
    compiles its own, in one process.
    """

    def __init__(
        self,
        address: str | None = None,
        *,
        workers: int | None = None,
        memory_bytes: int = 0,
        gpus: float = 0.0,
    ) -> None:
        if workers is not None and workers < 1:
            raise InputError(f"workers is {workers}", "RayCluster", "1 or more")
        if memory_bytes < 0 or gpus < 0.0:
            raise InputError(
                f"memory_bytes is {memory_bytes}, gpus is {gpus}", "RayCluster", "0 or more"
            )
        require_ray()
        self._address = address_of(address)
        self._most = workers
        self._needs = Needs(1.0, memory_bytes, gpus)
        self._is_checked = False

    @cached_property
    def workers(self) -> int:
        """How many workers the cluster had room for when it was asked first."""
        with self._connected() as ray:
            slots = sum(each.slots for each in self._with_room(ray).values())
        return min(slots, self._most or slots)

    def check(self) -> None:
        """Raise an error within seconds if the cluster does not answer, or has no room."""
        assert self.workers

    def _connected(self) -> AbstractContextManager[Any]:
        if not self._is_checked:
            check_cluster(self._address)
            self._is_checked = True
        return connected(self._address)

    def _with_room(self, ray: Any) -> dict[str, Node]:  # noqa: ANN401 - a module
        rows = ray.nodes()
        nodes = nodes_of(rows, self._needs)
        if not nodes:
            raise InputError(
                f"no machine of the cluster has room for a worker: {described_rooms(rows)}",
                f"--address {self._address}",
                f"a machine with {self._needs.described()}",
                "ask for less with --memory and --gpus, or add machines",
            )
        return nodes

    def finished(self, tasks: Iterable[Task[T]]) -> Generator[Outcome[T], None, None]:
        """Run all tasks; yield the outcome of each as soon as it is there."""
        with self._connected() as ray:
            self._with_room(ray)
            with (
                closing(RayCrew(ray, self._needs, self._most)) as crew,
                closing(FirstRuns()) as first_runs,
            ):
                yield from _compiled_once(TasksByCode(tasks), first_runs, crew)


def _compiled_once(
    tasks: TasksByCode[T], first_runs: FirstRuns, crew: RayCrew
) -> Generator[Outcome[T], None, None]:
    """Run the first task of each code here, and all others on the crew, which gets the code."""
    while True:
        before = tasks.taken
        yield from dispatched(tasks.until_new(), crew, first=before)
        if tasks.is_new():
            found = first_runs.run(tasks.learn())
            crew.share(found.code)
            if found.outcome.error is None:
                yield replace(found.outcome, index=tasks.taken)
                tasks.take()
        elif tasks.taken == before:
            return
