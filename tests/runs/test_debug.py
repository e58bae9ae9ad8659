"""Goal: a tick is opened inside one component, with its inputs, states and outputs."""

import io
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from project_ghost.core.errors import InputError, RunError
from project_ghost.runs import checkpoint, debug, prepare, recorded_run
from project_ghost.scenario.events import Monitor

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Path:
    folder: Path = tmp_path_factory.mktemp("run")
    recorded_run(prepare("t-junction-4", ["duration=2s"], execution="interpreted"), folder)
    return folder


def typed(run: Path, at: str, component: str, *commands: str) -> str:
    output = io.StringIO()
    text = "".join(f"{each}\n" for each in commands)
    debug(run, at, component, execution="interpreted", stdin=io.StringIO(text), stdout=output)
    return output.getvalue()


def test_output_and_update_are_opened_one_after_the_other(run) -> None:
    commands = ("p bool(state['speed'][0] > 0.5)", "p tick", "c", "p inputs['command'].shape", "c")
    text = typed(run, "1s", "Cars", *commands)
    assert "Cars (KinematicBicycles), output, at 1 s, tick 20\n" in text
    assert "Cars (KinematicBicycles), update, at 1 s, tick 20\n" in text
    assert "  state   alive = [1.0, 1.0]\n" in text
    assert "  inputs  command = [[" in text
    assert "  outputs motion = [[" in text
    assert "_kinematic_table.py(" in text
    assert text.count("(Pdb) ") == 5
    assert "(Pdb) True\n" in text
    assert "(Pdb) 20\n" in text
    assert "(Pdb) (2, 2)\n" in text
    assert text.endswith("Cars has finished its sample at 1 s.\n")


def test_a_block_is_opened_at_the_very_first_tick(run) -> None:
    text = typed(run, "0s", "Monitor", "args", "n", "p collided", "c")
    assert "Monitor (Monitor), output, at 0 s, tick 0\n" in text
    assert "contacts = 0.0\n" in text
    assert "(Pdb) 0.0\n" in text


@pytest.mark.slow
def test_the_tick_at_which_a_run_failed_is_opened(tmp_path, monkeypatch) -> None:
    def output(
        contacts: float, all_arrived: float, at_contact: float, at_arrival: float
    ) -> tuple[float, float]:
        if contacts > 0.0:
            raise RunError("this is too much")
        return 0.0, all_arrived * at_contact * at_arrival

    monkeypatch.setattr(Monitor, "output", staticmethod(output))
    prepared = prepare("t-junction-4", execution="interpreted")
    with pytest.raises(RunError, match="too much") as failure:
        recorded_run(prepared, tmp_path)
    assert "`ghost debug RUN --at 6100000000ns --component Monitor`" in failure.value.fix
    written = io.StringIO()
    with pytest.raises(RunError, match="component 'Monitor' failed: this is too much"):
        debug(
            tmp_path,
            "6100000000ns",
            "Monitor",
            execution="interpreted",
            stdin=io.StringIO("p contacts\nc\n"),
            stdout=written,
        )
    assert "Monitor (Monitor), output, at 6.1 s, tick 122\n" in written.getvalue()
    assert "(Pdb) 1.0\n" in written.getvalue()
    with pytest.raises(InputError, match=r"6\.15 s is beyond its end"):
        debug(tmp_path, "6.15s", "Monitor", execution="interpreted")
    with pytest.raises(InputError, match=r"6\.1 s is beyond its end"):
        checkpoint(tmp_path, "6.1s", execution="interpreted")


def test_the_end_of_the_input_quits_and_so_does_q(run) -> None:
    for commands in ((), ("q",), ("exit",)):
        text = typed(run, "50ms", "Cars", *commands)
        assert "output, at 0.05 s, tick 1" in text
        assert "update" not in text
        assert text.endswith("Left.\n")


@pytest.mark.parametrize(
    ("at", "component", "what", "fix"),
    [
        ("50ms", "Poses", "Poses has no sample at 0.05 s", "use 0 s or 0.1 s"),
        ("2.05s", "Poses", "2.05 s is beyond its end", "use 2 s"),
        ("1s", "Pose", "there is no component 'Pose'; did you mean 'Poses'?", "correct"),
        ("1.01s", "Poses", "1.01 s lies between two ticks", "use 1 s or 1.05 s"),
    ],
)
def test_a_tick_that_cannot_be_opened_is_refused(run, at, component, what, fix) -> None:
    with pytest.raises(InputError) as error:
        typed(run, at, component)
    assert error.value.what == what
    assert fix in error.value.fix


def test_a_component_of_an_actor_is_opened_by_its_path(tmp_path) -> None:
    recorded_run(prepare("car-estimation", ["duration=50ms"], execution="interpreted"), tmp_path)
    text = typed(tmp_path, "10ms", "car/imu", "p sorted(inputs)", "c", "c")
    assert text.startswith("car/imu (Imu), step, at 0.01 s, tick 1\n")
    assert "(Pdb) ['acceleration', 'dropped', 'extra_latency', 'rate']\n" in text
    assert text.endswith("car/imu has finished its sample at 0.01 s.\n")
    with pytest.raises(InputError, match="there is no component 'imu'; did you mean 'car/imu'"):
        typed(tmp_path, "10ms", "imu")


def command(run: Path, typed: str, **environment: str) -> SimpleNamespace:
    arguments = ["debug", run, "--at", "1s", "--component", "Monitor", "--exec", "interpreted"]
    done = subprocess.run(
        [sys.executable, "-c", "from project_ghost.cli import entry_point; entry_point()"]
        + [str(each) for each in arguments],
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        cwd=ROOT,
        env={**{k: v for k, v in os.environ.items() if k != "PYTHONBREAKPOINT"}, **environment},
        check=False,
    )
    return SimpleNamespace(code=done.returncode, out=done.stdout, err=done.stderr)


@pytest.mark.slow
def test_commands_come_through_a_pipe(run) -> None:
    done = command(run, "p inputs\nc\n")
    assert (done.code, done.err) == (0, "")
    assert "{'contacts': 0.0, 'all_arrived': 0.0}" in done.out
    assert done.out.endswith("Monitor has finished its sample at 1 s.\n")


@pytest.mark.slow
def test_another_debugger_is_respected(run) -> None:
    off = command(run, "", PYTHONBREAKPOINT="0")
    assert (off.code, off.err) == (0, "")
    assert "(Pdb)" not in off.out
    other = command(run, "", PYTHONBREAKPOINT="builtins.vars")
    assert (other.code, other.err) == (0, "")
    assert other.out.endswith("Monitor has finished its sample at 1 s.\n")
