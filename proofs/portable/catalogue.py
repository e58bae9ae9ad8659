"""Every environment of the proof; the first is the one that the others are compared with."""

import sys
from collections.abc import Iterator
from functools import partial

from project_ghost.doctor.selfcheck import Mode

from .emulation import emulated_aarch64, emulated_x86_64
from .environment import Environment, Interpreter, NotRunnableError
from .interpreters import SUPPORTED, found, virtual_environment
from .machine import numpy_features_to_mask, require_cpu

NATIVE = "native"

_OWN = Interpreter((sys.executable,))
_COMPILED = (Mode.COMPILED,)
_INTERPRETED = (Mode.INTERPRETED,)

_GLIBC_NO_FMA = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-FMA4"}
_GLIBC_NO_AVX2 = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2"}
_GLIBC_OLDEST = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX,-AVX2,-AVX512F"}
_NUMBA_GENERIC = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}

# An OpenBLAS kernel may use what its name stands for; on a lesser CPU it would crash.
_OPENBLAS_NEEDS = {
    "Prescott": (),
    "Nehalem": ("sse4_2",),
    "Haswell": ("avx2", "fma"),
    "SkylakeX": ("avx512f",),
}
# Nehalem is numpy's baseline; Haswell brings AVX2 and FMA.
_X86_64_CPUS = ("Nehalem", "Haswell")
# The first aarch64 CPUs, and all that the emulator knows (half floats, SVE).
_AARCH64_CPUS = ("cortex-a57", "max")


def catalogue() -> list[Environment]:
    """All environments, quick ones first; making the list starts nothing but `python -c`."""
    return [*_processes(), *_masks(), *_emulated(), *_pythons(), *_aarch64()]


def _processes() -> Iterator[Environment]:
    group = "process"
    yield Environment(NATIVE, group, "as installed", _own)
    for seed in ("1", "4294967295"):
        yield Environment(
            f"hash-seed-{seed}",
            group,
            f"PYTHONHASHSEED={seed}",
            _own,
            {"PYTHONHASHSEED": seed},
            must_change="hash",
        )
    yield Environment("load-50", group, "every core half busy", _own, load=0.5)
    yield Environment("load-100", group, "every core busy", _own, load=1.0)
    yield Environment(
        "no-numba", group, "Numba cannot be imported", _own, modes=_INTERPRETED, with_numba=False
    )


def _masks() -> Iterator[Environment]:
    group = "cpu mask"
    yield Environment(
        "glibc-no-fma",
        group,
        "C library without FMA",
        partial(_own, "fma"),
        _GLIBC_NO_FMA,
        must_change="sin",
    )
    yield Environment(
        "glibc-no-avx2",
        group,
        "C library without AVX2",
        partial(_own, "avx2"),
        _GLIBC_NO_AVX2,
        must_change="sin",
    )
    features = " ".join(numpy_features_to_mask())
    numpy_baseline = {"NPY_DISABLE_CPU_FEATURES": features}
    yield Environment(
        "numpy-baseline",
        group,
        f"numpy without {features or 'anything'}",
        _own if features else _nothing_to_mask,
        numpy_baseline,
        must_change="tanh",
    )
    for core, flags in _OPENBLAS_NEEDS.items():
        yield Environment(
            f"openblas-{core.lower()}",
            group,
            f"OpenBLAS with the kernels for {core}",
            partial(_own, *flags),
            {"OPENBLAS_CORETYPE": core},
            must_change="dot",
        )
    yield Environment(
        "numba-generic",
        group,
        "Numba compiles for any x86-64",
        partial(_own, "sse2"),
        _NUMBA_GENERIC,
        modes=_COMPILED,
    )
    yield Environment(
        "all-masks",
        group,
        "all of these at once",
        partial(_own, "fma", "avx2"),
        _GLIBC_OLDEST | numpy_baseline | {"OPENBLAS_CORETYPE": "Prescott"} | _NUMBA_GENERIC,
        must_change="sin",
    )


def _emulated() -> Iterator[Environment]:
    for cpu in _X86_64_CPUS:
        yield Environment(
            f"x86-64-{cpu.lower()}",
            "emulated x86-64",
            f"qemu-x86_64 -cpu {cpu}",
            partial(emulated_x86_64, _OWN, cpu),
            cpu_limit_s=300.0,
        )


def _pythons() -> Iterator[Environment]:
    group = "CPython"
    versions = found()
    for version, executable in versions.items():
        name = f"cpython-{version}"
        prepare = partial(virtual_environment, name, Interpreter((executable,)))
        yield Environment(name, group, "pinned requirements in a fresh venv", prepare)
    for minor in SUPPORTED:
        if not any(version.startswith(f"{minor}.") for version in versions):
            absent = partial(_absent, minor)
            yield Environment(f"cpython-{minor}", group, "pinned requirements", absent)


def _aarch64() -> Iterator[Environment]:
    for cpu in _AARCH64_CPUS:
        yield Environment(
            f"aarch64-{cpu}",
            "aarch64",
            f"Debian's CPython under qemu-aarch64 -cpu {cpu}",
            partial(emulated_aarch64, cpu),
            cpu_limit_s=600.0,
        )


def _own(*flags: str) -> Interpreter:
    if flags:
        require_cpu(*flags)
    return _OWN


def _nothing_to_mask() -> Interpreter:
    raise NotRunnableError("numpy uses nothing beyond its baseline on this CPU")


def _absent(minor: str) -> Interpreter:
    raise NotRunnableError(f"no CPython {minor} on PATH or under pyenv")
