"""Weights that networks draw are found where nothing in a package seeds their framework."""

import textwrap
from pathlib import Path

import pytest

from project_ghost.lint import Severity, lint_paths, load_config
from tests.lint.helpers import lint

NETS = """
    from torch import nn


    class Net(nn.Module):
        def __init__(self, size):
            super().__init__()
            self.layer = nn.Linear(size, 2)
            self.head = nn.Linear(2, 1)


    class Memory(nn.Module):
        def __init__(self, size):
            super().__init__()
            self.cells = nn.LSTM(size, 2)
"""
TRAINER = """
    import torch

    from .nets import Net


    def fit(net, loss):
        optimiser = torch.optim.Adam(net.parameters())
        loss(net).backward()
        optimiser.step()
"""


def found(folder: Path, **files: str) -> list[tuple[str, int, Severity]]:
    """The findings about weights: the file, the line and the severity."""
    (folder / "pyproject.toml").write_text("[tool.ghost.lint]\n", encoding="utf-8")
    (folder / "world").mkdir()
    for name, text in {"__init__": "", **files}.items():
        path = folder / "world" / f"{name}.py"
        path.write_text(textwrap.dedent(text), encoding="utf-8")
    config = load_config([folder]).with_options(("unseeded-weights",), ())
    report = lint_paths([folder], config, use_cache=False, jobs=1, show_hints=True)
    return [(Path(each.path).stem, each.line, each.severity) for each in report.findings]


def test_one_finding_a_file_in_a_package_that_seeds_nothing(tmp_path: Path) -> None:
    assert found(tmp_path, nets=NETS, trainer=TRAINER) == [("nets", 8, Severity.ERROR)]


def test_the_message_counts_the_other_classes() -> None:
    (first,) = lint(textwrap.dedent(NETS), select=("unseeded-weights",))
    assert "of `Net`" in first.message
    assert "1 other" in first.message


SEEDINGS = {
    "an optional seed": "import torch\ndef start(seed=None):\n    torch.manual_seed(seed)\n",
    "a library": "from lightning import seed_everything\nseed_everything(3)\n",
    "a program": (
        "import torch\nif __name__ == '__main__':\n    torch.manual_seed(3)\n    import world\n"
    ),
    "an agent": (
        "from stable_baselines3 import PPO\ndef agent(env, seed):\n"
        "    return PPO('MlpPolicy', env, seed=seed)\n"
    ),
}


@pytest.mark.parametrize("case", SEEDINGS)
def test_a_package_that_may_seed_gets_a_hint(tmp_path: Path, case: str) -> None:
    known = found(tmp_path, nets=NETS, trainer=TRAINER, start=SEEDINGS[case])
    assert known == [("nets", 8, Severity.HINT)]


OTHERS = {
    "numpy": "import numpy as np\ndef start(seed):\n    np.random.seed(seed)\n",
    "a generator": "import torch\ndef start(s):\n    return torch.Generator().manual_seed(s)\n",
    "an environment": "def start(env, seed):\n    env.set_seed(seed)\n",
}


@pytest.mark.parametrize("case", OTHERS)
def test_other_seedings_do_not_count(tmp_path: Path, case: str) -> None:
    known = found(tmp_path, nets=NETS, trainer=TRAINER, start=OTHERS[case])
    assert known == [("nets", 8, Severity.ERROR)]


def test_the_seeding_of_a_test_does_not_count(tmp_path: Path) -> None:
    test = "import torch\ndef test_it():\n    torch.manual_seed(3)\n"
    known = found(tmp_path, nets=NETS, trainer=TRAINER, test_nets=test)
    assert known == [("nets", 8, Severity.ERROR)]


def test_layers_under_the_name_of_the_package(tmp_path: Path) -> None:
    own = "from torch.nn import *\n"
    nets = "from .own import Linear\ndef net(n):\n    return Linear(n, 2)\n"
    known = found(tmp_path, own=own, nets=nets, trainer=TRAINER)
    assert known == [("nets", 3, Severity.ERROR)]


def test_a_package_that_trains_nothing_gets_a_hint(tmp_path: Path) -> None:
    assert found(tmp_path, nets=NETS) == [("nets", 8, Severity.HINT)]


GIVEN = {
    "loaded in the constructor": """
        import torch
        from torch import nn
        class Net(nn.Module):
            def __init__(self, path):
                super().__init__()
                self.layer = nn.Linear(3, 2)
                self.load_state_dict(torch.load(path))
    """,
    "set right after": """
        import torch
        from torch import nn
        class Net(nn.Module):
            def __init__(self, values):
                super().__init__()
                self.table = nn.Embedding(3, 2)
                self.table.weight = nn.Parameter(values)
    """,
    "an initialiser that is found": """
        import torch
        from torch import nn
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.layer = nn.Linear(3, 2)
                nn.init.orthogonal_(self.layer.weight)
    """,
    "without weights": """
        from torch import nn
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.layer = nn.ReLU()
    """,
    "with an initialiser of its own": """
        from tensorflow import keras
        def network(n, seed):
            start = keras.initializers.GlorotUniform(seed)
            return keras.Sequential([keras.layers.Dense(n, kernel_initializer=start)])
    """,
}


@pytest.mark.parametrize("case", GIVEN)
def test_weights_that_are_given_are_not_found(case: str) -> None:
    assert lint(textwrap.dedent(GIVEN[case]), select=("unseeded-weights",)) == []
