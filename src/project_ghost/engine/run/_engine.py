"""A run: the store, the clock, the bus, and what drives them."""

import hashlib
from collections.abc import Callable
from functools import cached_property
from typing import Any, final

import numpy as np

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.bus import Bus, BusState
from project_ghost.core.clock import SimClock
from project_ghost.core.compiled import fingerprint, is_available
from project_ghost.core.duration import parse_duration_ns, require_ns_at_least
from project_ghost.core.errors import GhostError, InputError
from project_ghost.core.level import Level, weakest
from project_ghost.core.randomness import RandomSource
from project_ghost.core.wording import did_you_mean
from project_ghost.engine.codegen._build import compilation, functions, interpreted
from project_ghost.engine.codegen._execution import Execution, pays_to_compile
from project_ghost.engine.codegen._input_reads import inlet
from project_ghost.engine.codegen._tick import Generator
from project_ghost.engine.component._declarations import Value
from project_ghost.engine.component._values import require_numeric
from project_ghost.engine.plan._layout import (
    LINK,
    MESSAGES,
    PHASE,
    ROW,
    STOPPED,
    TICK,
    Layout,
    lay_out,
)
from project_ghost.engine.plan._schedule import Schedule, schedule
from project_ghost.engine.snapshot._fork import (
    ForkChanges,
    changed_initial,
    changed_parameters,
    misfits,
    take_counters,
    take_inlets,
    take_values,
)
from project_ghost.engine.snapshot._format import pack, unpack
from project_ghost.engine.snapshot._validation import chain_faults, counter_faults, value_faults
from project_ghost.engine.wiring._graph import Graph

from ._chain_digest import Ledger
from ._failures import interrupted, located, uncompilable
from ._hash_chain import Chain
from ._host_calls import HostCalls
from ._outbox import Outbox, TakeSamples, is_bulk
from ._store import Store, fill, known, read

# Takes the links of consecutive ticks, of which it is told the first.
TakeLinks = Callable[[int, Integers], object]

# How many ticks a segment has at the most.
_LINKS = 16384

# How many reasons against a fork are told.
_MISFITS_SHOWN = 5

# How many values the interpreter keeps at the most, for the links of their ticks.
_ROW_VALUES = 1 << 18


