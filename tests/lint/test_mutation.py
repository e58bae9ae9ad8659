"""Plant every kind of non-determinism into clean components; each must be found.

The clean samples give no finding. Each plant goes into the step of each sample, and
each plant that needs an import is planted once for every way to write that import:
what is found must not depend on how it is spelt.
"""

import re

import pytest

from project_ghost.core.level import Level
from project_ghost.lint import Severity, all_rules
from tests.lint.helpers import SAMPLES, lint

SAMPLE_TEXTS = {
    path.stem: path.read_text(encoding="utf-8") for path in sorted(SAMPLES.glob("*.py"))
}

# What is planted by calling one function: rule, module, function, arguments.
CALLS = [
    ("wall-clock", "time", "time", ""),
    ("wall-clock", "time", "monotonic_ns", ""),
    ("wall-clock", "time", "perf_counter", ""),
    ("wall-clock", "datetime", "datetime.now", ""),
    ("wall-clock", "datetime", "date.today", ""),
    ("wall-clock", "pandas", "Timestamp.now", ""),
    ("sleep", "time", "sleep", "0.1"),
    ("timeout", "signal", "alarm", "1"),
    ("timeout", "asyncio", "wait_for", "state, 0.1"),
    ("global-random", "random", "random", ""),
    ("global-random", "random", "shuffle", "[]"),
    ("numpy-global-random", "numpy.random", "rand", "3"),
    ("unseeded-generator", "numpy.random", "default_rng", ""),
    ("unseeded-generator", "random", "Random", ""),
    ("framework-global-random", "torch", "randn", "3"),
    ("framework-global-random", "tensorflow", "random.normal", "3"),
    ("os-entropy", "os", "urandom", "8"),
    ("os-entropy", "secrets", "token_hex", ""),
    ("random-uuid", "uuid", "uuid4", ""),
    ("varying-seed", "random", "Random", "hash('x')"),
    ("unsorted-listing", "os", "listdir", "'.'"),
    ("unsorted-listing", "glob", "glob", "'*'"),
    ("completion-order", "concurrent.futures", "as_completed", "[]"),
    ("concurrency-in-step", "threading", "Thread", "target=print"),
    ("concurrency-in-step", "multiprocessing", "Pool", ""),
    ("libm-function", "math", "sin", "0.5"),
    ("numpy-transcendental", "numpy", "exp", "0.5"),
    ("blas-call", "numpy", "dot", "state, state"),
    ("blas-call", "numpy.linalg", "inv", "state"),
    ("float32", "numpy", "float32", "0.5"),
    ("library-random", "numpy.random", "default_rng", "7"),
    ("unstable-argsort", "numpy", "argsort", "state"),
    ("environment-in-step", "os", "getenv", "'X'"),
    ("environment-in-step", "socket", "gethostname", ""),
    ("file-in-step", "numpy", "load", "'x.npy'"),
]

# What is planted as it stands: rule, lines for the step, lines for the top of the file.
LINES = [
    ("float-time-accumulation", "self.elapsed_s += 0.01", ""),
    ("float-time-equality", "due = self.time_s == 0.3", ""),
    ("duration-clock", "a = time.time(); b = time.time(); print(b - a)", "import time"),
    ("timeout", "answer = state.result(timeout=0.1)", ""),
    ("time-budget", "state.solve(time_limit=0.1)", ""),
    ("optional-seed", "planted = random.Random(state.get('seed'))", "import random"),
    ("unseeded-library", "planted = KMeans(3)", "from sklearn.cluster import KMeans"),
    ("unseeded-environment", "planted = self.env.action_space.sample()", ""),
    ("unseeded-weights", "pass", "from torch import nn\ndef f(seed): return nn.Linear(2, 2)"),
    ("dynamic-label", "self.random_source.child(f'{state}')", ""),
    ("varying-seed", "seed = id(self)", ""),
    ("shared-generator", "planted = RNG.random()", "import random\nRNG = random.Random(3)"),
    ("set-iteration", "planted = str(set(state))", ""),
    ("set-iteration", "planted = [x for x in set(state)]", ""),
    ("set-iteration", "planted = ', '.join({str(x) for x in state})", ""),
    ("set-pop", "planted = set(state).pop()", ""),
    ("hash-value", "planted = hash(str(state)) % 7", ""),
    ("id-value", "planted = sorted(state, key=id)", ""),
    ("unordered-query", "planted = self.db.execute('SELECT a FROM b').fetchall()", ""),
    ("heap-ties", "heapq.heappush(state, (0.5, self))", "import heapq"),
    ("sort-ties", "planted = min(state, key=lambda s: s.cost)", ""),
    ("power-operator", "planted = state ** 2", ""),
    ("blas-call", "planted = state @ state", ""),
    ("unordered-sum", "planted = sum(set(state))", ""),
    ("float-sum", "planted = sum(state)", ""),
    ("round-digits", "planted = round(state, 3)", ""),
    ("execution-difference", "planted = state is value", ""),
    ("fastmath", "pass", "import numba\n@numba.njit(fastmath=True)\ndef f(x): return x"),
    (
        "parallel-reduction",
        "pass",
        "import numba\n@numba.njit(parallel=True)\ndef f(x): return x.sum()",
    ),
    ("global-state", "PLANTED.append(state)", "PLANTED = []"),
    ("global-state", "global PLANTED; PLANTED = state", "PLANTED = 0"),
    ("global-state", "planted = next(SERIALS)", "import itertools\nSERIALS = itertools.count()"),
    ("class-state", "type(self).shared = state", ""),
    ("class-state", "self.__class__.shared = state", ""),
    ("class-state", "setattr(type(self), 'shared', state)", ""),
    ("processor-count", "planted = len(state) // os.cpu_count()", "import os"),
    ("mutable-default", "planted = lambda x, seen=[]: seen.append(x)", ""),
    ("environment-in-step", "planted = os.environ['X']", "import os"),
    ("file-in-step", "planted = open('x')", ""),
    ("unsaved-attribute", "self.planted = state", ""),
    (
        "ignored-seed",
        "pass",
        "class Drawn:\n    def draw(self, seed): return self.rng.integers(3)",
    ),
    (
        "dropped-seed",
        "pass",
        "def drawn(seed=None): return seed or 3\ndef passed(seed): return drawn()",
    ),
    (
        "reset-change",
        "pass",
        "class Deck:\n    def __init__(self): self.cards = [1, 2]\n"
        "    def reset(self, seed): self.cards.reverse()",
    ),
    (
        "growing-path",
        "pass",
        "class World:\n    def run(self, task): self.folder = self.folder / task",
    ),
    (
        "emptied-argument",
        "pass",
        "class World:\n    def __init__(self, task): del task['name']",
    ),
    (
        "cached-state",
        "planted = cached()",
        "import os\nfrom functools import cache\n@cache\ndef cached(): return os.getenv('X')",
    ),
]


