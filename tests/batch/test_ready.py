"""Goal: a process keeps few things ready, closes the others, and ends what takes too long."""

import pytest

from project_ghost.batch import TimeLimitError, close_ready, forget_ready, limited, ready


class Thing:
    def __init__(self, log: list[str], name: str) -> None:
        self._log, self._name = log, name
        log.append(f"make {name}")

    def close(self) -> None:
        self._log.append(f"close {self._name}")


def test_the_last_used_things_stay_ready_and_the_others_are_closed() -> None:
    log: list[str] = []
    for name in ("a", "b", "a", "c", "a", "b"):
        ready(name, lambda name=name: Thing(log, name), most=2)  # type: ignore[misc]
    assert log == ["make a", "make b", "close b", "make c", "close c", "make b"]
    close_ready()
    assert log[6:] == ["close b", "close a"]
    ready("a", lambda: Thing(log, "a"))
    forget_ready()
    close_ready()
    assert log[8:] == ["make a"]


def test_a_limit_ends_python_code_from_within() -> None:
    def spins_for_ever() -> None:
        while True:
            pass

    with pytest.raises(TimeLimitError, match="too long"), limited(0.01, _too_long):
        spins_for_ever()
    with limited(None, _too_long), limited(60.0, _too_long):
        pass


def _too_long() -> TimeLimitError:
    return TimeLimitError("too long")
