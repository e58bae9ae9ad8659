"""The gains of a linear-quadratic regulator, in plain loops for the same bits everywhere.

The discrete algebraic Riccati equation is solved by doubling (Chu, Fan, Lin and Wang,
"Structure-preserving algorithms for periodic discrete-time algebraic Riccati equations",
International Journal of Control 77, 2004). Each round doubles the horizon, so about ten rounds
are enough where a plain iteration takes hundreds.
"""

from collections.abc import Sequence
from typing import TypeAlias

from project_ghost.core.errors import InputError

Matrix: TypeAlias = Sequence[Sequence[float]]

_ROUNDS_MAX = 60
_TOLERANCE = 1e-15  # of the relative change of the cost
_DIVERGED = 1e100


def lqr_gain(a: Matrix, b: Matrix, q: Matrix, r: Matrix) -> list[list[float]]:
    """The gain K for which u = -K x minimises the sum of x'Qx + u'Ru, with next x = Ax + Bu."""
    p = riccati_solution(a, b, q, r)
    pb = _product(p, b)
    btp = _transposed(pb)  # P is symmetric
    return _solved(_sum(r, _product(btp, b)), _product(btp, a))


def riccati_solution(a: Matrix, b: Matrix, q: Matrix, r: Matrix) -> list[list[float]]:
    """The solution P of P = Q + A'PA - A'PB (R + B'PB)^-1 B'PA."""
    n = len(a)
    unit = [[1.0 if i == j else 0.0 for j in range(n)] for i in range(n)]
    step = [list(row) for row in a]
    reach = _product(b, _solved(r, _transposed(b)))
    cost = [list(row) for row in q]
    for _ in range(_ROUNDS_MAX):
        mixed = _sum(unit, _product(reach, cost))
        onward = _solved(mixed, step)  # (I + G H)^-1 A
        spread = _solved(mixed, reach)  # (I + G H)^-1 G
        more = _product(_product(_transposed(step), cost), onward)
        reach = _sum(reach, _product(_product(step, spread), _transposed(step)))
        cost = _symmetric(_sum(cost, more))
        step = _product(step, onward)
        if not _largest(cost) < _DIVERGED:
            break
        if _largest(more) <= _TOLERANCE * _largest(cost):
            return cost
    raise InputError(
        "the Riccati equation does not converge",
        "riccati_solution",
        "a system whose unstable modes are controllable by B and weighted by Q",
        "check A, B and the weights Q and R",
    )


def _product(a: Matrix, b: Matrix) -> list[list[float]]:
    product = []
    for row in a:
        line = []
        for j in range(len(b[0])):
            total = 0.0
            for k, x in enumerate(row):
                total += x * b[k][j]
            line.append(total)
        product.append(line)
    return product


def _sum(a: Matrix, b: Matrix) -> list[list[float]]:
    return [[x + y for x, y in zip(p, q, strict=True)] for p, q in zip(a, b, strict=True)]


def _transposed(a: Matrix) -> list[list[float]]:
    return [[row[j] for row in a] for j in range(len(a[0]))]


def _symmetric(a: Matrix) -> list[list[float]]:
    n = len(a)
    return [[0.5 * (a[i][j] + a[j][i]) for j in range(n)] for i in range(n)]


def _largest(a: Matrix) -> float:
    return max(abs(x) for row in a for x in row)


def _solved(a: Matrix, b: Matrix) -> list[list[float]]:
    """The solution X of A X = B, by Gaussian elimination with partial pivoting."""
    n = len(a)
    rows = [[*a[i], *b[i]] for i in range(n)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        if rows[i][i] == 0.0:
            raise InputError(
                "a matrix has no inverse",
                "lqr_gain",
                "weights R above zero",
                "check the weights Q and R",
            )
        for k in range(i + 1, n):
            factor = rows[k][i] / rows[i][i]
            rows[k] = [x - factor * y for x, y in zip(rows[k], rows[i], strict=True)]
    for i in range(n - 1, -1, -1):
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for k in range(i):
            factor = rows[k][i]
            rows[k] = [x - factor * y for x, y in zip(rows[k], rows[i], strict=True)]
    return [row[n:] for row in rows]
