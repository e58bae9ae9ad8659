"""The scene does what it should, repeats exactly, and stays as it is."""

from pathlib import Path

from project_ghost.pytest_plugin import GhostTester

SCENE = Path(__file__).parents[1] / "scene.yaml"


def test_the_car_returns_to_its_line(ghost: GhostTester) -> None:
    """It begins two metres beside the line."""
    run = ghost.run(SCENE)
    assert run.contacts == ()
    assert abs(run.actor("mine").y_m[-1]) < 0.5


def test_it_repeats_exactly(ghost: GhostTester) -> None:
    """Two fresh processes with other hash seeds give the same bits."""
    ghost.assert_deterministic(SCENE, n=2)


def test_it_stays_as_it_is(ghost: GhostTester) -> None:
    """The run is the one in tests/golden; `pytest --ghost-update` stores a new one."""
    ghost.golden(ghost.run(SCENE))
