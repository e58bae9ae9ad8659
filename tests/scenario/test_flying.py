"""Goal: the keys of a quadrotor reach its plant and its controllers.

Method: short flights, interpreted; the same figure with other masses, to the last millimetre.
"""

import numpy as np
import pytest

from project_ghost.core.errors import InputError
from project_ghost.runs import prepare
from project_ghost.scenario import parse_scenario
from project_ghost.scenario.assembly import assemble

EIGHT = """\
version: 1
name: eight
step: 5ms
duration: 5s
actors:
  drone:
    kind: quadrotor
    mass_kg: {mass}
    trajectory: {{period_s: 10, ramp_s: 3}}
    controller: {{rate_hz: 100}}
recording: {{pose: 20ms}}
"""


def flown(mass: str) -> np.ndarray:
    file = parse_scenario(EIGHT.format(mass=mass))
    result = prepare(file, execution="interpreted").run(keep_positions=True)
    assert result.positions is not None
    return np.asarray(result.positions.values[:, 0, :3])


@pytest.mark.slow
def test_the_figure_is_the_same_at_any_mass() -> None:
    usual = flown("0.716")
    assert np.abs(usual[-1] - usual[0]).max() > 1.5  # it does fly
    for mass in ("0.1", "1.7"):
        assert np.abs(flown(mass) - usual).max() < 1e-6


def test_a_mass_that_the_rotors_cannot_carry_is_refused() -> None:
    with pytest.raises(InputError) as caught:
        assemble(parse_scenario(EIGHT.format(mass="2.5")))
    assert caught.value.where == "scenario:8: actors.drone.mass_kg"
    assert "too much for its rotors" in caught.value.what
    assert "1.96 kg at most" in caught.value.expected


THROUGH = """\
version: 1
name: through
step: 10ms
duration: 2s
actors:
  drone: {kind: quadrotor, hover_m: [6, 0, 1], controller: {rate_hz: 50}}
  car:
    kind: car
    speed_mps: 8
    start: {x_m: 0, y_m: 0, speed_mps: 8}
    route: {waypoints: [[0, 0], [40, 0]]}
recording: {pose: 100ms}
"""


def test_a_quadrotor_that_is_touched_stays_on_its_way() -> None:
    """As the docs say plainly: the contact is written, and nothing acts on what flies."""
    prepared = prepare(parse_scenario(THROUGH), execution="interpreted")
    result = prepared.run(keep_positions=True)
    assert result.positions is not None
    assert [(c.first, c.second) for c in result.contacts] == [("drone", "car")]
    drone, car = (result.positions.values[:, row, :3] for row in (0, 1))
    assert np.abs(drone - [6.0, 0.0, 1.0]).max() < 1e-6
    assert car[-1, 0] > 10.0
