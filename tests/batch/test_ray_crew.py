"""Goal: machine code reaches each machine of a cluster, whatever dies meanwhile, and nobody waits
for a worker that cannot come.

Method: without Ray. A module that stands for it answers when, and as, the test says.
"""

import random
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import pytest

from project_ghost import __version__
from project_ghost.batch import Task
from project_ghost.batch.chunks import _backlog
from project_ghost.batch.chunks._chunk import execute
from project_ghost.batch.chunks._dispatch import dispatched
from project_ghost.batch.cluster import _crew
from project_ghost.batch.cluster._actor import Begun
from project_ghost.batch.cluster._code import TasksByCode
from project_ghost.batch.cluster._crew import RayCrew
from project_ghost.batch.cluster._nodes import Needs
from project_ghost.batch.cluster._ray_cluster import _compiled_once
from project_ghost.core.errors import RunError
from tests.batch import work
from tests.batch.test_code import Here, tasks_of


class RayError(Exception):
    """As Ray's."""


class RayTaskError(RayError):
    """As Ray's."""


class ActorDiedError(RayError):
    """As Ray's."""


@dataclass(eq=False)
class Call:
    """A call of a method of an actor; a reference, for Ray."""

    actor: "Actor"
    method: str
    arguments: tuple[Any, ...]

    def remote(self, *arguments: Any) -> "Call":
        call = Call(self.actor, self.method, arguments)
        self.actor.ray.calls.append(call)
        return call


@dataclass(eq=False)
class Actor:
    """An actor; also the class of it, with its options."""

    ray: "Ray"
    node: str = ""
    is_dead: bool = False
    has_begun: bool = False

    def options(self, scheduling_strategy: str, **_: Any) -> "Actor":
        return Actor(self.ray, scheduling_strategy)

    def remote(self, *pids: list[int]) -> "Actor | Call":
        if pids:  # a question for the states of processes
            return Call(self, "states", ()).remote(*pids)
        self.ray.actors.append(self)
        return self

    def __getattr__(self, method: str) -> Call:
        return Call(self, method, ())


@dataclass(eq=False)
class Ray:
    """What a crew uses of Ray. All that can be answered is answered at once."""

    slots: dict[str, int]
    stillborn: set[str] = field(default_factory=set)  # nodes whose workers die at their beginning
    foreign: set[str] = field(default_factory=set)
    stopped: Actor | None = None  # it does not answer
    actors: list[Actor] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    counted: int = 0

    def nodes(self) -> list[dict[str, Any]]:
        self.counted += 1
        assert self.counted < 1000, "the crew waits for nothing"
        return [
            {"NodeID": name, "Alive": True, "Resources": {"CPU": float(slots)}}
            for name, slots in self.slots.items()
        ]

    def remote(self, _what: Any) -> Actor:
        return Actor(self)

    def put(self, content: Mapping[str, bytes]) -> Mapping[str, bytes]:
        return content

    def kill(self, actor: Actor) -> None:
        actor.is_dead = True

    def wait(self, refs: list[Call], num_returns: int, timeout: float) -> tuple[list[Call], ...]:  # noqa: ARG002
        ready = [each for each in refs if each.actor is not self.stopped]
        return ready, [each for each in refs if each not in ready]

    def get(self, call: Call) -> Any:
        node = call.actor.node
        if call.method == "states":
            return {pid: "T" if pid == id(self.stopped) else "S" for pid in call.arguments[0]}
        is_new = node in self.stillborn and not call.actor.has_begun
        if call.actor.is_dead or is_new:
            raise ActorDiedError("it has died")
        if call.method == "execute":
            return execute(*call.arguments)
        call.actor.has_begun = True
        return Begun(
            id(call.actor), node, __version__, node not in self.foreign or not call.arguments
        )

    def begins(self, node: str) -> list[list[list[str]]]:
        """The names of the code that each call of `begin` got."""
        return [
            [sorted(code) for code in call.arguments]
            for call in self.calls
            if call.method == "begin" and call.actor.node == node and call.arguments
        ]


@pytest.fixture(autouse=True)
def _without_ray(monkeypatch) -> None:
    exceptions, strategies = ModuleType("ray.exceptions"), ModuleType("strategies")
    for each in (RayError, RayTaskError, ActorDiedError):
        setattr(exceptions, each.__name__, each)
    strategies.NodeAffinitySchedulingStrategy = lambda node, soft: node  # type: ignore[attr-defined] # noqa: ARG005
    monkeypatch.setitem(sys.modules, "ray", ModuleType("ray"))
    monkeypatch.setitem(sys.modules, "ray.exceptions", exceptions)
    monkeypatch.setitem(sys.modules, "ray.util", ModuleType("ray.util"))
    monkeypatch.setitem(sys.modules, "ray.util.scheduling_strategies", strategies)
    monkeypatch.setattr(_crew, "_REFRESH_S", 0.0)  # machines are counted each time


def crew_of(ray: Ray, most: int | None = None) -> RayCrew:
    return RayCrew(ray, Needs(), most)


def run(crew: RayCrew, count: int = 5) -> None:
    """Run tasks on the crew; all must succeed."""
    tasks = [Task(work.double, (n,), is_repeatable=True) for n in range(count)]
    found = {each.index: each.get() for each in dispatched(tasks, crew)}
    assert found == {n: 2 * n for n in range(count)}


