"""Scenarios as environments for learning: Gymnasium's, its vector form, and PettingZoo's.

General layout: `_options` (the choices that all of them have), `_scene` (the scenario with actions
in place of drivers), `_episodes` (episodes of many copies of it, run together: all environments
stand on this), `_spaces` (spaces of actions and observations), `_reward` (the terms of a reward,
and the default one), `_env`, `_vector_env` and `_parallel_env` (the three interfaces), `_picture`
(how they look), `_record` (an episode as a recording), `_registration` (ids for `gymnasium.make`),
`_extra` (what has to be installed).

Why: ADR 33.
"""

from ._extra import require_extra

require_extra()

from ._env import ScenarioEnv as ScenarioEnv  # noqa: E402 - after the check
from ._parallel_env import ScenarioParallelEnv as ScenarioParallelEnv  # noqa: E402
from ._record import record as record  # noqa: E402
from ._registration import register  # noqa: E402
from ._reward import Terms as Terms  # noqa: E402
from ._reward import default_reward as default_reward  # noqa: E402
from ._vector_env import ScenarioVectorEnv as ScenarioVectorEnv  # noqa: E402

register()

__all__ = [
    "ScenarioEnv",
    "ScenarioParallelEnv",
    "ScenarioVectorEnv",
    "Terms",
    "default_reward",
    "record",
]
