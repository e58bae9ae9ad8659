"""MuJoCo (the extra `mujoco`): a pile-up of boxes on a plane.

In the built-in scenario, `pile-up`, a heavy box slides into another, and both into a stack of
four on the ground. The setting `model` names a file with another model: every body that is not
fixed to the world is an actor.

A setting says how repeats begin, because their equality depends on it:

    restart: data      new mjData for each repeat (the default)
    restart: reset     mj_resetData
    restart: state     only time, qpos and qvel are restored, as programs often do

The built-in scenario starts after half a second of settling.
"""

from pathlib import Path
from typing import Any, final

from project_ghost.core.errors import InputError
from project_ghost.study.execute._simulator import Facts, Settings
from project_ghost.study.results._trace import Trace, TraceRecorder

from ._settings import check_names, choice, required_module, steps_of, whole

__all__ = ["MujocoSimulator", "prepare"]

_DURATION_NS = 3_000_000_000
_STEP_S = 0.005
_SETTLING_STEPS = 100
_SPEED_MPS = 18.0
_SAMPLE_STEPS = 4
_SOLVERS = ("Newton", "CG", "PGS")
_SETTINGS = ("restart", "solver", "model", "sample_steps")


def _pile_up(solver: str) -> str:
    stack = "\n".join(
        f'<body name="box {i + 1}" pos="{3.0 + 0.02 * (i % 3)} {0.03 * (i % 2)} {0.3 + 0.6 * i}">'
        '<freejoint/><geom type="box" size="0.3 0.3 0.3" mass="40"/></body>'
        for i in range(4)
    )
    return f"""<mujoco model="pile-up">
  <option timestep="{_STEP_S}" solver="{solver}"/>
  <worldbody>
    <geom type="plane" size="0 0 1" friction="0.4 0.005 0.0001"/>
    <body name="sliding" pos="-6 0.1 0.4"><freejoint/>
      <geom type="box" size="1.2 0.6 0.4" mass="1200"/></body>
    <body name="waiting" pos="0 0.35 0.4"><freejoint/>
      <geom type="box" size="1.2 0.6 0.4" mass="1200"/></body>
    {stack}
  </worldbody>
</mujoco>
"""


def prepare(settings: Settings) -> "MujocoSimulator":
    """Prepare `simulator: mujoco`."""
    check_names(settings, _SETTINGS)
    mujoco = required_module("mujoco", "mujoco")
    solver = choice(settings, "solver", _SOLVERS, _SOLVERS[0])
    path = settings.get("model")
    if path is None:
        if settings["scenario"] != "pile-up":
            raise InputError(
                f"there is no scenario {settings['scenario']!r} for MuJoCo",
                "scenario",
                "pile-up, or the setting model",
            )
        model = mujoco.MjModel.from_xml_string(_pile_up(solver))
    else:
        model = _from_file(mujoco, Path(str(path)))
    return MujocoSimulator(
        mujoco,
        model,
        restart=choice(settings, "restart", ("data", "reset", "state"), "data"),
        solver=solver if path is None else "the model's",
        steps=steps_of(settings, round(model.opt.timestep * 1e9), _DURATION_NS),
        sample_steps=whole(settings, "sample_steps", _SAMPLE_STEPS),
        is_pile_up=path is None,
    )


def _from_file(mujoco: Any, path: Path) -> Any:  # noqa: ANN401 - a module without types
    try:
        return mujoco.MjModel.from_xml_path(str(path))
    except (ValueError, OSError) as error:
        raise InputError(
            f"MuJoCo cannot load the model: {error}", str(path), "a model in MJCF or URDF"
        ) from None


@final
class MujocoSimulator:
    """Steps one model and records the positions of its bodies."""

    def __init__(
        self,
        mujoco: Any,  # noqa: ANN401
        model: Any,  # noqa: ANN401
        *,
        restart: str,
        solver: str,
        steps: int,
        sample_steps: int,
        is_pile_up: bool,
    ) -> None:
        self._mujoco = mujoco
        self._model = model
        self._restart = restart
        self._solver = solver
        self._steps = steps
        self._sample_steps = sample_steps
        self._step_ns = round(model.opt.timestep * 1e9)
        self._data = mujoco.MjData(model)
        self._movable = [i for i in range(1, model.nbody) if model.body_weldid[i] != 0]
        self._names = {i: model.body(i).name or f"body {i}" for i in self._movable}
        if is_pile_up:
            for _ in range(_SETTLING_STEPS):
                mujoco.mj_step(model, self._data)
            self._data.qvel[0] = _SPEED_MPS
        self._start = (self._data.qpos.copy(), self._data.qvel.copy())

    def run(self, seed: int, repeat: int) -> Trace:  # noqa: ARG002 - MuJoCo draws nothing
        """Return to the start as `restart` says and step to the end."""
        mujoco, model = self._mujoco, self._model
        if self._restart == "data":
            self._data = mujoco.MjData(model)
        elif self._restart == "reset":
            mujoco.mj_resetData(model, self._data)
        data = self._data
        data.time = 0.0
        data.qpos[:], data.qvel[:] = self._start
        recorder = TraceRecorder()
        touched, new = set[tuple[int, int]](), set[int]()
        for step in range(1, self._steps + 1):
            mujoco.mj_step(model, data)
            # Bodies that touch from the start, like those of a stack, do not count as colliding.
            pairs = self._touching() - touched if step > 1 else set[tuple[int, int]]()
            touched |= self._touching() if step == 1 else pairs
            new |= {body for pair in pairs for body in pair}
            if step % self._sample_steps == 0:
                for body in self._movable:
                    x, y, z = data.xpos[body].tolist()
                    name = self._names[body]
                    recorder.add(name, step * self._step_ns, x, y, z, collision=body in new)
                new.clear()
        return recorder.trace()

    def facts(self) -> Facts:
        """What the result depends on."""
        return {
            "restart": self._restart,
            "solver": self._solver,
            "step_ns": self._step_ns,
            "synchronous": True,
            "version": self._mujoco.__version__,
        }

    def _touching(self) -> set[tuple[int, int]]:
        """Pairs of movable bodies that touch now."""
        contact, body = self._data.contact, self._model.geom_bodyid
        pairs = zip(body[contact.geom1].tolist(), body[contact.geom2].tolist(), strict=True)
        return {pair for pair in pairs if all(each in self._names for each in pair)}
