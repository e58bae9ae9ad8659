"""Goal: components have paths as names, so that names of a file cannot collide.

Method: scenarios whose names would be one if they were joined by _; then those few names that
components of an actor have themselves.
"""

import pytest

from project_ghost.core.errors import InputError
from project_ghost.scenario import parse_scenario
from project_ghost.scenario.assembly import assemble

HEAD = "version: 1\nname: n\nstep: 5ms\nduration: 1s\n"
WALKER = "{{kind: pedestrian, speed_mps: 1, route: {{waypoints: [[0, {y}], [5, {y}]]}}{more}}}"
DRONE = "{{kind: quadrotor, hover_m: [{x}, 40, 3]{more}}}"
TRAFFIC = "{{kind: car, count: 1, speed_mps: 3, routes: [{{waypoints: [[0, {y}], [50, {y}]]}}]}}"
STUCK = "faults: [{kind: stuck_actuator, actor: a, actuator: motor0, at: 1s}]\n"


def walker(y: int, sensor: str = "") -> str:
    more = f", sensors: {{{sensor}: {{kind: gnss}}}}" if sensor else ""
    return WALKER.format(y=y, more=more)


def drone(x: int, sensor: str = "") -> str:
    more = f", sensors: {{{sensor}: {{kind: gnss}}}}" if sensor else ""
    return DRONE.format(x=x, more=more)


def file_of(actors: dict[str, str], populations: dict[str, str], more: str) -> str:
    lines = [HEAD]
    for key, named in (("actors", actors), ("populations", populations)):
        if named:
            lines.append(f"{key}:\n")
            lines += [f"  {name}: {text}\n" for name, text in named.items()]
    return "".join(lines) + more


@pytest.mark.parametrize(
    ("actors", "populations", "more", "components"),
    [
        (
            {"a": walker(0, "b_c"), "a_b": walker(9, "c")},
            {},
            "",
            ["a/truth", "a/b_c", "a_b/truth", "a_b/c"],
        ),
        ({"a": drone(0), "a_body": drone(9)}, {}, "", ["a", "a/body", "a_body", "a_body/body"]),
        (
            {"a": drone(0, "stuck0")},
            {},
            STUCK,
            ["a/mixer", "a/stuck0", "a/commands/stuck0", "Fault0"],
        ),
        (
            {"a": walker(9, "b")},
            {"a_b": TRAFFIC.format(y=0)},
            "",
            ["a/b", "a_b", "a_b/driver"],
        ),
        (
            {},
            {"t": TRAFFIC.format(y=0), "t_driver": TRAFFIC.format(y=9)},
            "",
            ["t", "t/driver", "t_driver", "t_driver/driver"],
        ),
    ],
)
def test_names_that_would_be_one_if_joined_are_different_paths(
    actors: dict[str, str], populations: dict[str, str], more: str, components: list[str]
) -> None:
    graph = assemble(parse_scenario(file_of(actors, populations, more))).graph
    assert set(components) <= set(graph.components)


@pytest.mark.parametrize(
    ("actors", "populations", "where", "what"),
    [
        (
            {"a": walker(0, "truth")},
            {},
            "6: actors.a.sensors.truth",
            "the name 'a/truth' is taken",
        ),
        (
            {"a": drone(0, "mixer")},
            {},
            "6: actors.a.sensors.mixer",
            "the name 'a/mixer' is taken",
        ),
        ({"bodies": drone(0)}, {}, "6: actors.bodies", "a table cannot be called 'bodies'"),
        (
            {},
            {"lambda": TRAFFIC.format(y=0)},
            "6: populations.lambda",
            "a table cannot be called 'lambda'",
        ),
    ],
)
def test_names_that_components_have_themselves_are_refused(
    actors: dict[str, str], populations: dict[str, str], where: str, what: str
) -> None:
    with pytest.raises(InputError) as caught:
        assemble(parse_scenario(file_of(actors, populations, "")))
    assert (caught.value.what, caught.value.where) == (what, f"scenario:{where}")
    assert caught.value.fix
