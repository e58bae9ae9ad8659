"""The example that learns to drive: it gets better, and says how it did."""

import importlib.util
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn_to_drive.py"


@pytest.mark.slow
def test_the_example_learns(capsys) -> None:
    spec = importlib.util.spec_from_file_location("learn_to_drive", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    _, history = example.learn(rounds=6, copies=32)
    assert history[0] == 0.0  # weights of 0 let the car stand
    assert history[-1] > 5.0
    assert "round  6" in capsys.readouterr().out
