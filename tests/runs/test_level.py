"""Goal: a component that promises too little is refused by name.

Method: a component of level `none`, as a backend that promises nothing would be.
"""

import pytest

from project_ghost.core.errors import InputError
from project_ghost.core.level import Level
from project_ghost.engine import Host, Output
from project_ghost.runs import PreparedRun, prepare, require_level, runnable_of
from project_ghost.scenario import load_scenario
from project_ghost.scenario.events import Monitor
from project_ghost.study import find_simulator


class Backend(Host):
    """Another program's simulation, which promises nothing."""

    level = Level.NONE
    weather = Output()

    def output(self) -> float:
        return 1.0


@pytest.fixture(scope="module")
def prepared() -> PreparedRun:
    runnable = runnable_of(load_scenario("t-junction-4"))
    runnable.graph.add("Backend", Backend(), group=next(iter(runnable.graph.groups)))
    return prepare(runnable, execution="interpreted")


def test_the_component_is_named(prepared) -> None:
    for level in (Level.PROCESS, "host", "portable"):
        with pytest.raises(InputError, match="Backend promises only the level none") as error:
            require_level(prepared, level)
        assert error.value.where == "t-junction-4: Backend, a Backend"
    require_level(prepared, "none")
    require_level(prepare("t-junction-4", execution="interpreted"), "portable")
    with pytest.raises(InputError, match="there is no level 'hos'"):
        require_level(prepared, "hos")


@pytest.mark.slow
def test_studies_refuse_it_unless_it_is_allowed(monkeypatch) -> None:
    monkeypatch.setattr(Monitor, "level", Level.PROCESS)
    prepare = find_simulator("ghost")
    settings = {"scenario": "t-junction-4", "execution": "interpreted"}
    with pytest.raises(InputError, match="Monitor promises only the level process"):
        prepare(settings)
    assert prepare({**settings, "level": "process"}).facts()["level"] == "process"
    monkeypatch.setattr(Monitor, "level", Level.HOST)
    prepare(settings)
    with pytest.raises(InputError, match="Monitor promises only the level host"):
        prepare({**settings, "level": "portable"})
