"""Goal: what is studied is called as it is told, and what goes wrong is said in one message."""

import sys
from pathlib import Path

import pytest

from examples import study_client
from project_ghost.core.errors import InputError, RunError
from project_ghost.study import CommandSimulator, PreparedSimulator, find_simulator
from tests.waiting import wait_until

WRITE = (
    "import sys; out, seed = sys.argv[1:3];"
    "open(out, 'w').write('actor,time_s,x_m,y_m\\n' + 'a,0,1,2\\na,0.5,3,' + seed)"
)


def scene(program: str, **options) -> CommandSimulator:
    command = [sys.executable, "-c", program, "{out}", "{seed}"]
    return CommandSimulator(command, {"scenario": "x"}, **options)


def is_alive(process: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_any_program_is_a_simulator() -> None:
    found = scene(WRITE)
    assert isinstance(found, PreparedSimulator)
    trace = found.run(7, 1)
    assert trace.actors == ("a",)
    assert trace.times_ns.tolist() == [0, 500_000_000]
    assert trace.columns["y"].values.tolist() == [2.0, 7.0]
    assert "{seed}" in str(found.facts()["command"])


def test_columns_may_be_mapped() -> None:
    program = "import sys; open(sys.argv[1], 'w').write('t,px,py\\n0,100,200\\n')"
    trace = scene(program, columns="time=t[ms],x=px[cm],y=py[cm]").run(1, 1)
    assert trace.columns["x"].scale == 0.01


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("raise SystemExit('out of fuel')", r"exit code 1[\s\S]*out of fuel"),
        ("pass", "wrote no trace"),
        ("import sys; open(sys.argv[1], 'w')", "the columns  do not match a known layout"),
        ("import sys; open(sys.argv[1], 'w').write('actor,time_s,x_m,y_m\\n')", "is empty"),
        ("import sys; open(sys.argv[1], 'w').write('p,q\\n1,2\\n')", "p, q do not match"),
        (
            "import sys; open(sys.argv[1], 'w').write('actor,time_s,x_m,y_m\\na,0,1,2\\na,0,1,2')",
            "occurs 2 times",
        ),
    ],
)
def test_a_program_that_fails_is_told_of(program, message) -> None:
    with pytest.raises((InputError, RunError), match=message):
        scene(program).run(1, 1)


def test_units_that_contradict_are_refused() -> None:
    program = "import sys; open(sys.argv[1], 'w').write('t_s,x_m,y_m\\n0,1,2\\n')"
    with pytest.raises(InputError, match="in 'm' by its name but in 'cm'"):
        scene(program, columns="time=t_s,x=x_m[cm],y=y_m").run(1, 1)


def test_a_program_that_hangs_is_stopped_with_its_children(tmp_path) -> None:
    child = tmp_path / "child"
    program = (
        "import subprocess; child = subprocess.Popen(['sleep', '600']);"
        f"open({str(child)!r}, 'w').write(str(child.pid)); child.wait()"
    )
    with pytest.raises(RunError, match=r"was stopped after 1\.5 s"):
        scene(program, time_limit_ns=1_500_000_000).run(1, 1)
    wait_until(lambda: not is_alive(int(child.read_text())), "the child has ended")


def test_commands_are_checked_before_they_run() -> None:
    with pytest.raises(InputError, match="the path of its trace"):
        CommandSimulator(["sim"], {})
    with pytest.raises(InputError, match=r"has \{sed\}, which is not a setting"):
        CommandSimulator(["sim", "{out}", "{sed}"], {})
    with pytest.raises(RunError, match="cannot be started"):
        CommandSimulator(["/nowhere/sim", "{out}"], {}).run(1, 1)


def test_simulators_are_found_by_name() -> None:
    prepare = find_simulator("ghost")
    found = prepare(
        {"scenario": "t-junction-4", "duration_ns": 500_000_000, "execution": "interpreted"}
    )
    one, two = found.run(1, 1), found.run(1, 2)
    assert one.digest() == two.digest()
    assert one.actors == ("car1", "car2", "pedestrian")
    assert len(one.times_ns) == 6 * 3
    assert found.facts()["level"] == "portable"
    with pytest.raises(InputError, match="no simulator 'gost'"):
        find_simulator("gost")
    with pytest.raises(InputError, match="cannot be imported"):
        find_simulator("no_such_module_anywhere:prepare")
    with pytest.raises(InputError, match="has no function 'nothing'"):
        find_simulator("project_ghost.study:nothing")
    with pytest.raises(InputError, match="no setting 'scenari'"):
        prepare({"scenari": "x"})


def test_the_ego_controller_is_a_setting() -> None:
    """Another driver drives another way; with the right name it is taken as it is."""
    base = {"scenario": "t-junction-1", "duration_ns": 1_500_000_000, "execution": "interpreted"}
    other = base | {"set": ("actors.car1.driver.kind=stanley",), "end_at_last_waypoint": True}
    prepare = find_simulator("ghost")
    assert prepare(base).run(1, 1).digest() != prepare(other).run(1, 1).digest()


def test_our_collisions_are_marked() -> None:
    """Interpreted, test 4 up to just after car 2 hits the pedestrian."""
    found = find_simulator("ghost")(
        {
            "scenario": "t-junction-6",
            "execution": "interpreted",
            "end_at_first_collision": True,
            "duration_ns": None,
        }
    )
    trace = found.run(1, 1)
    assert trace.first_collision_ns is not None
    assert trace.first_collision_ns >= int(trace.times_ns.max()) - 100_000_000


def test_the_template_of_a_client_works(capsys) -> None:
    study_client.main()
    assert "40 samples of car: identical" in capsys.readouterr().out
