"""Goal: a class of the user's own stands in a scenario wherever one of ours does.

Method: the module beside examples/own.yaml has a driver, a sensor, an estimator, a vehicle model
and a Host. The scenario is run, recorded, verified, reopened and forked.
"""

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from project_ghost.cli import main
from project_ghost.core.errors import InputError
from project_ghost.engine import Engine
from project_ghost.runs import prepare
from project_ghost.scenario import canonical_json, load_scenario, scenario_from_canonical
from project_ghost.telemetry import Recording

EXAMPLES = Path(__file__).parents[2] / "examples"
HERE = ["--exec", "interpreted"]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    Path("code").mkdir()
    for name in ("own_parts.py", "own.yaml"):
        shutil.copy(EXAMPLES / name, Path("code", name))
    others = sys.modules.pop("own_parts", None)
    yield
    sys.modules.pop("own_parts", None)
    if others is not None:
        sys.modules["own_parts"] = others


def test_everything_works_on_a_run_with_own_classes(capsys) -> None:
    before = [*sys.path]
    assert main(["run", "code/own.yaml", "--duration", "600ms", "-o", "run", *HERE]) == 0
    assert sys.path == before  # the folder of --code is searched during the command only
    with Recording("run/run.mcap") as recording:
        components = json.loads(recording.manifest["components"])
        assert components["car1/driver"] == "own_parts:Keeper"
        assert components["Cars"] == "own_parts:Bicycles"
        assert components["car1/alti"] == "own_parts:Height"
        assert components["watch"] == "own_parts:Watch"
        heights = [message.payload for message in recording["/sensors/car1/alti"]]
        worst = [message.payload["worst_m"] for message in recording["/components/watch"]]
        assert b"height above the ground" in recording["/sensors/car1/alti"].schema
        assert "/belief/car1/belief/state" in recording.channels
    assert len(heights) == 31
    # At every fifth sample it has seen the heights of all its samples before.
    seen = [payload["height_m"] for payload in heights[::5]]
    assert worst == [max([0.05, *seen[:k]]) for k in range(len(worst))]
    assert main(["verify", "run", "--trust", "--executor", "in-process", "-n", "1"]) == 0
    assert main(["checkpoint", "run", "--trust", "--at", "300ms", "-o", "c.ghost", *HERE]) == 0
    fork = ["--set", "actors.car1.driver.gain=1", "-o", "fork", "--code", "code", "--json"]
    capsys.readouterr()
    assert main(["run", "--from", "c.ghost", "--trust", *fork, *HERE]) == 0
    assert json.loads(capsys.readouterr().out)["changed"] == ["actors.car1.driver.gain"]
    assert main(["replay", "run", "--trust", "--component", "car1/driver", *HERE]) == 0


@pytest.mark.slow
def test_other_processes_give_the_same_bits_interpreted_and_compiled() -> None:
    assert (
        main(["verify", "code/own.yaml", "--duration", "600ms", "-n", "1", "--exec", "both"]) == 0
    )


def test_a_driver_is_given_what_it_declares() -> None:
    prepared = prepare("code/own.yaml", ["duration=500ms"], execution="interpreted")
    prepared.run()
    engine = prepared.engine
    assert engine.value("car2/driver.acceleration") == 4.0 - speed_of(engine, "car2")
    assert speed_of(engine, "car1") > speed_of(engine, "car2") > 0.8


def speed_of(engine: Engine, car: str) -> float:
    speed = engine.value(f"{car}/state.speed_mps")
    assert isinstance(speed, float)
    return speed


def test_a_component_takes_the_place_of_what_an_input_read() -> None:
    brake = {
        "type": "Constant",
        "value": -3,
        "unit": "m/s2",
        "outputs": {"y": "car1/command.acceleration"},
    }
    start = {"x_m": 0.0, "y_m": 0.0, "speed_mps": 5.0}
    settings = {"components.brake": brake, "actors.car1.start": start, "duration": "600ms"}
    prepared = prepare("code/own.yaml", settings, execution="interpreted")
    prepared.run()
    assert speed_of(prepared.engine, "car1") < 4.0


def test_the_canonical_text_has_the_classes_and_their_parameters() -> None:
    spec = load_scenario("code/own.yaml").spec
    text = canonical_json(spec)
    assert scenario_from_canonical(text) == spec
    assert json.loads(text)["actors"][0]["driver"]["gain"] == 2
    assert "components" not in json.loads(canonical_json(load_scenario("t-junction-4").spec))


@pytest.mark.parametrize(
    ("setting", "what"),
    [
        ("actors.car1.driver.gian=3", "there is no key 'gian' here; did you mean 'gain'?"),
        ("actors.car1.driver.gain=x", "actors.car1.driver.gain is the text 'x'"),
        ("actors.car1.driver.type=own_parts:Kepper", "did you mean 'Keeper'?"),
        ("actors.car1.driver.type=nowhere:Keeper", "there is no module 'nowhere'"),
        ("actors.car1.driver.type='own_parts:'", "type is 'own_parts:'"),
        ("actors.car2.driver.type=own_parts:Height", "Height has no output 'steering'"),
        ("actors.car1.model.type=own_parts:Keeper", "Keeper has no output 'bodies'"),
        ("actors.car1.sensors.alti.latency=20ms", "Height has no parameter 'latency'"),
        ("actors.car1.estimators.belief.type=own_parts:Height", "Height has no output"),
        ("components.watch.inputs.height=car1/alt.height", "did you mean 'car1/alti'?"),
        ("components.watch.inputs.depth=car1/alti.height", "there is no input 'watch.depth'"),
        ("components.watch.outputs={worst: Cars.nothing}", "there is no input 'Cars.nothing'"),
    ],
)
def test_a_mistake_is_one_message_with_its_key(setting, what) -> None:
    with pytest.raises(InputError) as caught:
        prepare("code/own.yaml", [setting])
    assert what in caught.value.what
    assert setting.partition("=")[0].rpartition(".")[0] in caught.value.where


def test_a_mistake_in_the_file_names_its_line() -> None:
    path = Path("code/own.yaml")
    path.write_text(path.read_text().replace("gain: 2", "gian: 2"))
    with pytest.raises(InputError, match="did you mean 'gain'") as caught:
        prepare(path)
    assert caught.value.where == "code/own.yaml:12: actors.car1.driver.gian"


def test_an_installed_package_brings_a_short_name(tmp_path, monkeypatch) -> None:
    site = tmp_path / "site"
    info = site / "own_parts-1.dist-info"
    info.mkdir(parents=True)
    shutil.move("code/own_parts.py", site / "own_parts.py")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: own-parts\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[ghost.components]\nkeeper = own_parts:Keeper\n")
    monkeypatch.syspath_prepend(str(site))
    prepared = prepare("code/own.yaml", ["actors.car1.driver.type=keeper"])
    assert type(prepared.runnable.graph.components["car1/driver"]).__name__ == "Keeper"


@pytest.mark.parametrize(
    ("setting", "fix"),
    [
        ("actors.car1.size.colour=red", "move 'colour' to actors.car1"),
        ("actors.car1.seed=3", "move 'seed' to the top of the file"),
        ("actors.car1.size.lengthh=3", "correct the key, or remove it"),
    ],
)
def test_a_key_at_the_wrong_place_is_told_the_right_one(setting, fix) -> None:
    with pytest.raises(InputError) as caught:
        prepare("t-junction-4", [setting])
    assert caught.value.fix == fix
