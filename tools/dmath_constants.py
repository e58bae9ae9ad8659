"""Make every polynomial and table of `project_ghost.core.dmath` from its definition.

    python tools/dmath_constants.py          write the two generated modules
    python tools/dmath_constants.py --check  exit 1 if they are not what this would write

Each number comes from mpmath at 120 digits, so that none has to be taken on trust.
"""

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from mpmath import mp, mpf

mp.dps = 120

DMATH = Path(__file__).parents[1] / "src" / "project_ghost" / "core" / "dmath"
COMMAND = "python tools/dmath_constants.py"


# ------------------------------------------------------------------------ polynomials


@dataclass(frozen=True)
class Series:
    """A polynomial of `terms` coefficients, near-minimax for `function` on an interval."""

    name: str
    approximates: str
    function: Callable[[mpf], mpf]
    low: mpf
    high: mpf
    terms: int

    def source(self) -> str:
        """The polynomial as a Python function."""
        coefficients, error = mp.chebyfit(
            self._off_zero, [self.low, self.high], self.terms, error=True, asc=True
        )
        ascending = [float(c) for c in coefficients]
        bound = f"2**{mp.ceil(mp.log(error, 2)):.0f}"
        return "\n".join(
            [
                f"def {self.name}(z: float) -> float:",
                f'    """{self.approximates}, for z in [{float(self.low):.4g}, '
                f'{float(self.high):.4g}], to {bound}."""',
                "    w = z * z",
                f"    return {_two_chains(ascending)}",
            ]
        )

    def _off_zero(self, z: mpf) -> mpf:
        """The function, with its removable singularity at 0 stepped over."""
        return self.function(z if abs(z) > 1e-30 else mpf("1e-30"))


def _chain(coefficients: list[float]) -> str:
    """Horner's rule in w, innermost last."""
    if len(coefficients) == 1:
        return repr(coefficients[0])
    return f"({coefficients[0]!r} + w * {_chain(coefficients[1:])})"


def _two_chains(coefficients: list[float]) -> str:
    """Even and odd terms apart: half the latency of one long chain, and a fixed order."""
    return f"{_chain(coefficients[0::2])} + z * {_chain(coefficients[1::2])}"


def _odd_tail(function: Callable[[mpf], mpf]) -> Callable[[mpf], mpf]:
    """For odd f with f'(0) = 1: P(z) such that f(x) = x + x**3 * P(x**2)."""

    def tail(z: mpf) -> mpf:
        x = mp.sqrt(z)
        return (function(x) - x) / (x * z)

    return tail


QUARTER_PI_SQUARED = (mp.pi / 4) ** 2 * mpf("1.0001")  # the reduction overshoots by a hair
EIGHTH = mpf(1) / 8

SERIES = (
    Series(
        "sin_series",
        "(sin(x) - x) / x**3 with z = x**2",
        _odd_tail(mp.sin),
        mpf(0),
        QUARTER_PI_SQUARED,
        7,
    ),
    Series(
        "cos_series",
        "(cos(x) - 1 + x**2/2) / x**4 with z = x**2",
        lambda z: (mp.cos(mp.sqrt(z)) - 1 + z / 2) / z**2,
        mpf(0),
        QUARTER_PI_SQUARED,
        6,
    ),
    Series(
        "atan_wide_series",
        "(atan(x) - x) / x**3 with z = x**2",
        _odd_tail(mp.atan),
        mpf(0),
        mpf("0.4375") ** 2,
        12,
    ),
    Series(
        "atan_series",
        "(atan(x) - x) / x**3 with z = x**2",
        _odd_tail(mp.atan),
        mpf(0),
        mpf("0.0315") ** 2,
        5,
    ),
    Series(
        "asin_series",
        "(asin(x) - x) / x**3 with z = x**2",
        _odd_tail(mp.asin),
        mpf(0),
        mpf(1) / 4,
        14,
    ),
    Series(
        "sinh_series",
        "(sinh(x) - x) / x**3 with z = x**2",
        _odd_tail(mp.sinh),
        mpf(0),
        mpf(1) / 4,
        6,
    ),
    Series(
        "tanh_series",
        "(tanh(x) - x) / x**3 with z = x**2",
        _odd_tail(mp.tanh),
        mpf(0),
        mpf(1) / 16,
        8,
    ),
    Series(
        "exp_series",
        "(exp(z) - 1 - z) / z**2",
        lambda z: (mp.expm1(z) - z) / z**2,
        -mp.log(2) / 256 * mpf("1.001"),
        mp.log(2) / 256 * mpf("1.001"),
        4,
    ),
    Series(
        "expm1_series",
        "(exp(z) - 1 - z - z**2/2) / z**3",
        lambda z: (mp.expm1(z) - z - z**2 / 2) / z**3,
        -EIGHTH,
        EIGHTH,
        9,
    ),
    Series(
        "log1p_series",
        "(log(1 + z) - z + z**2/2) / z**3",
        lambda z: (mp.log1p(z) - z + z**2 / 2) / z**3,
        mpf("-0.0118"),
        mpf("0.0118"),
        7,
    ),
    Series(
        "cbrt_series",
        "cbrt(z), a start for the iteration",
        mp.cbrt,
        mp.sqrt(mpf(1) / 2),
        mp.sqrt(mpf(2)),
        7,
    ),
)


