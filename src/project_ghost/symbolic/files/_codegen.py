"""The step of a model as C, with the flags that keep its bits."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import casadi as ca
import numpy as np

from project_ghost.core.errors import InputError
from project_ghost.core.files import write_whole
from project_ghost.core.interruptible import interruptible
from project_ghost.symbolic.math._selection import exact_building
from project_ghost.symbolic.model._labels import labels_of

from ._split_c import count_statements, split_long_functions

if TYPE_CHECKING:
    from project_ghost.symbolic.model._model import SymbolicModel

__all__ = [
    "FLAGS",
    "GeneratedC",
    "compile_c",
    "differing_results",
    "generate_c",
    "require_c_name",
    "with_library",
]

# A fused multiply-add rounds once where the engine rounds twice.
FLAGS = ("-O2", "-ffp-contract=off")
# So much C takes minutes with -O2, and with -O1 half of that; the bits are the same.
_HUGE = 100_000
_HUGE_FLAGS = ("-O1", "-ffp-contract=off")

_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


@dataclass(frozen=True)
class GeneratedC:
    """The files of a model in C: the function, its header, and a header of names and values.

    `flags` keep the bits when it is compiled.
    """

    source: Path
    header: Path
    names: Path
    function: str
    flags: tuple[str, ...] = FLAGS


def require_c_name(name: str) -> None:
    """Refuse what is no name in C."""
    if not _IDENTIFIER.fullmatch(name):
        raise InputError(
            f"{name!r} is no name in C",
            "codegen",
            "letters, digits and underscores, beginning with a letter",
            "choose another name",
            key="name",
        )


def generate_c(model: SymbolicModel, folder: Path | str, name: str = "ghost_step") -> GeneratedC:
    """Write the step as C: NAME.c, NAME.h and NAME_names.h."""
    require_c_name(name)
    path = Path(folder)
    with tempfile.TemporaryDirectory() as made:
        generator = ca.CodeGenerator(f"{name}.c", {"with_header": True})
        generator.add(interruptible(_renamed, model.step, name))
        interruptible(generator.generate, f"{made}{os.sep}")
        source, header = (Path(made, f"{name}.{ending}").read_text() for ending in "ch")
    files = GeneratedC(
        path / f"{name}.c",
        path / f"{name}.h",
        path / f"{name}_names.h",
        name,
        _HUGE_FLAGS if count_statements(source) > _HUGE else FLAGS,
    )
    text = f"/* Compile with {' '.join(files.flags)}. */\n{split_long_functions(source)}"
    path.mkdir(parents=True, exist_ok=True)
    write_whole(files.source, text, "the C file")
    write_whole(files.header, header, "the header")
    write_whole(files.names, _names(model, name), "the header of names")
    return files


def compile_c(generated: GeneratedC) -> Path:
    """Compile generated C to a shared library beside it, by $CC, cc, gcc or clang."""
    compiler = _compiler()
    library = generated.source.with_suffix(".so")
    flags = (*generated.flags, "-fPIC", "-shared")
    command = [*compiler, *flags, str(generated.source), "-o", str(library)]
    done = subprocess.run(  # noqa: S603 - the user's compiler, on what we wrote
        [*command, "-lm"], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or ["it said nothing"]
        raise InputError(
            f"the C compiler failed: {lines[0]}",
            str(generated.source),
            f"a compiler that takes {' '.join(generated.flags)}",
            "set CC to gcc or clang",
        )
    return library


def _compiler() -> list[str]:
    """The command of $CC, or the first compiler of the usual names."""
    chosen = shlex.split(os.environ.get("CC", ""))
    names = (chosen[0],) if chosen else ("cc", "gcc", "clang")
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        what = f"$CC names {chosen[0]!r}, which does not exist" if chosen else ""
        raise InputError(
            what or "there is no C compiler",
            "codegen",
            "cc, gcc or clang on the PATH, or one that $CC names",
            "install gcc, or compile the C file elsewhere",
        )
    return [found, *chosen[1:]]


def with_library(model: SymbolicModel, library: Path, name: str = "ghost_step") -> SymbolicModel:
    """Return the model with its step from a compiled library: the same bits, quicker.

    The library has no derivatives, so keep the model for those.
    """
    return replace(model, step=ca.external(name, str(Path(library).resolve())))


def differing_results(one: SymbolicModel, other: SymbolicModel, points: int = 100) -> list[str]:
    """Return the names of states, outputs and checks that differ in bits between two steps.

    The points are the model's own, and others about it.
    """
    generator = np.random.Generator(np.random.Philox(0))
    labels = [*labels_of(one.states), *labels_of(one.outputs), *one.stop_names]
    differs = np.zeros(one.step.nnz_out(), dtype=bool)
    for point in range(points):
        spread = 0.0 if point == 0 else 0.1
        x, u, p, w = (
            start + spread * generator.normal(size=start.size) * (1.0 + np.abs(start))
            for start in (one.x0, one.u0, one.p0, np.zeros(one.step.numel_in(4)))
        )
        results = [
            np.concatenate([part.full().ravel() for part in model.step(x, u, p, one.t0_ns, w)])
            for model in (one, other)
        ]
        both_nan = np.isnan(results[0]) & np.isnan(results[1])
        bits = [result.view(np.uint64) for result in results]
        differs |= (bits[0] != bits[1]) & ~both_nan
    return [label for label, wrong in zip(labels, differs, strict=False) if wrong]


def _renamed(function: ca.Function, name: str) -> ca.Function:
    arguments = function.sx_in() if function.is_a("SXFunction") else function.mx_in()
    with exact_building():
        results = function.call(arguments)
        return ca.Function(name, arguments, results, function.name_in(), function.name_out())


def _names(model: SymbolicModel, name: str) -> str:
    """Return a header with what the numbers of each vector are."""
    vectors = {
        "states": model.states,
        "inputs": model.inputs,
        "parameters": model.parameters,
        "noise": model.noise,
        "outputs": model.outputs,
    }
    values = {"states": model.x0, "inputs": model.u0, "parameters": model.p0}
    guard = f"{name.upper()}_NAMES_H"
    lines = [
        f"/* The vectors of {name}. Arguments: states, inputs, parameters, the time in ns, noise.",
        f" * Results: states, outputs, {len(model.stop_names)} checks. One call is one period, "
        f"{model.period_ns} ns. */",
        f"#ifndef {guard}",
        f"#define {guard}",
    ]
    for vector, variables in vectors.items():
        labels = [
            f"{label} [{variable.unit}]" if variable.unit else label
            for variable in variables
            for label in variable.labels
        ]
        lines.append(f"#define {name.upper()}_{vector.upper()} {len(labels)}")
        if labels:
            quoted = ",\n".join(f'  "{label}"' for label in labels)
            lines.append(f"static const char *const {name}_{vector}[] = {{\n{quoted}\n}};")
        if labels and vector in values:
            numbers = ", ".join(repr(float(number)) for number in values[vector])
            lines.append(f"static const double {name}_{vector}_start[] = {{{numbers}}};")
    return "\n".join([*lines, "#endif", ""])
