"""Goal: a component with its recorded inputs gives the same outputs; another one is detected."""

import sys
from pathlib import Path

import numpy as np
import pytest

from project_ghost.core.errors import InputError
from project_ghost.engine import Engine
from project_ghost.runs import (
    checkpoint,
    load_replacement,
    prepare,
    recorded_run,
    replay,
    runnable_of,
)
from project_ghost.scenario import load_scenario
from tests.engine.loop import make_loop

MINE = '''
from project_ghost.engine import Block, Host, Input, Kernel, Output, Parameter, State
from project_ghost.scenario.events import Monitor


class Late(Monitor):
    """As the original, but 1 ulp off from the first contact on."""

    @staticmethod
    def output(contacts, all_arrived, at_contact, at_arrival):
        return 0.0, (5e-324 if contacts > 0.0 else 0.0)


class Watcher(Host):
    """The same by other means."""

    contacts = Input()
    done = Output()
    reason = Output()

    def output(self, contacts):
        return 0.0, 0.0


class Narrow(Block):
    contacts = Input(shape=(2,))
    done = Output()

    @staticmethod
    def output(contacts):
        return contacts[0]


class Stubborn(Block):
    done = Output()
    reason = Output()

    def __init__(self, wanted):
        super().__init__()

    @staticmethod
    def output():
        return 0.0, 0.0


def same(original):
    return original


def nothing(original):
    return 5


def broken(original):
    return original.nothing
'''


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Path:
    """Short of the contact of car2 and the pedestrian, and a little beyond it."""
    folder: Path = tmp_path_factory.mktemp("run")
    settings = ["duration=6300ms", "recording.pose=50ms"]
    signals = "recording.signals=[Scene.bodies, 'Cars/driver.*', 'Monitor.*']"
    recorded_run(prepare("t-junction-4", [*settings, signals], execution="interpreted"), folder)
    return folder


@pytest.fixture(scope="module")
def mine(tmp_path_factory) -> Path:
    path: Path = tmp_path_factory.mktemp("mine") / "mine.py"
    path.write_text(MINE)
    return path


def components(name: str) -> list[str]:
    return list(prepare(name, execution="interpreted").runnable.graph.components)


@pytest.mark.slow
@pytest.mark.parametrize("name", components("t-junction-4"))
def test_every_component_decides_the_same(run, name) -> None:
    result = replay(run, name, until="3s")
    assert result.is_same
    assert result.samples == 61
    assert all(each.samples == 61 and not each.differing for each in result.signals)


@pytest.mark.slow
def test_with_noise_rates_and_latency_too(tmp_path) -> None:
    folder = tmp_path
    settings = ["duration=60ms"]
    recorded_run(prepare("quadrotor-figure-eight", settings, execution="interpreted"), folder)
    for name in ("quad", "quad/imu", "quad/gnss", "quad/compass", "Wind", "quad/rate_control"):
        result = replay(folder, name)
        assert result.is_same, result.first
        assert result.samples >= 1


@pytest.mark.slow
def test_an_estimator_believes_the_same_again(tmp_path) -> None:
    settings = ["duration=200ms"]
    recorded_run(prepare("car-estimation", settings, execution="interpreted"), tmp_path)
    for name in ("car/filter", "car/noisy", "car/imu"):
        result = replay(tmp_path, name)
        assert result.is_same, result.first
        assert result.samples >= 3


@pytest.mark.slow
def test_the_recording_is_the_source_where_it_has_all(run) -> None:
    result = replay(run, "Cars/driver")
    assert (result.is_recorded, result.source, result.checked) == (
        True,
        "the recording, /signals",
        None,
    )
    again = replay(run, "Cars/driver", from_recording=False)
    assert (again.is_recorded, again.checked) == (False, "127 ticks of the state chain")
    assert again.is_same
    assert result.is_same
    assert result.samples == again.samples == 127
    with pytest.raises(InputError, match="the recording does not hold the inputs of Monitor"):
        replay(run, "Monitor", from_recording=True)


def test_a_difference_is_reported_to_the_last_bit(run, mine) -> None:
    result = replay(run, "Monitor", replacement=load_replacement(f"{mine}:Late"))
    assert result.replaced_by == "Late"
    first = result.first
    assert first is not None
    assert (first.signal, first.time_ns, first.sample) == ("Monitor.reason", 6_100_000_000, 122)
    assert (first.was, first.now, first.ulp) == (0.0, 5e-324, 1)
    assert {each.name: each.differing for each in result.signals} == {
        "Monitor.done": 0,
        "Monitor.reason": 1,
    }


@pytest.mark.slow
def test_another_kind_may_decide_the_same(run, mine) -> None:
    result = replay(run, "Monitor", replacement=load_replacement(f"{mine}:Watcher"))
    assert (result.is_same, result.kind, result.replaced_by) == (True, "Host", "Watcher")
    result = replay(run, "Monitor", replacement=load_replacement(f"{mine}:same"), until="1s")
    assert result.is_same


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("Narrow", "it has no output 'reason'; the input 'contacts' has the shape"),
        ("Stubborn", "Stubborn cannot be created: TypeError"),
        ("nothing", "it is 5"),
        ("broken", "it cannot be created: AttributeError"),
        ("Wacher", "'Wacher' in .* does not exist; did you mean 'Watcher'"),
        ("MINE", "does not exist"),
        ("0", "does not name a class in a file"),
    ],
)
def test_an_unsuitable_replacement_is_refused(run, mine, name, what) -> None:
    with pytest.raises(InputError, match=what):
        replay(run, "Monitor", replacement=load_replacement(f"{mine}:{name}"))


