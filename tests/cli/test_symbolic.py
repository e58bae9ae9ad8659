"""Goal: `ghost symbolic` from a scenario to a model, matrices, C and a proof, and its messages."""

import json
import shlex
import shutil
import sys
import threading
from pathlib import Path

import pytest

pytest.importorskip("casadi", reason="needs the extra symbolic")

from project_ghost.cli import main
from project_ghost.scenario import builtin_names
from project_ghost.symbolic import load
from tests.cli.command import Terminal, run_command

EXAMPLES = Path(__file__).parents[2] / "examples"
LOOP = EXAMPLES / "symbolic" / "unstable_loop.py"
CAR = ("t-junction-1", "--keep", "Cars")
QUICK = {"car-estimation", "quadrotor-figure-eight", "t-junction-1", "t-junction-5"}
GRAPHS = """
from project_ghost.engine import Graph
from project_ghost.engine.blocks import Constant, FirstOrderLag

def lag() -> Graph:
    graph = Graph("1ms")
    graph.group("g", rate_hz=1000)
    graph.add("C", Constant(1.0), "g")
    graph.add("L", FirstOrderLag(0.05), "g")
    graph.connect("C.y", "L.u")
    return graph

whole = lag()
needs = lambda size: size
"""

COUNTING = """
from project_ghost.engine import Graph
from project_ghost.engine.blocks import Constant, FirstOrderLag, Integrator

def counting() -> Graph:
    graph = Graph("1ms")
    graph.group("g", rate_hz=1000)
    graph.add("C", Constant(1.0), "g")
    graph.add("L", FirstOrderLag(0.05), "g")
    graph.add("Way", Integrator(), "g")
    graph.connect("C.y", "L.u")
    graph.connect("L.y", "Way.u")
    return graph
"""

PLANNED = """
version: 1
name: planned
step: 50ms
duration: 5s
map: t_junction
actors:
  car:
    kind: car
    start: {x_m: -61.54, y_m: 22.64, yaw_deg: 0, speed_mps: 8}
    speed_mps: 8
    driver: {kind: planner, planner: simple}
"""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_scenario_becomes_a_model_with_the_names_of_its_actors(capsys) -> None:
    code, out, _ = run_command(capsys, "symbolic", "export", *CAR, "-o", "car")
    assert code == 0
    assert "Cars[car1].speed [m/s]" in out
    model = load("car")
    assert model.state("Cars[car2].pose").size == 3
    assert [each.name for each in model.inputs][:2] == [
        "Cars/driver[car1].command",
        "Cars/driver[car2].command",
    ]
    assert len(model.scenario_digest) == 64


def test_an_export_without_a_folder_writes_nothing(tmp_path, capsys) -> None:
    code, out, _ = run_command(capsys, "symbolic", "export", *CAR, "--json")
    document = json.loads(out)
    assert code == 0
    assert document["folder"] is None
    assert document["rate_transitions"] == "snapshot"
    assert [*tmp_path.iterdir()] == []
    code, out, err = run_command(capsys, "symbolic", "export", *CAR, "--quiet")
    assert (code, out, err) == (0, "", "")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in QUICK else pytest.mark.slow)
        for name in sorted(builtin_names())
    ],
)
def test_the_command_that_an_export_proposes_works(name, capsys) -> None:
    """Every built-in scenario: whole, or by the printed command."""
    code, _, err = run_command(capsys, "symbolic", "export", name)
    if code == 0:
        assert name in ("car-estimation", "quadrotor-figure-eight")
        return
    assert code == 2
    assert "Contacts (Contacts)" in err
    assert ".py:" in err
    command = err.partition("leave these out: ")[2].strip()
    assert command.startswith(f"ghost symbolic export {name} --")
    code, out, err = run_command(capsys, *shlex.split(command)[1:])
    assert (code, err) == (0, "")
    assert "instructions" in out


