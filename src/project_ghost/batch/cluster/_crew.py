"""Workers on the machines of a Ray cluster, as the loop that sends them chunks sees them."""

import time
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple, final

from project_ghost import __version__
from project_ghost.batch.chunks._crew import AbstractCrew, Event, Fate
from project_ghost.core.errors import InputError, RunError

from ._actor import Worker, process_states
from ._nodes import Needs, Node, nodes_of

__all__ = ["RayCrew"]

# How often machines are counted, and how long one waits for anything at most.
_REFRESH_S = 2.0
# Whoever takes longer than this for a chunk, or for code, is looked after: its process may be
# stopped, or its machine.
_QUIET_S = 10.0
# A machine that does not answer for so long is taken for frozen.
_LOOK_S = 15.0
# How long a cluster may be without a machine.
_EMPTY_S = 60.0
# Workers that do not begin on a machine before it is given up.
_FAILURES_MAX = 3
# Chunks in a row that were lost, without any reply.
_LOST_MAX = 200
_STOPPED = "tT"


class Place(NamedTuple):
    """A worker: its machine and its number."""

    node: str
    number: int


@dataclass
class _Actor:
    handle: Any
    place: Place
    is_carrier: bool  # it has the machine code for its machine
    is_ready: bool = False
    pid: int = 0
    chunk: Any = None  # the reference of its reply
    looked_s: float = 0.0  # when it was sent a chunk or machine code, or looked after


class _Begin(NamedTuple):
    place: Place
    codes: int  # how many its machine has then


class _Look(NamedTuple):
    node: str
    pids: Mapping[int, Place]
    begun_s: float


