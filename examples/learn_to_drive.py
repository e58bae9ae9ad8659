"""Learn to drive through a crossing with traffic, by the cross-entropy method.

python examples/learn_to_drive.py [--rounds 12] [--copies 64]

The policy is two weighted sums: of what the car sees it makes an acceleration and a steering
angle. Each round tries as many weights as there are copies, all in the same episodes and in one
compiled call a step, and goes on around the best of them. It needs numpy, and the extra `gym`.
"""

import argparse
from collections.abc import Mapping
from pathlib import Path
from tempfile import mkdtemp

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.randomness import RandomSource
from project_ghost.gym import ScenarioEnv, ScenarioVectorEnv, record

SCENARIO, SETTINGS = "urban-crossing", ["duration=20s"]
SEEDS = (1, 2)
# In parts of the range of each number: speed, gap to the next car ahead, light, route.
FEATURES = 8
WEIGHTS = 2 * FEATURES

Seen = Mapping[str, Floats]


def features(seen: Seen) -> Floats:
    """What the policy looks at, (copies, FEATURES)."""
    ego, others, route, light = (seen[name] for name in ("ego", "neighbours", "route", "light"))
    x, y = others[:, :, 1], others[:, :, 2]
    is_ahead = (others[:, :, 0] > 0.0) & (x > 0.0) & (np.abs(y) < 2.5)
    gap = np.where(is_ahead, x, 100.0).min(axis=1)
    is_closed = (light[:, 1] + light[:, 2]) > 0.0
    stop = np.where(is_closed, light[:, 0], 100.0)
    return np.stack(
        [
            np.ones(len(ego)),
            ego[:, 0] / 10.0,
            ego[:, 6] / 10.0,
            np.exp(-gap / 15.0),
            np.exp(-stop / 15.0),
            ego[:, 4],
            ego[:, 5],
            route[:, 1, 1] / 5.0,
        ],
        axis=1,
    )


def act(weights: Floats, seen: Seen) -> Floats:
    """The actions of policies, a row of weights for each copy."""
    given = features(seen)[:, None, :] * weights.reshape(-1, 2, FEATURES)
    actions: Floats = np.tanh(given.sum(axis=2))
    return actions


def returns(envs: ScenarioVectorEnv, weights: Floats) -> Floats:
    """The mean return of each row of weights over the episodes of all seeds."""
    total = np.zeros(len(weights))
    for seed in SEEDS:
        seen, _ = envs.reset(seed=[seed] * len(weights))
        is_on = np.ones(len(weights), dtype=bool)
        while is_on.any():
            seen, rewards, terminated, truncated, _ = envs.step(act(weights, seen))
            total += rewards * is_on
            is_on &= ~(terminated | truncated)
    return total / len(SEEDS)


def learn(rounds: int, copies: int) -> tuple[Floats, list[float]]:
    """The best weights, and the return of the mean weights before each round and at the end."""
    envs = ScenarioVectorEnv(SCENARIO, copies, observation="dict", settings=SETTINGS, digest=False)
    random = RandomSource(1).child("weights")
    mean, spread = np.zeros(WEIGHTS), np.full(WEIGHTS, 1.0)
    history: list[float] = []
    for number in range(rounds + 1):
        drawn = random.normals(number, 1, copies * WEIGHTS).reshape(copies, WEIGHTS)
        drawn[0] = 0.0  # the first copy drives with the mean
        tried = mean + spread * drawn
        reached = returns(envs, tried)
        history.append(float(reached[0]))
        print(f"round {number:2d}: mean {history[-1]:7.2f}, best {reached.max():7.2f}")
        best = tried[np.argsort(-reached, kind="stable")[: max(2, copies // 8)]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.05
    return tried[0], history


def main() -> None:
    """Learn, then record an episode of what was learned."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--copies", type=int, default=64)
    parser.add_argument("-o", "--output", type=Path, help="folder of the recording")
    given = parser.parse_args()
    weights, _ = learn(given.rounds, given.copies)
    env = ScenarioEnv(SCENARIO, observation="dict", settings=SETTINGS)
    seen, _ = env.reset(seed=SEEDS[0])
    is_over = False
    while not is_over:
        alone = {name: part[None] for name, part in seen.items()}
        seen, _, terminated, truncated, info = env.step(act(weights, alone)[0])
        is_over = terminated or truncated
    print(f"ended by {info['ended_by']} after {info['totals']['progress_m']:.0f} m")
    print(f"recorded: ghost view {record(env, given.output or mkdtemp(), force=True)}")


if __name__ == "__main__":
    main()
