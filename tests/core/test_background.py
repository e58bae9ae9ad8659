"""Goal: calls are made in order by one thread, and an error is never lost."""

import gc
import threading

import pytest

from project_ghost.core.background import Background
from tests.waiting import LIMIT_S, wait_until


def test_calls_are_made_in_their_order_by_another_thread() -> None:
    made: list[tuple[int, int]] = []
    background = Background("test", 3)
    for i in range(100):
        background.call(lambda i=i: made.append((i, threading.get_ident())))
    background.wait()
    assert [i for i, _ in made] == list(range(100))
    assert {thread for _, thread in made}.isdisjoint({threading.get_ident()})
    background.close()


def test_at_most_so_many_calls_wait() -> None:
    free = threading.Event()
    taken: list[int] = []
    background = Background("test", 2)

    def take(i: int) -> None:
        free.wait(LIMIT_S)
        taken.append(i)

    for i in range(3):
        background.call(take, i)
    blocked = threading.Thread(target=background.call, args=(taken.append, 3))
    blocked.start()
    blocked.join(0.05)
    assert blocked.is_alive()
    free.set()
    blocked.join(LIMIT_S)
    background.wait()
    assert taken == [0, 1, 2, 3]
    background.close()


def test_an_error_ends_it_and_is_raised_to_the_owner() -> None:
    made: list[int] = []

    def fail() -> None:
        raise ValueError("no room")

    background = Background("test", 4)
    background.call(fail)
    with pytest.raises(ValueError, match="no room"):
        background.wait()
    with pytest.raises(ValueError, match="no room"):
        background.call(made.append, 1)
    background.close()
    assert made == []


def test_closing_waits_for_all_calls_and_ends_the_thread() -> None:
    made: list[int] = []
    background = Background("test closing", 4)
    background.close()  # it has not begun
    for i in range(3):
        background.call(made.append, i)
    background.close()
    assert made == [0, 1, 2]
    assert "test closing" not in [thread.name for thread in threading.enumerate()]


def test_one_that_is_forgotten_leaves_no_thread() -> None:
    background = Background("test forgotten", 4)
    background.call(int)
    background.wait()
    del background
    gc.collect()
    wait_until(
        lambda: "test forgotten" not in [thread.name for thread in threading.enumerate()],
        "the end of the thread",
    )


def test_one_that_the_garbage_collector_ends_in_its_own_thread_leaves_none() -> None:
    """The collector runs where memory is taken: also in the thread, and while calls wait."""
    background = Background("test collected", 1)
    owner: list[object] = [background]
    owner.append(owner)  # only the collector finds it
    background.call(int)
    background.call(gc.collect)
    background.call(int)
    del background, owner

    def is_gone() -> bool:
        gc.collect()  # does nothing while the thread does it
        return "test collected" not in [thread.name for thread in threading.enumerate()]

    wait_until(is_gone, "the end of the thread")


def test_waiting_for_calls_after_one_that_failed_ends() -> None:
    def fail() -> None:
        free.wait(LIMIT_S)
        raise ValueError("no room")

    free = threading.Event()
    made: list[int] = []
    background = Background("test", 8)
    background.call(fail)
    for i in range(5):
        background.call(made.append, i)
    free.set()
    for _ in range(2):
        with pytest.raises(ValueError, match="no room"):
            background.wait()
    background.close()
    assert made == []


def test_it_can_be_used_again_after_it_was_closed() -> None:
    made: list[int] = []
    background = Background("test", 4)
    for i in range(3):
        background.call(made.append, i)
        background.close()
        background.close()
        background.wait()
    assert made == [0, 1, 2]


def test_where_no_thread_can_be_started_the_owner_makes_the_calls(monkeypatch) -> None:
    def start(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    def fail() -> None:
        raise ValueError("no room")

    monkeypatch.setattr(threading.Thread, "start", start)
    made: list[int] = []
    background = Background("test", 4)
    background.call(made.append, 1)
    assert made == [1]
    background.wait()
    with pytest.raises(ValueError, match="no room"):
        background.call(fail)
    with pytest.raises(ValueError, match="no room"):
        background.wait()
    background.close()
