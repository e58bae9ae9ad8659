"""Goal: usual defects, one in each of these pieces of code, are found.

Written from memory of such defects, not from the rules: docs/lint.md gives their number as recall.
"""

import pytest

from tests.lint.helpers import lint

# The code, and the worst of its findings; None where nothing but an info is found.
PLANTED = {
    "as completed": (
        """
from concurrent.futures import as_completed
def gather(fs):
    out = []
    for f in as_completed(fs):
        out.append(f.result())
    return out
""",
        "error",
    ),
    "class attr": (
        """
class Vehicle:
    count = 0
    def __init__(self):
        Vehicle.count += 1
        self.id = Vehicle.count
""",
        "error",
    ),
    "class list": (
        """
class Road:
    cars = []
    def spawn(self, c):
        self.cars.append(c)
""",
        "error",
    ),
    "clock dt": (
        """
import time
class Sim:
    def step(self):
        now = time.time()
        dt = now - self.last
        self.last = now
        self.x += self.v * dt
""",
        "error",
    ),
    "clock module": (
        """
import time
START = time.time()
def age():
    return time.time() - START
""",
        "hint",
    ),
    "clock name": (
        """
import datetime
def save(result):
    name = datetime.datetime.now().isoformat()
    open(f'run-{name}.json', 'w').write(str(result))
""",
        "hint",
    ),
    "clock seed": (
        """
import time, random
def reset():
    random.seed(time.time())
    return random.random()
""",
        "error",
    ),
    "clock stamp": (
        """
import time
def publish(bus, x):
    bus.send({'stamp': time.time(), 'x': x})
""",
        "hint",
    ),
    "cpu": (
        """
import os
def split(xs):
    n = os.cpu_count()
    return [xs[i::n] for i in range(n)]
""",
        "error",
    ),
    "dict popitem set": (
        """
def choose(cands):
    best = max(set(cands), key=score)
    return best
""",
        "error",
    ),
    "environ": (
        """
import os
class C:
    def step(self):
        self.gain = float(os.environ.get('GAIN', '1'))
""",
        "error",
    ),
    "float sum set": (
        """
def mean(xs):
    s = set(xs)
    return sum(s) / len(s)
""",
        "hint",
    ),
    "glob first": (
        """
import glob
def model(path):
    return glob.glob(path + '/*.pt')[0]
""",
        "hint",
    ),
    "global counter": (
        """
_next = 0
class Actor:
    def __init__(self):
        global _next
        self.id = _next
        _next += 1
""",
        "error",
    ),
    "hash str": (
        """
def seed_of(name):
    return hash(name) % 1000
""",
        "error",
    ),
    "id sort": (
        """
def ordered(objs):
    return sorted(objs, key=id)
""",
        "error",
    ),
    "imap unordered": (
        """
def run(pool, xs):
    return list(pool.imap_unordered(work, xs))
""",
        "error",
    ),
    "iterdir": (
        """
from pathlib import Path
def maps():
    for p in Path('maps').iterdir():
        yield parse(p)
""",
        "error",
    ),
    "listdir": (
        """
import os
def load(folder):
    return [read(os.path.join(folder, n)) for n in os.listdir(folder)]
""",
        "error",
    ),
    "lru state": (
        """
from functools import lru_cache
@lru_cache
def draw(n):
    import random
    return random.random()
""",
        "error",
    ),
    "min set": (
        """
def closest(points):
    return min({p for p in points}, key=lambda p: p.distance)
""",
        "error",
    ),
    "mutable default": (
        """
def plan(goal, path=[]):
    path.append(goal)
    return path
""",
        "error",
    ),
    "np global": (
        """
import numpy as np
def noise(n):
    return np.random.normal(size=n)
""",
        "error",
    ),
    "other class attr": (
        """
class Config:
    dt = 0.1
class Sim:
    def fast(self):
        Config.dt = 0.01
""",
        "error",
    ),
    "random mod": (
        """
import random
def pick(xs):
    return random.choice(xs)
""",
        "error",
    ),
    "rng none": (
        """
import numpy as np
class Env:
    def __init__(self, seed=None):
        self.rng = np.random.default_rng(seed)
""",
        "error",
    ),
    "rng unseeded": (
        """
import numpy as np
class Sensor:
    def __init__(self):
        self.rng = np.random.default_rng()
    def read(self, x):
        return x + self.rng.normal()
""",
        "error",
    ),
    "secrets": (
        """
import secrets
def token():
    return secrets.randbelow(10)
""",
        "error",
    ),
    "set attr loop": (
        """
class World:
    def __init__(self):
        self.vehicles = set()
    def add(self, v):
        self.vehicles.add(v)
    def step(self):
        for v in self.vehicles:
            v.move()
""",
        "error",
    ),
    "set enumerate": (
        """
def index(classes):
    return {c: i for i, c in enumerate(set(classes))}
""",
        "error",
    ),
    "set join": (
        """
def key(tags):
    return ','.join(set(tags))
""",
        "error",
    ),
    "set loop append": (
        """
def order(names):
    out = []
    for name in set(names):
        out.append(name.upper())
    return out
""",
        "error",
    ),
    "set next": (
        """
def first(agents):
    alive = {a.name for a in agents if a.alive}
    return next(iter(alive))
""",
        "error",
    ),
    "set pop": (
        """
def take(open_nodes):
    todo = {n.id for n in open_nodes}
    while todo:
        node = todo.pop()
        visit(node)
""",
        "hint",
    ),
    "set return": (
        """
def neighbours(graph, node):
    found = set()
    for edge in graph[node]:
        found.add(edge.name)
    return list(found)
""",
        "error",
    ),
    "set sum": (
        """
def total(weights, names):
    s = 0.0
    for n in set(names):
        s += weights[n]
    return s
""",
        "error",
    ),
    "set union loop": (
        """
def merge(a, b):
    r = []
    for k in a.keys() | b.keys():
        r.append(a.get(k, 0) + b.get(k, 0))
    return r
""",
        "error",
    ),
    "set write": (
        """
def dump(names, f):
    for n in set(names):
        f.write(n + '\n')
""",
        "error",
    ),
    "sql": (
        """
import sqlite3
def rows(db):
    return db.execute('SELECT name, x FROM cars').fetchall()
""",
        "hint",
    ),
    "star time": (
        """
from time import *
def step(self):
    self.t = time()
""",
        "error",
    ),
    "threads": (
        """
import threading
results = []
def work(x):
    results.append(x * 2)
def run(xs):
    ts = [threading.Thread(target=work, args=(x,)) for x in xs]
    for t in ts: t.start()
    for t in ts: t.join()
    return results
""",
        "error",
    ),
    "timeout loop": (
        """
import time
def optimise(f, x):
    end = time.monotonic() + 0.5
    while time.monotonic() < end:
        x = improve(f, x)
    return x
""",
        "error",
    ),
    "torch": (
        """
import torch
def init(n):
    return torch.randn(n)
""",
        "error",
    ),
    "urandom": (
        """
import os
def seed():
    return int.from_bytes(os.urandom(4), 'little')
""",
        "error",
    ),
    "uuid": (
        """
import uuid
def new_id():
    return str(uuid.uuid4())
""",
        "hint",
    ),
}


@pytest.mark.parametrize("case", PLANTED)
def test_a_planted_defect_is_found(case) -> None:
    source, expected = PLANTED[case]
    found = {str(each.severity) for each in lint(source)}
    worst = next((each for each in ("error", "hint") if each in found), None)
    assert worst == expected


def test_the_shares_that_the_page_gives() -> None:
    found = [expected for _, expected in PLANTED.values()]
    assert (len(found), found.count("error"), found.count("hint")) == (45, 37, 8)