@final
class RayCrew(AbstractCrew):
    """One actor for each core of each machine.

    Ray restarts and repeats nothing. Actors whose machine is frozen are given up, and those of
    machines that join are added.
    """

    name = "RayCluster"

    def __init__(self, ray: Any, needs: Needs, most: int | None) -> None:  # noqa: ANN401 - a module
        self._ray, self._needs, self._most = ray, needs, most
        self._codes: list[Any] = []  # references of machine code
        self._shared: set[str] = set()  # the names of all that is in it
        self._class = ray.remote(Worker)
        self._nodes: dict[str, Node] = {}
        self._actors: dict[Place, _Actor] = {}
        self._begins: dict[Any, _Begin] = {}
        self._looks: dict[Any, _Look] = {}
        self._started = self._lost = 0
        self._events: list[Event] = []
        self._seen_s = self._refreshed_s = _now_s()
        self._refresh()

    # What the loop asks for.

    @property
    def workers(self) -> int:
        return max(1, sum(each.is_ready for each in self._actors.values()))

    def place(self, avoided: Hashable) -> Hashable | None:
        free = [each for each in self._actors.values() if self._is_free(each)]
        if isinstance(avoided, Place):
            if len(self._actors) == 1 and avoided in self._actors:
                self._drop(avoided)
                self._refresh()
                return None
            free = [each for each in free if each.place != avoided]
            free.sort(key=lambda each: each.place.node == avoided.node)  # elsewhere first
        return free[0].place if free else None

    def send(self, place: Hashable, chunk: bytes) -> None:
        actor = self._actor(place)
        actor.chunk, actor.looked_s = actor.handle.execute.remote(chunk), _now_s()

    def wait(self, busy: Sequence[Hashable], left_s: float | None) -> list[Event]:
        if _now_s() - self._refreshed_s >= _REFRESH_S:
            self._refresh()
            self._look_after()
        chunks = {self._actor(each).chunk: each for each in busy if each in self._actors}
        patience_s = _REFRESH_S if left_s is None else min(left_s, _REFRESH_S)
        for ref in self._ready([*chunks, *self._begins, *self._looks], patience_s):
            # Others were given up just now, with their worker.
            if chunks.get(ref) in self._actors:
                self._events.append(self._event(self._actor(chunks[ref]), ref))
            elif ref in self._begins:
                self._begun(ref)
            elif ref in self._looks:
                self._looked(ref)
        events, self._events = self._events, []
        return events

    def release(self, place: Hashable, peak_bytes: int) -> None:
        actor = self._actor(place)
        self._lost = 0
        node = self._nodes.get(actor.place.node)
        if node is None:
            return
        node.is_warm = True
        node.used(peak_bytes)
        if len(self._on(node.id)) > node.slots:
            self._drop(actor.place)

    def end(self, place: Hashable) -> None:
        self._drop(place)

    def share(self, code: Mapping[str, bytes]) -> None:
        """Send machine code to each machine before its next chunk. No chunk may be out now."""
        now_s = self._seen_s = _now_s()
        # Whoever has run the code here has not listened meanwhile.
        self._looks = {ref: look._replace(begun_s=now_s) for ref, look in self._looks.items()}
        new = {name: content for name, content in code.items() if name not in self._shared}
        if not new:
            return
        self._shared |= new.keys()
        self._codes.append(self._ray.put(new))
        for node in self._nodes.values():
            node.is_warm = False
        for actor in self._actors.values():
            actor.is_carrier = False
        self._refresh()

    def close(self) -> None:
        idle = [each for each in self._actors.values() if each.is_ready and each.chunk is None]
        with suppress(Exception):  # they are ended anyway
            refs = [each.handle.close.remote() for each in idle]
            self._ray.wait(refs, num_returns=len(refs), timeout=_REFRESH_S) if refs else None
        for place in list(self._actors):
            self._drop(place)

    # Machines and actors.

    def _is_free(self, actor: _Actor) -> bool:
        node = self._nodes.get(actor.place.node)
        if node is None or not actor.is_ready or actor.chunk is not None or node.is_silent:
            return False
        return node.is_warm or actor.is_carrier

    def _actor(self, place: Hashable) -> _Actor:
        assert isinstance(place, Place)
        return self._actors[place]

    def _on(self, node: str) -> list[_Actor]:
        return [each for each in self._actors.values() if each.place.node == node]

    def _refresh(self) -> None:
        """Count the machines; give up workers on those that are gone, start those that are due."""
        now_s = self._refreshed_s = _now_s()
        found = nodes_of(self._ray.nodes(), self._needs)
        for gone in sorted(self._nodes.keys() - found.keys()):
            self._give_up(gone)
            del self._nodes[gone]
        for node_id, node in found.items():
            self._nodes.setdefault(node_id, node)
        if self._has_machines():
            self._seen_s = now_s
        # ghost: allow[time-budget] it ends a sweep, which can be continued, and changes no run
        elif now_s - self._seen_s > _EMPTY_S:
            raise self._without_machines()
        for node in self._nodes.values():
            self._fill(node)

    def _fill(self, node: Node) -> None:
        """Start as many workers as a machine has room for; one of them gets the machine code."""
        if node.is_silent:
            return
        node.is_warm = node.is_warm or not self._codes
        actors = self._on(node.id)
        if actors and not node.is_warm and not any(each.is_carrier for each in actors):
            self._begin(actors[0], node, is_carrier=True)  # of new code, or the first one has died
        if len(node.failures) >= _FAILURES_MAX:
            return
        for _ in range(node.slots - len(actors)):
            if self._most is not None and len(self._actors) >= self._most:
                return
            self._start(node, is_carrier=not node.is_warm and not self._on(node.id))

    def _start(self, node: Node, *, is_carrier: bool) -> None:
        self._started += 1
        handle = self._class.options(
            **self._needs.options(),
            scheduling_strategy=self._there(node.id),
            max_restarts=0,
            max_task_retries=0,
        ).remote()
        actor = _Actor(handle, Place(node.id, self._started), is_carrier)
        self._actors[actor.place] = actor
        self._begin(actor, node, is_carrier=is_carrier)

    def _begin(self, actor: _Actor, node: Node, *, is_carrier: bool) -> None:
        actor.is_carrier, actor.is_ready, actor.looked_s = is_carrier, False, _now_s()
        codes = self._codes[node.codes :] if is_carrier and not node.is_foreign else []
        ref = actor.handle.begin.remote(*codes)
        self._begins[ref] = _Begin(actor.place, len(self._codes) if is_carrier else 0)

    def _there(self, node: str) -> Any:  # noqa: ANN401 - of Ray
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        return NodeAffinitySchedulingStrategy(node, soft=False)

    def _drop(self, place: Hashable) -> None:
        """End a worker. Another takes its place at the next count."""
        assert isinstance(place, Place)
        actor = self._actors.pop(place, None)
        if actor is not None:
            with suppress(Exception):  # it may be dead
                self._ray.kill(actor.handle)
            self._begins = {
                ref: begin for ref, begin in self._begins.items() if begin.place != place
            }
            self._refreshed_s = 0.0

    def _give_up(self, node: str) -> None:
        """Take all chunks of a machine back: it is gone or frozen."""
        for actor in self._on(node):
            if actor.chunk is not None:
                self._events.append(self._lose(actor))
            else:
                self._drop(actor.place)

    def _lose(self, actor: _Actor) -> Event:
        self._lost += 1
        if self._lost > _LOST_MAX:
            raise _without_machines(f"the last {_LOST_MAX} chunks were lost with their machines")
        self._drop(actor.place)
        return Event(actor.place, Fate.LOST)

    # What has happened.

    def _ready(self, refs: list[Any], patience_s: float) -> list[Any]:
        if not refs:
            # ghost: allow[sleep] until there is a machine; no result depends on it
            time.sleep(min(patience_s, 0.1))
            return []
        ray = self._ray
        # ghost: allow[timeout] outcomes come as they do; `run` puts them into order
        ready, rest = ray.wait(refs, num_returns=1, timeout=patience_s)
        if ready and rest:
            ready += ray.wait(rest, num_returns=len(rest), timeout=0)[0]
        return list(ready)

    def _event(self, actor: _Actor, ref: Any) -> Event:  # noqa: ANN401 - of Ray
        from ray.exceptions import ActorDiedError, RayError, RayTaskError

        try:
            reply = self._ray.get(ref)
            actor.chunk = None
            return Event(actor.place, Fate.REPLIED, reply)
        except RayTaskError as error:
            how = f"ended with {type(error.cause).__name__}: {error.cause}"
        except ActorDiedError as error:
            if not self._is_alive(actor.place.node):
                return self._lose(actor)
            how = f"died: {_last_line(error)}"
        except RayError:  # nobody knows: the machine may be gone
            return self._lose(actor)
        self._drop(actor.place)
        return Event(actor.place, Fate.DIED, how=how)

    def _is_alive(self, node: str) -> bool:
        return any(row["NodeID"] == node and row["Alive"] for row in self._ray.nodes())

    def _begun(self, ref: Any) -> None:  # noqa: ANN401 - of Ray
        from ray.exceptions import RayError

        place, codes = self._begins.pop(ref)
        actor, node = self._actors[place], self._nodes.get(place.node)
        try:
            begun = self._ray.get(ref)
        except RayError as error:
            self._drop(place)
            if node is not None:
                node.failures.append(_last_line(error))
                if not self._has_machines():
                    raise self._without_machines() from None
            return
        if begun.ghost != __version__:
            raise InputError(
                f"the machine {begun.host} has Ghost {begun.ghost}, and here is {__version__}",
                self.name,
                "the same version of Ghost on all machines",
                f"install Ghost {__version__} there",
            )
        actor.pid = begun.pid
        actor.is_ready = not any(begin.place == place for begin in self._begins.values())
        if node is not None and codes:
            node.codes = codes
            node.is_foreign = node.is_foreign or not begun.has_code
            node.is_warm = node.is_warm or (not node.is_foreign and codes == len(self._codes))

    def _has_machines(self) -> bool:
        """Whether a machine has workers, or may get some."""
        return any(
            len(node.failures) < _FAILURES_MAX or self._on(node.id) for node in self._nodes.values()
        )

    def _without_machines(self) -> RunError:
        if not self._nodes:
            return _without_machines("all machines of the cluster are gone")
        last = next(iter(self._nodes.values())).failures[-1]
        return _without_machines(f"workers cannot be started: {last}")

    def _look_after(self) -> None:
        """Ask for processes that take long, and take chunks of silent machines back."""
        now_s = _now_s()
        for look in list(self._looks.values()):
            node = self._nodes.get(look.node)
            if node is not None and now_s - look.begun_s > _LOOK_S and not node.is_silent:
                node.is_silent = True
                self._give_up(node.id)
        looked_at = {look.node for look in self._looks.values()}
        for node_id in sorted(self._nodes.keys() - looked_at):
            quiet = list(self._quiet(node_id, now_s))
            if quiet:
                self._look(node_id, quiet, now_s)

    def _quiet(self, node: str, now_s: float) -> Iterator[_Actor]:
        for actor in self._on(node):
            is_busy = actor.chunk is not None or (actor.pid and not actor.is_ready)
            if is_busy and now_s - actor.looked_s > _QUIET_S:
                yield actor

    def _look(self, node: str, actors: list[_Actor], now_s: float) -> None:
        states = self._ray.remote(process_states).options(
            num_cpus=0, max_retries=0, scheduling_strategy=self._there(node)
        )
        pids = {each.pid: each.place for each in actors}
        for each in actors:
            each.looked_s = now_s
        self._looks[states.remote(list(pids))] = _Look(node, pids, now_s)

    def _looked(self, ref: Any) -> None:  # noqa: ANN401 - of Ray
        from ray.exceptions import RayError

        look = self._looks.pop(ref)
        node = self._nodes.get(look.node)
        try:
            states: dict[int, str] = self._ray.get(ref)
        except RayError:  # the machine is gone, which the next count shows
            return
        if node is not None and node.is_silent:  # it answers again
            node.is_silent = False
            self._refreshed_s = 0.0
        for pid, place in look.pids.items():
            actor = self._actors.get(place)
            if actor is None or states[pid] not in _STOPPED:
                continue
            if actor.chunk is not None:
                self._events.append(self._lose(actor))
            elif not actor.is_ready:
                self._drop(place)


def _without_machines(what: str) -> RunError:
    return RunError(
        what,
        "RayCluster",
        "a cluster with machines on which Ghost is installed",
        "start machines with `ray start --address`, and run it again: what was done is kept",
    )


def _last_line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__


def _now_s() -> float:
    # ghost: allow[wall-clock] a time limit is one of real time
    return time.monotonic()
