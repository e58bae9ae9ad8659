"""Debian packages unpacked into a folder, without touching the system.

apt runs with its own state, cache and list of installed packages, so that
neither root nor any change to the machine's package database is needed.
"""

import shutil
from pathlib import Path

from .environment import NotRunnableError
from .machine import BUILD
from .processes import install


def unpacked(name: str, architecture: str, *packages: str) -> Path:
    """The folder `build/portable/NAME` with these packages and all that they depend on."""
    folder = BUILD / name
    if folder.is_dir():
        return folder
    for tool in ("apt-get", "dpkg-deb"):
        if shutil.which(tool) is None:
            raise NotRunnableError(f"there is no {tool}: not a Debian system")
    state = BUILD / f"{name}.apt"
    fresh = BUILD / f"{name}.partial"
    shutil.rmtree(fresh, ignore_errors=True)
    for package in _downloaded(state, architecture, packages):
        install("dpkg-deb", ["dpkg-deb", "--extract", str(package), str(fresh)])
    fresh.rename(folder)
    shutil.rmtree(state)
    return folder


def _downloaded(state: Path, architecture: str, packages: tuple[str, ...]) -> list[Path]:
    archives = state / "cache" / "archives"
    (archives / "partial").mkdir(parents=True, exist_ok=True)
    (state / "lists" / "partial").mkdir(parents=True, exist_ok=True)
    (state / "status").touch()
    options = {
        "Dir::State": state,
        "Dir::State::status": state / "status",
        "Dir::Cache": state / "cache",
        "APT::Architecture": architecture,
        "APT::Architectures::": architecture,
        "APT::Install-Recommends": "false",
        # apt would hand downloads to a user who may not write into our folder.
        "APT::Sandbox::User": "root",
        "Acquire::Languages": "none",
        "Debug::NoLocking": "true",
    }
    apt = ["apt-get", "--quiet"]
    for key, value in options.items():
        apt += ["--option", f"{key}={value}"]
    install("apt-get update", [*apt, "update"])
    install("apt-get", [*apt, "install", "--yes", "--download-only", *packages])
    return sorted(archives.glob("*.deb"))
