"""Goal: source becomes expressions with the bits of the interpreter, or is refused with its place.

Method: random programs with branches, loops, early ends and writes into arrays and their views
are interpreted and read; then each form by hand, and each refusal.
"""

import math
from random import Random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("casadi", reason="needs the extra symbolic")

import casadi
from casadi import SX

from project_ghost.core.agreement import keep_source
from project_ghost.symbolic.math._selection import exact_building
from project_ghost.symbolic.reading import Algebra, Reader, RefusedError
from proofs.symbolic.arguments import number
from proofs.symbolic.components import bits, flat

VARIABLES = ("a", "b", "c")


class Program:
    """Random source over three numbers and an array of four."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)  # noqa: S311
        self._loops = 0
        lines = ["def program(a, b, c):", "    n = np.zeros(4)"]
        lines += self._block(1, 3)
        lines += ["    return a, b, c, n[0], n[1], n[2], n[3]"]
        self.source = "\n".join(lines)
        namespace: dict[str, Any] = {"np": np}
        exec(self.source, namespace)  # noqa: S102 - a test's own program
        self.function = namespace["program"]
        keep_source(self.function, self.source)

    def _value(self) -> str:
        kinds = ("{v}", "{v} + {w}", "{v} - {w}", "0.5 * {v}", "-{v}", "n[{i}]", "-0.0", "1.5")
        return self._filled(self._random.choice(kinds))

    def _test(self) -> str:
        kinds: tuple[str, ...] = (
            "{v} > {w}",
            "{v} < 0.5",
            "0.0 <= {v} < {w}",
            "{v} == {w}",
            "n[{i}] > {v}",
        )
        kinds += ("{v} > 0.0 and {w} > 0.0", "{v} < 0.0 or {w} < {v}", "not {v} > 1.0")
        return self._filled(self._random.choice(kinds))

    def _filled(self, text: str) -> str:
        v, w = self._random.choices(VARIABLES, k=2)
        return text.format(v=v, w=w, i=self._random.randrange(4))

    def _block(self, depth: int, room: int) -> list[str]:
        lines: list[str] = []
        for _ in range(self._random.randint(1, 3)):
            lines += self._statement(depth, room)
        return lines

    def _statement(self, depth: int, room: int) -> list[str]:
        pad = "    " * depth
        kinds = ["assign"] * 3 + ["write", "add", "view", "lookup", "scatter"]
        kinds += ["if", "if", "for"] * (room > 0) + ["return"] * (depth > 1)
        kinds += ["continue", "break"] * (self._loops > 0 and depth > 1)
        kind = self._random.choice(kinds)
        if kind == "if":
            lines = [f"{pad}if {self._test()}:", *self._block(depth + 1, room - 1)]
            if self._random.random() < 0.6:
                lines += [f"{pad}else:", *self._block(depth + 1, room - 1)]
            return lines
        if kind == "for":
            self._loops += 1
            body = self._block(depth + 1, room - 1)
            self._loops -= 1
            return [f"{pad}for k in range({self._random.randint(1, 3)}):", *body]
        text = {
            "assign": f"{self._random.choice(VARIABLES)} = {self._value()}",
            "write": f"n[{self._random.randrange(4)}] = {self._value()}",
            "add": f"n[{self._random.randrange(4)}] += {self._value()}",
            "view": f"view = n[1:3]\n{pad}view[{self._random.randrange(2)}] = {self._value()}",
            "lookup": self._filled("{v} = n[int(min(abs({w}), 3.0))]"),
            "scatter": self._filled("n[int(min(abs({v}), 3.0))] = {w}"),
            "return": "return a, b, c, n[0], n[1], n[2], n[3]",
        }
        return [pad + text.get(kind, kind)]


def read(function, count: int) -> tuple[casadi.Function, Reader]:
    symbols = [SX.sym(f"x{i}") for i in range(count)]
    with exact_building():
        reader = Reader({}, Algebra())
        results = flat(reader.call(function, symbols))
        # Constants cannot be -0.0 in CasADi; what is compared are expressions.
        return casadi.Function("read", symbols, [SX(each) for each in results]), reader


@pytest.mark.parametrize("seed", range(120))
def test_random_programs_have_the_bits_of_the_interpreter(seed) -> None:
    program = Program(seed)
    graph, _ = read(program.function, 3)
    random = Random(seed)  # noqa: S311
    for _ in range(40):
        given = [number(random) for _ in range(3)]
        expected = program.function(*given)
        found = [float(each) for each in graph(*given)]
        # CasADi has no constant -0.0: an output that is one is 0.0.
        same = [a == b for a, b in zip(bits(found), bits(expected), strict=True)]
        for ok, a, b in zip(same, found, expected, strict=True):
            assert ok or a == b == 0.0, (program.source, given, found, expected)


def select_zero(x, y):
    z = x if y > 0.0 else -0.0
    return 1.0 * z, -z, z + 0.0


def test_selections_keep_the_sign_of_zero() -> None:
    graph, _ = read(select_zero, 2)
    for x in (0.0, -0.0, 1.0):
        for y in (1.0, -1.0):
            found = [float(each) for each in graph(x, y)]
            assert (bits(found) == bits(select_zero(x, y))).all(), (x, y)


def rests(x):
    return x % 0.3, x // 0.3, x % 3, x // 3, x % 7.5, x // 7.5, x % 4, x // 4, x % 0.25, x // 0.25


def test_remainders_and_quotients_are_those_of_python() -> None:
    graph, _ = read(rests, 1)
    random = Random(1)  # noqa: S311
    special = [0.0, -0.0, 0.3, -0.3, 0.9, 3.0, -7.5, -1e-20]
    others = [random.uniform(-size, size) for size in (1.0, 1e3, 1e12) for _ in range(300)]
    multiples = [0.3 * random.randrange(-100, 100) for _ in range(100)]
    for x in (*special, *others, *multiples):
        found = [float(each) for each in graph(x)]
        assert (bits(found) == bits(rests(x))).all(), x


def whole_arrays(u, v):
    a = np.zeros(3)
    a += u
    if v > 0.0:
        a[1:] *= v
        a -= 0.5
    b = -a * 2.0 + a[0]
    c = np.zeros((2, 3))
    c[0] = b
    c[1] += a
    c /= 3.0
    return a[0], a[1], a[2], b[0], b[1], c[0, 1], c[1, 2]


def test_operations_on_whole_arrays_are_those_on_their_elements() -> None:
    graph, _ = read(whole_arrays, 2)
    for u in (0.0, -0.0, 1.5, -3.0):
        for v in (0.0, -0.0, 1.5, -3.0):
            found = [float(each) for each in graph(u, v)]
            assert (bits(found) == bits(whole_arrays(u, v))).all(), (u, v)


def with_math(x):
    return math.sin(x)


def test_a_function_of_math_is_refused_with_that_of_dmath() -> None:
    with pytest.raises(RefusedError, match=r"math\.sin") as caught:
        read(with_math, 1)
    assert "project_ghost.core.dmath.sin" in caught.value.fix


def until(x):
    while x > 1.0:
        x = 0.5 * x
    return x


def up_to(x):
    total = 0.0
    for i in range(int(x)):
        total += i
    return total


def opened(x):
    return open(x)  # noqa: PTH123


@pytest.mark.parametrize(
    ("function", "line", "what"),
    [(until, 1, "ends where a signal says"), (up_to, 2, "ends where a signal says")],
)
def test_a_loop_that_a_signal_ends_is_refused_with_its_line(function, line, what) -> None:
    with pytest.raises(RefusedError, match=what) as caught:
        read(function, 1)
    first = function.__code__.co_firstlineno
    assert caught.value.where.startswith(f"{__file__}:{first + line}, {function.__name__}")
    assert "range(capacity)" in caught.value.fix


def test_a_function_of_another_kind_is_refused() -> None:
    with pytest.raises(RefusedError, match=r"`io\.open` of a signal"):
        read(opened, 1)


def root_of_difference(x):
    if x > 2.0:
        return 1.0 / (x - 2.0)
    return x


def test_a_branch_not_taken_divides_by_one() -> None:
    x = SX.sym("x")
    with exact_building():
        result = Reader({}, Algebra()).call(root_of_difference, [x])
    slope = casadi.Function("slope", [x], [casadi.jacobian(result, x)])
    curve = casadi.Function("curve", [x], [casadi.hessian(result, x)[0]])
    assert float(slope(2.0)) == 1.0
    assert float(curve(2.0)) == 0.0


def test_checks_that_stop_the_run_are_collected() -> None:
    _, reader = read(root_of_difference, 1)
    (stop,) = reader.stops
    assert stop.what == "division by zero"
