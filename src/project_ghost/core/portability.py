"""The names that may give other bits on another machine, why, and what replaces them.

The linter and `check_component` both read these tables, so they agree on every name. A name
that is not listed is portable as far as is known: of `math`, IEEE 754 or exact arithmetic fixes
`sqrt`, `fabs`, `fmod`, `remainder`, `floor`, `ceil`, `trunc`, `copysign`, `modf`, `frexp`,
`ldexp`, `fsum` and the integer functions, and `degrees` and `radians` are one multiplication.
`numpy.sum` is not listed either: of integers it is exact, of floats it is the same on every CPU.
"""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

__all__ = [
    "NOT_PORTABLE",
    "NOT_PORTABLE_LIBRARIES",
    "NOT_PORTABLE_METHODS",
    "NOT_PORTABLE_OPERATORS",
    "NotPortable",
    "Reason",
    "messages_because",
]


class Reason(Enum):
    """Why a name is not portable, as a sentence about it."""

    C_LIBRARY = "the last bit of {name} depends on the C library and the CPU"
    VECTOR_INSTRUCTIONS = "the last bit of {name} depends on the CPU's vector instructions"
    LINEAR_ALGEBRA = "the last bits of {name} depend on the BLAS or LAPACK build and the CPU"
    FLOAT_POWER = "{name} of floats goes through the C library's `pow`"
    SUMMATION_ORDER = "{name} of floats adds in an order that versions and compiled code change"
    DECIMALS = "{name} to decimals differs between interpreted and compiled code"
    RANDOM_STREAM = "the numbers of {name} are promised neither between versions nor between CPUs"
    CLOCK = "{name} depends on the machine's clock"
    PROCESS = "{name} differs from process to process"


class NotPortable(NamedTuple):
    """Why something is not portable, and what to do instead."""

    reason: Reason
    replacement: str

    def message(self, name: str) -> str:
        """Return the reason and the replacement in one sentence."""
        return f"{self.reason.value.format(name=name)}: {self.replacement}"


_LOOP = "write it as plain loops"
_ADD = "add in a plain loop"
_DRAW = "draw from a labelled child of the run's random source, or declare Noise"

# The functions of `dmath` that stand for one of another library; importing it here is slow.
_DMATH = """
    acos asin atan atan2 cbrt cos cosh exp expm1 hypot log log1p pow sin sinh sqrt tan tanh
""".split()
_OTHER_NAMES = {
    "arccos": "acos",
    "arcsin": "asin",
    "arctan": "atan",
    "arctan2": "atan2",
    "float_power": "pow",
    "power": "pow",
}


def _with_dmath(reason: Reason, module: str, names: str) -> dict[str, NotPortable]:
    known = {name: _OTHER_NAMES.get(name, name) for name in names.split()}
    return {
        f"{module}.{name}": NotPortable(
            reason,
            f"use `dmath.{ours}`" if ours in _DMATH else "compute it from functions of `dmath`",
        )
        for name, ours in known.items()
    }


def _all(entry: NotPortable, module: str, names: str) -> dict[str, NotPortable]:
    return {f"{module}.{name}": entry for name in names.split()}


_VECTOR = """
    acos acosh angle arccos arccosh arcsin arcsinh arctan arctan2 arctanh asin asinh atan atan2
    atanh blackman cbrt cos cosh exp exp2 expm1 float_power geomspace hamming hanning hypot i0
    kaiser log log10 log1p log2 logaddexp logaddexp2 logspace pow power sin sinc sinh tan tanh
"""
_SUM = NotPortable(Reason.SUMMATION_ORDER, _ADD)
_ALGEBRA = NotPortable(Reason.LINEAR_ALGEBRA, _LOOP)
_POWER = NotPortable(Reason.FLOAT_POWER, "multiply, or use `dmath.pow`")
_ROUND = NotPortable(Reason.DECIMALS, "scale, round to an integer, and scale back")

# Functions by their full name.
NOT_PORTABLE: Mapping[str, NotPortable] = MappingProxyType(
    {
        **_with_dmath(
            Reason.C_LIBRARY,
            "math",
            """
            acos acosh asin asinh atan atan2 atanh cbrt cos cosh dist erf erfc exp exp2 expm1 gamma
            hypot lgamma log log10 log1p log2 pow sin sinh tan tanh
            """,
        ),
        **_all(
            NotPortable(Reason.C_LIBRARY, "compute it from functions of `dmath`"),
            "cmath",
            """
            acos acosh asin asinh atan atanh cos cosh exp log log10 phase polar rect sin sinh sqrt
            tan tanh
            """,
        ),
        **_with_dmath(Reason.VECTOR_INSTRUCTIONS, "numpy", _VECTOR),
        **_with_dmath(Reason.VECTOR_INSTRUCTIONS, "jax.numpy", _VECTOR),
        **_with_dmath(Reason.VECTOR_INSTRUCTIONS, "cupy", _VECTOR),
        # aarch64 multiplies and adds in one step where x86-64 does not.
        "numpy.interp": NotPortable(Reason.VECTOR_INSTRUCTIONS, "use a LookupTable"),
        **_all(
            _ALGEBRA,
            "numpy",
            """
            convolve corrcoef correlate cov dot einsum inner matmul matvec poly polyfit polymul
            roots tensordot vdot vecdot vecmat
            """,
        ),
        **_all(_POWER, "builtins", "pow"),
        **_all(_POWER, "operator", "ipow pow"),
        "builtins.sum": NotPortable(Reason.SUMMATION_ORDER, f"{_ADD}, or use `math.fsum`"),
        **_all(_SUM, "statistics", "fmean mean stdev variance"),
        **_all(_SUM, "numpy", "average mean nanmean nanstd nanvar std var"),
        **_all(_ROUND, "builtins", "round"),
        **_all(_ROUND, "numpy", "around round"),
        **_all(NotPortable(Reason.PROCESS, "use a key of its content"), "builtins", "hash id"),
    }
)

# Everything in these modules.
NOT_PORTABLE_LIBRARIES: Mapping[str, NotPortable] = MappingProxyType(
    {
        **dict.fromkeys(
            (
                "numpy.linalg",
                "numpy.fft",
                "scipy.fft",
                "scipy.fftpack",
                "scipy.integrate",
                "scipy.linalg",
                "scipy.optimize",
                "scipy.signal",
                "scipy.sparse.linalg",
                "jax.numpy.linalg",
                "torch.linalg",
            ),
            _ALGEBRA,
        ),
        "scipy.special": NotPortable(Reason.VECTOR_INSTRUCTIONS, "use `dmath`"),
        "numpy.random": NotPortable(Reason.RANDOM_STREAM, _DRAW),
        "random": NotPortable(Reason.RANDOM_STREAM, _DRAW),
        "time": NotPortable(Reason.CLOCK, "take `time_ns`"),
    }
)

# Methods of an object whose type is not known.
NOT_PORTABLE_METHODS: Mapping[str, NotPortable] = MappingProxyType(
    {"dot": _ALGEBRA, "mean": _SUM, "std": _SUM, "var": _SUM}
)

NOT_PORTABLE_OPERATORS: Mapping[str, NotPortable] = MappingProxyType({"**": _POWER, "@": _ALGEBRA})


def messages_because(reason: Reason) -> dict[str, str]:
    """Return a message for each function that is not portable for this reason, by full name."""
    return {
        name: entry.message(f"`{name}`")
        for name, entry in NOT_PORTABLE.items()
        if entry.reason is reason
    }
