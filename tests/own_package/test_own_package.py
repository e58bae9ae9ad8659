"""Goal: a user's package is run, recorded and reopened like Ghost's own code.

Method: the package `robots` beside this file has a driver for each kind of actor, a sensor, an
estimator, a vehicle model, a schedule file and a graph. Everything that Ghost does with a run is
done with a scenario and a schedule of them, from a copy of the folder.
"""

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from project_ghost.cli import main
from project_ghost.core.errors import InputError
from project_ghost.engine.blocks import Constant
from project_ghost.runs import (
    code_of,
    prepare,
    recorded_run,
    require_same_components,
)
from project_ghost.telemetry import Recording

HERE = Path(__file__).parent
INTERPRETED = ["--exec", "interpreted"]
SOURCES = ["scene.yaml", "schedule.yaml"]
DRIVER = Path("robots/drivers.py")


@pytest.fixture(autouse=True)
def _copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    shutil.copytree(HERE, tmp_path / "copy", ignore=shutil.ignore_patterns("test_*", "__pycache__"))
    monkeypatch.chdir(tmp_path / "copy")
    forget_robots()
    yield
    forget_robots()


def forget_robots() -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "robots"]:
        del sys.modules[name]


def record(source: str, *more: str) -> None:
    assert main(["run", source, "-o", "run", *INTERPRETED, *more]) == 0


def test_a_recording_names_every_class_and_its_source() -> None:
    record("scene.yaml")
    with Recording("run/run.mcap") as recording:
        components = json.loads(recording.manifest["components"])
        classes = json.loads(recording.manifest["classes"])
    own = {name: cls for name, cls in components.items() if cls.startswith("robots.")}
    assert own == {
        "Cars": "robots.vehicles:Carts",
        "cart/driver": "robots.drivers:LaneKeeper",
        "cart/height": "robots.sensors:Altimeter",
        "cart/guess": "robots.estimators:Guess",
        "walker/driver": "robots.drivers:Stroller",
        "drone/driver": "robots.drivers:Climber",
    }
    assert all(len(classes[cls]) == 64 for cls in own.values())


@pytest.mark.parametrize(
    ("source", "component", "setting", "changed"),
    [
        ("scene.yaml", "drone/driver", "actors.cart.driver.gain=2", "actors.cart.driver.gain"),
        ("schedule.yaml", "Height", "components.Height.noise_m=1", "components.Height.noise_m"),
    ],
)
def test_a_run_is_repeated_replayed_continued_and_forked(
    source, component, setting, changed, capsys
) -> None:
    record(source)
    assert main(["rerun", "run", "--trust", "-o", "again", *INTERPRETED]) == 0
    assert "The same, bit for bit" in capsys.readouterr().out
    assert main(["replay", "run", "--trust", "--component", component, *INTERPRETED]) == 0
    assert (
        main(["checkpoint", "run", "--trust", "--at", "100ms", "-o", "c.ghost", *INTERPRETED]) == 0
    )
    here = ["--code", ".", *INTERPRETED]
    assert main(["run", "--from", "c.ghost", "--trust", "-o", "on", *here]) == 0
    first, rest = (Recording(Path(name, "run.mcap")) for name in ("run", "on"))
    with first, rest:
        assert first.results["state_sha256"] == rest.results["state_sha256"]
    capsys.readouterr()
    fork = ["run", "--from", "c.ghost", "--trust", "-o", "fork", "--json", "--set", setting]
    assert main([*fork, *here]) == 0
    assert json.loads(capsys.readouterr().out)["changed"] == [changed]


@pytest.mark.slow
@pytest.mark.parametrize("source", SOURCES)
def test_two_processes_and_a_busy_machine_give_the_same_bits(source) -> None:
    assert main(["verify", source, "-n", "2", "--under-load", "50", *INTERPRETED]) == 0


@pytest.mark.slow
def test_a_study_takes_a_scenario_a_schedule_and_a_graph(capsys) -> None:
    assert main(["study", "run", "study.yaml", "-o", "study"]) == 0
    assert "All repeats are the same, bit for bit" in capsys.readouterr().out
    result = json.loads(Path("study/study.json").read_text())
    cells = {cell["id"]: cell for cell in result["cells"]}
    assert set(cells) == {"scene.baseline", "schedule.baseline", "graph.baseline"}
    assert all(cell["repeats"] == 2 and cell["distinct_traces"] == 1 for cell in cells.values())
    assert cells["graph.baseline"]["facts"]["scenario"] == "filtered-noise"


def test_changed_source_is_named_before_a_difference(capsys) -> None:
    record("scene.yaml")
    DRIVER.write_text(
        DRIVER.read_text().replace("-0.05 * y_m", "-0.06 * y_m").replace("gain *", "2.0 * gain *")
    )
    forget_robots()
    capsys.readouterr()
    code = main(["rerun", "run", "--trust", "-o", "again", *INTERPRETED])
    said = capsys.readouterr()
    assert code == 1
    everything = said.err + said.out
    note = "the source of robots.drivers:Climber, robots.drivers:LaneKeeper"
    assert note in everything.replace("\n", " ")
    assert said.err.index("the source of") >= 0, "before the result, which is on stdout"


