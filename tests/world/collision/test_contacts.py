"""What is found: events once and in order, normals, points, scenery, new actors, limits."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from project_ghost.core.bus import Message
from project_ghost.core.errors import InputError, InputTypeError, RunError
from project_ghost.engine import Engine
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, SERIAL, VX, YAW, X, Y, Z
from project_ghost.world.collision import RECORD_FIELDS, Contacts, Scene
from tests.world.collision.parts import CAR, Run, body, numbered
from tools import contacts_picture

WALL = ((20.0, -5.0), (20.1, -5.0), (20.1, 5.0), (20.0, 5.0))


def record(run: Run, row: int = 0) -> dict[str, float]:
    names = [field.name for field in RECORD_FIELDS]
    return dict(zip(names, run.records()[row].tolist(), strict=True))


def step(contacts: Contacts, table, state=None):
    """One call of the kernel: its outputs and states, as arrays by name."""
    arrays: dict[str, Any] = {}
    for name in (*contacts.states(), *contacts.outputs()):
        arrays[name] = np.zeros(contacts.shape_of(name) or (1,))
    arrays |= {} if state is None else {n: state[n].copy() for n in contacts.states()}
    values = {n: np.array(v, dtype=float) for n, v in contacts.parameters.items()}
    for name, value in values.items():
        arrays[name] = np.full(contacts.shape_of(name), value) if contacts.shape_of(name) else value
    arrays["bodies"] = np.array(table, dtype=float)
    Contacts.step(*contacts.arguments("step", arrays))
    return arrays


# ----------------------------------------------------------------------------- events


def test_an_event_names_both_bodies_place_and_impulse_and_comes_once():
    run = Run(numbered([body(vx=10.0), body(x=10.3)]), **CAR, restitution=0.0)
    run.until_contact()
    result = record(run)
    assert (result["first"], result["second"]) == (0.0, 1.0)
    assert (result["first_serial"], result["second_serial"]) == (0.0, 1.0)
    # The front of the first meets the rear of the second there; at the tick it is further on.
    assert (result["x_m"], result["y_m"]) == pytest.approx((10.3 - 2.2, 0.0), abs=1e-3)
    assert (result["normal_x"], result["normal_y"]) == (1.0, 0.0)
    assert result["depth_m"] == pytest.approx(0.1, abs=1e-9)
    assert result["closing_mps"] == pytest.approx(10.0)
    assert result["impulse_newton_s"] == pytest.approx(1500.0 * 10.0 / 2.0)
    assert run.touching() == [1.0, 1.0]
    for _ in range(5):
        run.tick()
        assert len(run.records()) == 0, "they touch still"
    assert run.total() == 1.0


def test_two_that_part_and_meet_again_are_two_events():
    """Between a wall and a lighter car: both come back."""
    far = ((30.0, -5.0), (31.0, -5.0), (31.0, 5.0), (30.0, 5.0))
    near = ((-30.0, -5.0), (-31.0, -5.0), (-31.0, 5.0), (-30.0, 5.0))
    run = Run(
        numbered([body(vx=15.0), body(x=10.0)]),
        **CAR,
        restitution=1.0,
        friction=0.0,
        scenery=[far, near],
    )
    run.tick(200)
    assert run.total() >= 4.0


def test_nothing_touches_where_there_is_a_gap():
    run = Run(numbered([body(vx=10.0), body(y=1.85, vx=-10.0, x=20.0)]), **CAR)
    run.tick(60)
    assert run.total() == 0.0
    assert run.touching() == [0.0, 0.0]


def test_contacts_come_by_rows_then_scenery_by_number():
    """A heap of bodies and walls; the order of the table decides, not the positions."""
    walls = [((x, 0.0), (x + 1.0, 0.0), (x + 1.0, 1.0), (x, 1.0)) for x in (1.5, 0.5, -0.5)]
    table = numbered([body(x=1.0), body(x=0.5), body(x=0.0)])
    result = step(Contacts(3, radius=0.6, scenery=walls), table)
    pairs = result["records"][: int(result["count"][0]), [0, 2]].tolist()
    among, with_walls = [p for p in pairs if p[1] >= 0.0], [p for p in pairs if p[1] < 0.0]
    assert pairs == among + with_walls
    assert among == [[0.0, 1.0], [0.0, 2.0], [1.0, 2.0]]
    assert with_walls == [
        *([0.0, -1.0], [0.0, -2.0], [0.0, -3.0]),
        *([1.0, -2.0], [1.0, -3.0]),
        *([2.0, -2.0], [2.0, -3.0]),
    ]


@settings(max_examples=25)
@given(st.permutations(range(8)), st.integers(0, 1000))
def test_another_order_of_the_table_finds_the_same_contacts(order, seed):
    """Who touches whom does not depend on the order of the rows; only its record does."""
    generator = np.random.default_rng(seed)
    table = np.zeros((8, BODY_WIDTH))
    table[:, [X, Y, YAW]] = generator.uniform(-4.0, 4.0, (8, 3))
    table[:, ALIVE] = 1.0
    table[:, SERIAL] = np.arange(8)
    contacts = Contacts(8, half_length=2.0, half_width=0.8, max_events=40, max_contacts=40)

    def serials(rows):
        result = step(contacts, rows)
        records = result["records"][: int(result["count"][0])]
        return sorted((sorted((r[1], r[3])), round(r[8], 9)) for r in records.tolist())

    assert serials(table[list(order)]) == serials(table)


# ---------------------------------------------------------------------------- scenery


def test_scenery_is_minus_one_minus_its_number_and_has_no_serial():
    other = ((-50.0, 0.0), (-51.0, 0.0), (-51.0, 1.0))
    run = Run(numbered([body(vx=10.0)]), **CAR, scenery=[other, WALL])
    run.until_contact()
    result = record(run)
    assert (result["first"], result["second"], result["second_serial"]) == (0.0, -2.0, -1.0)
    assert result["x_m"] == pytest.approx(20.0, abs=1e-3)
    assert (result["normal_x"], result["normal_y"]) == pytest.approx((1.0, 0.0))


def test_a_concave_building_is_one_thing_with_one_event():
    corner = ((10.0, -8.0), (30.0, -8.0), (30.0, 8.0), (10.0, 8.0), (20.0, 0.0))
    run = Run(numbered([body(vx=10.0)]), radius=3.0, mass_kg=1500.0, scenery=[corner])
    run.until_contact()
    assert run.contacts.sizes["pieces"] == 2
    assert [row[2] for row in run.records().tolist()] == [-1.0]
    run.tick(10)
    assert run.total() == 1.0


# ------------------------------------------------------------------------------ speed


@settings(max_examples=40)
@given(st.floats(1.0, 5000.0), st.floats(-1.2, 1.2), st.floats(0.0, 1.0))
def test_no_body_passes_through_a_thin_wall_or_a_person_at_any_speed(speed, angle, ahead):
    way = 0.05 * speed
    start = [-ahead * way * np.cos(angle), -ahead * way * np.sin(angle)]
    bullet = body(x=start[0], y=start[1], vx=speed * np.cos(angle), vy=speed * np.sin(angle))
    wall = ((0.0, -2.0), (0.01, -2.0), (0.01, 2.0), (0.0, 2.0))
    for target, scenery in (([body()], ()), ([body(x=1e6)], [wall])):
        run = Run(
            numbered([bullet, *target]),
            radius=(0.05, 0.3),
            mass_kg=80.0,
            scenery=scenery,
            on_collision="ignore",
        )
        result = len(run.records())
        run.tick()
        assert result + len(run.records()) == 1


def test_a_body_that_passed_a_wall_within_a_tick_returns_to_its_side():
    """At 200 m/s a ball is 10 m behind the wall when it is found; it bounces all the same."""
    run = Run(
        numbered([body(x=11.0, vx=200.0)]),
        radius=0.2,
        mass_kg=80.0,
        scenery=[WALL],
        restitution=0.5,
    )
    run.until_contact()
    assert run.bodies()[0, X] > 20.1, "it is on the other side now"
    run.tick(4)
    assert run.bodies()[0, X] < 19.8
    assert run.bodies()[0, VX] == pytest.approx(-100.0)
    assert run.total() == 1.0


def test_a_deeply_overlapping_body_is_pushed_back_the_way_it_came():
    """A walker in the front of a fast car leaves it ahead, though a side is nearer."""
    run = Run(
        numbered([body(vx=40.0), body(x=6.0, y=0.5)]),
        half_length=(2.2, 0.0),
        half_width=(0.9, 0.0),
        radius=(0.0, 0.3),
        mass_kg=(1500.0, 80.0),
        restitution=0.3,
        friction=0.0,
    )
    run.until_contact()
    assert record(run)["normal_x"] == pytest.approx(1.0)
    run.tick(40)
    car, walker = run.bodies()
    assert walker[X] - car[X] > 2.2 + 0.3
    assert run.touching() == [0.0, 0.0]


# ---------------------------------------------------------------------- rows that change


def test_an_actor_that_takes_over_a_row_is_not_swept_from_the_place_of_the_last():
    """A respawned walker does not touch a body on the line between both places."""
    contacts = Contacts(2, radius=0.3)
    table = numbered([body(x=-10.0), body()])
    before = step(contacts, table)
    moved = table.copy()
    moved[0, X] = 10.0
    assert step(contacts, moved, before)["count"][0] == 1.0, "the same one has run over it"
    moved[0, SERIAL] = 2.0
    assert step(contacts, moved, before)["count"][0] == 0.0


def test_a_new_actor_in_touch_is_a_new_event_though_its_row_touched_before():
    contacts = Contacts(2, radius=0.3)
    table = numbered([body(), body(x=0.5)])
    first = step(contacts, table)
    assert first["count"][0] == 1.0
    again = step(contacts, table, first)
    assert again["count"][0] == 0.0
    table[1, SERIAL] = 7.0
    other = step(contacts, table, again)
    assert other["records"][0, :4].tolist() == [0.0, 0.0, 1.0, 7.0]
    assert other["count"][0] == 1.0


def test_a_row_that_is_not_alive_or_has_no_size_touches_nothing():
    table = numbered([body(), body(x=0.1), body(x=0.2)])
    table[1, ALIVE] = 0.0
    result = step(Contacts(3, radius=(0.3, 0.3, 0.0), scenery=[WALL]), table)
    assert result["count"][0] == 0.0


def test_a_body_above_another_passes():
    """One stands on the ground, 1.75 m high; one flies, 0.2 m to each side of its Z."""
    table = numbered([body(), body()])
    table[1, Z] = 5.0
    assert step(Contacts(2, radius=0.3), table)["count"][0] == 1.0  # without limit
    contacts = Contacts(2, radius=0.3, below=(0.0, 0.2), above=(1.75, 0.2))
    for z, count in ((5.0, 0.0), (1.96, 0.0), (1.94, 1.0), (-0.19, 1.0), (-0.21, 0.0)):
        table[1, Z] = z
        assert step(contacts, table)["count"][0] == count


def test_scenery_reaches_up_to_its_top():
    table = numbered([body(x=10.0)])
    wall = ((9.0, -1.0), (11.0, -1.0), (11.0, 1.0), (9.0, 1.0))
    house = ((9.5, -1.0), (12.0, -1.0), (12.0, 1.0), (9.5, 1.0))
    contacts = Contacts(1, radius=0.3, below=0.2, above=0.2, scenery=[wall, house], tops=[1.0, 6.0])
    for z, count in ((1.19, 2.0), (1.21, 1.0), (6.21, 0.0), (-50.0, 2.0)):
        table[0, Z] = z
        assert step(contacts, table)["count"][0] == count
    with pytest.raises(InputError, match="tops are"):
        Contacts(1, radius=0.3, scenery=[wall], tops=[1.0, 2.0])


@pytest.mark.parametrize("size", ["half_length", "half_width", "radius"])
def test_absurd_sizes_are_refused(size):
    with pytest.raises(InputError, match=f"{size} is 1e\\+200"):
        Contacts(1, **{size: 1e200})  # type: ignore[arg-type]
    with pytest.raises(InputError, match="m from the origin"):
        Contacts(1, radius=0.3, scenery=[((0.0, 0.0), (1e200, 0.0), (0.0, 1.0))])


# ----------------------------------------------------------------------- on_collision


def test_ignore_reports_and_leaves_the_bodies_alone():
    run = Run(numbered([body(vx=10.0), body(x=10.0)]), **CAR, on_collision="ignore")
    run.until_contact()
    assert record(run)["impulse_newton_s"] == 0.0
    assert record(run)["closing_mps"] == pytest.approx(10.0)
    run.tick(40)
    assert run.bodies()[0, VX] == 10.0
    assert run.bodies()[1, X] == 10.0
    assert run.touching() == [0.0, 0.0], "it has driven through, and they touch no more"
    assert run.engine.value("contacts.ended") == 0.0


def test_stop_is_set_from_the_first_contact_on():
    run = Run(numbered([body(vx=10.0), body(x=10.0)]), **CAR, on_collision="stop")
    assert run.engine.value("contacts.ended") == 0.0
    run.until_contact()
    assert run.engine.value("contacts.ended") == 1.0
    assert (run.impulse() == 0.0).all()
    run.tick(60)
    assert run.engine.value("contacts.ended") == 1.0


# ----------------------------------------------------------------------------- limits


def test_more_contacts_than_there_is_room_for_stop_the_run():
    heap = numbered([body(x=0.01 * i) for i in range(5)])
    with pytest.raises(RunError, match="max_contacts"):
        Run(heap, radius=1.0, max_contacts=9, max_events=20)
    with pytest.raises(RunError, match="max_events"):
        Run(heap, radius=1.0, max_contacts=10, max_events=9)
    assert len(Run(heap, radius=1.0, max_contacts=10, max_events=10).records()) == 10


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"radius": (1.0, 2.0, 3.0)}, "radius has 3 numbers"),
        ({"half_length": -1.0}, "half_length is -1.0"),
        ({"mass_kg": float("nan")}, "mass_kg is nan"),
        ({"restitution": 1.5}, "restitution is 1.5"),
        ({"friction": -0.1}, "friction is -0.1"),
        ({"on_collision": "explode"}, "on_collision is 'explode'"),
        ({"scenery": [((0.0, 0.0), (1.0, 0.0))]}, "no area"),
    ],
)
def test_invalid_parameters_are_refused(arguments, message):
    with pytest.raises(InputError, match=message):
        Contacts(2, **arguments)


# ------------------------------------------------------------------------------ scene


def test_a_scene_is_its_tables_one_below_the_other():
    scene = Scene(cars=2, walkers=3)
    assert list(scene.inputs()) == ["cars", "walkers"]
    assert scene.shape_of("bodies") == (5, BODY_WIDTH)
    assert (scene.first_row("cars"), scene.first_row("walkers")) == (0, 2)
    cars, walkers = np.arange(22.0).reshape(2, 11), 100.0 + np.arange(33.0).reshape(3, 11)
    bodies = np.zeros((5, BODY_WIDTH))
    Scene.output(bodies, cars, walkers)
    assert (bodies == np.concatenate([cars, walkers])).all()


@pytest.mark.parametrize(
    ("tables", "error", "message"),
    [
        ({}, InputError, "no tables"),
        ({"cars": 0}, InputTypeError, "capacity of 'cars' is 0"),
        ({"cars": 2.0}, InputTypeError, "capacity of 'cars' is 2.0"),
        ({"bodies": 2}, InputError, "cannot be called 'bodies'"),
        ({"first row": 2}, InputError, "cannot be called 'first row'"),
    ],
)
def test_tables_that_make_no_scene_are_refused(tables, error, message):
    with pytest.raises(error, match=message):
        Scene(**tables)


def test_contacts_are_messages_and_may_end_the_run():
    """What a scenario does with them: an event on the bus, and a run that ends there."""
    run = Run(numbered([body(vx=10.0), body(x=10.0)]), **CAR, on_collision="stop")
    graph = run.graph
    graph.publish_events(
        "/contacts", records="contacts.records", count="contacts.count", fields=RECORD_FIELDS
    )
    graph.stop_when("contacts.ended")
    engine = Engine(graph, execution="interpreted")
    heard: list[Message] = []
    engine.bus.subscribe("listener", heard.append)
    engine.run("10s")
    assert engine.stopped
    assert engine.now_ns == 600_000_000, "the front has 5.6 m to go at 0.5 m a tick"
    assert [(m.channel, m.stamp_sim_ns) for m in heard] == [("/contacts", 600_000_000)]
    assert heard[0].payload["second"] == 1.0


def test_the_example_of_the_documentation_gives_its_picture():
    assert contacts_picture.TARGET.read_text(encoding="utf-8") == contacts_picture.contacts_svg()
