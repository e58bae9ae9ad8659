"""Goal: the examples of symbolic models do what their pages say."""

import sys
from importlib import import_module
from pathlib import Path

import pytest

pytest.importorskip("casadi", reason="needs the extra symbolic")

EXAMPLES = Path(__file__).parents[2] / "examples" / "symbolic"


@pytest.fixture(autouse=True)
def _examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    for name in ("own_mpc", "parking", "quadrotor_lqr", "unstable_loop"):
        monkeypatch.delitem(sys.modules, name, raising=False)


def test_the_embedded_graph_knows_that_the_loop_is_unstable() -> None:
    unstable_loop = import_module("unstable_loop")

    found = unstable_loop.radii()
    assert found.snapshot == pytest.approx(0.975**100, abs=1e-6)
    assert found.embedded == pytest.approx(1.5, abs=1e-6)
    assert found.run == pytest.approx(1.5, abs=1e-9)


def test_the_engine_follows_the_parking_plan() -> None:
    parking = import_module("parking")

    plan = parking.plan()
    assert plan.duration_s < 10.0
    driven = parking.replay(plan)
    assert driven.distance_m < 0.02
    assert (driven.x, driven.y, driven.yaw) == pytest.approx((-5.0, -2.5, 0.0), abs=0.02)


def test_the_quadrotor_is_trimmed_and_regulated() -> None:
    pytest.importorskip("scipy")
    quadrotor_lqr = import_module("quadrotor_lqr")

    found = quadrotor_lqr.flight()
    assert found.residual < 1e-8
    assert found.spectral_radius < 1.0
    assert found.start_m == pytest.approx(1.5)
    assert found.end_m < 1e-3


@pytest.mark.slow
def test_components_of_ones_own_are_controlled_by_a_plan_of_the_same_source() -> None:
    own_mpc = import_module("own_mpc")

    found = own_mpc.control(45)
    assert found.depth_m == pytest.approx(1.5, abs=0.05)
    assert found.highest_m < 1.6
    assert found.command_max == pytest.approx(0.4, abs=1e-6)  # the limit of the pump