ELSEWHERE = (
    # The plain sample saves nothing: it has no snapshot that could miss anything.
    ("plain", "unsaved-attribute"),
    # Nothing but a Block or Kernel is compiled.
    ("plain", "execution-difference"),
    ("host", "execution-difference"),
)


def planted(sample: str, line: str, top: str) -> str:
    """A sample with one more line in its step, and lines before its first class."""
    if line.startswith("planted = "):
        line += "; use(planted)"  # what nobody uses changes nothing
    text = re.sub(r"^( *)# PLANT$", lambda found: found[1] + line, sample, flags=re.MULTILINE)
    assert line in text
    head, mark, rest = text.partition("\n\n\nclass ")
    return f"{head}\n{top}{mark}{rest}" if top else text


def spellings(module: str, function: str) -> list[tuple[str, str]]:
    """An import, and how the function is then called."""
    first, _, rest = function.partition(".")
    tail = f".{rest}" if rest else ""
    return [
        (f"import {module}", f"{module}.{function}"),
        (f"import {module} as m_", f"m_.{function}"),
        (f"from {module} import {first}", f"{first}{tail}"),
        (f"from {module} import {first} as f_", f"f_{tail}"),
        (f"import {module}\nf_ = {module}.{function}", "f_"),
        (f"import importlib\nm_ = importlib.import_module('{module}')", f"m_.{function}"),
    ]


def shown(source: str) -> set[str]:
    """The rules that a run reports without a flag, and those that are never more than a hint."""
    quiet = {rule.name for rule in all_rules() if rule.severity is not Severity.ERROR}
    found = lint(source, Level.PORTABLE, show_info=True)
    return {f.name for f in found if f.severity is Severity.ERROR or f.name in quiet}


@pytest.mark.parametrize("name", SAMPLE_TEXTS)
@pytest.mark.parametrize("level", [None, Level.PORTABLE], ids=str)
def test_the_clean_samples_are_clean(name, level) -> None:
    assert lint(SAMPLE_TEXTS[name], level) == []


@pytest.mark.parametrize("name", SAMPLE_TEXTS)
@pytest.mark.parametrize(("rule", "module", "function", "arguments"), CALLS)
def test_every_planted_call_is_found(name, rule, module, function, arguments) -> None:
    for statement, callee in spellings(module, function):
        source = planted(SAMPLE_TEXTS[name], f"planted = {callee}({arguments})", statement)
        assert rule in shown(source), f"{statement!r}, {callee!r} in {name}"


@pytest.mark.parametrize(
    ("name", "rule", "line", "top"),
    [(name, *row) for name in SAMPLE_TEXTS for row in LINES if (name, row[0]) not in ELSEWHERE],
)
def test_every_planted_line_is_found(name, rule, line, top) -> None:
    assert rule in shown(planted(SAMPLE_TEXTS[name], line, top))


def test_every_rule_has_something_planted() -> None:
    rules = {rule.name for rule in all_rules() if rule.family != "linter"}
    assert rules == {row[0] for row in [*CALLS, *LINES]}
