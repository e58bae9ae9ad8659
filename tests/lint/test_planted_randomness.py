"""Goal: usual defects of randomness, one in each of these pieces of code, are found.

Written from memory of how libraries draw, before the rules were mended for those that they missed:
docs/lint.md gives their number.
"""

import pytest

from tests.lint.helpers import lint

# The code, and the worst of its findings; None where nothing is found.
PLANTED = {
    "class generator": (
        """
import random
class A:
    rng = random.Random(3)
    def f(self):
        return self.rng.random()
""",
        "error",
    ),
    "cupy": (
        """
import cupy as cp
def f(n):
    return cp.random.rand(n)
""",
        "error",
    ),
    "default dict field": (
        """
import numpy as np
from dataclasses import dataclass, field
@dataclass
class A:
    rng: np.random.Generator = field(default_factory=np.random.default_rng)
""",
        "error",
    ),
    "default generator": (
        """
import numpy as np
def f(n, rng=np.random.default_rng()):
    return rng.normal(size=n)
""",
        "error",
    ),
    "distribution": (
        """
from torch.distributions import Normal
def act(mu, std):
    dist = Normal(mu, std)
    return dist.sample()
""",
        "error",
    ),
    "entropy": (
        """
import numpy as np
def f():
    return np.random.SeedSequence().entropy
""",
        "error",
    ),
    "environment": (
        """
import gymnasium as gym
class Agent:
    def __init__(self, name, seed):
        self.rng = Rng(seed)
        self.env = gym.make(name)
    def train(self):
        obs, _ = self.env.reset()
        return obs
""",
        "error",
    ),
    "an alias of the module": (
        """
import numpy.random as npr
def f(n):
    return npr.choice(n)
""",
        "error",
    ),
    "frozen rvs": (
        """
from scipy import stats
def f(n):
    return stats.norm(0, 1).rvs(n)
""",
        "error",
    ),
    "getattr": (
        """
import numpy as np
def f(kind, n):
    return getattr(np.random, kind)(size=n)
""",
        None,
    ),
    "global rng": (
        """
import numpy as np
_rng = np.random.default_rng(0)
def f():
    return _rng.normal()
""",
        "error",
    ),
    "seeding of gym": (
        """
from gym.utils import seeding
class E:
    def seed(self, seed=None):
        self.np_random, seed = seeding.np_random(seed)
        return [seed]
""",
        "hint",
    ),
    "hash seed": (
        """
import random
def f(name):
    return random.Random(hash(name)).random()
""",
        "error",
    ),
    "jax key time": (
        """
import time, jax
def key():
    return jax.random.PRNGKey(int(time.time()))
""",
        "error",
    ),
    "jax key urandom": (
        """
import os, jax
def key():
    return jax.random.PRNGKey(int.from_bytes(os.urandom(4), 'big'))
""",
        "error",
    ),
    "kde": (
        """
from scipy.stats import gaussian_kde
def f(x, n):
    return gaussian_kde(x).resample(n)
""",
        "error",
    ),
    "lambda default": (
        """
import numpy as np
class A:
    def __init__(self, sampler=None):
        self.sampler = sampler or (lambda n: np.random.rand(n))
""",
        "error",
    ),
    "loader": (
        """
from torch.utils.data import DataLoader
def f(d):
    return DataLoader(d, batch_size=2, shuffle=True)
""",
        "error",
    ),
    "seed of a worker": (
        """
import numpy as np
import multiprocessing as mp
def work(i):
    np.random.seed()
    return np.random.rand()
""",
        "error",
    ),
    "weights": (
        """
import torch
from torch import nn
class Agent:
    def __init__(self, n, seed=0):
        self.seed = seed
        self.net = nn.Linear(n, 2)
""",
        "error",
    ),
    "numba": (
        """
import numba, numpy as np
@numba.njit
def f(n):
    return np.random.random(n)
""",
        "error",
    ),
    "a drawn default": (
        """
import random
def f(seed=random.randint(0, 1000)):
    return seed
""",
        "error",
    ),
    "pandas sample": (
        """
import pandas as pd
def f(df):
    return df.sample(frac=0.5)
""",
        "error",
    ),
    "parameter": (
        """
import torch
from torch import nn
class A(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.w = nn.Parameter(torch.empty(n).normal_(0, 1))
""",
        "error",
    ),
    "a registered function": (
        """
import random
from functools import partial
def f(toolbox):
    toolbox.register('attr', random.random)
""",
        "error",
    ),
    "passed module": (
        """
import numpy as np
def f(n, rng=np.random):
    return rng.normal(size=n)
""",
        "error",
    ),
    "pid spawn": (
        """
import os
import numpy as np
def work(seed):
    rng = np.random.default_rng([seed, os.getpid()])
    return rng.normal()
""",
        "error",
    ),
    "random attr": (
        """
import random
class A:
    def __init__(self):
        self.rng = random.Random()
    def f(self):
        return self.rng.random()
""",
        "error",
    ),
    "seed of an attribute": (
        """
import numpy as np
class A:
    def __init__(self, seed=None):
        self.seed = seed
    def run(self):
        rng = np.random.RandomState(self.seed)
        return rng.rand()
""",
        "error",
    ),
    "a fallback": (
        """
import numpy as np
def f(n, rng=None):
    rng = rng or np.random.default_rng()
    return rng.normal(size=n)
""",
        "error",
    ),
    "rvs var": (
        """
from scipy.stats import norm
def f(n):
    d = norm(0, 1)
    return d.rvs(size=n)
""",
        "error",
    ),
    "sampler": (
        """
import torch
def f(w, n):
    return torch.utils.data.WeightedRandomSampler(w, n)
""",
        "error",
    ),
    "secret seed": (
        """
import secrets
def f():
    seed = secrets.randbits(32)
    return seed
""",
        "error",
    ),
    "seed conditional": (
        """
import numpy as np
def f(n, seed=None):
    if seed is not None:
        np.random.seed(seed)
    return np.random.rand(n)
""",
        "error",
    ),
    "clock as a fallback": (
        """
import time
class A:
    def __init__(self, seed=None):
        self.seed = seed if seed is not None else int(time.time())
""",
        "error",
    ),
    "seed none": (
        """
import numpy as np
def reset():
    np.random.seed(None)
""",
        "error",
    ),
    "seed randint": (
        """
import random
def f(make):
    return make(seed=random.randint(0, 99))
""",
        "error",
    ),
    "shuffle arg": (
        """
from random import shuffle as mix
def f(x):
    mix(x)
    return x
""",
        "error",
    ),
    "a policy of unknown type": (
        """
import torch
class Agent:
    def act(self, state):
        with torch.no_grad():
            return self.policy.eval(state).sample()
""",
        "error",
    ),
    "a distribution of a parameter": (
        """
import torch
def act(dist, n):
    return dist.sample((n,))
""",
        "error",
    ),
    "reparametrised": (
        """
import torch
def act(head, state):
    return torch.tanh(head(state).rsample())
""",
        "error",
    ),
    "a policy that is given a key": (
        """
import torch
def act(policy, state, key):
    return policy.sample(state, key)
""",
        None,
    ),
    "a buffer": (
        """
import torch
def batch(buffer, n):
    return torch.stack(buffer.sample(n))
""",
        None,
    ),
    "a policy of the project": (
        """
import torch
class Policy:
    def sample(self):
        return torch.zeros(3)
def act():
    policy = Policy()
    return policy.sample()
""",
        None,
    ),
    "gumbel": (
        """
import torch.nn.functional as F
def act(logits):
    return F.gumbel_softmax(logits, hard=True)
""",
        "error",
    ),
    "an option of the command line": (
        """
import argparse
import numpy as np
def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int)
    args = parser.parse_args()
    return np.random.default_rng(args.seed)
""",
        "error",
    ),
    "an option with a default": (
        """
import argparse
import numpy as np
def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=3)
    args = parser.parse_args()
    return np.random.default_rng(args.seed)
""",
        None,
    ),
    "a generator of reset": (
        """
import numpy as np
class Env:
    def reset(self, seed=None):
        self.rng = np.random.default_rng(seed)
""",
        "hint",
    ),
    "a distribution of scipy that is given": (
        """
import scipy
def times(arrivals, n):
    return arrivals.rvs(n)
""",
        "error",
    ),
    "a distribution of scipy with a seed": (
        """
from scipy import stats
def times(n, seed):
    arrivals = stats.multivariate_normal(cov=2.0, seed=seed)
    return arrivals.rvs(n)
""",
        None,
    ),
    "probabilities of torch": (
        """
import torch
def act(logits):
    probs = torch.softmax(logits, -1)
    return probs.multinomial(1)
""",
        "error",
    ),
    "rows of groups": (
        """
import pandas as pd
def chosen(table):
    return table.groupby("run").apply(lambda rows: rows.sample(1))
""",
        "error",
    ),
    "rows without a state": (
        """
import pandas as pd
def chosen(table):
    return table.sample(frac=0.5, random_state=None)
""",
        "error",
    ),
    "a star that is not known": (
        """
from fastai.basic_train import *
def noise(n):
    return np.random.normal(size=n)
""",
        "error",
    ),
    "a sampler of posteriors": (
        """
import emcee
def chain(start, likelihood):
    sampler = emcee.EnsembleSampler(32, 3, likelihood)
    return sampler.run_mcmc(start, 1000)
""",
        "error",
    ),
    "a network that is trained": (
        """
import torch
from networks import Actor
class Agent:
    def __init__(self, size):
        self.actor = Actor(size).to("cpu")
        self.optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-3)
""",
        "error",
    ),
    "a model whose layers are seen": (
        """
import torch
from torch import nn
class Model(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.layer = nn.Linear(size, 2)
def train(size):
    model = Model(size)
    return torch.optim.SGD(model.parameters(), lr=1e-3)
""",
        "error",
    ),
    "a network that is loaded": (
        """
import torch
from networks import Actor
def train(size, path):
    actor = Actor(size)
    actor.load_state_dict(torch.load(path))
    return torch.optim.SGD(actor.parameters(), lr=1e-3)
""",
        None,
    ),
    "a model of other parameters": (
        """
import torch
from problems import BoxModel
def descend(start):
    model = BoxModel(start)
    return torch.optim.SGD(model.parameters(), lr=1e-3)
""",
        None,
    ),
    "dropout that is always on": (
        """
import torch.nn.functional as F
def forward(x):
    return F.dropout(x, 0.2)
""",
        "error",
    ),
    "dropout of a module that trains": (
        """
import torch.nn.functional as F
def forward(self, x):
    return F.dropout(x, 0.2, self.training)
""",
        None,
    ),
    "a distribution of TensorFlow": (
        """
import tensorflow as tf
def act(policy_distribution):
    return policy_distribution.sample()
""",
        "error",
    ),
    "the global generator itself": (
        """
import numpy as np
def generator(seed):
    return np.random.mtrand._rand if seed is None else np.random.RandomState(seed)
""",
        "error",
    ),
    "a command of SUMO": (
        """
import subprocess
def trips(net):
    subprocess.run(["randomTrips.py", "-n", net, "--random", "--sumo"], check=True)
""",
        "error",
    ),
    "a command of SUMO if somebody asks for it": (
        """
def command(net, seed):
    line = ["sumo", "-n", net]
    if seed == "random":
        line.append("--random")
    return line
""",
        None,
    ),
    "the module of a star of numpy": (
        """
from numpy import *
def place(n):
    return random.uniform(-10, 10, (n, 1))
""",
        "error",
    ),
    "check_random_state": (
        """
from sklearn.utils import check_random_state
def f(n, random_state=None):
    rng = check_random_state(random_state)
    return rng.normal(size=n)
""",
        "error",
    ),
    "action space": (
        """
import gymnasium as gym
def run(env):
    obs = env.reset(seed=1)
    action = env.action_space.sample()
    return env.step(action)
""",
        "error",
    ),
    "system random": (
        """
import random
def f(xs):
    return random.SystemRandom().choice(xs)
""",
        "error",
    ),
    "tensor inplace": (
        """
import torch
class A:
    def reset(self):
        self.weight.data.uniform_(-1, 1)
""",
        "error",
    ),
    "tf dataset": (
        """
import tensorflow as tf
def f(x):
    return tf.data.Dataset.from_tensor_slices(x).shuffle(100).batch(2)
""",
        "error",
    ),
    "tf random": (
        """
import tensorflow as tf
def f(shape):
    return tf.random.normal(shape)
""",
        "error",
    ),
    "tf1 random": (
        """
import tensorflow as tf
def f(shape):
    return tf.random_normal(shape)
""",
        "error",
    ),
    "torch default generator": (
        """
import torch
def f():
    g = torch.Generator()
    g.seed()
    return torch.rand(3, generator=g)
""",
        "error",
    ),
    "torch multinomial": (
        """
import torch
def f(p):
    return torch.multinomial(p, 1)
""",
        "error",
    ),
    "torch randperm": (
        """
import torch
def f(n):
    return torch.randperm(n)[:10]
""",
        "error",
    ),
    "torch seed conditional": (
        """
import torch
def f(n, seed=None):
    if seed:
        torch.manual_seed(seed)
    return torch.rand(n)
""",
        "error",
    ),
    "weights in a package without a seed": (
        """
import torch
from torch import nn
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.head = nn.Linear(n, 2)
def fit(net, x, y):
    optimiser = torch.optim.Adam(net.parameters())
    nn.functional.mse_loss(net(x), y).backward()
    optimiser.step()
""",
        "error",
    ),
    "weights of keras": (
        """
from tensorflow import keras
def network(n):
    model = keras.Sequential([keras.layers.Dense(n)])
    model.compile(optimizer="adam", loss="mse")
    return model
""",
        "error",
    ),
    "velocities of ase": (
        """
from ase.md.velocitydistribution import MaxwellBoltzmannDistribution
def warm(atoms, t):
    MaxwellBoltzmannDistribution(atoms, temperature_K=t)
""",
        "error",
    ),
    "velocities of ase with a generator": (
        """
from ase.md.velocitydistribution import MaxwellBoltzmannDistribution
def warm(atoms, t, rng):
    MaxwellBoltzmannDistribution(atoms, temperature_K=t, rng=rng)
    atoms.rattle(0.1)
""",
        None,
    ),
    "operators of evox": (
        """
from evox.operators.mutation import polynomial_mutation
def step(pop, lb, ub):
    return polynomial_mutation(pop, lb, ub)
""",
        "error",
    ),
    "operators of evox with a key": (
        """
from evox.operators.mutation import polynomial_mutation
def step(key, pop, lb, ub):
    return polynomial_mutation(key, pop, lb, ub)
""",
        None,
    ),
    "conformers": (
        """
from rdkit.Chem import AllChem
def embed(molecule):
    return AllChem.EmbedMolecule(molecule)
""",
        "error",
    ),
    "conformers without a seed": (
        """
from rdkit.Chem import AllChem
def embed(molecule, n):
    return AllChem.EmbedMultipleConfs(molecule, numConfs=n, randomSeed=-1)
""",
        "error",
    ),
    "conformers by options": (
        """
from rdkit.Chem import AllChem
def embed(molecule):
    return AllChem.EmbedMolecule(molecule, AllChem.ETKDGv3())
""",
        "error",
    ),
    "conformers by options with a seed": (
        """
from rdkit.Chem import AllChem
def embed(molecule, n, given):
    params = AllChem.ETKDGv3()
    params.randomSeed = 42
    AllChem.EmbedMultipleConfs(molecule, n, params)
    AllChem.EmbedMolecule(molecule, randomSeed=42)
    return AllChem.EmbedMolecule(molecule, 0, 42)
""",
        None,
    ),
    "transforms": (
        """
from torchvision import transforms as T
def augment(image):
    return T.Compose([T.ColorJitter(0.2), T.RandomPosterize(4)])(image)
""",
        "error",
    ),
    "transforms that draw nothing": (
        """
from torchvision import transforms as T
def augment(image):
    return T.Compose([T.Resize(3), T.CenterCrop(4)])(image)
""",
        None,
    ),
    "transforms after a seed": (
        """
import torch
from torchvision import transforms as T
def augment(image, seed):
    torch.manual_seed(seed)
    return T.RandomCrop(3)(image)
""",
        "hint",
    ),
    "integrator": (
        """
from openmm import LangevinMiddleIntegrator
def integrator(t):
    return LangevinMiddleIntegrator(t, 1.0, 0.002)
""",
        "error",
    ),
    "integrator with a seed": (
        """
from openmm import LangevinMiddleIntegrator
def integrator(t, seed):
    made = LangevinMiddleIntegrator(t, 1.0, 0.002)
    made.setRandomNumberSeed(seed)
    return made
""",
        None,
    ),
    "model of agents": (
        """
import mesa
class World(mesa.Model):
    def __init__(self, n):
        super().__init__()
        self.n = n
    def step(self):
        self.agents.shuffle_do("step")
""",
        "error",
    ),
    "model of agents with a seed": (
        """
import mesa
class World(mesa.Model):
    def __init__(self, n, seed):
        super().__init__(seed=seed)
    def step(self):
        self.agents.shuffle_do("step")
""",
        None,
    ),
    "space of the project": (
        """
import gym
class OneHot(gym.spaces.Discrete):
    def sample(self):
        return one_hot(self.np_random.randint(self.n))
""",
        "error",
    ),
    "space of the project that is seeded": (
        """
import gym
class OneHot(gym.spaces.Discrete):
    def sample(self):
        return one_hot(self.np_random.randint(self.n))
def start(env, seed):
    env.action_space.seed(seed)
""",
        "hint",
    ),
    "uuid seed": (
        """
import uuid, random
def f():
    rng = random.Random(uuid.uuid4().int)
    return rng.random()
""",
        "error",
    ),
}


@pytest.mark.parametrize("case", PLANTED)
def test_the_defect_is_found(case) -> None:
    source, expected = PLANTED[case]
    found = {str(each.severity) for each in lint(source)}
    worst = next((each for each in ("error", "hint") if each in found), None)
    assert worst == expected