def test_each_machine_gets_each_code_once() -> None:
    ray = Ray({"a": 2, "b": 1})
    crew = crew_of(ray)
    for code in ("one", "two", "three"):
        crew.share({"base": b"", code: b""})
        run(crew)
    ray.slots["late"] = 2
    run(crew)
    once = [[["base", "one"]], [["two"]], [["three"]]]
    assert (ray.begins("a"), ray.begins("b")) == (once, once)
    assert ray.begins("late") == [[["base", "one"], ["two"], ["three"]]]


def test_a_foreign_machine_is_sent_code_once_and_goes_on() -> None:
    ray = Ray({"a": 2}, foreign={"a"})
    crew = crew_of(ray)
    for code in ("one", "two"):
        crew.share({code: b""})
        run(crew)
    assert ray.begins("a") == [[["one"]]]


def test_a_machine_whose_workers_do_not_begin_is_left_out() -> None:
    ray = Ray({"a": 1, "bad": 2}, stillborn={"bad"})
    crew = crew_of(ray)
    crew.share({"one": b""})  # while workers are starting: the first of a machine begins twice
    run(crew)


def test_a_machine_that_gets_no_more_workers_uses_those_that_it_has() -> None:
    ray = Ray({"a": 5})
    crew = crew_of(ray)
    run(crew)
    ray.stillborn = {"a"}  # those that take the places of others do not begin
    for number, code in enumerate(("one", "two", "three")):
        ray.kill(ray.actors[number])  # while it gets the code
        crew.share({code: b""})
        run(crew)
    assert [each for each in ray.actors if not each.is_dead] == ray.actors[3:5]


def test_workers_that_cannot_be_replaced_are_an_error_when_the_last_is_gone(monkeypatch) -> None:
    monkeypatch.setattr(_crew, "_EMPTY_S", 0.0)
    ray = Ray({"a": 1, "bad": 1}, stillborn={"bad"})
    crew = crew_of(ray)
    run(crew)
    for _ in range(5):
        crew.wait([], 0.0)
    del ray.slots["a"]
    with pytest.raises(RunError, match="it has died"):
        run(crew)


def test_a_worker_that_is_stopped_while_it_gets_code_is_replaced(monkeypatch) -> None:
    ray = Ray({"a": 2})
    crew = crew_of(ray)
    run(crew)
    monkeypatch.setattr(_crew, "_QUIET_S", 0.0)
    ray.stopped = ray.actors[0]
    crew.share({"one": b""})
    run(crew)
    assert ray.stopped.is_dead


def test_a_worker_that_is_stopped_after_its_reply_loses_nothing(monkeypatch) -> None:
    ray = Ray({"a": 1})
    crew = crew_of(ray)
    get = ray.get

    def found(call: Call) -> Any:
        return dict.fromkeys(call.arguments[0], "T") if call.method == "states" else get(call)

    monkeypatch.setattr(_crew, "_QUIET_S", 0.0)
    monkeypatch.setattr(ray, "get", found)
    run(crew)


@dataclass(eq=False)
class Troubled(Ray):
    """Machines join and leave, workers die, stop and go on; answers come late and in any order.

    The first machine stays, and its workers only stop.
    """

    numbers: random.Random = field(default_factory=random.Random)

    def nodes(self) -> list[dict[str, Any]]:
        happens = self.numbers.random
        others = list(self.slots)[1:]
        if happens() < 0.1 and others:
            del self.slots[self.numbers.choice(others)]
        if happens() < 0.1:
            name = f"node {self.counted}"
            self.slots[name] = self.numbers.randint(1, 3)
            self.foreign |= {name} if happens() < 0.3 else set()
            self.stillborn |= {name} if happens() < 0.1 else set()
        if happens() < 0.1:
            self.stopped = self.numbers.choice([None, *self.actors])
        mortal = [each for each in self.actors if each.node != "a"]
        if happens() < 0.1 and mortal:
            self.numbers.choice(mortal).is_dead = True
        return super().nodes()

    def wait(self, refs: list[Call], num_returns: int, timeout: float) -> tuple[list[Call], ...]:
        answered, _ = super().wait(refs, num_returns, timeout)
        ready = [each for each in answered if self.numbers.random() < 0.6]
        self.numbers.shuffle(ready)
        return ready, [each for each in refs if each not in ready]

    def get(self, call: Call) -> Any:
        if call.actor.node not in self.slots:
            raise RayError("the machine is gone")
        return super().get(call)


@pytest.mark.parametrize("seed", range(30))
def test_whatever_happens_each_task_has_one_outcome(monkeypatch, seed) -> None:
    # What happens depends on the seed, and not on time.
    monkeypatch.setattr(_crew, "_QUIET_S", -1.0)
    monkeypatch.setattr(_crew, "_LOOK_S", -1.0)
    monkeypatch.setattr(_backlog, "_CHUNK_S", 0.0)
    numbers = random.Random(seed)  # noqa: S311 - to have it again
    codes = "".join(numbers.choice("abcd") * numbers.randint(1, 4) for _ in range(10))
    here = Here(failing=tuple(n for n in range(len(codes)) if numbers.random() < 0.3))
    ray = Troubled({"a": 2, "b": 1}, numbers=numbers)
    crew = crew_of(ray, numbers.choice([None, 1, 2]))
    found = list(_compiled_once(TasksByCode(tasks_of(codes)), here, crew))  # type: ignore[arg-type]
    assert sorted(each.index for each in found) == list(range(len(codes)))
    assert all(each.value == 2 * each.index for each in found if each.error is None)