def test_a_file_that_cannot_be_imported_is_one_error(tmp_path) -> None:
    with pytest.raises(InputError, match="there is no file"):
        load_replacement(f"{tmp_path}/no.py:X")
    (tmp_path / "broken.py").write_text("1 / 0")
    with pytest.raises(InputError, match="cannot be imported: ZeroDivisionError"):
        load_replacement(f"{tmp_path}/broken.py:X")
    (tmp_path / "ends.py").write_text("raise SystemExit(3)")
    with pytest.raises(InputError, match="cannot be imported: SystemExit: 3"):
        load_replacement(f"{tmp_path}/ends.py:X")
    with pytest.raises(InputError, match="does not name a class") as error:
        load_replacement("mine:Same")
    assert error.value.fix == "write mine.py:Same"


def test_a_component_that_is_declared_wrongly_is_named_with_its_file(tmp_path) -> None:
    path = tmp_path / "odd.py"
    path.write_text("from project_ghost.engine import Host\nclass Odd(Host):\n  step = repr\n")
    with pytest.raises(InputError, match="it is a Host, whose functions are") as error:
        load_replacement(f"{path}:Odd")
    assert error.value.where == f"{path}: Odd"


def test_a_file_may_import_modules_beside_it(tmp_path, mine) -> None:
    before = [*sys.path]
    (tmp_path / "a_file_beside.py").write_text(mine.read_text())
    (tmp_path / "front.py").write_text("from a_file_beside import Watcher")
    assert load_replacement(f"{tmp_path}/front.py:Watcher") is not None
    assert sys.path == before


OWN = '''
import random
from project_ghost.engine import Host, Input, Output


class Own(Host):
    """A driver of one's own, which remembers what it did."""

    bodies = Input(shape=(3, 11))
    command = Output(shape=(2, 2))
    arrived = Output(shape=(2,))
    progress = Output(shape=(2,))
    error = Output(shape=(2, 2))

    def __init__(self):
        super().__init__()
        self.count = 0

    def output(self, bodies):
        self.count += 1
        ahead = bodies[1][2] * self.count
        return ((0.0, ahead), (0.0, 1.0)), (0.0, 0.0), (0.0, 0.0), ((0.0, 0.0), (0.0, 0.0))


class Moody(Own):
    def output(self, bodies):
        command, *others = super().output(bodies)
        return ((random.random(), command[0][1]), command[1]), *others
'''


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Own", "Moody"])
def test_a_users_component_is_replayed_from_the_recording_of_its_run(name, tmp_path) -> None:
    """Method: a scenario with another driver; one that throws dice is found out."""
    path = tmp_path / "mine.py"
    path.write_text(OWN)
    own = load_replacement(f"{path}:{name}")
    signals = "recording.signals=[Scene.bodies, 'Cars/driver.*']"
    settings = ["duration=1s", "recording.every=50ms", signals]
    runnable = runnable_of(load_scenario("t-junction-4", settings))
    driver = runnable.graph.components["Cars/driver"]
    runnable.graph.components["Cars/driver"] = own(driver)
    recorded_run(prepare(runnable, execution="interpreted"), tmp_path)
    result = replay(tmp_path, "Cars/driver", replacement=own)
    assert (result.is_recorded, result.samples) == (True, 21)
    assert result.is_same == (name == "Own")
    if result.first is not None:
        assert (result.first.signal, result.first.index) == ("Cars/driver.command", (0, 0))
    with pytest.raises(InputError, match=f"Cars/driver was mine:{name}"):
        replay(tmp_path, "Cars/driver", replacement=own, from_recording=False)
    if name == "Own":
        again = {"Cars/driver": own}
        assert replay(tmp_path, "Cars/driver", components=again, from_recording=False).is_same


def test_names_are_checked(run) -> None:
    with pytest.raises(InputError, match="did you mean 'Cars/driver'") as error:
        replay(run, "Cars/drivr")
    assert error.value.expected.startswith("one of Scene, Cars, Cars/driver")
    with pytest.raises(InputError, match="beyond its end"):
        replay(run, "Cars", until="7s")


@pytest.mark.slow
def test_a_run_that_went_on_from_a_checkpoint_is_replayed_from_there(run, tmp_path) -> None:
    made = checkpoint(run, "5.95s", tmp_path / "c.ghost", execution="interpreted")
    prepared = prepare(made.path, ["seed=9"], execution="interpreted")
    recorded_run(prepared, tmp_path)
    for name in ("Cars", "Cars/driver", "Contacts", "Poses"):
        result = replay(tmp_path, name)
        assert result.is_same, result.first
        assert (result.begin_ns, result.samples) == (5_950_000_000, 8)


def test_an_exposed_input_is_set_from_outside() -> None:
    graph = make_loop()
    del graph.connections["Helm.wanted"]
    with pytest.raises(InputError, match=r"connected to Helm\.turn"):
        graph.expose("Cart.turn")
    graph.expose("Helm.wanted")
    engine = Engine(graph, execution="interpreted")
    assert float(engine.input_value("Helm.wanted")) == 0.0
    engine.set_input("Helm.wanted", np.array(0.25))
    assert float(engine.input_value("Helm.wanted")) == 0.25
    with pytest.raises(InputError, match=r"no unconnected input 'Helm\.measured'"):
        engine.set_input("Helm.measured", 1.0)
    with pytest.raises(InputError, match="does not fit"):
        engine.set_input("Helm.wanted", float("nan"))
