"""nuPlan's modules and names become importable and give our classes."""

import importlib
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from project_ghost.closed_loop import nuplan_names
from project_ghost.closed_loop.nuplan_names import BreadthFirstSearch, KinematicBicycleModel
from project_ghost.closed_loop.nuplan_names._names import NAMES
from project_ghost.closed_loop.states import (
    DynamicCarState,
    EgoState,
    StateSE2,
    StateVector2D,
    TimePoint,
    get_pacifica_parameters,
)

PACIFICA = get_pacifica_parameters()


class TestInstall:
    @pytest.mark.parametrize("module", NAMES)
    def test_every_name_is_ours(self, module: str) -> None:
        loaded = importlib.import_module(module)
        for name in NAMES[module]:
            thing = getattr(loaded, name)
            assert getattr(thing, "__module__", "project_ghost").startswith(
                ("project_ghost", "shapely", "types", "typing")
            ), name

    def test_a_name_is_found_where_nuplan_imports_it_too(self) -> None:
        module = importlib.import_module("nuplan.common.actor_state.ego_state")
        assert module.StateSE2 is StateSE2

    def test_a_missing_name_says_so(self) -> None:
        with pytest.raises(ImportError, match=r"Ghost has no 'EgoStat' .*did you mean 'EgoState'"):
            exec("from nuplan.common.actor_state.ego_state import EgoStat")  # noqa: S102

    def test_a_missing_module_says_so(self) -> None:
        with pytest.raises(ImportError, match=r"Ghost has no module 'nuplan\.database'"):
            importlib.import_module("nuplan.database.nuplan_db")
        with pytest.raises(ModuleNotFoundError, match=r"docs/planners\.md"):
            importlib.import_module("nuplan.common.maps.nuplan_map")

    def test_other_modules_are_not_ours(self) -> None:
        with pytest.raises(ModuleNotFoundError, match=r"No module named 'nuplanet'"):
            importlib.import_module("nuplanet")

    def test_twice_is_once(self) -> None:
        nuplan_names.install()
        assert len([each for each in sys.meta_path if "nuplan_names" in type(each).__module__]) == 1

    def test_where_nuplan_is_installed_it_refuses(self, tmp_path: Path, monkeypatch) -> None:
        (tmp_path / "nuplan").mkdir()
        (tmp_path / "nuplan" / "__init__.py").write_text("")
        code = (
            "from project_ghost.closed_loop import nuplan_names\n"
            "from project_ghost.core.errors import InputError\n"
            "try:\n    nuplan_names.install()\n"
            "except InputError as error:\n    print(error.what)\n"
        )
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
        )
        assert done.stdout.strip() == "nuPlan itself is installed here"


class TestBicycle:
    def test_a_step_moves_along_the_heading_and_lags(self) -> None:
        state = EgoState.build_from_rear_axle(
            StateSE2(0.0, 0.0, 0.0),
            StateVector2D(5.0, 0.0),
            StateVector2D(0.0, 0.0),
            0.1,
            TimePoint(1_000_000),
            PACIFICA,
        )
        model = KinematicBicycleModel(PACIFICA)
        wanted = DynamicCarState(1.461, StateVector2D(5.0, 0.0), StateVector2D(2.0, 0.0))
        after = model.propagate_state(state, wanted, TimePoint(100_000))
        assert after.time_us == 1_100_000
        assert after.rear_axle.x == pytest.approx(0.5)
        assert after.dynamic_car_state.rear_axle_acceleration_2d.x == pytest.approx(2.0 / 3.0)
        assert after.rear_axle.heading == pytest.approx(
            model.get_state_dot(state).rear_axle.heading * 0.1
        )


def _edge(name: str, block: str, *after: SimpleNamespace) -> SimpleNamespace:
    return SimpleNamespace(id=name, outgoing_edges=list(after), get_roadblock_id=lambda: block)


class TestSearch:
    def test_the_target_is_found_at_its_depth(self) -> None:
        end = _edge("e", "C")
        start = _edge("s", "A", _edge("l", "B"), _edge("r", "B", end), _edge("x", "B", end))
        search = BreadthFirstSearch(start, ["s", "l", "r", "e"])  # x is no candidate
        path, found = search.search(SimpleNamespace(id="C"), 3)
        assert ([edge.id for edge in path], found) == (["s", "r", "e"], True)

    def test_otherwise_the_longest_way(self) -> None:
        start = _edge("s", "A", _edge("l", "B"), _edge("r", "B", _edge("e", "C")))
        path, found = BreadthFirstSearch(start, ["l", "r", "e"]).search(SimpleNamespace(id="D"), 4)
        assert ([edge.id for edge in path], found) == (["s", "r", "e"], False)
