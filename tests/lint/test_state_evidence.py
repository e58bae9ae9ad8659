"""State that a run makes anew, or that nobody reads, is a hint; the rest is an error."""

import pytest

from tests.lint.helpers import lint

# The code, and the worst of its findings; None where nothing but an info is found.
CLASSES = {
    "taken back at the end": (
        "class A:\n    rows = []\n    def f(self, x):\n        self.rows.append(x)\n"
        "        try:\n            x.go()\n        finally:\n            self.rows.pop()",
        "hint",
    ),
    "another table taken back": (
        "class A:\n    rows = []\n    def f(self, x, done):\n        self.rows.append(x)\n"
        "        try:\n            x.go()\n        finally:\n            done.pop()",
        "error",
    ),
    "asked before": (
        "class A:\n    names = ['a']\n    @classmethod\n    def add(cls, name):\n"
        "        if name in cls.names:\n            return\n        else:\n"
        "            cls.names += [name]",
        "hint",
    ),
    "assigned before in the same function": (
        "class A:\n    rows = []\n    def f(self, xs):\n        A.rows = []\n        for x in xs:\n"
        "            A.rows += [x]",
        "hint",
    ),
    "assigned before under a condition": (
        "class A:\n    rows = []\n    def f(self, xs):\n        if xs:\n            A.rows = []\n"
        "        for x in xs:\n            A.rows += [x]",
        "error",
    ),
    "a class of a function": (
        "def f(run):\n    class A:\n        rows = []\n        def g(self, x):\n"
        "            self.rows.append(x)\n    run(A)",
        None,
    ),
    "a class that a call gives": (
        "def f(name, x):\n    module = load(name)\n    car_class = getattr(module, name)\n"
        "    car_class.size = x",
        "hint",
    ),
    "a constant of a class that a path names": (
        "class A:\n    def make(self, path):\n        car_class = class_from_path(path)\n"
        "        car_class.WANTED = 7",
        "error",
    ),
    "an attribute of such a class in small letters": (
        "class A:\n    def make(self, path):\n        kind_class = class_from_path(path)\n"
        "        kind_class.wanted = 7",
        "hint",
    ),
    "a constant of a class that a call makes": (
        "class A:\n    def make(self, bases):\n        kind_class = get_made(bases)\n"
        "        kind_class.WANTED = 7",
        "hint",
    ),
    "set back by a reset of the class": (
        "class A:\n    rows = {}\n    def f(self, x):\n        A.rows[x] = self\n"
        "    @classmethod\n    def reset(cls):\n        cls.rows.clear()",
        "hint",
    ),
    "set back, but it decides what its own function does": (
        "class A:\n    line = 0\n    def f(self, x):\n        if A.line == 0:\n            x.go()\n"
        "        A.line += 1\n    @staticmethod\n    def reset():\n        A.line = 0",
        "error",
    ),
    "a fixed key that each object assigns": (
        "class A:\n    values = {'a': None}\n    def f(self, x):\n        self.values['a'] = x",
        "hint",
    ),
    "a fixed key that has a value": (
        "class A:\n    values = {'a': 1}\n    def f(self, x):\n        self.values['a'] = x",
        "error",
    ),
    "a fixed key that a private method computes": (
        "class A:\n    values = {'a': 1}\n    def f(self, x):\n        self._compute(x)\n"
        "    def _compute(self, x):\n        self.values['a'] = x",
        "hint",
    ),
    "a fixed key that a private method adds to": (
        "class A:\n    values = {'a': 1}\n    def f(self, x):\n        self._compute(x)\n"
        "    def _compute(self, x):\n        self.values['a'] = self.values['a'] + x",
        "error",
    ),
    "all keys of what each object is given": (
        "class A:\n    values = {'a': 1}\n    def __init__(self, x):\n        for k in x:\n"
        "            self.values[k] = x[k]",
        "hint",
    ),
    "some keys of what each object is given": (
        "class A:\n    values = {'a': 1}\n    def __init__(self, x):\n"
        "        for k in ('a', 'b'):\n"
        "            if k in x:\n                self.values[k] = x[k]",
        "error",
    ),
    "a value that is given back": (
        "class A:\n    depth = 0\n    def run(self, x):\n        before = A.depth\n"
        "        A.depth = x\n        self.go()\n        A.depth = before",
        "hint",
    ),
    "a value that is kept and not given back": (
        "class A:\n    depth = 0\n    def run(self, x):\n        before = A.depth\n"
        "        A.depth = x\n        return before",
        "error",
    ),
    "a switch of a view": (
        "class A:\n    on = True\n    def press(self):\n        A.on = not A.on",
        "hint",
    ),
    "a switch in a step": (
        "class A:\n    on = True\n    def step(self):\n        A.on = not A.on",
        "error",
    ),
    "a counter of a log": (
        "class LogState:\n    at = 0\nclass A:\n    def f(self, x):\n        LogState.at += x",
        None,
    ),
    "a counter of something else": (
        "class State:\n    at = 0\nclass A:\n    def f(self, x):\n        State.at += x",
        "error",
    ),
    "a fixed key that is computed from what it was": (
        "class A:\n    values = {'a': None}\n    def f(self, x):\n"
        "        self.values['a'] = self.values['a'] * x",
        "error",
    ),
    "a fixed key for those who ask for it": (
        "class A:\n    values = {'a': None}\n    def f(self, x=None):\n        if x is not None:\n"
        "            self.values['a'] = x",
        "error",
    ),
    "a list of what each object is given": (
        "class A:\n    names = []\n    def __init__(self, n):\n"
        "        A.names = [str(i) for i in range(n)]",
        "hint",
    ),
    "a list of what an object before had": (
        "class A:\n    names = []\n    def __init__(self, n):\n"
        "        A.names = [str(n) for name in A.names]",
        "error",
    ),
    "the same entries every time": (
        "BASE = {'a': 1}\nclass A:\n    codes = {}\n    def f(self):\n"
        "        self.codes.update(BASE)",
        None,
    ),
    "other entries": (
        "class A:\n    codes = {}\n    def f(self, more):\n        self.codes.update(more)",
        "error",
    ),
    "what a decorator registers": (
        "class A:\n    rows = {}\n    @staticmethod\n    def register(key):\n"
        "        def keep(row):\n            A.rows[key] = row\n        return keep",
        None,
    ),
    "what a function inside of another adds": (
        "class A:\n    rows = {}\n    @staticmethod\n    def made(key):\n"
        "        def keep(row):\n            A.rows[key] = row\n        return keep",
        "error",
    ),
    "the next number of a class": (
        "import itertools\nclass Net:\n    numbers = itertools.count(0)\n"
        "    def __init__(self):\n        self.net_id = next(Net.numbers)",
        "error",
    ),
    "a number that is one more than the last one": (
        "class Job:\n    count = 0\n    def __init__(self):\n        Job.count = Job.count + 1\n"
        "        self.number = Job.count",
        "error",
    ),
    "the next sign of a text": (
        "import itertools\nclass A:\n    signs = itertools.cycle('-|')\n    def f(self):\n"
        "        print(f'{next(self.signs)}')",
        "hint",
    ),
    "the next value": (
        "import itertools\nclass A:\n    signs = itertools.cycle('ab')\n    def f(self):\n"
        "        return next(self.signs)",
        "error",
    ),
    "set back by a method of one object": (
        "class A:\n    rows = {}\n    def f(self, x):\n        A.rows[x] = self\n"
        "    def reset(self):\n        return 1",
        "error",
    ),
    "given to each object": (
        "class A:\n    unit = 1\n    def __init__(self, unit):\n        A.unit = unit",
        "hint",
    ),
    "given to some objects": (
        "class A:\n    unit = 1\n    def __init__(self, unit):\n        if unit:\n"
        "            A.unit = unit",
        "error",
    ),
    "a registry that a function about classes fills": (
        "class A:\n    kinds = 0\ndef prepare(cls):\n    cls.code = A.kinds\n    A.kinds += 1",
        "hint",
    ),
    "a private table that nobody reads": (
        "class A:\n    _live = set()\n    def f(self):\n        A._live.add(self.x)\n"
        "    def g(self):\n        A._live.discard(self.x)",
        "hint",
    ),
    "a private table that somebody reads": (
        "class A:\n    _live = set()\n    def f(self):\n        A._live.add(self.x)\n"
        "    def g(self):\n        return len(A._live)",
        "error",
    ),
    "a table by numbers that each object has for itself": (
        "from itertools import count\nclass A:\n    _next, _all = count(), {}\n"
        "    def __init__(self):\n        self.n = next(A._next)\n"
        "        A._all[self.n] = self\n    def other(self, n):\n        return A._all[n]",
        "hint",
    ),
    "a table of instances by something else": (
        "class A:\n    name_to_instance = {}\n    def __init__(self, name):\n"
        "        A.name_to_instance[name] = self\n    @classmethod\n    def of(cls, name):\n"
        "        return cls.name_to_instance[name]",
        "error",
    ),
    "one instance of each class": (
        "class A:\n    instances = {}\n    def f(self, x):\n        A.instances[type(x)] = x",
        None,
    ),
    "a constant of another class": (
        "class Limits:\n    top = 3\nclass A:\n    def hurry(self):\n        Limits.top = 5",
        "error",
    ),
    "a constant of another class, set by a setter": (
        "class Limits:\n    top = 3\nclass A:\n    def set_top(self):\n        Limits.top = 5",
        "hint",
    ),
    "a module's object that its reset sets back": (
        "import clocks\n_now = clocks.Clock()\ndef step():\n    _now.t += 1\n"
        "def reset():\n    _now.t = 0",
        "hint",
    ),
    "a list that threads fill": (
        "import threading\nROWS = []\ndef work(x):\n    ROWS.append(x)\ndef run(x):\n"
        "    t = threading.Thread(target=work, args=(x,))\n    t.start()\n    t.join()\n"
        "    return ROWS",
        "error",
    ),
    "a list that a function fills": (
        "ROWS = []\ndef work(x):\n    ROWS.append(x)\ndef run(x):\n    work(x)\n    return ROWS",
        "hint",
    ),
}

