"""Goal: IDM agents take nuPlan's arguments, and say which have no meaning here."""

import inspect
from typing import Any

import pytest

from project_ghost.closed_loop.errors import ClosedLoopValueError
from project_ghost.closed_loop.observation import IDMAgents

from .own_scenario import StraightRoad


def test_arguments_have_the_names_the_order_and_the_defaults_of_nuplan() -> None:
    parameters = inspect.signature(IDMAgents).parameters
    assert [(name, each.default) for name, each in list(parameters.items())[7:]] == [
        ("minimum_path_length", 20.0),
        ("planned_trajectory_samples", None),
        ("planned_trajectory_sample_interval", None),
        ("radius", 100.0),
    ]
    agents = IDMAgents(StraightRoad(), minimum_path_length=60, radius=40.0)
    assert agents.traffic_keys()["radius_m"] == 40.0


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("minimum_path_length", 61.0),
        ("minimum_path_length", float("nan")),
        ("planned_trajectory_samples", 10),
        ("planned_trajectory_sample_interval", 0.5),
    ],
)
def test_what_has_no_meaning_here_is_refused_by_name(name: str, value: Any) -> None:
    with pytest.raises(ClosedLoopValueError, match=name) as caught:
        IDMAgents(StraightRoad(), **{name: value})
    assert caught.value.key == name
