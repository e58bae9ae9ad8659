"""A run: the store, the clock, the bus, and what drives them."""

import hashlib
from base64 import b64decode, b64encode
from collections.abc import Callable
from functools import cached_property
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.bus import Bus, BusState
from project_ghost.core.clock import SimClock
from project_ghost.core.compiled import fingerprint, is_available
from project_ghost.core.duration import parse_duration_ns, require_ns_at_least
from project_ghost.core.errors import GhostError, InputError, RunError
from project_ghost.core.level import Level, weakest
from project_ghost.core.randomness import RandomSource
from project_ghost.core.spelling import did_you_mean

from ._binding import compiled, functions, interpreted
from ._chain import Chain
from ._component import CONTEXT, Host
from ._declaration import Input, Noise, Parameter, Value
from ._execution import Execution, pays_to_compile
from ._graph import Graph
from ._hosts import HostRunner
from ._inlets import inlet
from ._layout import (
    LINK,
    MESSAGES,
    PHASE,
    ROW,
    STOPPED,
    TICK,
    Layout,
    Slot,
    lay_out,
    unconnected,
)
from ._ledger import Ledger
from ._outbox import Outbox
from ._schedule import Row, Schedule, schedule
from ._snapshot import pack, unpack
from ._source import Generator

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

# How many ticks a segment has at the most.
_LINKS = 16384

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
        self.clock = SimClock(self.plan.step_ns, self.random)
        self.bus = Bus(self.clock)
        self.ledger = Ledger()
        self._wanted = Execution(execution)
        self._chained = chained
        self._failure: GhostError | None = None
        self._values: Floats = np.zeros(self.layout.values_size)
        self._parameters: Floats = np.zeros(self.layout.parameters_size)
        self._counters: Integers = np.zeros(self.layout.counters_size, dtype=np.int64)
        self._links: Integers = np.zeros(_LINKS, dtype=np.int64)
        rows = min(_LINKS, max(1, _ROW_VALUES // max(1, self.layout.values_size)))
        self._rows: Floats = np.zeros((rows, self.layout.values_size))
        self._chain = Chain(self.plan, self.layout)
        self._outbox = Outbox(self.plan, self.layout)
        self._hosts = self._fresh_hosts()
        self._stage()
        # What a run begins with; only the random keys depend on the seed.
        self._start = (self._values.copy(), self._parameters.copy(), self._counters.copy())
        hosts: dict[str, Callable[..., Any]] = {
            "host_output": lambda i, n: self._call_host(i, n, "output"),
            "host_update": lambda i, n: self._call_host(i, n, "update"),
        }
        self._interpreted = interpreted(self._generator(with_hosts=True), hosts)
        self._compiled: Callable[..., Any] | None = None

    def _generator(self, *, with_hosts: bool) -> Generator:
        return Generator(self.plan, self.layout, self._chained, with_hosts)

    def _fresh_hosts(self) -> dict[int, HostRunner]:
        return {
            i: HostRunner(row.name, row.component)
            for i, row in enumerate(self.plan.rows)
            if isinstance(row.component, Host)
        }

    def reset(self, seed: int | None = None) -> None:
        """Go back to the start of the run, as a new engine would be, optionally by another seed.

        Clock and bus are new, without callbacks and subscribers; parameters and hosts are
        again as the graph has them. What was compiled stays.
        """
        self.random = RandomSource(self.random.seed if seed is None else seed)
        self.clock = SimClock(self.plan.step_ns, self.random)
        self.bus = Bus(self.clock)
        self.ledger = Ledger()
        self._failure = None
        self._values[:], self._parameters[:], self._counters[:] = self._start
        self._hosts = self._fresh_hosts()
        self._stage_keys()

    def _stage_keys(self) -> None:
        for name, start in self.layout.keys.items():
            # ghost: allow[dynamic-label] a component's name is fixed with the graph
            self._counters[start : start + 2] = self.random.child(name).key

    def _stage(self) -> None:
        """Initial values, random keys, and the first due step of every group."""
        self._stage_keys()
        for row in self.plan.rows:
            component = row.component
            for port, output in component.outputs().items():
                full = f"{row.name}.{port}"
                _fill(self._values, self.layout.signals[full], output.initial, full)
            for state, value in component.initial.items():
                full = f"{row.name}.{state}"
                _fill(self._values, self.layout.states[full], value, full)
            for parameter, value in component.parameters.items():
                full = f"{row.name}.{parameter}"
                _fill(self._parameters, self.layout.parameters[full], value, full)
        for target in unconnected(self.plan):
            name, _, port = target.partition(".")
            default = self.plan.row(name).component.inputs()[port].default
            assert default is not None
            _fill(self._values, self.layout.inlets[target], default, target)
        for target, ring in self.layout.rings.items():
            connection = self.plan.connections[target]
            source = connection.source
            initial = connection.initial
            if not connection.delay_samples:
                initial = (
                    self.plan.row(source.partition(".")[0])
                    .component.outputs()[source.partition(".")[2]]
                    .initial
                )
            slot = Slot(ring.start, (ring.length, *self.layout.signals[source].shape))
            _fill(self._values, slot, initial, f"{source} -> {target}")
        for name, start in self.layout.groups.items():
            pattern = self.plan.groups[name].pattern
            self._counters[start : start + 4] = (pattern.step_of(0), -1, -1, 1)

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
        return int(self._counters[LINK])

    @property
    def digest(self) -> str:
        """SHA-256 over all links of the chain and over the full state."""
        return self.ledger.digest(self._values.astype("<f8").tobytes())

    @property
    def stopped(self) -> bool:
        """Whether a signal of `Graph.stop_when` has ended the run."""
        return bool(self._counters[STOPPED])

    def value(self, signal: str) -> Value:
        """A signal's present value: a number, or nested tuples of them in its shape."""
        return _read(self._values, _known(self.layout.signals, signal, "signal"))

    def array(self, signal: str) -> Floats:
        """A copy of a signal's present value, in its shape."""
        slot = _known(self.layout.signals, signal, "signal")
        return self._values[slot.start : slot.stop].reshape(slot.shape).copy()

    def state(self, name: str) -> Value:
        """A state's present value, as `value` gives a signal's."""
        return _read(self._values, _known(self.layout.states, name, "state"))

    def set_parameter(self, name: str, value: Value) -> None:
        """Change a parameter from now on: what a fork of a run does."""
        if name not in self.layout.parameters:
            raise InputError(
                f"there is no parameter {name!r}",
                "Engine.set_parameter",
                f"one of {', '.join(self.layout.parameters) or 'none'}",
            )
        _fill(self._parameters, self.layout.parameters[name], value, name)

    # ------------------------------------------------------------------- time

    def run(self, duration: int | str) -> None:
        """Let this much time go by, up to and including the outputs of its last tick.

        It returns early where a signal of `Graph.stop_when` ends the run, and does nothing
        from then on.
        """
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
        self._choose_execution(last - int(self._counters[TICK]))
        while True:
            tick, phase = int(self._counters[TICK]), int(self._counters[PHASE])
            if self.stopped or (phase == 1 and tick >= last):
                break
            if phase == 0:
                self._advance_clock(tick)
            self._segment(last)

    def _choose_execution(self, ticks: int) -> None:
        if self._compiled is not None or self._wanted is Execution.INTERPRETED:
            return
        wanted = self._wanted is Execution.COMPILED or pays_to_compile(self.plan, ticks)
        if wanted and is_available():
            self._compiled = compiled(self._generator(with_hosts=False))
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
        first, phase = int(self._counters[TICK]), int(self._counters[PHASE])
        run = self._interpreted
        if self._compiled is not None:
            host_tick = self._next_host_tick()
            if host_tick is None or host_tick > last or (host_tick == last and not closing):
                run = self._compiled
            elif host_tick > first:
                run, last, closing = self._compiled, host_tick, False
            elif first < last:
                last, closing = first + 1, False
        run, error = self._attempt(run, last, closing=closing)
        self._keep_links(run, first, phase)
        if error is not None:
            self._failure = self._located(error)
            self._counters[PHASE] = 1
        self._drain()
        if self._failure is not None:
            raise self._failure from error

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
            return run, found or _uncompilable(error)
        return run, None

    def _keep_links(self, run: Callable[..., Any], first: int, phase: int) -> None:
        """Add the links of the ticks whose outputs are complete, all of them or up to a failure."""
        done = int(self._counters[TICK]) - first + int(self._counters[PHASE])
        if not self._chained or done <= phase:
            return
        links = self._links[phase:done]
        if run is self._interpreted:
            links = self._chain.links(self._rows[phase:done], first + phase, self.link)
        self._counters[LINK] = links[-1]
        self.ledger.add(links)

    def _call(self, run: Callable[..., Any], last: int, *, closing: bool) -> None:
        s, p, c = self._values, self._parameters, self._counters
        m, heads = self._outbox.values, self._outbox.heads
        if run is self._compiled:
            run(s, s, p, p, c, self._links, m, heads, last, closing)
            return
        # numpy would only warn where compiled code stops, and where it goes on to infinity.
        with np.errstate(divide="raise", invalid="raise", over="ignore", under="ignore"):
            run(s.data, s, p.data, p, c.data, self._rows, m.data, heads.data, last, closing)

    def _advance_clock(self, tick: int) -> None:
        self.clock.advance(tick * self.plan.step_ns - self.now_ns)

    def _drain(self) -> None:
        """Publish what the segment left, each message at its own time."""
        count = int(self._counters[MESSAGES])
        self._counters[MESSAGES] = 0
        self._outbox.deliver(count, self.bus, self._advance_clock)
        if self._counters[PHASE] == 1:
            self._advance_clock(int(self._counters[TICK]))

    def _located(self, error: Exception) -> GhostError:
        """The error of a component, with its name, the tick and the time."""
        if isinstance(error, _UncompilableError):
            return error
        tick = int(self._counters[TICK])
        row = self.plan.rows[int(self._counters[ROW])]
        what = f"{type(error).__name__}: {error}"
        if isinstance(error, GhostError):
            what = error.what
        elif isinstance(error, ZeroDivisionError):
            what = "ZeroDivisionError: division by zero"  # in the same words however it ran
        return RunError(
            f"component {row.name!r} failed: {what}",
            f"tick {tick}, time {tick * self.plan.step_ns:_} ns, {type(row.component).__name__}",
            "numbers for every output and state",
            "run it step by step from a snapshot before this tick",
        )

    # ------------------------------------------------------------------ hosts

    def _next_host_tick(self) -> int | None:
        """The next tick in which a host has something to do, this one included."""
        tick, phase = int(self._counters[TICK]), int(self._counters[PHASE])
        due = []
        for i in self._hosts:
            start = self.layout.groups[self.plan.rows[i].group.name]
            upcoming, latest = (int(x) for x in self._counters[start : start + 2])
            due.append(tick if phase == 1 and latest == tick else upcoming)
        return min(due, default=None)

    def _call_host(self, i: int, tick: int, function: str) -> None:
        row = self.plan.rows[i]
        component = row.component
        if function not in component.functions:
            return
        arguments = {a: self._host_argument(row, a, tick) for a in component.functions[function]}
        ports = list(component.outputs()) if function == "output" else []
        shapes = [component.shape_of(port) for port in ports]
        answer = self._hosts[i].call(function, arguments, shapes)
        for port in ports:
            slot = self.layout.signals[f"{row.name}.{port}"]
            self._values[slot.start : slot.stop] = answer[: slot.size]
            answer = answer[slot.size :]

    def _host_argument(self, row: Row, argument: str, tick: int) -> Any:  # noqa: ANN401
        pattern = row.group.pattern
        sample = pattern.count_before(tick)
        if argument in CONTEXT:
            gap_ns = pattern.gap_before(sample + 1) * self.plan.step_ns
            context = {"dt_s": gap_ns / 1e9, "time_ns": tick * self.plan.step_ns, "sample": sample}
            return context[argument]
        declaration, full = row.component.declarations[argument], f"{row.name}.{argument}"
        if isinstance(declaration, Input):
            return _read(self._values, inlet(self.plan, self.layout, full))
        if isinstance(declaration, Parameter):
            return _read(self._parameters, self.layout.parameters[full])
        if isinstance(declaration, Noise):
            return self._host_noise(row, full, sample)
        return row.component.sizes[argument]

    def _host_noise(self, row: Row, full: str, sample: int) -> Value:
        slot = self.layout.noise[full]
        first = min(s.start for n, s in self.layout.noise.items() if n.startswith(f"{row.name}."))
        # ghost: allow[dynamic-label] a component's name is fixed with the graph
        source = RandomSource(self.random.seed).child(row.name)
        uniform = row.component.noises()[full.partition(".")[2]].uniform
        draw = source.uniforms if uniform else source.normals
        draws = draw(sample, 1, slot.stop - first)[0, slot.start - first :]
        return _read(draws, Slot(0, slot.shape))

    # -------------------------------------------------------------- snapshots

    def snapshot(self) -> bytes:
        """Everything that `restored` needs to go on from here, in this or another process."""
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
            "seed": self.random.seed,
            "bus": [bus.sequence, bus.observer_sequence],
            "ledger": [self.ledger.blocks, self.ledger.head.hex(), self.ledger.rest.hex()],
            "hosts": {h.name: b64encode(h.save()).decode() for h in self._hosts.values()},
        }
        return pack(header, [self._values, self._parameters, self._counters])

    @classmethod
    def restored(
        cls, graph: Graph, data: bytes, *, execution: Execution | str = Execution.AUTO
    ) -> "Engine":
        """A new engine that stands where the snapshot was made; two of them are a fork."""
        header, arrays = unpack(data)
        engine = cls(graph, int(header["seed"]), execution=execution)
        if header["schedule"] != engine._fingerprint:
            raise InputError(
                "the snapshot is of another graph",
                "Engine.restored",
                "the same components, rates and wiring",
                "restore with the graph that the snapshot was made with",
            )
        engine._values[:], engine._parameters[:], engine._counters[:] = arrays
        blocks, head, rest = header["ledger"]
        engine.ledger = Ledger(blocks, bytes.fromhex(head), bytes.fromhex(rest))
        tick = int(engine._counters[TICK])
        engine.clock = SimClock(engine.plan.step_ns, engine.random, tick * engine.plan.step_ns)
        engine.bus = Bus(engine.clock, BusState(*header["bus"]))
        for host in engine._hosts.values():
            host.load(b64decode(header["hosts"][host.name]))
        return engine

    @cached_property
    def _fingerprint(self) -> str:
        """What a snapshot's arrays mean: the source that works on them, all names, all code."""
        generator = self._generator(with_hosts=True)
        names = [*self.layout.signals, *self.layout.states, *self.layout.parameters]
        code = [f"{name}={fingerprint(f)}" for name, f in sorted(functions(generator).items())]
        text = "\n".join([generator.source(), *names, *code])
        return hashlib.sha256(text.encode()).hexdigest()


class _UncompilableError(RunError):
    """What the interpreter can run and the compiler does not know."""


def _uncompilable(error: Exception) -> _UncompilableError:
    return _UncompilableError(
        f"it cannot be compiled: {str(error).strip().splitlines()[-1]}",
        "Engine with execution='compiled'",
        "functions in what Numba knows of Python",
        "find the component with project_ghost.testing.check_component, or interpret it",
    )


def _fill(array: Floats, slot: Slot, value: Value, where: str) -> None:
    try:
        filled = np.broadcast_to(np.asarray(value, dtype=float), slot.shape)
    except (TypeError, ValueError):
        filled = np.array(np.nan)
    if np.isnan(filled).any():
        raise InputError(
            f"the value {value!r} does not fit",
            where,
            f"numbers of the shape {slot.shape}" if slot.shape else "a number",
            "give one number, or as many as the shape has",
        )
    array[slot.start : slot.stop] = filled.ravel()


def _known(slots: dict[str, Slot], name: str, kind: str) -> Slot:
    if name not in slots:
        raise InputError(
            f"there is no {kind} {name!r}{did_you_mean(name, list(slots))}",
            f"Engine.{'value' if kind == 'signal' else kind}",
            f"one of {', '.join([*slots][:20]) or 'none'}",
            "names are Component.name, as declared",
        )
    return slots[name]


def _read(array: Floats, slot: Slot) -> Value:
    values = array[slot.start : slot.stop]
    if not slot.shape:
        return float(values[0])
    if len(slot.shape) == 1:
        return tuple(values.tolist())
    return _nested(values.reshape(slot.shape).tolist())


def _nested(value: Any) -> Value:  # noqa: ANN401 - lists of lists, as deep as the shape
    return tuple(map(_nested, value)) if isinstance(value, list) else value
