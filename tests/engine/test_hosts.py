"""Hosts: plain Python in a run, called in its place, stored in snapshots.

Goal: a Host gets what it asks for in both executions, its memory in snapshots is bounded, and
what is wrong about `save` and `load` is named.
Method: small hosts that note what they are called with, interpreted and compiled.
"""

import warnings

import numpy as np
import pytest

from project_ghost.core.errors import GhostError, InputError
from project_ghost.engine import Engine, Graph, Host, Input, Noise, Output, Parameter
from project_ghost.engine.run.hosts import _hosts
from tests.engine.parts import EXECUTIONS, Counter, Walk


class Plain(Host):
    """Takes everything that a Host can take, and answers arrays."""

    u = Input()
    v = Input(shape=(2,))
    w = Noise(shape=(2,))
    k = Parameter((0.5, 0.25), shape=(2,))
    y = Output()
    z = Output(shape=(2, 2))

    def __init__(self):
        super().__init__()
        self.total = np.zeros(2)

    def output(self, u, v, k, time_ns, sample):
        row = self.total + np.array(v) * np.array(k)
        return u + sample + time_ns / 1e9, np.array([row, row + 1.0])

    def update(self, v, w, dt_s):
        self.total = 0.5 * self.total + np.array(v) + dt_s * np.array(w)


class Arrays(Plain):
    takes_arrays = True

    def output(self, u, v, k, time_ns, sample):
        assert isinstance(u, float)
        for each in (v, k):
            assert isinstance(each, np.ndarray)
            assert not each.flags.writeable
        return super().output(u, v, k, time_ns, sample)

    def update(self, v, w, dt_s):
        assert isinstance(w, np.ndarray)
        super().update(v, w, dt_s)


class SavingArrays(Arrays):
    def save(self):
        return self.total.tobytes()

    def load(self, data):
        self.total = np.frombuffer(data).copy()


def graph_with(host) -> Graph:
    graph = Graph("1ms")
    graph.group("fast", rate_hz=1000)
    graph.group("slow", period="7ms", phase="2ms")
    graph.add("C", Counter(), "fast")
    graph.add("W", Walk(), "fast")
    graph.add("H", host, "slow")
    graph.connect("C.y", "H.u")
    graph.connect("W.y", "H.v", gain=0.5)
    return graph


@pytest.fixture(scope="module")
def digest():
    engine = Engine(graph_with(Plain()), 3, execution="interpreted")
    engine.run("60ms")
    return engine.digest


@EXECUTIONS
@pytest.mark.parametrize("kind", [Plain, Arrays, SavingArrays])
def test_tuples_and_arrays_give_the_same_bits(digest, kind, execution) -> None:
    engine = Engine(graph_with(kind()), 3, execution=execution)
    engine.run("31ms")
    again = Engine.restored(graph_with(kind()), engine.snapshot(), execution="interpreted")
    for each in (engine, again):
        each.run("29ms")
        assert each.digest == digest


class Careless(Host):
    """Divides by zero with numpy."""

    y = Output()

    def output(self):
        return float(np.isinf(np.ones(1) / np.zeros(1))[0])


@EXECUTIONS
def test_a_host_sees_numpys_error_state_of_the_caller(execution) -> None:
    graph = Graph("1ms")
    graph.group("g", rate_hz=1000)
    graph.add("H", Careless(), "g")
    with np.errstate(divide="ignore"):
        engine = Engine(graph, execution=execution)
        engine.run("2ms")
    assert engine.value("H.y") == 1.0
    with np.errstate(divide="raise"), pytest.raises(GhostError, match="FloatingPointError"):
        engine.run("1ms")
    with warnings.catch_warnings(), np.errstate(divide="warn"):
        warnings.simplefilter("error")
        engine.reset()
        with pytest.raises(GhostError, match="RuntimeWarning"):
            engine.run("1ms")


def test_the_former_inputs_are_bounded(monkeypatch) -> None:
    monkeypatch.setattr(_hosts, "HISTORY_NUMBERS_MAX", 200)
    engine = Engine(graph_with(Plain()), execution="interpreted")
    engine.run("20ms")
    Engine.restored(graph_with(Plain()), engine.snapshot(), execution="interpreted")
    engine.run("500ms")
    with pytest.raises(GhostError, match="H has no `save`, and has had more calls than") as caught:
        engine.snapshot()
    assert "give it `save` and `load`" in caught.value.fix
    saving = Engine(graph_with(SavingArrays()), execution="interpreted")
    saving.run("520ms")
    saving.snapshot()


class Storing(Host):
    y = Output()

    def output(self):
        return 1.0

    def save(self):
        return b"state"

    def load(self, data):
        raise KeyError(data)


class OnlySaves(Host):
    y = Output()

    def output(self):
        return 1.0

    def save(self):
        return b""


class SavesText(Storing):
    def save(self):
        return "text"


class FailsToSave(Storing):
    def save(self):
        raise OSError("disk full")


def engine_of(host) -> Engine:
    graph = Graph("1ms")
    graph.group("g", rate_hz=1000)
    graph.add("H", host, "g")
    return Engine(graph, execution="interpreted")


def test_mistakes_of_save_and_load_are_named() -> None:
    with pytest.raises(InputError, match="it has `save` but no `load`") as caught:
        engine_of(OnlySaves())
    assert "component 'H', OnlySaves" in caught.value.where
    with pytest.raises(InputError, match="`save` returned 'text', of the type str") as caught:
        engine_of(SavesText()).snapshot()
    assert "component 'H', SavesText" in caught.value.where
    with pytest.raises(GhostError, match="`save` failed: OSError: disk full"):
        engine_of(FailsToSave()).snapshot()
    engine = engine_of(Storing())
    with pytest.raises(GhostError, match="`load` failed: KeyError"):
        engine.restore(engine.snapshot())


def test_damaged_calls_are_refused() -> None:
    from base64 import b64encode

    from project_ghost.engine.snapshot._format import pack, unpack

    engine = Engine(graph_with(Plain()), execution="interpreted")
    engine.run("20ms")
    header, arrays = unpack(engine.snapshot())
    for spoiled in (np.array([7.0, 1.0]), np.array([0.0, 1.0, 2.0]), np.array([1.0])):
        header["hosts"]["H"] = b64encode(spoiled.tobytes()).decode()
        with pytest.raises(InputError, match="the kept calls of H are damaged"):
            engine.restore(pack(header, arrays))
