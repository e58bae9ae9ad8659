"""Compiled code gives the interpreter's bits, and its errors."""

import numpy as np
import pytest

from project_ghost.core import dmath
from project_ghost.core.compiled import compile_source
from project_ghost.core.errors import DomainError
from project_ghost.core.randomness import RandomSource
from tools.dmath_accuracy import SUBJECTS, Subject

LOOP = """\
from project_ghost.core.dmath import {name} as function

def loop({parameters}, out):
    for i in range(out.size):
        out[i] = function({elements})
"""


def compiled_loop(name: str, arity: int):
    source = LOOP.format(
        name=name,
        parameters=", ".join(f"x{i}" for i in range(arity)),
        elements=", ".join(f"x{i}[i]" for i in range(arity)),
    )
    return compile_source(source, "loop")


@pytest.mark.slow
@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_compiled_and_interpreted_give_the_same_bits(subject: Subject) -> None:
    """In every region that the accuracy is measured in, so through every branch."""
    loop = compiled_loop(subject.name, len(subject.regions[0]))
    function = getattr(dmath, subject.name)
    for number, samplers in enumerate(subject.regions):
        root = RandomSource(7).child(subject.name).child(str(number))
        columns = [sample(root.child(str(i)), 1000) for i, sample in enumerate(samplers)]
        out = np.empty(1000)
        loop(*columns, out)
        rows = zip(*(column.tolist() for column in columns), strict=True)
        assert out.tobytes() == np.array([function(*row) for row in rows]).tobytes()


def test_compiled_code_raises_the_same_error() -> None:
    loop = compiled_loop("log", 1)
    with pytest.raises(DomainError) as compiled:
        loop(np.array([1.0, -2.5]), np.empty(2))
    with pytest.raises(DomainError) as interpreted:
        dmath.log(-2.5)
    assert str(compiled.value) == str(interpreted.value)


@pytest.mark.slow
def test_other_kinds_of_numbers_mean_their_float_in_compiled_code_too() -> None:
    loop = compiled_loop("cos", 1)
    for kind in (np.float32, np.int32, np.uint8):
        out = np.empty(3)
        loop(np.array([3, 5, 100], dtype=kind), out)
        assert out.tolist() == [dmath.cos(3.0), dmath.cos(5.0), dmath.cos(100.0)]


@pytest.mark.slow
def test_a_caller_with_fastmath_does_not_change_the_bits() -> None:
    from numba import njit

    @njit(fastmath=True)
    def total(x):
        return dmath.sin(x), dmath.exp(x), dmath.pow(x, 2.5)

    for x in (0.1, 3.0, 17.5):
        assert total(x) == (dmath.sin(x), dmath.exp(x), dmath.pow(x, 2.5))
    with pytest.raises(DomainError):
        total(float("nan"))