def polynomials() -> str:
    """The text of `_polynomials.py`."""
    head = (
        f'"""Polynomials, made by `{COMMAND}`; do not edit.\n\n'
        "The order of every operation is written out: even terms, odd terms, then their sum.\n"
        '"""\n'
    )
    return head + "".join(f"\n\n{series.source()}\n" for series in SERIES)


# ----------------------------------------------------------------------------- tables


def _nearest_multiple(value: mpf, bits: int) -> mpf:
    """The multiple of 2**-bits nearest to `value`."""
    return mp.nint(value * mpf(2) ** bits) / mpf(2) ** bits


def _expansion(value: mpf, parts: int, bits: int = 53) -> list[float]:
    """`value` as a sum of doubles of at most `bits` significant bits, the last one full."""
    found = []
    for index in range(parts):
        width = 53 if index == parts - 1 else bits
        exponent = mp.floor(mp.log(abs(value), 2)) + 1
        head = mp.nint(value * mpf(2) ** (width - exponent)) / mpf(2) ** (width - exponent)
        found.append(float(head))
        value -= head
    return found


EXP_STEPS = 128
LOG_STEPS = 128
LOG_FIRST = 90  # the least index: round(128 * sqrt(1/2)) - 1


def _exp_table() -> list[tuple[float, float]]:
    rows = []
    for j in range(EXP_STEPS):
        exact = mp.power(2, mpf(j) / EXP_STEPS)
        high = float(exact)
        rows.append((high, float(exact - high)))
    return rows


def _log_table() -> list[tuple[float, float, float, float]]:
    """(1/c to 12 bits, -log of that in two parts, its offset) for c = i/128 around 1.

    The rows next to 1 use 1 itself: so near to it, the logarithm is smaller than the
    remainder would be, and the rounding of the remainder would show.
    """
    rows = []
    for i in range(LOG_FIRST, 183):
        near_one = abs(i - LOG_STEPS) <= 1
        inverse = mpf(1) if near_one else _nearest_multiple(mpf(LOG_STEPS) / i, 12)
        exact = -mp.log(inverse)
        high = _nearest_multiple(exact, 42)  # so that k*LN2_HIGH + high is exact
        offset = inverse * i / LOG_STEPS - 1
        rows.append((float(inverse), float(high), float(exact - high), float(offset)))
    return rows


def _two_over_pi_digits() -> list[int]:
    """2/pi in digits of 24 bits, after three zeros for the integer part."""
    digits = []
    with mp.workprec(1500):
        rest = 2 / mp.pi
        for _ in range(54):
            rest *= 2**24
            digit = int(mp.floor(rest))
            digits.append(digit)
            rest -= digit
    return [0, 0, 0, *digits]


