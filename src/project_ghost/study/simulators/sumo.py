"""SUMO through `libsumo` (the extra `sumo`): a crossing at which no car gives way.

In the built-in scenario, `crossing`, cars from the west and from the south ignore each other at a
crossing, so that some of them collide; their speeds vary at random. The settings `network` and
`routes` replace it, and `options` adds options of the program.

A setting says how repeats begin, because their equality depends on it:

    restart: start     start a new simulation for each repeat (the default)
    restart: load      make one simulation load everything again
    restart: state     return one simulation to a state that it saved at the start
    seeding: seed      --seed, with the study's seed (the default)
    seeding: random    --random: by the clock
"""

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, final

from project_ghost.core.errors import InputError
from project_ghost.study.execute._simulator import Facts, Settings
from project_ghost.study.results._trace import Trace, TraceRecorder

from ._settings import check_names, choice, required_module, steps_of, texts, whole

__all__ = ["SumoSimulator", "prepare"]

_STEP_NS = 100_000_000
_DURATION_NS = 20_000_000_000
_SAVED_AT_STEP = 30  # by then the first cars are on the road
_FULL_PRECISION = 17

# Two one-way roads of one lane, 240 m long, which cross in the middle.
_NETWORK = """<net version="1.20">
  <location netOffset="0,0" convBoundary="-120,-120,120,120" origBoundary="-120,-120,120,120"
    projParameter="!"/>
  <edge id=":centre_0" function="internal">
    <lane id=":centre_0_0" index="0" speed="13.9" length="6" shape="-3,0 3,0"/>
  </edge>
  <edge id=":centre_1" function="internal">
    <lane id=":centre_1_0" index="0" speed="13.9" length="6" shape="0,-3 0,3"/>
  </edge>
  <edge id="from_west" from="west" to="centre" priority="2">
    <lane id="from_west_0" index="0" speed="13.9" length="117" shape="-120,0 -3,0"/>
  </edge>
  <edge id="to_east" from="centre" to="east" priority="2">
    <lane id="to_east_0" index="0" speed="13.9" length="117" shape="3,0 120,0"/>
  </edge>
  <edge id="from_south" from="south" to="centre" priority="1">
    <lane id="from_south_0" index="0" speed="13.9" length="117" shape="0,-120 0,-3"/>
  </edge>
  <edge id="to_north" from="centre" to="north" priority="1">
    <lane id="to_north_0" index="0" speed="13.9" length="117" shape="0,3 0,120"/>
  </edge>
  <junction id="centre" type="priority" x="0" y="0" incLanes="from_west_0 from_south_0"
    intLanes=":centre_0_0 :centre_1_0" shape="-3,1.6 3,1.6 3,-1.6 -3,-1.6">
    <request index="0" response="00" foes="10" cont="0"/>
    <request index="1" response="01" foes="01" cont="0"/>
  </junction>
  <junction id="west" type="dead_end" x="-120" y="0" incLanes="" intLanes=""
    shape="-120,1.6 -120,-1.6"/>
  <junction id="east" type="dead_end" x="120" y="0" incLanes="to_east_0" intLanes=""
    shape="120,-1.6 120,1.6"/>
  <junction id="south" type="dead_end" x="0" y="-120" incLanes="" intLanes=""
    shape="-1.6,-120 1.6,-120"/>
  <junction id="north" type="dead_end" x="0" y="120" incLanes="to_north_0" intLanes=""
    shape="1.6,120 -1.6,120"/>
  <connection from="from_west" to="to_east" fromLane="0" toLane="0" via=":centre_0_0" dir="s"
    state="M"/>
  <connection from="from_south" to="to_north" fromLane="0" toLane="0" via=":centre_1_0" dir="s"
    state="m"/>
  <connection from=":centre_0" to="to_east" fromLane="0" toLane="0" dir="s" state="M"/>
  <connection from=":centre_1" to="to_north" fromLane="0" toLane="0" dir="s" state="M"/>
</net>
"""

# `sigma` is how much the speed of a driver varies. With the last three no driver gives way.
_ROUTES = """<routes>
  <vType id="hasty" sigma="0.5" length="4.5" minGap="1.5" jmIgnoreFoeProb="1"
    jmIgnoreFoeSpeed="50" jmIgnoreJunctionFoeProb="1"/>
  <route id="eastwards" edges="from_west to_east"/>
  <route id="northwards" edges="from_south to_north"/>
  <flow id="west" type="hasty" route="eastwards" begin="0" number="8" period="1.6"
    departSpeed="10"/>
  <flow id="south" type="hasty" route="northwards" begin="0" number="8" period="1.6"
    departSpeed="10"/>
</routes>
"""

_SETTINGS = ("restart", "seeding", "network", "routes", "options", "step_ns", "threads")


