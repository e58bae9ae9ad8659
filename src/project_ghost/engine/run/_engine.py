"""A run: the engine with its store, clock and bus."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import final

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.bus import Bus, BusState
from project_ghost.core.clock import SimClock
from project_ghost.core.duration import parse_duration_ns, require_ns_at_least, seconds_text
from project_ghost.core.errors import GhostError, InputError
from project_ghost.core.level import Level, weakest
from project_ghost.core.randomness import RandomSource
from project_ghost.core.wording import counted, did_you_mean
from project_ghost.engine.codegen._build import schedule_fingerprint
from project_ghost.engine.codegen._execution import Execution
from project_ghost.engine.component._declarations import Value
from project_ghost.engine.component._values import require_numeric
from project_ghost.engine.plan._agreement import require_agreement
from project_ghost.engine.plan._layout import (
    LINK,
    MESSAGES,
    PAUSE,
    PHASE,
    ROW,
    STOPPED,
    TICK,
    Layout,
    Slot,
    input_slot,
    lay_out,
)
from project_ghost.engine.plan._schedule import Schedule, schedule
from project_ghost.engine.snapshot._fork import (
    ForkChanges,
    changed_initial,
    changed_parameters,
    require_fitting,
    take_over,
)
from project_ghost.engine.snapshot._saved_state import SavedState, require_state_of
from project_ghost.engine.wiring._graph import Graph

from ._chain_digest import Ledger
from ._failures import interrupted, located
from ._outbox import Outbox, TakeSamples
from ._segments import Segments
from ._store import SharedMemory, Store, fill, read, slot_of
from .hosts._host_arguments import read_only
from .hosts._host_calls import HostCalls
from .hosts._ports import Answerer, OpenPort

# Called with the tick of the first link, and the links of consecutive ticks.
TakeLinks = Callable[[int, Integers], object]


@final
class Engine:
    """One run of a graph.

    Time advances in `run`. Between calls the signals, the states and the clock are all at the
    same instant: the outputs of that tick have been made, its updates have not.
    """

    def __init__(
        self,
        graph: Graph,
        seed: int = 0,
        *,
        execution: Execution | str = Execution.AUTO,
        chained: bool = True,
    ) -> None:
        plan = schedule(graph)
        self._set_up(plan, lay_out(plan), seed, execution, chained=chained)

    @classmethod
    def _among(
        cls,
        plan: Schedule,
        layout: Layout,
        memory: SharedMemory,
        seed: int,
        execution: Execution | str,
        *,
        chained: bool,
    ) -> "Engine":
        """One of many runs of a graph, whose values are in arrays for all of them."""
        engine = cls.__new__(cls)
        engine._set_up(plan, layout, seed, execution, chained=chained, memory=memory)
        return engine

    def _set_up(
        self,
        plan: Schedule,
        layout: Layout,
        seed: int,
        execution: Execution | str,
        *,
        chained: bool,
        memory: SharedMemory | None = None,
    ) -> None:
        self.plan: Schedule = plan
        doubts = require_agreement(self.plan)
        self.layout: Layout = layout
        self.random = RandomSource(seed)
        self._chained = chained
        self._store = Store(self.plan, self.layout, self.random, memory)
        self._hosts = HostCalls(self.plan, self.layout, self._store, seed)
        self._outbox = Outbox(self.plan, self.layout)
        self._views: dict[str, Floats] = {}
        self._segments = Segments(
            *(self.plan, self.layout, self._store, self._hosts, self._outbox),
            _execution(execution),
            doubts,
            chained=chained,
        )
        self._begin(0, BusState(), Ledger())

    def _begin(self, tick: int, bus: BusState, ledger: Ledger) -> None:
        """Continue from a tick, with a new clock and a new bus."""
        self.clock = SimClock(self.plan.step_ns, self.random, tick * self.plan.step_ns)
        self.bus = Bus(self.clock, bus)
        self.ledger = ledger
        self._taking_links: list[TakeLinks] = []
        self._taking_samples: dict[str, list[TakeSamples]] = {}
        self._failure: GhostError | None = None
        self._in_segment = False
        self._is_inspected = False

    def reset(self, seed: int | None = None) -> None:
        """Go back to the start of the run, optionally with another seed.

        Clock and bus are new, without callbacks and subscribers; parameters and hosts are
        again those of the graph. Compiled code is kept.
        """
        self._require_between_ticks("Engine.reset")
        self.random = RandomSource(self.random.seed if seed is None else seed)
        self._store.reset(self.random)
        self._hosts.reset(self.random.seed)
        self._begin(0, BusState(), Ledger())

    # ------------------------------------------------------------ inspection

    def __repr__(self) -> str:
        size = counted(len(self.plan.rows), "component")
        return f"<Engine at {seconds_text(self.now_ns)}, {size}, {self.execution}>"

    @property
    def now_ns(self) -> int:
        """The present simulated time."""
        return self.clock.now_ns()

    @property
    def level(self) -> Level:
        """The determinism level of this run: that of its weakest component."""
        return weakest(row.component.level for row in self.plan.rows)

    @property
    def execution(self) -> Execution:
        """How the run was executed so far."""
        return self._segments.execution

    @property
    def execution_note(self) -> str:
        """Why the run is not compiled, or what comparing compiled code has cost; may be empty."""
        return self._segments.note

    @property
    def link(self) -> int:
        """The last link of the hash chain."""
        return int(self._store.numbers[LINK])

    @property
    def digest(self) -> str:
        """SHA-256 over all links of the chain and over the full state, by name.

        It does not depend on the order in which anything was declared.
        """
        values = self._store.values.astype("<f8")
        return self.ledger.digest(*(values[place].tobytes() for place in self.layout.by_name()))

    @property
    def stopped(self) -> bool:
        """Whether a signal of `Graph.stop_when` has ended the run."""
        return bool(self._store.numbers[STOPPED])

    def value(self, signal: str) -> Value:
        """A signal's present value: a number, or nested tuples of them in its shape."""
        self._require_between_ticks("Engine.value", is_read=True)
        slot = slot_of(signal, self.layout.signals, "signal", "Engine.value")
        return read(self._store.values, slot)

    def array(self, signal: str) -> Floats:
        """A copy of a signal's present value, in its shape."""
        self._require_between_ticks("Engine.array", is_read=True)
        slot = slot_of(signal, self.layout.signals, "signal", "Engine.array")
        return self._store.values[slot.start : slot.stop].reshape(slot.shape).copy()

    def view(self, signal: str) -> Floats:
        """A signal's value as a read-only array that changes as the run goes on, without a copy."""
        self._require_between_ticks("Engine.view", is_read=True)
        found = self._views.get(signal)
        if found is None:
            slot = slot_of(signal, self.layout.signals, "signal", "Engine.view")
            found = self._views[signal] = read_only(self._store.values, slot)
        return found

    def state(self, name: str) -> Value:
        """A state's present value, as `value` gives a signal's."""
        self._require_between_ticks("Engine.state", is_read=True)
        slot = slot_of(name, self.layout.states, "state", "Engine.state")
        return read(self._store.values, slot)

    def input_value(self, name: str) -> Floats:
        """A copy of the value that an input has read, after delay, policy, gain and offset.

        An input that `output` takes was read when the present outputs were made. One that only
        `update` takes is read with the update: where delay, policy, gain or offset change its
        signal on the way, this is the value that the previous update has read.
        """
        self._require_between_ticks("Engine.input_value", is_read=True)
        slot = slot_of(name, self._inputs, "input", "Engine.input_value")
        return self._store.values[slot.start : slot.stop].reshape(slot.shape).copy()

    def set_input(self, name: str, value: Value | Floats) -> None:
        """Set the value that an unconnected input reads from now on.

        To change it at a certain time, call this in a callback of the clock: it runs before
        the components of its tick.
        """
        self._require_between_ticks("Engine.set_input")
        free = self._free_inputs.get(name)
        if free is None:
            slots = {each: slot for each, (slot, _) in self._free_inputs.items()}
            slot_of(name, slots, "unconnected input", "Engine.set_input")
            return
        slot, place = free
        if type(value) is float and not slot.shape and value == value:
            place[...] = value
        else:
            fill(self._store.values, slot, value, name)

    @checked_arguments
    def on_links(self, take: TakeLinks) -> None:
        """Call `take` with the links of the hash chain, many at a time, until the next reset.

        Its arguments are the tick of the first link and the links, an array that it must not
        keep.
        """
        self._require_between_ticks("Engine.on_links")
        self._taking_links.append(take)

    @checked_arguments
    def on_samples(self, channel: str, take: TakeSamples) -> None:
        """Call `take` with the samples of `Graph.sample`, in blocks, until the next reset.

        Its arguments are the times of the samples, and a row of the signals' values for each.
        The size of the blocks depends on how the run is executed; the samples do not.
        """
        self._require_between_ticks("Engine.on_samples")
        sampled = [each.channel for each in self.plan.publications if each.bulk]
        if channel not in sampled:
            raise InputError(
                f"nothing is sampled on {channel!r}{did_you_mean(channel, sampled)}",
                "Engine.on_samples",
                f"one of {', '.join(sampled) or 'none: see Graph.sample'}",
                "declare it with Graph.sample",
            )
        self._taking_samples.setdefault(channel, []).append(take)

    def set_parameter(self, name: str, value: Value) -> None:
        """Change a parameter from now on, as a fork of a run does."""
        self._require_between_ticks("Engine.set_parameter")
        if self._store.shares_parameters:
            raise InputError(
                "the runs of a batch share their parameters",
                "Engine.set_parameter",
                "an engine of its own",
                "make an Engine of the graph",
            )
        slot = slot_of(name, self.layout.parameters, "parameter", "Engine.set_parameter")
        require_numeric(value, slot.shape, name, "Engine.set_parameter")
        fill(self._store.parameters, slot, value, name)

    @contextmanager
    def inspection(self) -> Iterator[None]:
        """Allow a debugger to read values inside a tick: those of that moment.

        What a component computes must not depend on them, so only tools use this.
        """
        before, self._is_inspected = self._is_inspected, True
        try:
            yield
        finally:
            self._is_inspected = before

    def _require_between_ticks(self, where: str, *, is_read: bool = False) -> None:
        """Refuse calls by subscribers: a segment is complete before its messages are delivered.

        The number of its ticks depends on the execution, and so would the values seen. Calls by
        hosts and by those who answer ports are refused too: they come in the middle of a tick.
        """
        if self._in_segment and not (is_read and self._is_inspected):
            raise InputError(
                f"{where} was called in the middle of a tick",
                f"{where}, by a Host or by a function that answers a port",
                "components that only use their inputs",
                "connect what it needs to an input, or do it in a callback of the clock",
            )
        observer = self.clock._agenda.observer
        if observer is not None:
            raise InputError(
                f"subscriber {observer!r} called {where}: the engine is ahead of the message",
                f"{where}, during a delivery",
                "a subscriber that only looks at its message",
                "publish the signals that it needs, or do it in a callback of the clock",
            )

    # ------------------------------------------------------------------ ports

    @property
    def waiting(self) -> OpenPort | None:
        """The port at which the run has paused for an answer, if any."""
        return self._hosts.waiting

    def port(self, name: str) -> OpenPort:
        """A port of the run."""
        return self._hosts.port(name, "Engine.port")

    def attach(self, name: str, answer: Answerer) -> None:
        """Let a function answer a port, so that the run does not return there.

        It is called with the port at each of its samples, and returns the value of its only
        output, a tuple of all outputs, or a mapping by name. It stays attached after a reset
        or a restore, until `detach`.
        """
        self._require_between_ticks("Engine.attach")
        if not callable(answer):
            raise InputError(
                f"{answer!r} cannot be called",
                f"Engine.attach, port {name!r}",
                "a function that takes the port and returns the answer",
                "give a function, or use Engine.detach",
            )
        self._hosts.port(name, "Engine.attach").answerer = answer

    def detach(self, name: str) -> None:
        """Let the run return at a port again."""
        self._require_between_ticks("Engine.detach")
        self._hosts.port(name, "Engine.detach").answerer = None

    # ------------------------------------------------------------------- time

    def run(self, duration: int | str) -> None:
        """Advance the simulation, up to and including the outputs of the last tick.

        It returns early when a signal of `Graph.stop_when` ends the run, and does nothing
        after that. It also returns at the sample of a port that nobody is attached to: then
        `waiting` is that port. Answer it and run the rest of the time.
        """
        self._require_between_ticks("Engine.run")
        if self._failure is not None:
            raise self._failure
        waiting = self._hosts.waiting
        if waiting is not None and waiting.answerer is None:
            raise GhostError(
                f"the port {waiting.name!r} waits for an answer",
                f"Engine.run, at {self.now_ns:_} ns",
                "an answer before the run goes on",
                "answer with Engine.waiting.answer(...), or name who answers with Engine.attach",
            )
        duration_ns = duration
        if type(duration_ns) is not int or duration_ns < 0:
            parsed_ns = parse_duration_ns(duration, "duration", "Engine.run")
            duration_ns = require_ns_at_least(0, parsed_ns, "duration", "Engine.run")
        last, rest_ns = divmod(self.clock.now_ns() + duration_ns, self.plan.step_ns)
        if rest_ns:
            raise InputError(
                f"the duration of {duration_ns:_} ns is not a whole number of steps",
                "Engine.run",
                f"a multiple of the step, {self.plan.step_ns:_} ns",
                "choose a multiple: several runs are then the same as one",
            )
        counters = self._store.numbers
        self._segments.choose_execution(last - counters[TICK])
        while not counters[STOPPED] and (counters[PHASE] == 0 or counters[TICK] < last):
            if counters[PHASE] == 0:
                self._advance_clock(counters[TICK])
            self._run_segment(last)
            if counters[PAUSE]:
                return

    def step(self, group: str | None = None) -> bool:
        """Advance to the next tick, or to the next sample of a rate group.

        Returns whether the run goes on: False when a signal of `Graph.stop_when` has ended it.
        """
        tick = self.clock.now_ns() // self.plan.step_ns
        ticks = 1 if group is None else self._ticks_to(group, tick)
        self.run(ticks * self.plan.step_ns)
        return not self.stopped

    def _ticks_to(self, group: str, tick: int) -> int:
        """The number of ticks from this one to the next sample of a rate group."""
        if group not in self.plan.groups:
            known = list(self.plan.groups)
            raise InputError(
                f"there is no group {group!r}{did_you_mean(group, known)}",
                "Engine.step",
                f"one of {', '.join(known)}",
                "correct the name, or leave it out for one tick",
            )
        pattern = self.plan.groups[group].pattern
        return pattern.step_of(pattern.count_before(tick + 1)) - tick

    def expect(self, duration: int | str) -> None:
        """Announce the total time of a run in several parts, so that `AUTO` can choose for it."""
        duration_ns = parse_duration_ns(duration, "duration", "Engine.expect")
        self._segments.expect(duration_ns // self.plan.step_ns)

    def _run_segment(self, last: int) -> None:
        """Run one segment, then hand over its links, samples and messages."""
        event_ns = self.clock.next_event_ns()
        event_tick = None if event_ns is None else -(-event_ns // self.plan.step_ns)
        is_whole = False
        try:
            self._in_segment = True
            segment = self._segments.run(last, event_tick)
            self._in_segment = False
            if len(segment.links):
                self.ledger.add(segment.links)
                for take in self._taking_links:
                    take(segment.first_tick, segment.links)
            if segment.error is not None:
                self._fail(segment.error)
            self._deliver()
            is_whole = True
        except GhostError as failed:
            # The messages after the one that failed are lost, so the run cannot continue.
            self._failure = self._failure or failed
            raise
        finally:
            self._in_segment = False
            if not is_whole and self._failure is None:
                # Ctrl-C leaves values and counters of different ticks.
                self._failure = interrupted()
        if self._failure is not None:
            raise self._failure from segment.error

    def _take_over_segment(self, links: Integers, messages: int) -> None:
        """Count links and messages of ticks that were run together with other engines."""
        if len(links):
            self.ledger.add(links)
        self.bus.skip(messages)
        counters = self._store.numbers
        if counters[PHASE] == 1 or counters[PAUSE]:
            self._advance_clock(counters[TICK])

    def _fail(self, error: Exception) -> GhostError:
        """End the run with what a component raised; returns the error that names it."""
        counters = self._store.numbers
        self._failure = located(error, self.plan, counters[ROW], counters[TICK])
        counters[PHASE], counters[PAUSE] = 1, 0
        return self._failure

    def _deliver(self) -> None:
        """Hand over the segment's samples, and publish each of its messages at its own time."""
        counters = self._store.numbers
        count = counters[MESSAGES]
        if count:
            counters[MESSAGES] = 0
            self._outbox.hand_over(count, self._taking_samples)
            is_compiled = self._segments.execution is Execution.COMPILED
            self._outbox.deliver(count, self.bus, self._advance_clock, is_compiled=is_compiled)
        if counters[PHASE] == 1 or counters[PAUSE]:
            self._advance_clock(counters[TICK])

    def _advance_clock(self, tick: int) -> None:
        self.clock.advance(tick * self.plan.step_ns - self.now_ns)

    # -------------------------------------------------------------- snapshots

    def snapshot(self) -> bytes:
        """The whole state, from which `restore` continues in this or another process."""
        self._require_between_ticks("Engine.snapshot")
        if self._failure is not None:
            raise GhostError(
                f"the run has failed: {self._failure.what}",
                "Engine.snapshot",
                "a run that has not failed",
                "make snapshots on the way, or run again from the start to before the failure",
            )
        bus = self.bus.state()
        if bus.waiting:
            raise GhostError(
                f"{len(bus.waiting)} messages wait on the bus for a later time",
                "Engine.snapshot",
                "a moment without waiting messages",
                "run on until they are delivered",
            )
        return SavedState(
            self._fingerprint,
            self._chained,
            self.random.seed,
            bus,
            self.ledger,
            self._hosts.save(),
            self._store.saved_arrays(),
        ).as_bytes()

    @classmethod
    @checked_arguments
    def restored(
        cls, graph: Graph, data: bytes, *, execution: Execution | str = Execution.AUTO
    ) -> "Engine":
        """A new engine in the state of a snapshot; two of them are a fork."""
        chained = SavedState.from_bytes(data).chained
        engine = cls(graph, execution=execution, chained=chained)
        engine.restore(data)
        return engine

    @checked_arguments
    def restore(self, data: bytes) -> None:
        """Go to the state of a snapshot of the same graph.

        Clock and bus are new, without callbacks and subscribers. Compiled code is kept.
        """
        state = SavedState.from_bytes(data)
        require_state_of(state, self._fingerprint, self.plan, self.layout, self._store)
        self.reset(state.seed)
        self._store.load(state.arrays)
        self._begin(self._store.position()[0], state.bus, state.ledger)
        self._hosts.load(state.hosts)

    @checked_arguments
    def changes_since(self, original: "Engine") -> ForkChanges:
        """How this engine's graph differs from that of another engine."""
        return ForkChanges(
            changed_parameters(
                original.layout, original._store.parameters, self.layout, self._store.parameters
            ),
            changed_initial(
                original.layout, original._store.initial, self.layout, self._store.initial
            ),
            original._fingerprint != self._fingerprint,
        )

    @checked_arguments
    def take_over(self, original: "Engine", *, partly: bool = False) -> None:
        """Go to the state of another engine, which may have another graph: a fork.

        Parameters, wiring and seed are this engine's. The state of the other engine is taken
        over, if both graphs have the same states. Clock and bus are new. With `partly` this graph
        may be a part of the other one, whose other components are ignored.
        """
        original._require_between_ticks("Engine.take_over")
        old, new = (original.plan, original.layout), (self.plan, self.layout)
        require_fitting(old, original._store, new, partly=partly)
        bus, hosts = original.bus.state(), original._hosts.save()
        ledger = original.ledger.copy()
        self.reset()
        take_over(old, original._store, new, self._store)
        bus = BusState(bus.sequence, bus.observer_sequence)
        self._begin(self._store.position()[0], bus, ledger)
        self._hosts.load(hosts)

    @cached_property
    def _inputs(self) -> dict[str, Slot]:
        """Where each input is read."""
        return {
            f"{row.name}.{port}": input_slot(self.plan, self.layout, f"{row.name}.{port}")
            for row in self.plan.rows
            for port in row.component.inputs()
        }

    @cached_property
    def _free_inputs(self) -> dict[str, tuple[Slot, Floats]]:
        """The inputs that are not connected, and their values."""
        free = {n: s for n, s in self.layout.inlets.items() if n not in self.plan.connections}
        values = self._store.values
        return {n: (s, values[s.start : s.stop].reshape(s.shape)) for n, s in free.items()}

    @cached_property
    def _fingerprint(self) -> str:
        return schedule_fingerprint(self._segments.interpreted_source, self.plan, self.layout)


def _execution(name: Execution | str) -> Execution:
    known = [each.value for each in Execution]
    if name not in known:
        raise InputError(
            f"there is no execution {name!r}{did_you_mean(str(name), known)}",
            "Engine",
            f"one of {', '.join(known)}",
            "leave it out: the results are the same",
        )
    return Execution(name)
