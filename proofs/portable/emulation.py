"""Other CPUs by user-mode emulation: this machine's kernel, another CPU's instructions."""

import platform
import shutil

from .debian import unpacked
from .environment import Interpreter, NotRunnableError
from .interpreters import virtual_environment

_DEBIAN_NAMES = {"x86_64": "amd64", "aarch64": "arm64"}


def emulated_x86_64(native: Interpreter, cpu: str) -> Interpreter:
    """Our own Python on another x86-64 CPU."""
    if platform.machine() != "x86_64":
        raise NotRunnableError(f"this machine is {platform.machine()}, its Python not for x86-64")
    return Interpreter((_qemu("x86_64"), "-cpu", cpu, *native.command), native.variables)


def emulated_aarch64(cpu: str) -> Interpreter:
    """Debian's aarch64 CPython, with the pinned requirements as aarch64 wheels."""
    root = unpacked("aarch64-root", "arm64", "python3", "libstdc++6")
    emulator = (_qemu("aarch64"), "-L", str(root))
    base = Interpreter((*emulator, str(root / "usr" / "bin" / "python3")))
    python = virtual_environment("aarch64", base)
    return Interpreter((*emulator, "-cpu", cpu, python.command[-1]), python.variables)


def _qemu(target: str) -> str:
    """The emulator: the installed one, or else the one from Debian's package."""
    name = f"qemu-{target}-static"
    installed = shutil.which(name)
    if installed is not None:
        return installed
    here = _DEBIAN_NAMES.get(platform.machine())
    if here is None:
        raise NotRunnableError(f"there is no {name} on this machine")
    return str(unpacked("qemu", here, "qemu-user-static") / "usr" / "bin" / name)
