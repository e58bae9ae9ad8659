"""Goal: C of a step has the step's bits, and every way to fail has a message."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("casadi", reason="needs the extra symbolic")

import casadi as ca

from project_ghost.core.errors import InputError
from project_ghost.symbolic import (
    SymbolicModel,
    compile_c,
    differing_results,
    generate_c,
    with_library,
)
from project_ghost.symbolic.files import _codegen
from project_ghost.symbolic.files._codegen import FLAGS
from project_ghost.symbolic.files._split_c import split_long_functions
from project_ghost.symbolic.math import functions
from project_ghost.symbolic.math._selection import exact_building

from .models import bicycle

needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")


def _portable_bicycle() -> SymbolicModel:
    model = bicycle()
    sin, exp, wrap = (functions("portable")[name] for name in ("sin", "exp", "wrap_angle"))
    x, u, p, t, w = model.step.sx_in()
    with exact_building():
        following = ca.vertcat(wrap(50.0 * x[0]), x[1] * exp(x[2]), sin(1e7 * x[3]), x[2] * u[0])
        step = ca.Function(
            "step",
            [x, u, p, t, w],
            [following, x, ca.SX(0, 1)],
            model.step.name_in(),
            model.step.name_out(),
        )
    return replace(model, step=step, math="portable")


@needs_compiler
def test_compiled_c_has_the_bits_of_the_step(tmp_path: Path) -> None:
    model = _portable_bicycle()
    generated = generate_c(model, tmp_path, "car")
    library = compile_c(generated)
    assert differing_results(model, with_library(model, library, "car")) == []


@needs_compiler
def test_long_functions_are_split_and_keep_their_bits(tmp_path: Path) -> None:
    """The time of a compiler grows faster than the length of one function."""
    model = _portable_bicycle()
    generated = generate_c(model, tmp_path, "car")
    source = generated.source.read_text()
    split = split_long_functions(source, long=20, part=7)
    assert "casadi_real a[" in split
    assert max(map(len, _parts(split))) == 7 + 1
    generated.source.write_text(split)
    assert differing_results(model, with_library(model, compile_c(generated), "car")) == []
    assert split_long_functions(source) == source


def _parts(source: str) -> list[list[str]]:
    """The lines of each function that is a part of a long one."""
    parts = source.split("\nGHOST_PART ")[1:]
    return [part.partition("\n}")[0].splitlines()[1:] for part in parts]


def test_a_function_of_another_form_stays_whole() -> None:
    head = (
        "static int casadi_f1(const casadi_real** arg, casadi_real** res, "
        "casadi_int* iw, casadi_real* w, int mem) {"
    )
    body = ["  casadi_real a0;", *["  a0=1.;"] * 30, "  if (a0) {", "  }", "  return 0;"]
    source = "\n".join([head, *body, "}", ""])
    assert split_long_functions(source, long=20, part=7) == source


def test_a_huge_file_names_flags_that_compile_it_in_a_minute(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(_codegen, "_HUGE", 10)
    generated = generate_c(bicycle(), tmp_path)
    assert generated.flags == ("-O1", "-ffp-contract=off")
    assert generated.source.read_text().startswith("/* Compile with -O1 -ffp-contract=off. */")


@needs_compiler
def test_a_difference_is_named(tmp_path: Path) -> None:
    model = bicycle()
    generated = generate_c(model, tmp_path)
    text = generated.source.read_text()
    assert "cos(" in text
    generated.source.write_text(text.replace("cos(", "sin("))
    other = with_library(model, compile_c(generated))
    names = differing_results(model, other)
    assert "Car.x_state" in names
    assert "Car.speed_state" not in names


def test_the_header_names_every_number(tmp_path: Path) -> None:
    generated = generate_c(bicycle(), tmp_path, "car")
    names = generated.names.read_text()
    assert '"Car.yaw_state [rad]"' in names
    assert "#define CAR_STATES 4" in names
    assert "car_parameters_start[] = {2.8}" in names
    assert generated.source.read_text().startswith(f"/* Compile with {' '.join(FLAGS)}. */")
    assert "int car(const casadi_real**" in generated.header.read_text()


def test_a_wrong_name_and_no_compiler_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(InputError, match="'my-car' is no name in C"):
        generate_c(bicycle(), tmp_path, "my-car")
    generated = generate_c(bicycle(), tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    with pytest.raises(InputError, match="there is no C compiler"):
        compile_c(generated)
    monkeypatch.setenv("CC", "no-such-compiler -m64")
    with pytest.raises(InputError, match=r"\$CC names 'no-such-compiler', which does not exist"):
        compile_c(generated)


@needs_compiler
def test_what_the_compiler_says_is_told(tmp_path: Path) -> None:
    generated = generate_c(bicycle(), tmp_path)
    generated.source.write_text("this is not C\n")
    with pytest.raises(InputError, match=r"the C compiler failed: .*error"):
        compile_c(generated)
    assert not generated.source.with_suffix(".so").exists()
