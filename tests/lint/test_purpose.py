"""Goal: a name excuses a finding only if a second fact says that the name means what it seems to.

A graph is coloured, an aircraft has a performance, and a solver is given a benchmark: such words
hid defects of code that computes results.
"""

import pytest

from tests.lint.helpers import lint

DRAW = "import random\n"
# The name of the file, its source, and the severity of the draw or order in it.
CASES = {
    "a colour of a graph": (
        "sim.graphs",
        DRAW + "class FixColors:\n    def f(self, xs):\n        node_color = random.choice(xs)\n"
        "        return node_color",
        "error",
    ),
    "a colour in a file that draws": (
        "sim.graphs",
        DRAW + "import pygame\ndef f(xs):\n    color = random.choice(xs)\n    g(color)",
        "hint",
    ),
    "a colour that is drawn": (
        "sim.graphs",
        DRAW + "def f(xs, line):\n    color = random.choice(xs)\n    line.set_color(color)",
        "hint",
    ),
    "a function of colours that draws": (
        "sim.graphs",
        DRAW + "import matplotlib\ndef make_colors(xs):\n    return random.choice(xs)",
        "hint",
    ),
    "a column": (
        "sim.trees",
        DRAW + "def f(n):\n    col = random.randrange(n)\n    g(col)",
        "error",
    ),
    "a copy of another project": (
        "sim._vendor.urls",
        DRAW + "def f(xs):\n    return random.choice(xs)",
        "hint",
    ),
    "a demonstration": ("sim.sort", DRAW + "def sort_demo(xs):\n    g(random.choice(xs))", "hint"),
    "a demonstration that returns its draw": (
        "sim.sort",
        DRAW + "def sort_demo(xs):\n    return random.choice(xs)",
        "error",
    ),
    "after a function that seeds": (
        "sim.nets",
        DRAW + "def f(xs, seed: int):\n    set_global_seed(seed)\n    return random.choice(xs)",
        "hint",
    ),
    "after a function that sets another seed": (
        "sim.nets",
        DRAW + "def f(xs, bed: int):\n    set_seedling(bed)\n    return random.choice(xs)",
        "error",
    ),
    "a tensor of which a shape is read": (
        "sim.nets",
        "import torch\ndef f(model, n):\n    x = torch.rand(1, n)\n    return model(x).shape[1]",
        "hint",
    ),
    "a tensor to trace a model with": (
        "sim.nets",
        "import torch\ndef input_example(n):\n    return torch.rand(1, n)",
        "hint",
    ),
    "a place in a picture": (
        "sim.nets",
        DRAW + "import matplotlib\ndef f(x, ax):\n    ax.scatter(x + random.random(), x)",
        "hint",
    ),
    "after a function that seeds only if it is asked to": (
        "sim.nets",
        DRAW + "def f(xs, seed=None):\n    if seed:\n        set_seed(seed)\n"
        "    return random.choice(xs)",
        "error",
    ),
    "a tensor that a model is tried on": (
        "sim.nets",
        "import torch\ndef f(model, n):\n    _ = model(torch.rand(1, n))\n    return n",
        "hint",
    ),
    "a tensor whose own shape is not what counts": (
        "sim.nets",
        "import torch\ndef f(model, n):\n    out = model(torch.rand(1, n))\n    return out",
        "error",
    ),
    "a port": ("sim.net", DRAW + "def f():\n    port = random.randrange(999)\n    g(port)", "hint"),
    "a layout in a folder for pictures": (
        "sim.drawing.layout",
        "import numpy as np\ndef f(seed=None):\n    return np.random.default_rng(seed)",
        "hint",
    ),
    "a toy": ("sim.toys.first", DRAW + "def f():\n    return random.random()", "hint"),
    "a number that is drawn": (
        "sim.urn",
        DRAW + "def draw():\n    return random.random()",
        "error",
    ),
    "a benchmark to solve": (
        "sim.datasets",
        "def random_benchmark(names: set[str]):\n    return list(names)",
        "error",
    ),
    "a folder of problems": (
        "sim.benchmark.graphs",
        DRAW + "def make(n):\n    return random.sample(range(n), 2)",
        "error",
    ),
    "a folder of programs that measure": (
        "sim.benchmark.graphs",
        DRAW + "import time\ndef make(n):\n    return random.sample(range(n), 2)",
        "hint",
    ),
    "a problem in a folder of benchmarks": (
        "sim.benchmark.graphs",
        DRAW + "import time\nclass Graphs:\n    def make(self, n):\n"
        "        return random.sample(range(n), 2)",
        "error",
    ),
    "a folder of programs": (
        "benchmarks.graphs",
        DRAW + "def make(n):\n    return random.sample(range(n), 2)",
        "hint",
    ),
    "a function that runs a benchmark": (
        "sim.graphs",
        DRAW + "def bench_search(n):\n    search(random.sample(range(n), 2))",
        "hint",
    ),
    "the performance of an aircraft": (
        "sim.performance.coefficients",
        "import os\ndef f(path):\n    return [read(p) for p in os.listdir(path)]",
        "error",
    ),
    "a split of data": (
        "sim.data",
        DRAW + "def make_train_test_data(xs):\n    random.shuffle(xs)\n    return xs",
        "error",
    ),
    "a function that tests": (
        "sim.data",
        DRAW + "def test_data(xs):\n    random.shuffle(xs)\n    g(xs)",
        "hint",
    ),
    "weights of a function that builds": (
        "sim.model",
        "import torch\ndef build_embedding(n):\n    return torch.randn(n)",
        "error",
    ),
    "weights of a function that converts": (
        "sim.model",
        "import torch\ndef convert_embedding(n):\n    w = torch.randn(n)\n    return w",
        "error",
    ),
    "an input for the shape": (
        "sim.model",
        "import torch\ndef export_onnx(model, shape):\n    x = torch.rand(shape)\n"
        "    save(model, x)",
        "hint",
    ),
    "a dummy input": (
        "sim.model",
        "import torch\ndef size(model, shape):\n    dummy = torch.rand(shape)\n"
        "    return model(dummy).shape[1]",
        "hint",
    ),
    "a wait": (
        "sim.net",
        DRAW + "import time\ndef f():\n    wait = 1 + random.random()\n    print(wait)\n"
        "    time.sleep(wait)",
        None,
    ),
    "a wait that is a result": (
        "sim.net",
        DRAW + "import time\ndef f():\n    wait = 1 + random.random()\n    time.sleep(wait)\n"
        "    return wait",
        "error",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_word_counts_with_a_second_fact(case) -> None:
    module, source, expected = CASES[case]
    found = {
        str(each.severity) for each in lint(source, select=("randomness", "order"), module=module)
    }
    assert found == (set() if expected is None else {expected})
