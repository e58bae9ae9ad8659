"""Goal: a package that is installed brings its components to scenarios by short names.

Method: pip builds and installs the package `robots` from a folder, without a network, and other
processes run, verify and reopen a scenario that has only the short names.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from project_ghost.telemetry import Recording

HERE = Path(__file__).parent
PROJECT = """
[build-system]
requires = ["flit_core"]
build-backend = "flit_core.buildapi"

[project]
name = "robots"
version = "1.2"
description = "Components for a scenario."

[project.entry-points."ghost.components"]
lane-keeper = "robots.drivers:LaneKeeper"
stroller = "robots.drivers:Stroller"
climber = "robots.drivers:Climber"
carts = "robots.vehicles:Carts"
altimeter = "robots.sensors:Altimeter"
guess = "robots.estimators:Guess"
"""
SHORT = {
    "robots.drivers:LaneKeeper": "lane-keeper",
    "robots.drivers:Stroller": "stroller",
    "robots.drivers:Climber": "climber",
    "robots.vehicles:Carts": "carts",
    "robots.sensors:Altimeter": "altimeter",
    "robots.estimators:Guess": "guess",
}


@pytest.mark.slow
def test_an_installed_package_brings_short_names(tmp_path) -> None:
    project, site = tmp_path / "project", tmp_path / "site"
    shutil.copytree(
        HERE / "robots", project / "robots", ignore=shutil.ignore_patterns("__pycache__")
    )
    (project / "pyproject.toml").write_text(PROJECT)
    scene = (HERE / "scene.yaml").read_text()
    for path, name in SHORT.items():
        assert path in scene
        scene = scene.replace(path, name)
    (tmp_path / "scene.yaml").write_text(scene)
    environment = {**os.environ, "PYTHONPATH": str(site)}

    def run(*command: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", *command],
            cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    offline = ("--no-index", "--no-build-isolation", "--no-deps", "--disable-pip-version-check")
    run("pip", "install", "--quiet", *offline, "--target", str(site), str(project))
    run("project_ghost", "run", "scene.yaml", "--exec", "interpreted", "-o", "run")
    with Recording(tmp_path / "run" / "run.mcap") as recording:
        components = json.loads(recording.manifest["components"])
    assert {path for path in components.values() if path.startswith("robots.")} == set(SHORT)
    verified = run("project_ghost", "verify", "run", "-n", "1", "--exec", "interpreted")
    assert "the same" in verified
    run("project_ghost", "rerun", "run", "-o", "again", "--exec", "interpreted")
