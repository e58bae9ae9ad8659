"""Goal: other simulators are studied for real; what is known to differ is seen to differ.

`make study-peers` installs them; `make proof-peers` studies more, in fresh processes too.
"""

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from project_ghost.batch import ProcessPool, Task
from project_ghost.core.errors import InputError
from project_ghost.study import find_simulator, load_study
from proofs.peers.expected import EXPECTED, MODULES
from tests.study.peer_runs import repeated

SCENES = {"sumo": "crossing", "mujoco": "pile-up", "highway-env": "merge-v1"}
STUDIES = Path(__file__).parents[2] / "examples" / "studies"


def needs(simulator: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(
        find_spec(MODULES[simulator]) is None,
        reason=f"{simulator} is not installed: make study-peers",
    )


def apart(function, *arguments):
    """Call it in another process."""
    (outcome,) = ProcessPool(1).run([Task(function, arguments, "a peer", 240.0)])
    return outcome.get()


@pytest.mark.parametrize("simulator", [pytest.param(name, marks=needs(name)) for name in SCENES])
def test_a_peer_collides_and_repeats_itself(simulator) -> None:
    report, facts = apart(repeated, simulator, SCENES[simulator], {}, 2)
    assert facts["version"]
    assert facts["step_ns"] > 0
    assert report.identical
    assert report.max_sigma_m == 0.0
    assert report.first_collision_ns is not None
    assert report.actors > 2


@needs("sumo")
def test_a_state_that_sumo_loads_has_other_random_numbers() -> None:
    report, _ = apart(repeated, "sumo", "crossing", {"restart": "state"}, 3)
    assert report.max_sigma_m > 0.01


@needs("sumo")
def test_sumo_may_be_told_to_load_again() -> None:
    report, _ = apart(repeated, "sumo", "crossing", {"restart": "load"}, 2)
    assert report.identical


@needs("mujoco")
@pytest.mark.parametrize(("solver", "least_m"), [("Newton", 0.0), ("CG", 1e-6)])
def test_a_warm_start_that_mujoco_keeps_makes_repeats_differ(solver, least_m) -> None:
    settings = {"solver": solver, "restart": "state"}
    report, _ = apart(repeated, "mujoco", "pile-up", settings, 3)
    assert not report.identical
    assert report.max_sigma_m > least_m


@needs("highway-env")
def test_an_environment_changes_the_drivers_of_the_next() -> None:
    settings = {"between": "intersection-v2", "duration_ns": 4_000_000_000}
    report, _ = apart(repeated, "highway-env", "merge-v1", settings, 2)
    assert not report.identical


@pytest.mark.parametrize("simulator", SCENES)
def test_a_peer_that_is_not_there_is_named_with_its_extra(simulator, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, MODULES[simulator], None)
    with pytest.raises(InputError, match=f"the extra `{simulator}`"):
        find_simulator(simulator)({"scenario": SCENES[simulator]})


@pytest.mark.parametrize("simulator", SCENES)
def test_a_setting_that_a_peer_does_not_have_is_refused(simulator) -> None:
    with pytest.raises(InputError, match="there is no setting 'restarts'"):
        find_simulator(simulator)({"scenario": SCENES[simulator], "restarts": "x"})


@pytest.mark.parametrize("simulator", SCENES)
def test_the_studies_are_those_that_the_proof_expects(simulator) -> None:
    study = load_study(STUDIES / f"{simulator}.yaml")
    assert study.simulator == simulator
    assert [scenario.name for scenario in study.scenarios] == list(EXPECTED[simulator])