DEFAULTS = {
    "a list divided into a new array": (
        "def f(x, axis=[0, 1]):\n    axis /= norm(x)\n    return axis",
        "hint",
    ),
    "a list that grows by an operator": (
        "def f(x, axis=[0, 1]):\n    axis += x\n    return axis",
        "error",
    ),
    "an empty list repeated": ("def f(n, xs=[]):\n    xs *= n\n    return len(xs)", None),
    "a list of another length": (
        "def f(n, xs=[1, 2]):\n    if len(xs) == 1:\n        xs *= n\n    return sum(xs)",
        None,
    ),
    "a list of this length": (
        "def f(n, xs=[1]):\n    if len(xs) == 1:\n        xs *= n\n    return sum(xs)",
        "error",
    ),
    "a default of a private function that nobody calls": (
        "def _f(x, xs=[]):\n    xs.append(x)\n    return xs",
        "hint",
    ),
    "of a function that ends with its call": (
        "def f(xs):\n    def g(x, seen=set()):\n        seen.add(x)\n        return seen\n"
        "    return [g(x) for x in xs]",
        None,
    ),
    "of a function that leaves its call": (
        "def f():\n    def g(x, seen=set()):\n        seen.add(x)\n    return g",
        "error",
    ),
    "that is a key": ("def f(names=['a'], **more):\n    more[names] = 1\n    return more", None),
    "an empty one that only loses": (
        "def f(x, options={}):\n    if 'dt' in options:\n        return options.pop('dt')\n"
        "    return options.get(x)",
        None,
    ),
    "one that loses what it has": (
        "def f(x, options={'dt': 1}):\n    return options.pop('dt', x)",
        "error",
    ),
    "an empty one whose entries are replaced": (
        "class A:\n    def __init__(self, names={}):\n        self.names = names\n"
        "    def f(self):\n        for key, name in self.names.items():\n"
        "            self.names[key] = [name]",
        None,
    ),
    "one whose entries are replaced": (
        "class A:\n    def __init__(self, names={'a': 1}):\n        self.names = names\n"
        "    def f(self):\n        for key, name in self.names.items():\n"
        "            self.names[key] = [name]",
        "error",
    ),
    "an empty one that is changed if it is not": (
        "def f(x, rows=[]):\n    if len(rows) > 0:\n        rows.append(x)\n    return rows",
        "hint",
    ),
    "one that is changed if another is not empty": (
        "def f(x, rows=[]):\n    if len(x) > 0:\n        rows.append(x)\n    return rows",
        "error",
    ),
    "a key that is written once": (
        "def f(x, places={}):\n    if x not in places:\n        places[x] = look_up(x)\n"
        "    return places[x]",
        "hint",
    ),
    "an attribute of that name of another class": (
        "class A:\n    def __init__(self, rows=[]):\n        self.rows = rows\n"
        "class B:\n    def f(self, x):\n        self.rows.append(x)",
        "hint",
    ),
    "an attribute that a base changes": (
        "class B:\n    def f(self, x):\n        self.rows.append(x)\n"
        "class A(B):\n    def __init__(self, rows=[]):\n        self.rows = rows",
        "error",
    ),
    "that all calls override": (
        "class A:\n    def _f(self, x, seen=[]):\n        seen.append(x)\n"
        "    def g(self, x, seen):\n        self._f(x, seen)",
        "hint",
    ),
    "that one call uses": (
        "class A:\n    def _f(self, x, seen=[]):\n        seen.append(x)\n"
        "    def g(self, x, seen):\n        self._f(x, seen)\n        self._f(x)",
        "error",
    ),
}

