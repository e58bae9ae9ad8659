"""The expected result of each way to begin a repeat, in fresh processes and in one."""

from typing import NamedTuple

__all__ = ["EXPECTED", "MODULES", "Expectation"]

MODULES = {"sumo": "libsumo", "mujoco": "mujoco", "highway-env": "highway_env"}


class Expectation(NamedTuple):
    """Whether repeats are identical; None where that is a matter of time."""

    begins: str
    fresh: bool | None
    reused: bool | None


EXPECTED = {
    "sumo": {
        "seed": Expectation("`--seed`, started anew", fresh=True, reused=True),
        "load-again": Expectation("`--seed`, `load`", fresh=True, reused=True),
        "state-again": Expectation("`--seed`, `loadState`", fresh=True, reused=False),
        # Its generator is seeded by the second: repeats within one second are the same.
        "by-the-clock": Expectation("`--random`", fresh=False, reused=None),
    },
    "mujoco": {
        "new-data": Expectation("new `MjData`", fresh=True, reused=True),
        "reset-data": Expectation("`mj_resetData`", fresh=True, reused=True),
        "state-newton": Expectation("`qpos` and `qvel` put back, Newton", fresh=True, reused=False),
        "state-cg": Expectation("`qpos` and `qvel` put back, CG", fresh=True, reused=False),
    },
    "highway-env": {
        "seed": Expectation("`reset(seed=...)`", fresh=True, reused=True),
        "no-seed": Expectation("`reset()`", fresh=False, reused=False),
        "another-between": Expectation(
            "`reset(seed=...)`, `intersection-v2` between repeats", fresh=True, reused=False
        ),
        "random-length": Expectation(
            "`reset(seed=...)`, `racetrack-oval-v1` with `length: 0`", fresh=False, reused=False
        ),
    },
}
