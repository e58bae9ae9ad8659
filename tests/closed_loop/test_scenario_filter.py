"""nuPlan's ScenarioFilter, on scenarios of files and of one's own data."""

import pytest

from project_ghost.cli import main
from project_ghost.closed_loop.scenario import AssembledScenario, ScenarioFilter, planned_file
from project_ghost.scenario import load_scenario
from tests.closed_loop.own_scenario import StraightRoad


class Named(StraightRoad):
    def __init__(self, name, kind="unknown", log=None):
        super().__init__()
        self._names = name, kind, log or name

    @property
    def scenario_name(self):
        return self._names[0]

    @property
    def scenario_type(self):
        return self._names[1]

    @property
    def log_name(self):
        return self._names[2]


SCENARIOS = [
    Named("a", "turn"),
    Named("b", "turn"),
    Named("c", "merge"),
    Named("d", "merge", "a"),
    Named("e"),
]


def names(**keys):
    return "".join(each.token for each in ScenarioFilter(**keys).chosen(SCENARIOS))


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({}, "abcde"),
        ({"scenario_types": ["turn", "unknown"]}, "abe"),
        ({"scenario_tokens": ["b", ("log", "d")]}, "bd"),
        ({"log_names": ["a"]}, "ad"),
        ({"map_names": ["nowhere"]}, ""),
        ({"num_scenarios_per_type": 1}, "ace"),
        ({"limit_total_scenarios": 2}, "ab"),
        ({"limit_total_scenarios": 0.5}, "ab"),
        ({"remove_invalid_goals": True}, "abcde"),
        ({"ego_displacement_minimum_m": 1.0}, "abcde"),
        ({"ego_displacement_minimum_m": 1e6}, ""),
        ({"ego_start_speed_threshold": 100.0}, ""),
        ({"timestamp_threshold_s": 5.0}, "abcde"),
    ],
)
def test_fields_choose(keys, expected):
    assert names(**keys) == expected


def test_shuffling_has_one_order_for_each_seed():
    first = names(shuffle=True, seed=1)
    assert sorted(first) == list("abcde")
    assert first == names(shuffle=True, seed=1)
    assert len({names(shuffle=True, seed=seed) for seed in range(5)}) > 1


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"num_scenarios_per_type": 0}, "num_scenarios_per_type should be a positive integer"),
        ({"limit_total_scenarios": 1.5}, r"should be in \(0, 1\] when float"),
        ({"limit_total_scenarios": 0}, "should be positive when integer"),
        ({"expand_scenarios": True}, "expand_scenarios should be False"),
        ({"scenario_types": "turn"}, "scenario_types should be a list"),
        ({"shuffle": 1}, "shuffle should be True or False"),
        ({"ego_route_radius": "near"}, "ego_route_radius should be a number"),
        ({"token_set_path": "tokens.json"}, "no lidar scans"),
    ],
)
def test_wrong_values_are_refused_as_in_nuplan(keys, message):
    with pytest.raises(AssertionError, match=message):
        ScenarioFilter(**keys)


def test_a_scenario_without_an_expert_has_no_displacement_but_a_route():
    file = planned_file(load_scenario("t-junction-4"), {"planner": "simple"})
    scenario = AssembledScenario.from_file(file)
    assert ScenarioFilter(ego_displacement_minimum_m=0.0).chosen([scenario]) == []
    assert ScenarioFilter(ego_route_radius=5.0).chosen([scenario]) == [scenario]


NUPLAN_FILE = """\
_target_: nuplan.planning.scenario_builder.scenario_filter.ScenarioFilter
_convert_: 'all'

scenario_types: null
scenario_tokens:                # (list)
  - t-junction-4
log_names: null
map_names: null
num_scenarios_per_type: null
limit_total_scenarios: 0.5
expand_scenarios: false
remove_invalid_goals: true
shuffle: false
"""


def test_a_file_of_nuplans_is_read(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "filter.yaml").write_text(NUPLAN_FILE)
    (tmp_path / "none.yaml").write_text("log_names: [nowhere]\n")
    (tmp_path / "wrong.yaml").write_text("log_name: [nowhere]\n")
    flags = ["--scenario", "t-junction-2", "t-junction-3", "t-junction-4", "--planner", "simple"]
    flags += ["--duration", "200ms", "--no-record", "-o", "out", "--force"]
    read = ScenarioFilter.from_file("filter.yaml")
    assert (read.limit_total_scenarios, read.remove_invalid_goals) == (0.5, True)
    assert main(["simulate", *flags, "--scenario-filter", "none.yaml"]) == 2
    assert "No scenarios found to simulate!" in capsys.readouterr().err
    assert main(["simulate", *flags, "--scenario-filter", "wrong.yaml"]) == 2
    assert "did you mean 'log_names'" in capsys.readouterr().err
    (tmp_path / "filter.yaml").write_text(NUPLAN_FILE.replace("0.5", "1"))
    assert main(["simulate", *flags, "--scenario-filter", "filter.yaml"]) == 0
    assert "1 scenario" in capsys.readouterr().out