HOST = {
    "the environment in a step": (
        "import os\ndef step(x):\n    return os.environ['A']",
        "error",
    ),
    "the environment in a step of a client": (
        "import os, requests\ndef step(x):\n    return os.environ['A']",
        "hint",
    ),
    "the environment in a step of a workflow": (
        "import os\ndef run_step(x):\n    return read(x)\ndef read(x):\n    return os.environ[x]",
        "hint",
    ),
    "a file in a step of a workflow": ("def run_step(x):\n    return open(x).read()", "hint"),
    "a file that a step reads": ("def step(x):\n    return open(x).read()", "error"),
    "whether a file is there": (
        "import os\ndef step(x):\n    return os.path.exists(x)",
        "hint",
    ),
    "what a person types": ("import sys\ndef step(x):\n    return sys.stdin.readline()", "hint"),
    "a program that a step runs": (
        "import subprocess\ndef step(x):\n    return subprocess.run(x).returncode",
        "error",
    ),
    "a request in a step of a client": (
        "import socket\ndef step(x):\n    return open(x).read()",
        "hint",
    ),
    "a request in a step": (
        "from urllib.request import urlopen\ndef step(x):\n    return urlopen(x).read()",
        "hint",
    ),
    "a file that a step writes": ("def step(x, y):\n    open(x, 'w').write(y)", "hint"),
    "a folder that a step makes": (
        "import os\ndef step(x):\n    if not os.path.exists(x):\n        os.makedirs(x)",
        "hint",
    ),
}