@pytest.mark.parametrize("action", ["linearize", "trim", "codegen", "check"])
@pytest.mark.parametrize(
    "name",
    [
        "t-junction-1",
        pytest.param("car-estimation", marks=pytest.mark.slow),
        pytest.param("quadrotor-figure-eight", marks=pytest.mark.slow),
        pytest.param("urban-crossing", marks=pytest.mark.slow),
    ],
)
def test_every_action_works_or_proposes_a_command_that_does(name, action, capsys) -> None:
    """A whole scenario ends within the time limit, filters and route searches included."""
    limit = ("--time-limit", "5min", "--quiet")
    code, _, err = run_command(capsys, "symbolic", action, name, *limit)
    if code == 2:
        command = err.rpartition(f"ghost symbolic {action}")[2].strip()
        code, _, err = run_command(capsys, "symbolic", action, *shlex.split(command))
    assert (code, err) == (0, "")


def test_a_trim_that_does_not_balance_proposes_what_to_leave_out(tmp_path, capsys) -> None:
    (tmp_path / "mine.py").write_text(COUNTING)
    code, _, err = run_command(capsys, "symbolic", "trim", "mine.py:counting")
    assert code == 2
    assert "d/dt Way." in err
    assert err.strip().endswith("ghost symbolic trim mine.py:counting --cut Way")
    code, out, _ = run_command(
        capsys, "symbolic", "trim", "mine.py:counting", "--cut", "Way", "--json"
    )
    assert code == 0
    assert [*json.loads(out)["states"].values()] == [pytest.approx(1.0)]


