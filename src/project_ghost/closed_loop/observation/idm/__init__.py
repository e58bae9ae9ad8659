"""The Intelligent Driver Model, with nuPlan's names.

General layout: `_policy` (how an agent follows a leader), `_utils` (who is ahead, who stands).
"""

from ._policy import IDMAgentState as IDMAgentState
from ._policy import IDMLeadAgentState as IDMLeadAgentState
from ._policy import IDMPolicy as IDMPolicy
from ._utils import create_path_from_ego_state as create_path_from_ego_state
from ._utils import ego_path_to_linestring as ego_path_to_linestring
from ._utils import ego_path_to_se2 as ego_path_to_se2
from ._utils import get_agent_relative_angle as get_agent_relative_angle
from ._utils import get_closest_agent_in_position as get_closest_agent_in_position
from ._utils import is_agent_ahead as is_agent_ahead
from ._utils import is_agent_behind as is_agent_behind
from ._utils import is_track_stopped as is_track_stopped
from ._utils import path_to_linestring as path_to_linestring

__all__ = [
    "IDMAgentState",
    "IDMLeadAgentState",
    "IDMPolicy",
    "create_path_from_ego_state",
    "ego_path_to_linestring",
    "ego_path_to_se2",
    "get_agent_relative_angle",
    "get_closest_agent_in_position",
    "is_agent_ahead",
    "is_agent_behind",
    "is_track_stopped",
    "path_to_linestring",
]