def prepare(settings: Settings) -> "SumoSimulator":
    """Prepare `simulator: sumo`."""
    check_names(settings, _SETTINGS)
    # Suppresses a warning about pyarrow, which is not used here.
    os.environ.setdefault("LIBSUMO_AS_TRACI", "quiet")
    libsumo = required_module("libsumo", "sumo")
    files = [settings.get(name) for name in ("network", "routes")]
    if None in files and files != [None, None]:
        raise InputError(
            "only one of network and routes is set",
            "settings",
            "both, or neither for the built-in scenario",
        )
    if files == [None, None] and settings["scenario"] != "crossing":
        raise InputError(
            f"there is no scenario {settings['scenario']!r} for SUMO",
            "scenario",
            "crossing, or the settings network and routes",
        )
    step_ns = whole(settings, "step_ns", _STEP_NS)
    return SumoSimulator(
        libsumo,
        [None if path is None else Path(str(path)) for path in files],
        step_ns=step_ns,
        steps=steps_of(settings, step_ns, _DURATION_NS),
        restart=choice(settings, "restart", ("start", "load", "state"), "start"),
        seeding=choice(settings, "seeding", ("seed", "random"), "seed"),
        options=texts(settings, "options"),
        threads=whole(settings, "threads", 1),
    )


@final
class SumoSimulator:
    """Runs SUMO inside this process and records every vehicle at each step."""

    def __init__(
        self,
        libsumo: Any,  # noqa: ANN401 - a module without types
        files: list[Path | None],
        *,
        step_ns: int,
        steps: int,
        restart: str,
        seeding: str,
        options: tuple[str, ...],
        threads: int,
    ) -> None:
        self._sumo = libsumo
        self._folder = TemporaryDirectory(prefix="ghost-sumo-")
        self._files = [
            _written(path, Path(self._folder.name, name), text)
            for path, name, text in zip(
                files, ("net.xml", "rou.xml"), (_NETWORK, _ROUTES), strict=True
            )
        ]
        self._state = Path(self._folder.name, "state.xml")
        self._step_ns = step_ns
        self._steps = steps
        self._restart = restart
        self._seeding = seeding
        self._options = options
        self._threads = threads
        self._running = False
        self._version = ""

    def run(self, seed: int, repeat: int) -> Trace:  # noqa: ARG002 - nothing may depend on it
        """Begin as `restart` says and run to the end."""
        sumo, first = self._sumo, 0
        options = self._command(seed)
        if self._restart == "start" or not self._running:
            sumo.start(["sumo", *options])
            self._version = sumo.getVersion()[1]
            self._running = True
            if self._restart == "state":
                for _ in range(_SAVED_AT_STEP):
                    sumo.simulationStep()
                sumo.simulation.saveState(str(self._state))
        elif self._restart == "load":
            sumo.load(options)
        else:
            sumo.simulation.loadState(str(self._state))
        if self._restart == "state":
            first = _SAVED_AT_STEP
        recorder = TraceRecorder({"yaw": "rad", "speed": "m/s"})
        for step in range(first + 1, self._steps + 1):
            sumo.simulationStep()
            self._sample(step * self._step_ns, recorder)
        if self._restart == "start":
            sumo.close()
            self._running = False
        return recorder.trace()

    def facts(self) -> Facts:
        """What the result depends on."""
        return {
            "options": " ".join(self._options),
            "restart": self._restart,
            "seeding": self._seeding,
            "step_ns": self._step_ns,
            "synchronous": True,
            "threads": self._threads,
            "version": self._version,
        }

    def close(self) -> None:
        """End the simulation and remove its files."""
        if self._running:
            self._sumo.close()
            self._running = False
        self._folder.cleanup()

    def _command(self, seed: int) -> list[str]:
        network, routes = self._files
        found = ["--net-file", str(network), "--route-files", str(routes)]
        found += ["--step-length", str(self._step_ns / 1e9), "--no-step-log", "--no-warnings"]
        found += ["--collision.action", "warn", "--collision.check-junctions"]
        found += ["--random"] if self._seeding == "random" else ["--seed", str(seed)]
        if self._restart == "state":
            # By default a saved state has two decimals and no random numbers.
            found += ["--save-state.rng", "--save-state.precision", str(_FULL_PRECISION)]
        if self._threads > 1:
            found += ["--threads", str(self._threads)]
        return [*found, *self._options]

    def _sample(self, time_ns: int, recorder: TraceRecorder) -> None:
        vehicle = self._sumo.vehicle
        hits = {name for c in self._sumo.simulation.getCollisions() for name in _both(c)}
        for name in sorted(vehicle.getIDList()):
            x, y, z = vehicle.getPosition3D(name)
            recorder.add(
                name,
                time_ns,
                x,
                y,
                z,
                collision=name in hits,
                yaw=_radians(vehicle.getAngle(name)),
                speed=vehicle.getSpeed(name),
            )


def _both(collision: Any) -> tuple[str, str]:  # noqa: ANN401 - libsumo's TraCICollision
    return collision.collider, collision.victim


def _radians(heading_deg: float) -> float:
    """Degrees clockwise from north to radians clockwise from north."""
    return heading_deg * (3.141592653589793 / 180.0)


def _written(given: Path | None, path: Path, text: str) -> Path:
    if given is None:
        path.write_text(text, encoding="utf-8")
        return path
    if not given.is_file():
        raise InputError(
            "there is no such file", str(given), "a network or routes for SUMO", "check the path"
        )
    return given.resolve()