def test_a_terminal_shows_what_is_being_done(monkeypatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert main(["symbolic", "linearize", *CAR]) == 0
    assert "t-junction-1: reading the components" in terminal.getvalue()
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert main(["symbolic", "linearize", *CAR, "--quiet"]) == 0
    assert terminal.getvalue() == ""


def test_work_ends_at_the_time_limit(capsys, monkeypatch) -> None:
    """As Ctrl-C does: the wait for a call of CasADi ends, and the error names the flag."""
    from project_ghost.symbolic.analysis import _trim

    monkeypatch.setattr("project_ghost.core.interruptible._abandoned", [])
    never = threading.Event()
    monkeypatch.setattr(_trim, "_solver", lambda *_: never.wait())
    code, out, err = run_command(capsys, "symbolic", "trim", *CAR, "--time-limit", "500ms")
    never.set()
    assert (code, out) == (2, "")
    assert "it is not done after 500 ms" in err
    assert "--time-limit 5s`" in err


def test_the_proposed_command_keeps_the_flags_that_were_given(capsys) -> None:
    flags = ("--math", "portable", "--at", "1s", "--set", "actors.car1.speed_mps=5", "--inline")
    code, _, err = run_command(capsys, "symbolic", "export", "t-junction-1", *flags)
    assert code == 2
    command = err.partition("leave these out: ")[2].strip()
    assert all(word in shlex.split(command) for word in flags)
    assert command.endswith("--cut Cars/driver --cut Contacts")


@pytest.mark.slow
def test_the_driver_of_a_long_route_goes_through_where_it_may_be_large(capsys) -> None:
    """Rows frozen, and a larger limit: then only contacts stand in the way."""
    flags = ("--cut", "Contacts", "--freeze", "*.alive", "--freeze", "*.serial", "--freeze",
             "*.route")  # fmt: skip
    code, _, err = run_command(capsys, "symbolic", "export", "t-junction-7", *flags)
    assert code == 2
    assert "more than 100,000 selections" in err
    code, out, _ = run_command(
        capsys, "symbolic", "export", "t-junction-7", *flags, "--most-selections", "1000000"
    )
    assert code == 0
    assert "Cars/driver[car1].command" in out or "and" in out


def test_the_embedded_loop_is_unstable_from_the_command_line(capsys) -> None:
    graph = (f"{LOOP}:loop", "--rate-transitions", "embedded")
    code, out, _ = run_command(capsys, "symbolic", "linearize", *graph)
    assert code == 0
    assert "1.5, unstable" in out
    code, out, _ = run_command(capsys, "symbolic", "linearize", f"{LOOP}:loop", "--json")
    document = json.loads(out)
    assert document["A"] == [[pytest.approx(0.975)]]
    assert document["states"] == [{"name": "Plant.x", "unit": ""}]


def test_a_point_moves_and_a_trim_comes_first(capsys) -> None:
    source = f"{EXAMPLES / 'symbolic' / 'quadrotor_lqr.py'}:plant"
    trim = ("--fix", "Drone.velocity_mps=5,0,0", "--fix",
            "Drone.position_m=0,0,0", "--fix", "Drone.attitude_q[3]=0", "--moving",
            "Drone.position_m")  # fmt: skip
    code, out, _ = run_command(capsys, "symbolic", "trim", source, *trim, "--json")
    document = json.loads(out)
    assert code == 0
    assert document["residual"] < 1e-8
    assert document["states"]["Drone.velocity_mps[0]"] == 5.0
    code, out, _ = run_command(
        capsys, "symbolic", "linearize", source, *trim, "--point", "Drone.position_m[0]=7",
        "-o", "linear.json",
    )  # fmt: skip
    assert (code, out) == (0, "")
    linear = json.loads(Path("linear.json").read_text())
    assert len(linear["A"]) == 16
    assert linear["operating_point"]["Drone.velocity_mps[0]"] == 5.0
    assert linear["operating_point"]["Drone.position_m[0]"] == 7.0


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_c_is_written_compiled_and_compared(capsys) -> None:
    code, out, _ = run_command(
        capsys, "symbolic", "codegen", f"{LOOP}:loop", "--name", "loop", "--compile"
    )
    assert code == 0
    assert "every bit as the model" in out
    assert {each.name for each in Path("loop").iterdir()} == {
        *("loop.c", "loop.h", "loop_names.h", "loop.so")
    }


def test_c_without_a_compiler_is_refused(capsys, monkeypatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CC", raising=False)
    code, _, err = run_command(capsys, "symbolic", "codegen", f"{LOOP}:loop", "--compile")
    assert code == 2
    assert "there is no C compiler" in err


def test_a_check_compares_a_schedule_bit_by_bit(capsys, monkeypatch) -> None:
    monkeypatch.chdir(EXAMPLES)
    code, out, _ = run_command(capsys, "symbolic", "check", "loop.yaml", "--json")
    document = json.loads(out)
    assert code == 0
    assert document["difference"] is None
    assert document["worst"] == 0.0
    assert document["numbers"] > 100


def test_a_car_of_a_scenario_is_small_where_its_rows_are_frozen(capsys) -> None:
    rows = [word for name in ("alive", "serial", "route") for word in ("--freeze", f"Cars.{name}")]
    car = ("t-junction-7", "--keep", "Cars", "--freeze", "Contacts", *rows, "--at", "2s")
    code, out, _ = run_command(capsys, "symbolic", "export", *car, "--json")
    document = json.loads(out)
    assert code == 0
    assert len(document["x0"]) == 11
    assert [each["name"] for each in document["inputs"]] == ["Cars/driver[car1].command"]
    code, out, _ = run_command(capsys, "symbolic", "check", *car, "--periods", "20", "--json")
    assert (code, json.loads(out)["worst"]) == (0, 0.0)


def test_a_difference_is_named_and_gives_exit_code_1(capsys) -> None:
    code, out, _ = run_command(
        capsys, "symbolic", "check", "t-junction-7", "--keep", "Cars", "--math", "native",
        "--tolerance", "0", "--periods", "100",
    )  # fmt: skip
    assert code == 1
    assert "first difference" in out
    assert "Cars[car1]." in out


def test_a_planner_is_refused_with_the_command_that_cuts_it(tmp_path, capsys) -> None:
    (tmp_path / "planned.yaml").write_text(PLANNED)
    code, _, err = run_command(capsys, "symbolic", "export", "planned.yaml", "--quiet")
    assert code == 2
    assert "it runs as plain Python" in err
    command = shlex.split(err.partition("leave these out: ")[2])
    assert "--quiet" in command
    assert run_command(capsys, *command[1:])[0] == 0


def test_a_hyperperiod_beyond_the_limit_is_refused(tmp_path, capsys) -> None:
    odd = 'graph.group("odd", period="10007ms")\n    graph.add("C"'
    (tmp_path / "odd.py").write_text(GRAPHS.replace('graph.add("C"', odd))
    embedded = ("--rate-transitions", "embedded")
    code, _, err = run_command(capsys, "symbolic", "export", "odd.py:lag", *embedded)
    assert code == 2
    assert "repeats only after 10,007 ticks" in err
    assert "at most 10,000 ticks" in err


def test_without_stops_a_model_is_smaller(capsys) -> None:
    sizes = [
        json.loads(run_command(capsys, "symbolic", "export", *CAR, "--json", "--inline", *more)[1])
        for more in ((), ("--no-stops",))
    ]
    assert sizes[1]["instructions"] < sizes[0]["instructions"]
    assert sizes[1]["stop_names"] == []


def test_graphs_of_a_file_by_name(tmp_path, capsys) -> None:
    (tmp_path / "mine.py").write_text(GRAPHS)
    for name in ("lag", "whole"):
        code, out, _ = run_command(capsys, "symbolic", "export", f"mine.py:{name}")
        assert code == 0
        assert "L.y" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("export", "mine.py:lagg"), "did you mean 'lag'"),
        (("export", "mine.py:needs"), "is not a graph"),
        (("export", "mine.py:lag", "--set", "seed=3"), "settings or replacements"),
        (("export", "other.py:lag"), "there is no file other.py"),
        (("export", "t-junktion"), "t-junktion"),
        (("export", *CAR, "--cut", "Carz"), "did you mean 'Cars'"),
        (("export", *CAR, "--cut", "Cars"), "no component is left"),
        (("export", *CAR, "--freeze", "Cars.alve"), "did you mean 'Cars.alive'"),
        (("export", "t-junction-1", "--keep", "Carz"), "there is no component 'Carz'"),
        (("export", *CAR, "--parameter", "Cars.mass"), "there is no parameter"),
        (("export", *CAR, "--at", "soon"), "--at"),
        (("export", *CAR, "--at", "1h"), "before the end, which is at 20 s"),
        (("linearize", *CAR, "--periods", "0"), "periods is 0"),
        (("linearize", *CAR, "--continuous"), "no derivative"),
        (("linearize", *CAR, "--point", "Cars.speed"), "not a name and its numbers"),
        (("linearize", *CAR, "--point", "Cars.sped=1"), "there is no 'Cars.sped'"),
        (("linearize", *CAR, "--point", "Cars[car1].pose=1,2"), "2 numbers"),
        (("trim", *CAR, "--fix", "Cars[car1].speed=fast"), "not a name and its numbers"),
        (("codegen", *CAR, "--name", "1st"), "no name in C"),
        (("check", *CAR, "--periods", "0"), "--periods is 0"),
        (("check", *CAR, "--time-limit", "soon"), "--time-limit"),
        (("trim", *CAR, "--time-limit", "0s"), "the time limit is 0s"),
        (("trim", *CAR, "--fix", "Cars[car1].speed=nan"), "not a name and its numbers"),
        (("trim", *CAR, "--fix", "Cars[car1].pose=1,2"), "Cars[car1].pose is fixed at [1.0, 2.0]"),
        (("export", *CAR, "--most-selections", "-1"), "--most-selections is -1"),
        (("check", *CAR, "--tolerance", "-1"), "--tolerance is -1"),
    ],
)
def test_mistakes_are_refused_with_one_message(arguments, message, tmp_path, capsys) -> None:
    (tmp_path / "mine.py").write_text(GRAPHS)
    code, out, err = run_command(capsys, "symbolic", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.startswith("ghost symbolic: ")


def test_without_casadi_the_message_names_the_extra(capsys, monkeypatch) -> None:
    for name in [n for n in sys.modules if n.startswith("project_ghost.symbolic")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "casadi", None)
    code, _, err = run_command(capsys, "symbolic", "export", *CAR)
    assert code == 2
    assert "CasADi is not installed" in err
    assert "the extra `symbolic`" in err
    assert "ghost-sim[symbolic]" in err