def test_a_class_that_was_renamed_is_refused_with_its_key(capsys) -> None:
    record("scene.yaml")
    DRIVER.write_text(DRIVER.read_text().replace("class Stroller", "class Wanderer"))
    forget_robots()
    capsys.readouterr()
    assert main(["rerun", "run", "--trust", "-o", "again", *INTERPRETED]) == 2
    said = capsys.readouterr().err
    assert "'Stroller' in robots.drivers does not exist" in said
    assert "actors.walker.driver.type" in said


def test_a_component_swapped_in_from_python_is_part_of_the_recording(capsys) -> None:
    """It is verified with the same swap, and refused without it: never called a difference."""

    class Elsewhere(Constant):
        """Another class than the file's."""

    swap = {"Place": Elsewhere((1.0, 2.0, 9.0), unit="m")}
    prepared = prepare("schedule.yaml", components=swap, execution="interpreted")
    Path("run").mkdir()
    digest = recorded_run(prepared, Path("run")).digest
    assert code_of(prepared.runnable.graph).components["Place"].endswith("Elsewhere")
    assert main(["rerun", "run", "--trust", "-o", "again", *INTERPRETED]) == 2
    said = capsys.readouterr().err
    assert "the run was recorded with other components than its schedule has: Place was" in said
    with Recording("run/run.mcap") as recording:
        again = prepare(recording, components=swap, execution="interpreted", trust=True)
        require_same_components(recording, again.runnable)
        with pytest.raises(InputError, match="recorded with other components"):
            require_same_components(recording, prepare(recording, trust=True).runnable)
    assert again.run().digest == digest


HOSTILE = """
import sys
from robots.drivers import Stroller

class Raises(Stroller):
    def __init__(self, **values):
        raise RuntimeError("no licence")

class Quits(Stroller):
    def __init__(self, **values):
        sys.exit(3)

class NoComponent:
    pass
"""


@pytest.mark.parametrize(
    ("entry", "what", "key"),
    [
        ("hostile_parts:Raises", "Raises cannot be made: RuntimeError: no licence", ""),
        ("hostile_parts:Quits", "Quits cannot be made: SystemExit: 3", ""),
        ("hostile_parts:NoComponent", "'NoComponent' in hostile_parts is not a component", ".type"),
        ("wrong:Stroller", "the module 'wrong' cannot be imported: SyntaxError", ".type"),
        ("leaves:Stroller", "the module 'leaves' cannot be imported: SystemExit: 4", ".type"),
        ("undeclared:Mine", "it declares the state 'x' and has no `update`", ".type"),
        ("robots.drivers:Strolle", "did you mean 'Stroller'?", ".type"),
        ("robots.drivers:Stroller, pace_mps: fast", "pace_mps is the text 'fast'", ".pace_mps"),
        ("robots.drivers:Stroller, pace_mps: [1, 2]", "'pace_mps' is (1.0, 2.0)", ".pace_mps"),
        ("robots.drivers:Stroller, pace: 2", "did you mean 'pace_mps'?", ".pace"),
    ],
)
def test_hostile_code_is_one_message_with_file_line_and_key(entry, what, key, capsys) -> None:
    Path("hostile_parts.py").write_text(HOSTILE)
    Path("wrong.py").write_text("def broken(:\n")
    Path("leaves.py").write_text("import sys\nsys.exit(4)\n")
    Path("undeclared.py").write_text(
        "from project_ghost.engine import Kernel, State\nclass Mine(Kernel):\n    x = State()\n"
        "    @staticmethod\n    def output(x):\n        pass\n"
    )
    name, comma, more = entry.partition(",")
    text = Path("scene.yaml").read_text()
    old = '"robots.drivers:Stroller", pace_mps: 1.2'
    assert old in text
    Path("scene.yaml").write_text(text.replace(old, f'"{name}"{comma}{more}'))
    assert main(["run", "scene.yaml", "-o", "run", *INTERPRETED]) == 2
    said = capsys.readouterr().err
    assert what in said.splitlines()[0]
    assert f"scene.yaml:18: actors.walker.driver{key}" in said
    assert not Path("run").exists()
    for module in ("hostile_parts", "undeclared"):
        sys.modules.pop(module, None)


def test_two_modules_of_one_name_are_not_mixed_up(capsys) -> None:
    """A folder of `--code` has another package of the same name than the one beside the file."""
    shutil.copytree("robots", "other/robots")
    shutil.copy("scene.yaml", "other/scene.yaml")
    record("scene.yaml")
    assert main(["run", "other/scene.yaml", "-o", "second", *INTERPRETED]) == 2
    said = capsys.readouterr().err
    assert "not the file beside this one" in said
    assert "where: other/scene.yaml:" in said
