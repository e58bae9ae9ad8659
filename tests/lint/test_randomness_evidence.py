"""Draws and generators are errors where no seed decides them, and hints where one may."""

import textwrap

import pytest

from tests.lint.helpers import lint

CASES = {
    "a generator that reset replaces": (
        "import numpy as np\nclass Env:\n    def __init__(self):\n"
        "        self.rng = np.random.RandomState()\n    def reset(self, seed):\n"
        "        self.rng = np.random.RandomState(seed)\n",
        "hint",
    ),
    "a generator that reset replaces without a seed": (
        "import random\nclass Env:\n    def __init__(self):\n"
        "        self.rng = random.Random()\n    def reset(self, options):\n"
        "        self.rng = options.rng\n",
        "error",
    ),
    "a default that a setter replaces": (
        "import random\n_default: random.Random = random.Random()\n"
        "def set_default(rng):\n    global _default\n    _default = rng\n",
        "hint",
    ),
    "a tensor that is exported with its model": (
        "import torch\ndef save(model, path, n):\n    x = torch.randn(1, n)\n"
        "    return torch.onnx.export(model, (x,), path)\n",
        "hint",
    ),
    "a tensor that also goes elsewhere": (
        "import torch\ndef save(model, path, n):\n    x = torch.randn(1, n)\n"
        "    torch.onnx.export(model, (x,), path)\n    return model(x)\n",
        "error",
    ),
    "a default that nothing replaces": ("import random\n_default = random.Random()\n", "error"),
    "a generator that continues another": (
        "from numpy.random import PCG64, Generator\ndef copied(rng):\n"
        "    new = Generator(PCG64())\n    return new\n",
        "error",
    ),
    "a state that is set next": (
        "import numpy as np\ndef copied(rng):\n    new = np.random.default_rng()\n"
        "    new.bit_generator.state = rng.bit_generator.state\n    return new\n",
        None,
    ),
    "the None of reset": (
        "import random\nclass Env:\n    def reset(self, seed=None):\n"
        "        if seed is None:\n            seed = random.getrandbits(32)\n"
        "        self.start(seed)\n",
        "hint",
    ),
    "the None of reset, passed on": (
        "import numpy as np\nclass Env:\n    def reset(self, *, seed=None):\n"
        "        self.rng = np.random.default_rng(seed)\n",
        "hint",
    ),
    "the None of another seed in reset": (
        "import numpy as np\nclass Env:\n    def __init__(self, seed=None):\n"
        "        self.seed = seed\n    def reset(self, seed=None):\n"
        "        self.rng = np.random.default_rng(self.seed)\n",
        "error",
    ),
    "the None of a function called reset": (
        "import numpy as np\ndef reset(world, seed=None):\n"
        "    world.rng = np.random.default_rng(seed)\n",
        "error",
    ),
    "a generator of a reset without a seed": (
        "import numpy as np\nclass Env:\n    def reset(self, seed=None):\n"
        "        if seed is None:\n            seed = np.random.SeedSequence()\n"
        "        self.start(seed)\n",
        "hint",
    ),
    "a generator of a reset that takes none": (
        "import numpy as np\nclass Env:\n    def reset(self):\n"
        "        self.rng = np.random.default_rng()\n",
        "error",
    ),
    "a seed that varies in a function": (
        "import random\ndef start(seed=None):\n    if seed is None:\n"
        "        seed = random.getrandbits(32)\n    return seed\n",
        "error",
    ),
    "a game in a window": (
        "import random\nimport pygame\ndef play(n):\n    screen = pygame.display.set_mode((n, n))\n"
        "    screen.move(random.random())\n",
        "hint",
    ),
    "a game whose score is returned": (
        "import random\nimport pygame\ndef play(n):\n    pygame.display.set_mode((n, n))\n"
        "    return random.random()\n",
        "error",
    ),
    "an identifier of an object": (
        "import random\nclass Wall:\n    def __init__(self):\n"
        "        self.internal_id = random.random()\n",
        "hint",
    ),
    "a name of a run": (
        "import random\nclass Network:\n    def __init__(self):\n"
        "        self.exp_name = random.randint(0, 100000)\n",
        "hint",
    ),
    "digits of an identifier": (
        "import numpy as np\ndef tool():\n"
        "    random_id = ''.join(map(str, np.random.randint(0, 10, size=6)))\n"
        "    return {'call': random_id}\n",
        "hint",
    ),
    "one of many identifiers": (
        "import random\ndef nearest(ids):\n    random_id = random.choice(ids)\n"
        "    return random_id\n",
        "error",
    ),
    "a function that makes an identifier": (
        "import random\ndef generate_random_id():\n    return random.randint(0, 10**9)\n",
        "hint",
    ),
    "a token that is a word": (
        "import random\ndef sentence(words):\n    token = random.choice(words)\n"
        "    return [token]\n",
        "error",
    ),
    "a tip that is printed": (
        "import random\ndef greet(tips):\n    tip = random.choice(tips)\n    print(tip)\n",
        "hint",
    ),
    "a tip that is returned too": (
        "import random\ndef greet(tips):\n    tip = random.choice(tips)\n    print(tip)\n"
        "    return tip\n",
        "error",
    ),
    "a way that is compared": (
        "import random\ndef turn(ways):\n    way = random.choice(ways)\n"
        "    return 1 if way == 'left' else 2\n",
        "error",
    ),
    "an error that is added": (
        "import math\nimport random\ndef sense(x):\n    error = random.gauss(0, 1)\n"
        "    x += error - math.log(random.random())\n    return x\n",
        "error",
    ),
    "a jitter that is waited for": (
        "import random\nimport time\ndef fetch(n):\n    jitter = random.uniform(0, 1)\n"
        "    wait = n + jitter\n    print(f'in {wait}')\n    time.sleep(wait)\n",
        "hint",
    ),
    "a request after a random time": (
        "import asyncio\nimport random\ndef ask(again):\n    later = random.random()\n"
        "    asyncio.get_event_loop().call_later(later, again)\n",
        "hint",
    ),
    "how long a seed took": (
        "import time\ndef run(f):\n    seed_wall_start = time.time()\n    f()\n"
        "    return dict(seed_wall_sec=time.time() - seed_wall_start)\n",
        None,
    ),
    "a key": (
        "from os import urandom\nclass FastRSA:\n    def prime(self):\n"
        "        return int.from_bytes(urandom(8), 'big')\n",
        None,
    ),
    "a traversal": (
        "from os import urandom\nclass Traversal:\n    def start(self):\n"
        "        return int.from_bytes(urandom(8), 'big')\n",
        "error",
    ),
    "a wait between two tries": (
        "import secrets\ndef with_retry(f, wait):\n    wait *= secrets.SystemRandom().random()\n"
        "    return f(wait)\n",
        "hint",
    ),
    "a wait before something is delivered again": (
        "import random\ndef redeliver_delay(n):\n    return n * random.random()\n",
        "hint",
    ),
    "a wait before something is delivered": (
        "import random\ndef deliver_delay(n):\n    return n * random.random()\n",
        "error",
    ),
    "what something is done with": (
        "import random\ndef step(env, actions):\n    action = random.choice(actions)\n"
        "    reward = env.step(action)\n    print(reward)\n",
        "error",
    ),
    "what decides whether to print": (
        "import random\ndef work(n):\n    if n and random.random() < 0.1:\n        print(n)\n"
        "    return n\n",
        "hint",
    ),
    "what decides whether to print and return": (
        "import random\ndef work(n):\n    if random.random() < 0.1:\n        print(n)\n"
        "        return 0\n    return n\n",
        "error",
    ),
    "what a constant switches off": (
        "import random\nDEBUG = False\ndef place(n):\n    if DEBUG:\n"
        "        return random.random()\n    return n\n",
        "hint",
    ),
    "what a constant switches on": (
        "import random\nNOISY = True\ndef place(n):\n    if NOISY:\n"
        "        return random.random()\n    return n\n",
        "error",
    ),
    "mock data": (
        "import random\ndef mock_runs(n):\n    return [random.random()] * n\n",
        "hint",
    ),
    "an action of an agent whose base seeds the space": (
        "from stable_baselines3 import DQN\nclass Agent(DQN):\n    def act(self):\n"
        "        return self.action_space.sample()\n",
        "hint",
    ),
    "a draw after its generator is seeded": (
        "import numpy as np\ndef walk(n, seed):\n    np.random.seed(seed)\n"
        "    return np.random.normal(size=n)\n",
        "hint",
    ),
    "a dummy for the shape": (
        "import numpy as np\nclass Value:\n    def _create_dummy_batch(self):\n"
        "        return np.random.rand(3)\n",
        "hint",
    ),
    "an environment for tests": (
        "import numpy as np\nclass DummyEnv:\n    def step(self, action):\n"
        "        return np.random.rand(3)\n",
        "hint",
    ),
    "a speed test": (
        "import numpy as np\ndef kinematics_performance_test(robot):\n"
        "    return robot.timed(np.random.rand(3))\n",
        "hint",
    ),
    "a draw after another generator is seeded": (
        "import random\nimport numpy as np\ndef walk(n, seed):\n    random.seed(seed)\n"
        "    return np.random.normal(size=n)\n",
        "error",
    ),
    "a part of texts only": (
        "import random\ndef folder():\n    k = random.randint(0, 99)\n    return f'run_{k}'\n",
        "hint",
    ),
    "a part of a text and a result": (
        "import random\ndef folder():\n    k = random.randint(0, 99)\n    return f'run_{k}', k\n",
        "error",
    ),
    "a state by position": (
        "from scipy import stats\ndef weights(a, r):\n    return stats.dirichlet.rvs(a, 3, r)\n",
        None,
    ),
    "a size by position": (
        "from scipy import stats\ndef weights(a):\n    return stats.dirichlet.rvs(a, 3)\n",
        "error",
    ),
    "parameters by position": (
        "from scipy import stats\ndef times(a, b, c):\n    return stats.gamma.rvs(a, b, c)\n",
        "error",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_draw_is_reported_as_surely_as_no_seed_decides_it(case: str) -> None:
    source, expected = CASES[case]
    found = {str(each.severity) for each in lint(source, select=("randomness",))}
    assert found == (set() if expected is None else {expected})


PROBLEM = """
    import time
    import numpy as np
    class Evaluator:
        def evaluate(self, trials):
            return np.random.choice(trials)
    def run():
        start = time.time()
        Evaluator().evaluate([1])
        print(time.time() - start)
"""
TIMED = """
    import time
    import numpy as np
    class Evaluator:
        def evaluate(self, trials):
            start = time.time()
            self.solve(np.random.choice(trials))
            return time.time() - start
"""


@pytest.mark.parametrize(("source", "expected"), [(PROBLEM, "error"), (TIMED, "hint")])
def test_a_class_of_a_benchmark_without_a_clock_is_a_problem_to_solve(
    source: str, expected: str
) -> None:
    found = lint(textwrap.dedent(source), select=("randomness",), module="evo.benchmarks.nats")
    assert {str(each.severity) for each in found} == {expected}
