"""Tasks for the tests of executors: in a module, so that other processes can import them."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

from project_ghost.core.compile_steps import CompileStep, announce
from project_ghost.core.errors import DomainError, InputError
from tests.waiting import wait_until


def double(number: int) -> int:
    return 2 * number


def compiles(kernels: int) -> str:
    for number in range(1, kernels + 1):
        announce(CompileStep(f"kernel{number}", number, kernels))
    return "compiled"


def refused(number: int) -> NoReturn:
    raise InputError(f"not {number}", "here", "another", "take it")


def outside_its_domain() -> NoReturn:
    raise DomainError("dmath.sqrt", "0 or more", -1.0)


def broken() -> float:
    return 1 / 0


class PeculiarError(InputError):
    """Cannot be made again from its arguments."""

    def __init__(self) -> None:
        super().__init__("peculiar")


def peculiar() -> NoReturn:
    raise PeculiarError


def killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def waits_for(path: Path) -> str:
    """The content of a file that another process writes."""
    wait_until(path.exists, f"{path} is written")
    return path.read_text(encoding="utf-8")


def writes(path: Path) -> str:
    path.with_suffix(".tmp").write_text("here", encoding="utf-8")
    path.with_suffix(".tmp").rename(path)
    return "written"


def starts_a_child_and_hangs(note: Path) -> None:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    note.with_suffix(".tmp").write_text(f"{os.getpid()} {child.pid}", encoding="utf-8")
    note.with_suffix(".tmp").rename(note)
    child.wait()


def unpicklable() -> object:
    return lambda: None


def facts() -> tuple[int, str | None, int]:
    return os.getpid(), os.environ.get("PYTHONHASHSEED"), hash("ghost")


def raises_once(note: Path) -> str:
    if note.exists():
        return "the second time"
    note.write_text("here", encoding="utf-8")
    raise ValueError("the first time")


def spins() -> None:
    while True:
        pass


def says_its_process(note: Path) -> None:
    if not note.with_suffix(".done").exists():
        note.with_suffix(".done").write_text("once", encoding="utf-8")
        note.write_text(str(os.getpid()), encoding="utf-8")
