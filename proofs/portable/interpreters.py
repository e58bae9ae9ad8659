"""The CPythons on this machine, and a virtual environment for each."""

import hashlib
import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

from . import processes
from .environment import Interpreter
from .machine import BUILD, ROOT
from .processes import install

# The minor versions that Ghost supports: one that is absent is reported as not run.
SUPPORTED = ("3.11", "3.12", "3.13", "3.14")
_NEWEST_SOUGHT = 20
_REQUIREMENTS = ROOT / "requirements" / "run.txt"
_ASK = "import platform as p; print(p.python_implementation(), p.python_version())"


@cache
def found() -> dict[str, str]:
    """The CPythons from 3.11 on that `PATH` and pyenv offer: full version to executable."""
    answers: dict[str, str] = {}
    for candidate in _candidates():
        answer = _ask(candidate)
        if answer and _numbers(answer) >= (3, 11):
            answers.setdefault(answer, candidate)
    return {version: answers[version] for version in sorted(answers, key=_numbers)}


def virtual_environment(name: str, base: Interpreter) -> Interpreter:
    """A virtual environment with the pinned requirements and this checkout's package.

    It is made once and kept until the requirements change. The package is not
    installed but found on the path, so that what runs is always the checkout.
    """
    folder = BUILD / "venvs" / name
    stamp = hashlib.sha256(_REQUIREMENTS.read_bytes() + repr(base).encode()).hexdigest()
    marker = folder / "ready"
    python = Interpreter(
        (*base.command[:-1], str(folder / "bin" / "python")), {"PYTHONPATH": str(ROOT / "src")}
    )
    if marker.is_file() and marker.read_text(encoding="utf-8") == stamp:
        return python
    shutil.rmtree(folder, ignore_errors=True)
    install("venv", [*base.command, "-m", "venv", "--without-pip", str(folder)])
    options = ["--quiet", "--no-compile", "--require-hashes", "--only-binary", ":all:"]
    install(
        "pip",
        [*python.command, "-m", "pip", "install", *options, "--requirement", str(_REQUIREMENTS)],
        PYTHONPATH=str(_pip_alone()),
    )
    marker.write_text(stamp, encoding="utf-8")
    return python


def _pip_alone() -> Path:
    """A folder with nothing but our own pip, which any Python can import.

    pip is pure Python; borrowing it spares a download for each Python and works for
    one that is emulated, which cannot start the subprocess that `ensurepip` needs.
    """
    import pip

    folder = BUILD / "pip"
    folder.mkdir(parents=True, exist_ok=True)
    link = folder / "pip"
    if not link.exists():
        link.unlink(missing_ok=True)
        link.symlink_to(Path(pip.__file__).parent)
    return folder


def _candidates() -> list[str]:
    names = ["python3", *(f"python3.{minor}" for minor in range(11, _NEWEST_SOUGHT + 1))]
    folders = os.get_exec_path()
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    folders += [str(folder) for folder in sorted(pyenv.glob("versions/*/bin"))]
    paths = [Path(folder) / name for folder in folders for name in names]
    # A virtual environment is not a CPython of its own, and our own one is on the path.
    real = [str(path) for path in paths if path.is_file() and not _in_venv(path)]
    return list(dict.fromkeys(real))


def _in_venv(path: Path) -> bool:
    return (path.parent.parent / "pyvenv.cfg").is_file()


def _ask(executable: str) -> str | None:
    """The version of a CPython; None for anything else, a pyenv shim without target included."""
    try:
        done = processes.run([executable, "-c", _ASK], variables={}, cwd=ROOT, timeout_s=20.0)
    except (OSError, subprocess.TimeoutExpired):
        return None
    kind, _, version = done.stdout.strip().partition(" ")
    return version if done.returncode == 0 and kind == "CPython" else None


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version)[:3])
