"""Goal: a saved model comes back whole, and what cannot be read is refused with a message."""

import json
from collections.abc import Callable
from dataclasses import fields, replace
from math import inf
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("casadi", reason="needs the extra symbolic")

import casadi as ca

from project_ghost.core.errors import InputError
from project_ghost.symbolic import Limit, linearize, load, save
from project_ghost.symbolic.math import functions
from project_ghost.symbolic.math._selection import exact_building

from .models import bicycle, flyer


def test_everything_comes_back(tmp_path: Path) -> None:
    model = replace(
        flyer(), limited=(Limit("Drone.thrust", 0, 0.0, inf),), stop_names=("a division",)
    )
    save(model, tmp_path / "model")
    back = load(tmp_path / "model")
    for field in fields(model):
        one, other = getattr(model, field.name), getattr(back, field.name)
        if isinstance(one, np.ndarray):
            assert one.tobytes() == other.tobytes()
        elif isinstance(one, ca.Function):
            assert str(one) == str(other)
        else:
            assert one == other, field.name
    assert linearize(back).a.tobytes() == linearize(model).a.tobytes()


def test_portable_functions_keep_bits_and_derivatives(tmp_path: Path) -> None:
    x = ca.SX.sym("x")
    rest = [ca.SX.sym("u", 0), ca.SX.sym("p", 0), ca.SX.sym("t"), ca.SX.sym("w", 0)]
    with exact_building():
        value = functions("portable")["sin"](x) * x
    step = ca.Function("step", [x, *rest], [value], ["x", "u", "p", "t_ns", "w"], ["x_next"])
    save(replace(bicycle(), step=step), tmp_path / "model")
    back = load(tmp_path / "model").step
    for point in (7.3, 3.3e6):
        assert float(back(point, [], [], 0, [])) == float(step(point, [], [], 0, []))
        slope = back.factory("slope", back.name_in(), ["jac:x_next:x"])
        assert float(slope(point, [], [], 0, [])) == pytest.approx(
            np.sin(point) + point * np.cos(point), rel=1e-12
        )


def _changed(path: Path, change: Callable[[dict[str, object]], object]) -> None:
    document = json.loads((path / "model.json").read_text())
    change(document)
    (path / "model.json").write_text(json.dumps(document))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.update(format=2), "the model has format 2"),
        (lambda d: d.update(casadi="99.1.0"), r"was saved by CasADi 99\.1\.0"),
        (lambda d: d.pop("format"), "it has no format"),
        (lambda d: d.pop("states"), "it lacks or misuses 'states'"),
        (lambda d: d["functions"].update(step="0" * 64), "not the one that model.json describes"),
        (lambda d: d["functions"].update(limits="0" * 64), "the file is not there"),
        (lambda d: d["functions"].update({"../step": "0" * 64}), "it lacks or misuses '../step'"),
        (lambda d: d["states"][0].update(kind="round"), "it lacks or misuses"),
    ],
)
def test_what_cannot_be_read_is_refused(
    tmp_path: Path, change: Callable[[dict[str, object]], object], message: str
) -> None:
    save(bicycle(), tmp_path / "model")
    _changed(tmp_path / "model", change)
    with pytest.raises(InputError, match=message):
        load(tmp_path / "model")


def test_an_older_casadi_is_read(tmp_path: Path) -> None:
    save(bicycle(), tmp_path / "model")
    _changed(tmp_path / "model", lambda d: d.update(casadi="3.7.0"))
    assert load(tmp_path / "model").states == bicycle().states


def test_no_model_and_no_json_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no model"):
        load(tmp_path)
    (tmp_path / "model.json").write_text("{")
    with pytest.raises(InputError, match="it is not JSON"):
        load(tmp_path)
    (tmp_path / "model.json").write_text("[]")
    with pytest.raises(InputError, match="it is not an object"):
        load(tmp_path)


def test_only_a_model_is_replaced(tmp_path: Path) -> None:
    save(bicycle(), tmp_path / "model")
    save(flyer(), tmp_path / "model")
    assert load(tmp_path / "model").states == flyer().states
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("keep me")
    with pytest.raises(InputError, match="something else than a model"):
        save(bicycle(), tmp_path / "mine")
    assert (tmp_path / "mine" / "notes.txt").read_text() == "keep me"