def _scalars() -> list[tuple[str, str, list[float]]]:
    """(names, meaning, values) of the constants that are a handful of doubles each."""
    ln2 = mp.log(2)
    ln2_high = _nearest_multiple(ln2, 42)
    step_high, step_low = _expansion(ln2 / EXP_STEPS, 2, bits=35)
    half_pi = _expansion(mp.pi / 2, 4, bits=33)
    return [
        (
            "LN2_HIGH, LN2_LOW",
            "log(2), the first part to 2**-42",
            [float(ln2_high), float(ln2 - ln2_high)],
        ),
        (
            "EXP_STEPS_PER_UNIT",
            "the table's steps in one unit: 128 / log(2)",
            [float(EXP_STEPS / ln2)],
        ),
        (
            "EXP_STEP_HIGH, EXP_STEP_LOW",
            "log(2) / 128, the first part of 35 bits",
            [step_high, step_low],
        ),
        ("TWO_OVER_PI", "2 / pi", [float(2 / mp.pi)]),
        (
            "HALF_PI_0, HALF_PI_1, HALF_PI_2, HALF_PI_3",
            "pi / 2, the first three parts of 33 bits",
            half_pi,
        ),
        ("HALF_PI, HALF_PI_LOW", "pi / 2 in two doubles", _expansion(mp.pi / 2, 2)),
        ("PI, PI_LOW", "pi in two doubles", _expansion(mp.pi, 2)),
        (
            "ATAN_HALF, ATAN_HALF_LOW",
            "atan(1/2) in two doubles",
            _expansion(mp.atan(mpf("0.5")), 2),
        ),
        ("ATAN_ONE, ATAN_ONE_LOW", "atan(1) in two doubles", _expansion(mp.pi / 4, 2)),
        (
            "ATAN_THREE_HALVES, ATAN_THREE_HALVES_LOW",
            "atan(3/2) in two doubles",
            _expansion(mp.atan(mpf("1.5")), 2),
        ),
        ("CBRT_2, CBRT_4", "cube roots", [float(mp.cbrt(2)), float(mp.cbrt(4))]),
    ]


def _column(name: str, meaning: str, values: list[float] | list[int]) -> str:
    kind = type(values[0]).__name__
    rows = "".join(f"    {value!r},\n" for value in values)
    return (
        f"_{name.upper()} = (\n{rows})\n\n\n"
        f"def {name}(i: int) -> {kind}:\n"
        f'    """{meaning}."""\n'
        f"    return _{name.upper()}[i]\n\n"
    )


def tables() -> str:
    """The text of `_tables.py`."""
    parts = [f'"""Tables and constants, made by `{COMMAND}`; do not edit."""\n']
    for names, meaning, values in _scalars():
        joined = ", ".join(repr(value) for value in values)
        parts.append(f"# {meaning}\n{names} = {joined}\n")
    exp_rows, log_rows = _exp_table(), _log_table()
    atan_rows = [_expansion(mp.atan(mpf(i) / 16), 2) if i else [0.0, 0.0] for i in range(17)]
    columns: list[tuple[str, str, list[float] | list[int]]] = [
        ("exp_high", "2**(i/128), the first of two parts", [row[0] for row in exp_rows]),
        ("exp_low", "2**(i/128), the second part", [row[1] for row in exp_rows]),
        ("log_inverse", f"128 / (i + {LOG_FIRST}), to 12 bits", [row[0] for row in log_rows]),
        ("log_high", "-log(log_inverse(i)), to 2**-42", [row[1] for row in log_rows]),
        ("log_low", "-log(log_inverse(i)), the second part", [row[2] for row in log_rows]),
        (
            "log_offset",
            f"log_inverse(i) * (i + {LOG_FIRST}) / 128 - 1, exactly",
            [row[3] for row in log_rows],
        ),
        ("atan_high", "atan(i/16), the first of two parts", [row[0] for row in atan_rows]),
        ("atan_low", "atan(i/16), the second part", [row[1] for row in atan_rows]),
        (
            "two_over_pi_digit",
            "2/pi in digits of 24 bits, after three zeros",
            _two_over_pi_digits(),
        ),
    ]
    parts.append(
        f"# the number of the first row of the logarithm's tables\nLOG_FIRST = {LOG_FIRST}\n"
    )
    parts += [_column(*column) for column in columns]
    pairs = "".join(f"    ({name}, _{name.upper()}),\n" for name, _, _ in columns)
    parts.append(f"# each lookup with its values, for compiled code\nLOOKUPS = (\n{pairs})\n")
    return "\n".join(parts)


def main() -> int:
    """Write the modules, or compare them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    check = parser.parse_args().check
    stale = []
    for name, text in (("_polynomials.py", polynomials()), ("_tables.py", tables())):
        path = DMATH / name
        if not check:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
    if stale:
        print(f"not what `{COMMAND}` writes: {', '.join(stale)}")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
