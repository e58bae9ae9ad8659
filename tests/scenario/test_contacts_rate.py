"""Goal: contacts may be looked for less often than every step, and then still none is missed.

Method: a car drives through another actor between two looks.
"""

import pytest

from project_ghost.core.errors import InputError
from project_ghost.engine import Engine
from project_ghost.scenario import canonical_json, parse_scenario
from project_ghost.scenario.assembly import assemble

SCENARIO = """
version: 1
name: contacts
step: 10ms
duration: 2s
actors:
  car:
    kind: car
    start: {x_m: 0, y_m: 0, yaw_deg: 0, speed_mps: 20}
    speed_mps: 20
    route: {waypoints: [[0, 0], [200, 0]]}
  person:
    kind: pedestrian
    speed_mps: 0.5
    route: {waypoints: [[20, 0], [20, 9]]}
on_collision: ignore
contacts_every: 500ms
recording: {pose: 100ms}
"""


def test_a_contact_between_two_looks_is_found_at_the_next() -> None:
    engine = Engine(assemble(parse_scenario(SCENARIO)).graph)
    engine.run("990ms")
    assert engine.value("Contacts.total") == 0.0
    engine.run("510ms")
    assert engine.value("Contacts.total") == 1.0


def test_a_run_ends_at_the_look_that_finds_a_contact() -> None:
    text = SCENARIO.replace("on_collision: ignore", "on_collision: stop")
    engine = Engine(assemble(parse_scenario(text)).graph)
    engine.run("2s")
    assert engine.now_ns == 1_000_000_000


def test_scenarios_without_the_key_have_the_text_that_they_had() -> None:
    text = SCENARIO.replace("contacts_every: 500ms\n", "")
    assert "contacts_every" not in canonical_json(parse_scenario(text).spec)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("on_collision: ignore", "on_collision: respond", "not looked for at every step"),
        ("500ms", "505ms", "not a whole number of steps"),
    ],
)
def test_a_rate_that_cannot_be_is_refused(old, new, problem) -> None:
    with pytest.raises(InputError, match=problem):
        parse_scenario(SCENARIO.replace(old, new))
