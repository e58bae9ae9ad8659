"""Functions that are not portable, on purpose.

An environment that gives the same workloads proves something only if it is really
different. These witnesses change with the hash seed, with the CPU features that the
C library, numpy and BLAS use, and with the architecture: where one of them changed,
the workloads had the chance to change too. They have the form of a workload, so
that one of them planted among the workloads shows that the proof can fail.
"""

import hashlib
import math

import numpy as np

_ARGUMENTS = 50_000


def set_order(_mode: str) -> str:
    """The order of a set of strings: changes with PYTHONHASHSEED."""
    # ghost: allow[set-iteration] it must differ: it shows that the proof would notice
    return hashlib.sha256("".join({str(i) for i in range(100)}).encode()).hexdigest()


def math_sin(_mode: str) -> str:
    """The C library's sine: about 730 of a million results change without FMA."""
    values = [math.sin(0.37 * i) for i in range(_ARGUMENTS)]
    return _digest(np.array(values))


def numpy_tanh(_mode: str) -> str:
    """numpy's own hyperbolic tangent: changes with the vector instructions that it uses."""
    return _digest(np.tanh(np.arange(_ARGUMENTS) * 1e-3))


def numpy_dot(_mode: str) -> str:
    """BLAS's dot product: changes with the kernel that OpenBLAS chose for the CPU."""
    vectors = np.sqrt(np.arange(_ARGUMENTS, dtype=np.float64)).reshape(-1, 50)
    return _digest(np.array([np.dot(vector, vectors[7]) for vector in vectors]))


def _digest(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> str:
    return hashlib.sha256(values.astype("<f8").tobytes()).hexdigest()


# By the short name under which a report shows them.
WITNESSES = {"hash": set_order, "sin": math_sin, "tanh": numpy_tanh, "dot": numpy_dot}
