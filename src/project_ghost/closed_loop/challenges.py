"""Challenges: how the car drives, what recorded actors do, whether the planner's plans count."""

from types import MappingProxyType
from typing import NamedTuple

__all__ = ["CHALLENGES", "NUPLAN_CHALLENGES", "OBSERVATIONS", "ChallengeKeys"]


class ChallengeKeys(NamedTuple):
    """The controller, what recorded actors do, and whether the loop is open."""

    controller: str
    reacting: str
    is_open_loop: bool


CHALLENGES = MappingProxyType(
    {
        "open-loop": ChallengeKeys("log", "replay", is_open_loop=True),
        "nonreactive": ChallengeKeys("lqr", "replay", is_open_loop=False),
        "reactive": ChallengeKeys("lqr", "idm", is_open_loop=False),
    }
)
# nuPlan's names of the challenges.
NUPLAN_CHALLENGES = MappingProxyType(
    {
        "open_loop_boxes": "open-loop",
        "closed_loop_nonreactive_agents": "nonreactive",
        "closed_loop_reactive_agents": "reactive",
    }
)
# What recorded actors do, by what users call it: keys of their population.
OBSERVATIONS = MappingProxyType(
    {
        "tracks": MappingProxyType({"reacting": "replay", "people": "replay"}),
        "idm": MappingProxyType({"reacting": "idm"}),
        "pedestrians": MappingProxyType({"people": "walk"}),
        "policy": MappingProxyType({"reacting": "policy"}),
    }
)