CACHES = {
    "the environment": (
        "import os\nfrom functools import cache\n@cache\ndef f():\n    return os.environ['A']",
        "hint",
    ),
    "the environment, for a step": (
        "import os\nfrom functools import cache\n@cache\ndef f():\n    return os.environ['A']\n"
        "def step():\n    return f()",
        "error",
    ),
    "a table that it fills itself": (
        "from functools import cache\nT = {}\n@cache\ndef f(x):\n    if x in T:\n"
        "        return T[x]\n    T[x] = make(x)\n    return T[x]",
        None,
    ),
    "a table that others fill": (
        "from functools import cache\nT = {}\ndef g(x, y):\n    T[x] = y\n"
        "@cache\ndef f(x):\n    return T[x]",
        "error",
    ),
}

PROCESSORS = {
    "a number in a text": (
        "import os\ndef f(n):\n    print(f'{n / os.cpu_count()} a processor')",
        None,
    ),
    "workers whose tasks draw": (
        "import os\nfrom functools import partial\nimport numpy as np\n"
        "def f(envs, n):\n    run = partial(g, n)\n"
        "    return process_map(run, envs, max_workers=os.cpu_count())\n"
        "def g(n, env):\n    return env.step(np.random.rand(n))",
        "error",
    ),
    "workers whose tasks call what draws": (
        "import multiprocessing\nimport random\n"
        "def f(envs):\n    with multiprocessing.Pool(multiprocessing.cpu_count()) as pool:\n"
        "        return pool.map(g, envs)\n"
        "def g(env):\n    return env.step(h())\ndef h():\n    return random.random()",
        "error",
    ),
    "workers whose tasks seed themselves": (
        "import os\nimport numpy as np\n"
        "def f(envs):\n    return process_map(g, envs, max_workers=os.cpu_count())\n"
        "def g(env):\n    np.random.seed(env.number)\n    return env.step(np.random.rand())",
        None,
    ),
    "workers whose tasks have generators": (
        "import os\nimport numpy as np\n"
        "def f(envs):\n    return process_map(g, envs, max_workers=os.cpu_count())\n"
        "def g(env):\n    return env.step(np.random.default_rng(env.number).random())",
        None,
    ),
    "how many trees there are": (
        "import numba\ndef f(x, n_trees=None):\n    if n_trees is None:\n"
        "        n_trees = numba.get_num_threads()\n    return forest(x, n_trees)",
        "error",
    ),
    "how many restarts there are, by a number of workers": (
        "import os\ndef f(x, search):\n    n_workers = os.cpu_count()\n"
        "    return search(x, n_restarts=n_workers, n_jobs=n_workers)",
        "error",
    ),
    "how many workers there are": (
        "import os\ndef f(x, search):\n    n_workers = os.cpu_count()\n"
        "    return search(x, n_jobs=n_workers, num_parallel_streams=n_workers)",
        None,
    ),
    "parts that are put together": (
        "import os\nimport numpy as np\ndef f(x, pool, g):\n    n = os.cpu_count()\n"
        "    return np.concatenate(list(pool.map(g, np.array_split(x, n))))",
        "hint",
    ),
    "parts that are added": (
        "import os\nimport numpy as np\ndef f(x, pool, g):\n    n = os.cpu_count()\n"
        "    return sum(pool.map(g, np.array_split(x, n)))",
        "error",
    ),
    "parts that have their place": (
        "import os\ndef f(x, out, g):\n    n = 8 * os.cpu_count()\n"
        "    for i in range(0, len(x), n):\n        out[i : i + n] = g(x[i : i + n])",
        "hint",
    ),
    "parts that are added in a loop": (
        "import os\ndef f(x, g):\n    n = 8 * os.cpu_count()\n    total = 0.0\n"
        "    for i in range(0, len(x), n):\n        total += g(x[i : i + n])\n    return total",
        "error",
    ),
}


def worst(source: str, codes: tuple[str, ...]) -> str | None:
    found = {str(each.severity) for each in lint(source, select=codes)}
    return next((each for each in ("error", "hint") if each in found), None)


@pytest.mark.parametrize("case", CLASSES)
def test_state_that_an_earlier_run_leaves_behind(case) -> None:
    source, expected = CLASSES[case]
    assert worst(source, ("GHO501", "GHO502")) == expected


@pytest.mark.parametrize("case", DEFAULTS)
def test_defaults_that_an_earlier_call_leaves_behind(case) -> None:
    source, expected = DEFAULTS[case]
    assert worst(source, ("GHO503",)) == expected


@pytest.mark.parametrize("case", HOST)
def test_what_a_step_has_from_the_host(case) -> None:
    source, expected = HOST[case]
    assert worst(source, ("GHO505", "GHO506")) == expected


@pytest.mark.parametrize("case", CACHES)
def test_what_a_cached_function_reads(case) -> None:
    source, expected = CACHES[case]
    assert worst(source, ("GHO504",)) == expected


@pytest.mark.parametrize("case", PROCESSORS)
def test_cuts_by_the_number_of_processors(case) -> None:
    source, expected = PROCESSORS[case]
    assert worst(source, ("GHO508",)) == expected
