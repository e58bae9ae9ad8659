"""Goal: two names of a file that would be one name in the graph are refused, with their place."""

import pytest

from project_ghost.core.errors import InputError
from project_ghost.scenario import parse_scenario
from project_ghost.scenario.assembly import assemble

HEAD = "version: 1\nname: n\nstep: 5ms\nduration: 1s\n"
WALKER = "{{kind: pedestrian, speed_mps: 1, route: {{waypoints: [[0, {y}], [5, {y}]]}}{more}}}"
DRONE = "{{kind: quadrotor, hover_m: [{x}, 40, 3]{more}}}"
TRAFFIC = "{{kind: car, count: 1, speed_mps: 3, routes: [{{waypoints: [[0, {y}], [50, {y}]]}}]}}"


def walker(y: int, sensor: str = "") -> str:
    more = f", sensors: {{{sensor}: {{kind: gnss}}}}" if sensor else ""
    return WALKER.format(y=y, more=more)


def drone(x: int, sensor: str = "") -> str:
    more = f", sensors: {{{sensor}: {{kind: imu}}}}" if sensor else ""
    return DRONE.format(x=x, more=more)


def file_of(actors: dict[str, str], populations: dict[str, str], more: str = "") -> str:
    text = HEAD
    for key, entries in (("actors", actors), ("populations", populations)):
        if entries:
            text += f"{key}:\n" + "".join(f"  {n}: {value}\n" for n, value in entries.items())
    return text + more


STUCK = "faults: [{kind: stuck_actuator, at: 100ms, actor: a, actuator: motor1}]\n"


@pytest.mark.parametrize(
    ("actors", "populations", "more", "where"),
    [
        ({"a": walker(0, "b_c"), "a_b": walker(9, "c")}, {}, "", "7: actors.a_b.sensors.c"),
        ({"a": walker(0, "truth")}, {}, "", "6: actors.a.sensors.truth"),
        ({"a": drone(0, "mixer")}, {}, "", "6: actors.a.sensors.mixer"),
        ({"a": drone(0), "a_body": drone(9)}, {}, "", "7: actors.a_body"),
        ({"a": drone(0, "stuck0")}, {}, STUCK, "7: faults[0]"),
        ({"a": drone(0)}, {"a_late": TRAFFIC.format(y=0)}, "", "8: populations.a_late"),
        ({"a": walker(9, "b")}, {"a_b": TRAFFIC.format(y=0)}, "", "6: actors.a.sensors.b"),
        (
            {},
            {"t": TRAFFIC.format(y=0), "t_driver": TRAFFIC.format(y=9)},
            "",
            "7: populations.t_driver",
        ),
        ({}, {"lambda": TRAFFIC.format(y=0)}, "", "6: populations.lambda"),
        ({}, {"bodies": TRAFFIC.format(y=0)}, "", "6: populations.bodies"),
    ],
)
def test_names_that_become_one_are_refused(
    actors: dict[str, str], populations: dict[str, str], more: str, where: str
) -> None:
    with pytest.raises(InputError) as caught:
        assemble(parse_scenario(file_of(actors, populations, more)))
    assert caught.value.where == f"scenario:{where}"
    assert caught.value.fix in ("rename one of the two", "rename the population")


def test_names_that_stay_apart_are_fine() -> None:
    actors = {"a": walker(0, "b_c"), "a_b": walker(9, "d"), "q": drone(0, "imu")}
    assembly = assemble(parse_scenario(file_of(actors, {"a_c": TRAFFIC.format(y=20)})))
    assert {"a_b_c", "a_b_d", "q_imu", "a_c"} <= set(assembly.graph.components)
