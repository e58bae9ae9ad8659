"""Sweeps as a user starts them: `ghost sweep` in a process on a machine of the cluster."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from project_ghost.core.compiled import cache_directory

from .nodes import ROOT, Cluster

LIMIT_S = 400.0


@dataclass
class Driver:
    """Starts `ghost` with the cluster's token, in a folder of the test."""

    cluster: Cluster
    folder: Path

    def environment(self, **more: str) -> dict[str, str]:
        # The user's machine, where machine code is compiled once. Nodes have empty caches.
        cache = str(cache_directory().parent)
        return self.cluster.environment(**{"GHOST_CACHE_DIR": cache, **more})

    def words(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "project_ghost", *words]

    def start(self, *words: str, **environment: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            self.words(*words), cwd=self.folder, env=self.environment(**environment), text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def run(self, *words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            self.words(*words), cwd=self.folder, env=self.environment(**environment), text=True,
            capture_output=True, timeout=LIMIT_S, check=False,
        )  # fmt: skip

    def sweep(self, text: str) -> str:
        """Write a sweep.yaml."""
        path = self.folder / "sweep.yaml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    def result(self, *words: str, **environment: str) -> dict[str, Any]:
        """Run a sweep to its end; the answer of `--json`."""
        done = self.run("sweep", "run", *words, "--json", **environment)
        assert done.returncode == 0, done.stderr
        return dict(json.loads(done.stdout))

    @property
    def on_ray(self) -> tuple[str, ...]:
        return ("--executor", "ray", "--address", self.cluster.address)


def callback(name: str) -> tuple[str, str]:
    return "--callback", f"{ROOT / 'tests' / 'cluster' / 'disturb.py'}:{name}"
