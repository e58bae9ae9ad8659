"""What tests read of a run."""

from typing import Any

from project_ghost.engine import Engine


def value(engine: Engine, signal: str) -> Any:
    """A number or a tuple of them: which, the test knows."""
    return engine.value(signal)