@final
class Engine:
    """One run of a graph.

    Time goes on in `run`; between calls the signals, the states and the clock all stand at
    the same instant: outputs of that tick have been made, updates have not.
    """

    def __init__(
        self,
        graph: Graph,
        seed: int = 0,
        *,
        execution: Execution | str = Execution.AUTO,
        chained: bool = True,
    ) -> None:
        self.plan: Schedule = schedule(graph)
        self.layout: Layout = lay_out(self.plan)
        self.random = RandomSource(seed)
        self._wanted = _execution(execution)
        self._chained = chained
        self._store = Store(self.plan, self.layout, self.random)
        self._hosts = HostCalls(self.plan, self.layout, self._store, seed)
        self._outbox = Outbox(self.plan, self.layout)
        self._links: Integers = np.zeros(_LINKS, dtype=np.int64)
        rows = min(_LINKS, max(1, _ROW_VALUES // max(1, self.layout.values_size)))
        self._rows: list[bytes] = [b""] * rows
        self._chain = Chain(self.plan, self.layout)
        hosts = {"host_output": self._hosts.output, "host_update": self._hosts.update}
        self._interpreted = interpreted(self._generator(with_hosts=True), hosts)
        self._compiled: Callable[..., Any] | None = None
        self._expected_ticks = 0  # by who runs the engine in parts
        self._weighed_ticks = -1  # so many were not worth machine code
        self._begin(0, BusState(), Ledger())

    def _generator(self, *, with_hosts: bool) -> Generator:
        return Generator(self.plan, self.layout, self._chained, with_hosts)

    def _begin(self, tick: int, bus: BusState, ledger: Ledger) -> None:
        """Go on from a tick, with a clock and a bus that nobody uses yet."""
        self.clock = SimClock(self.plan.step_ns, self.random, tick * self.plan.step_ns)
        self.bus = Bus(self.clock, bus)
        self.ledger = ledger
        self._taking_links: list[TakeLinks] = []
        self._taking_samples: dict[str, list[TakeSamples]] = {}
        self._failure: GhostError | None = None

    def reset(self, seed: int | None = None) -> None:
        """Go back to the start of the run, as a new engine would be, optionally by another seed.

        Clock and bus are new, without callbacks and subscribers; parameters and hosts are
        again as the graph has them. What was compiled stays.
        """
        self._require_between_ticks("Engine.reset")
        self.random = RandomSource(self.random.seed if seed is None else seed)
        self._store.reset(self.random)
        self._hosts.reset(self.random.seed)
        self._begin(0, BusState(), Ledger())

    # ------------------------------------------------------------- what it is

    @property
    def now_ns(self) -> int:
        """The time at which everything stands."""
        return self.clock.now_ns()

    @property
    def level(self) -> Level:
        """What this run promises: its weakest component's level."""
        return weakest(row.component.level for row in self.plan.rows)

    @property
    def execution(self) -> Execution:
        """How the run was executed so far."""
        return Execution.INTERPRETED if self._compiled is None else Execution.COMPILED

    @property
    def link(self) -> int:
        """The last link of the hash chain."""
        return int(self._store.counters[LINK])

    @property
    def digest(self) -> str:
        """SHA-256 over all links of the chain and over the full state."""
        return self.ledger.digest(self._store.values.astype("<f8").tobytes())

    @property
    def stopped(self) -> bool:
        """Whether a signal of `Graph.stop_when` has ended the run."""
        return bool(self._store.counters[STOPPED])

    def value(self, signal: str) -> Value:
        """A signal's present value: a number, or nested tuples of them in its shape."""
        self._require_between_ticks("Engine.value")
        slot = known(self.layout.signals, signal, "signal", "Engine.value")
        return read(self._store.values, slot)

    def array(self, signal: str) -> Floats:
        """A copy of a signal's present value, in its shape."""
        self._require_between_ticks("Engine.array")
        slot = known(self.layout.signals, signal, "signal", "Engine.array")
        return self._store.values[slot.start : slot.stop].reshape(slot.shape).copy()

    def state(self, name: str) -> Value:
        """A state's present value, as `value` gives a signal's."""
        self._require_between_ticks("Engine.state")
        slot = known(self.layout.states, name, "state", "Engine.state")
        return read(self._store.values, slot)

    def reading(self, name: str) -> Floats:
        """A copy of what an input has read, in its shape: delay, policy, gain and all.

        An input that `output` takes was read when the present outputs were made. One that only
        `update` takes is read with the update: where something is made of its signal on the
        way, this is what the update before has read.
        """
        self._require_between_ticks("Engine.reading")
        slots = {
            f"{row.name}.{port}": inlet(self.plan, self.layout, f"{row.name}.{port}")
            for row in self.plan.rows
            for port in row.component.inputs()
        }
        slot = known(slots, name, "input", "Engine.reading")
        return self._store.values[slot.start : slot.stop].reshape(slot.shape).copy()

    def set_input(self, name: str, value: Value | Floats) -> None:
        """Change what an input reads that no signal is connected to, from now on.

        To change it at a certain time, call this in a callback of the clock: it comes before
        the components of its tick.
        """
        self._require_between_ticks("Engine.set_input")
        free = {n: s for n, s in self.layout.inlets.items() if n not in self.plan.connections}
        slot = known(free, name, "unconnected input", "Engine.set_input")
        fill(self._store.values, slot, value, name)

    def on_links(self, take: TakeLinks) -> None:
        """Let somebody have the hash chain's links, many at a time, until the next reset.

        It is called with the tick of the first and with the links, which it must not keep.
        """
        self._require_between_ticks("Engine.on_links")
        self._taking_links.append(take)

    def on_samples(self, channel: str, take: TakeSamples) -> None:
        """Let somebody have what `Graph.sample` keeps, in blocks, until the next reset.

        It is called with the times of the samples and a row of the signals' values for each.
        How many come at once depends on how the run is executed; what they hold does not.
        """
        self._require_between_ticks("Engine.on_samples")
        sampled = [each.channel for each in self.plan.publications if is_bulk(each)]
        if channel not in sampled:
            raise InputError(
                f"nothing is sampled on {channel!r}{did_you_mean(channel, sampled)}",
                "Engine.on_samples",
                f"one of {', '.join(sampled) or 'none: see Graph.sample'}",
                "declare it with Graph.sample",
            )
        self._taking_samples.setdefault(channel, []).append(take)

    def set_parameter(self, name: str, value: Value) -> None:
        """Change a parameter from now on: what a fork of a run does."""
        self._require_between_ticks("Engine.set_parameter")
        slot = known(self.layout.parameters, name, "parameter", "Engine.set_parameter")
        require_numeric(value, slot.shape, name, "Engine.set_parameter")
        fill(self._store.parameters, slot, value, name)

    def _require_between_ticks(self, where: str) -> None:
        """Refuse subscribers: a segment is complete before its messages are delivered.

        How many ticks it has depends on the way of running, and so would what they see.
        """
        observer = self.clock._agenda.observer
        if observer is not None:
            raise InputError(
                f"subscriber {observer!r} called {where}: the engine is ahead of the message",
                f"{where}, during a delivery",
                "a subscriber that only looks at its message",
                "publish the signals that it needs, or do it in a callback of the clock",
            )

    # ------------------------------------------------------------------- time

    def run(self, duration: int | str) -> None:
        """Let this much time go by, up to and including the outputs of its last tick.

        It returns early where a signal of `Graph.stop_when` ends the run, and does nothing
        from then on.
        """
        self._require_between_ticks("Engine.run")
        if self._failure is not None:
            raise self._failure
        duration_ns = require_ns_at_least(
            0, parse_duration_ns(duration, "duration", "Engine.run"), "duration", "Engine.run"
        )
        last, rest_ns = divmod(self.clock.now_ns() + duration_ns, self.plan.step_ns)
        if rest_ns:
            raise InputError(
                f"the duration of {duration_ns:_} ns is not a whole number of steps",
                "Engine.run",
                f"a multiple of the step, {self.plan.step_ns:_} ns",
                "several runs are then the same as one",
            )
        tick, phase = self._position()
        self._choose_execution(last - tick)
        while not self.stopped and (phase == 0 or tick < last):
            if phase == 0:
                self._advance_clock(tick)
            self._segment(last)
            tick, phase = self._position()

    def expect(self, duration: int | str) -> None:
        """Say how much time is to go by in several runs, so that `AUTO` knows what pays."""
        duration_ns = parse_duration_ns(duration, "duration", "Engine.expect")
        self._expected_ticks = duration_ns // self.plan.step_ns

    def _position(self) -> tuple[int, int]:
        """The tick at which everything stands, and whether its outputs have been made."""
        counters = self._store.counters
        return int(counters[TICK]), int(counters[PHASE])

    def _choose_execution(self, ticks: int) -> None:
        if self._compiled is not None or self._wanted is Execution.INTERPRETED:
            return
        ticks = max(ticks, self._expected_ticks)
        if self._wanted is Execution.AUTO and ticks > self._weighed_ticks and is_available():
            self._weighed_ticks = ticks
            size = self.layout.values_size
            if pays_to_compile(self.plan, size, ticks, cached=True):
                found = compilation(self._generator(with_hosts=False))
                if pays_to_compile(self.plan, size, ticks, cached=found.is_cached()):
                    self._compiled = found.run()
        elif self._wanted is Execution.COMPILED and is_available():
            self._compiled = compilation(self._generator(with_hosts=False)).run()
        elif self._wanted is Execution.COMPILED:
            raise InputError(
                "compiled execution is asked for, and Numba is not installed",
                "Engine",
                "Numba",
                "install it, or let the engine interpret: the results are the same",
            )

    def _segment(self, last: int) -> None:
        """Run up to the next thing that needs Python: an event of the clock, a host, the end."""
        closing = True
        event_ns = self.clock.next_event_ns()
        if event_ns is not None and -(-event_ns // self.plan.step_ns) <= last:
            last, closing = -(-event_ns // self.plan.step_ns), False
        first, phase = self._position()
        run = self._interpreted
        if self._compiled is not None:
            host_tick = self._hosts.next_tick()
            if host_tick is None or host_tick > last or (host_tick == last and not closing):
                run = self._compiled
            elif host_tick > first:
                run, last, closing = self._compiled, host_tick, False
            elif first < last:
                last, closing = first + 1, False
        # Until the segment is complete: Ctrl-C leaves values and counters of different ticks.
        self._failure = interrupted()
        run, error = self._attempt(run, last, closing=closing)
        self._keep_links(run, first, phase)
        failure = None
        if error is not None:
            counters = self._store.counters
            failure = located(error, self.plan, int(counters[ROW]), int(counters[TICK]))
            counters[PHASE] = 1
        try:
            self._drain()
        except GhostError as failed:
            # The messages after the one that failed are lost, so there is no going on.
            self._failure = failure or failed
            raise
        self._failure = failure
        if failure is not None:
            raise failure from error

    def _attempt(
        self, run: Callable[..., Any], last: int, *, closing: bool
    ) -> tuple[Callable[..., Any], Exception | None]:
        """Call, and tell what was called in the end, and what it raised."""
        try:
            self._call(run, last, closing=closing)
        except Exception as error:
            if type(error).__module__.partition(".")[0] != "numba":
                return run, error
            # Compiling comes before the first tick: the interpreter shows what is wrong, and where.
            run, found = self._attempt(self._interpreted, last, closing=closing)
            if self._wanted is Execution.COMPILED:
                return run, found or uncompilable(error)
            # Nobody asked for it, and a long run must not fail where a short one does not.
            self._wanted, self._compiled = Execution.INTERPRETED, None
            return run, found
        return run, None

    def _call(self, run: Callable[..., Any], last: int, *, closing: bool) -> None:
        s, p, c = self._store.values, self._store.parameters, self._store.counters
        m, heads = self._outbox.values, self._outbox.heads
        if run is self._compiled:
            run(s, s, p, p, c, self._links, m, heads, last, closing)
            return
        # numpy would only warn where compiled code stops, and where it goes on to infinity.
        with np.errstate(divide="raise", invalid="raise", over="ignore", under="ignore"):
            run(s.data, s, p.data, p, c.data, self._rows, m.data, heads.data, last, closing)

    def _keep_links(self, run: Callable[..., Any], first: int, phase: int) -> None:
        """Add the links of the ticks whose outputs are complete, all of them or up to a failure."""
        tick, phase_now = self._position()
        done = tick - first + phase_now
        if not self._chained or done <= phase:
            return
        links = self._links[phase:done]
        if run is self._interpreted:
            links = self._chain.links(self._rows[phase:done], first + phase, self.link)
        self._store.counters[LINK] = links[-1]
        self.ledger.add(links)
        for take in self._taking_links:
            take(first + phase, links)

    def _drain(self) -> None:
        """Publish what the segment left, each message at its own time."""
        count = int(self._store.counters[MESSAGES])
        self._store.counters[MESSAGES] = 0
        self._outbox.hand_over(count, self._taking_samples)
        self._outbox.deliver(count, self.bus, self._advance_clock)
        tick, phase = self._position()
        if phase == 1:
            self._advance_clock(tick)

    def _advance_clock(self, tick: int) -> None:
        self.clock.advance(tick * self.plan.step_ns - self.now_ns)

    # -------------------------------------------------------------- snapshots

    def snapshot(self) -> bytes:
        """Everything that `restore` needs to go on from here, in this or another process."""
        self._require_between_ticks("Engine.snapshot")
        if self._failure is not None:
            raise GhostError(
                f"the run has failed: {self._failure.what}",
                "Engine.snapshot",
                "a run that can go on",
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
        header = {
            "schedule": self._fingerprint,
            "chained": self._chained,
            "seed": self.random.seed,
            "bus": [bus.sequence, bus.observer_sequence],
            "ledger": [self.ledger.blocks, self.ledger.head.hex(), self.ledger.rest.hex()],
            "hosts": self._hosts.save(),
        }
        return pack(header, self._store.arrays)

    @classmethod
    def restored(
        cls, graph: Graph, data: bytes, *, execution: Execution | str = Execution.AUTO
    ) -> "Engine":
        """A new engine that stands where the snapshot was made; two of them are a fork."""
        header, _ = unpack(data)
        engine = cls(graph, execution=execution, chained=bool(header["chained"]))
        engine.restore(data)
        return engine

    def restore(self, data: bytes) -> None:
        """Go to where a snapshot of the same graph was made.

        Clock and bus are new, without callbacks and subscribers. What was compiled stays.
        """
        header, arrays = unpack(data)
        if header["schedule"] != self._fingerprint:
            raise InputError(
                "the snapshot is of another graph",
                "Engine.restore",
                "the same components, rates and wiring",
                "restore with the graph that the snapshot was made with",
            )
        mine = self._store.arrays
        if [_kind(each) for each in mine] != [_kind(each) for each in arrays]:
            raise InputError(
                "the snapshot's arrays are not those of the graph",
                "Engine.restore",
                "a snapshot as Engine.snapshot makes it",
                "make the snapshot again",
            )
        blocks, head, rest = header["ledger"]
        ledger = Ledger(blocks, bytes.fromhex(head), bytes.fromhex(rest))
        values, parameters, counters = arrays
        faults = [
            *value_faults(self.layout, values, parameters),
            *counter_faults(self.plan, self.layout, values, counters, header["seed"]),
            *(chain_faults(counters, ledger) if header["chained"] else ()),
        ]
        if faults:
            raise InputError(
                f"the snapshot is of no run: {faults[0]}",
                "Engine.restore",
                "a snapshot as Engine.snapshot makes it",
                "make the snapshot again",
            )
        self.reset(header["seed"])
        for array, stored in zip(mine, arrays, strict=True):
            array[:] = stored
        self._begin(self._position()[0], BusState(*header["bus"]), ledger)
        self._hosts.load(header["hosts"])

    def changes_since(self, original: "Engine") -> ForkChanges:
        """How this engine's graph differs from that of another, whose state it could take over."""
        return ForkChanges(
            changed_parameters(
                original.layout, original._store.parameters, self.layout, self._store.parameters
            ),
            changed_initial(
                original.layout, original._store.initial, self.layout, self._store.initial
            ),
            original._fingerprint != self._fingerprint,
        )

    def take_over(self, original: "Engine", *, partly: bool = False) -> None:
        """Go to where another engine stands, which may be of another graph: what a fork does.

        Parameters, wiring and seed are this engine's; what the other remembers goes in, if
        both graphs remember the same things. Clock and bus are new. With `partly` this graph
        may be a part of the other: what it lacks is left out.
        """
        original._require_between_ticks("Engine.take_over")
        old, new = (original.plan, original.layout), (self.plan, self.layout)
        found = misfits(old, new, partly=partly)
        if found:
            shown = "; ".join(found[:_MISFITS_SHOWN])
            more = f"; and {len(found) - _MISFITS_SHOWN} more" if found[_MISFITS_SHOWN:] else ""
            raise InputError(
                f"the state does not fit the changed graph: {shown}{more}",
                "Engine.take_over",
                "the same components, states, signals and rates, with other parameters",
                "change only values that are no part of the state, or run from the start",
            )
        bus, ledger = original.bus.state(), original.ledger
        hosts = original._hosts.save()
        self.reset()
        take_values(original.layout, original._store, self.layout, self._store.values)
        take_inlets(old, original._store, new, self._store.values)
        take_counters(original._store, self.plan, self.layout, self._store.counters)
        self._begin(
            self._position()[0],
            BusState(bus.sequence, bus.observer_sequence),
            Ledger(ledger.blocks, ledger.head, ledger.rest),
        )
        self._hosts.load(hosts)

    @cached_property
    def _fingerprint(self) -> str:
        """What a snapshot's arrays mean: the source that works on them, all names, all code."""
        generator = self._generator(with_hosts=True)
        names = [*self.layout.signals, *self.layout.states, *self.layout.parameters]
        code = [f"{name}={fingerprint(f)}" for name, f in sorted(functions(generator).items())]
        text = "\n".join([generator.source(), *names, *code])
        return hashlib.sha256(text.encode()).hexdigest()


def _kind(array: Floats | Integers) -> tuple[Any, ...]:
    return array.dtype, array.shape


def _execution(wanted: Execution | str) -> Execution:
    known = [each.value for each in Execution]
    if wanted not in known:
        raise InputError(
            f"there is no execution {wanted!r}{did_you_mean(str(wanted), known)}",
            "Engine",
            f"one of {', '.join(known)}",
            "leave it out: the results are the same",
        )
    return Execution(wanted)
