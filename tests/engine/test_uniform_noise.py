"""Goal: uniform noise is uniform, from the component's stream, with the same bits everywhere."""

import numpy as np
import pytest

from project_ghost.core.randomness import RandomSource
from project_ghost.engine import Block, Engine, Host, Kernel, Noise, Output
from tests.engine.parts import EXECUTIONS, graph_of, samples

SHAPES = {"a": (), "b": (3,), "c": (2,)}


class BlockDraws(Block):
    a = Noise()
    b = Noise(shape=(3,), uniform=True)
    c = Noise(shape=(2,))
    y = Output(shape=(6,))

    @staticmethod
    def output(a, b, c):
        return (a, b[0], b[1], b[2], c[0], c[1])


class KernelDraws(Kernel):
    a = Noise()
    b = Noise(shape=(3,), uniform=True)
    c = Noise(shape=(2,))
    y = Output(shape=(6,))

    @staticmethod
    def output(a, b, c, y):
        y[0] = a[0]
        for i in range(3):
            y[1 + i] = b[i]
        for i in range(2):
            y[4 + i] = c[i]


class HostDraws(Host):
    a = Noise()
    b = Noise(shape=(3,), uniform=True)
    c = Noise(shape=(2,))
    y = Output(shape=(6,))

    def output(self, a, b, c):
        return (a, *b, *c)


@EXECUTIONS
@pytest.mark.parametrize("kind", [BlockDraws, KernelDraws, HostDraws])
def test_each_number_is_its_place_in_the_stream(kind, execution):
    drawn = samples(Engine(graph_of(D=kind()), seed=5, execution=execution), "D.y", 20)
    source = RandomSource(5).child("D")
    normals, uniforms = source.normals(0, 20, 6), source.uniforms(0, 20, 6)
    expected = np.hstack([normals[:, :1], uniforms[:, 1:4], normals[:, 4:]])
    assert drawn == [tuple(row) for row in expected.tolist()]


class Coins(Kernel):
    u = Noise(shape=(2000,), uniform=True)
    y = Output(shape=(2000,))

    @staticmethod
    def output(u, y):
        for i in range(2000):
            y[i] = u[i]


def test_it_is_uniform():
    engine = Engine(graph_of(C=Coins()), seed=1)
    drawn = np.array(samples(engine, "C.y", 5))
    assert drawn.min() >= 0.0
    assert drawn.max() < 1.0
    counts = np.histogram(drawn, bins=10, range=(0.0, 1.0))[0]
    assert abs(counts - 1000).max() < 150  # 5 standard deviations
